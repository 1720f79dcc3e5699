import type { TextDirection } from '../../timeline/lettering.ts';
import { directionOf } from './bidirectional.ts';
import type { RunWeight } from './bold-coverage.ts';
import { anyScriptOf, scriptOf } from './characters.ts';
import type { EastAsianLanguage } from './east-asian-language.ts';
import type { FamilyFont } from './families.ts';
import { chooseFonts, type EmojiStyle, type FontPiece } from './font-choice.ts';
import type { FontCoverage } from './font-coverage.ts';
import type { RunFont } from './font-library.ts';
import { isEastAsianFont } from './font-list.ts';
import type { GraphemeCluster } from './grapheme-clusters.ts';

/** A part of a line that is shaped together: one font and weight, one script, one direction. */
export interface TextRun {
  /** Undefined for characters that no font has. */
  readonly font: RunFont | undefined;
  readonly weight: RunWeight;
  /** Whether the letters are slanted, because the font has no italic. */
  readonly isSlanted: boolean;
  /** An ISO 15924 code. */
  readonly script: string;
  /** The embedding level; odd is right to left. */
  readonly level: number;
  /** In reading order. */
  readonly codePoints: readonly number[];
  /** The grapheme cluster of each code point. */
  readonly graphemes: readonly number[];
  /** The code points on both sides, if letters of another weight join with those of the run. */
  readonly context?: { readonly before: readonly number[]; readonly after: readonly number[] };
}

/** Number of code points on each side of a run that HarfBuzz looks at. */
const contextLength = 5;

const commonScript = 'Zyyy';

interface GrowingRun {
  readonly font: RunFont | undefined;
  readonly weight: RunWeight;
  readonly isSlanted: boolean;
  script: string | undefined;
  readonly level: number;
  readonly codePoints: number[];
  readonly graphemes: number[];
}

/** A piece with everything that determines its run. */
export interface ItemizedPiece extends FontPiece {
  /** Undefined for characters shared by several scripts. */
  readonly script: string | undefined;
  readonly level: number;
  readonly weight: RunWeight;
  readonly isSlanted: boolean;
}

/** How a paragraph chooses fonts. */
export interface PieceFaces {
  /** The font of the family of a cluster; undefined for Inter and its companions. */
  familyAt(cluster: number): FamilyFont | undefined;
  cutOf(piece: FontPiece): Pick<ItemizedPiece, 'weight' | 'isSlanted'>;
}

const plainFaces: PieceFaces = {
  familyAt: () => undefined,
  cutOf: () => ({ weight: 'regular', isSlanted: false }),
};

export interface ItemizedParagraph {
  readonly isRightToLeft: boolean;
  /** In reading order. */
  readonly pieces: readonly ItemizedPiece[];
}

/** Chooses font, weight, script and direction of everything in a paragraph, which may then be broken into lines. */
export function itemizeParagraph(
  clusters: readonly GraphemeCluster[],
  language: EastAsianLanguage,
  coverage: FontCoverage,
  emoji: EmojiStyle = 'color',
  faces: PieceFaces = plainFaces,
  direction: TextDirection = 'auto',
): ItemizedParagraph {
  const { isRightToLeft, levels } = directionOfClusters(clusters, direction);
  const chosen = chooseFonts(clusters, language, coverage, emoji, faces.familyAt);
  const pieces = chosen.map((piece) => ({
    ...piece,
    script: scriptOfPiece(piece),
    level: levels[piece.cluster],
    ...faces.cutOf(piece),
  }));
  return { isRightToLeft, pieces };
}

/**
 * Joins the pieces of a line into runs. Characters shared by several scripts belong to the run around them.
 * `graphemeShift` is added to the pieces' graphemes. With `joinsWeights`, letters of neighbouring runs that differ only
 * in their weight join as if they were one.
 */
export function runsOf(pieces: readonly ItemizedPiece[], graphemeShift = 0, joinsWeights = false): TextRun[] {
  const runs: GrowingRun[] = [];
  for (const piece of pieces) {
    const { font, weight, isSlanted, script, level } = piece;
    const run = runs.at(-1);
    const joins =
      run !== undefined &&
      run.font === font &&
      run.weight === weight &&
      run.isSlanted === isSlanted &&
      run.level === level &&
      (script === undefined || run.script === undefined || run.script === script);
    if (joins) {
      run.script ??= script;
      appendPiece(run, piece, graphemeShift);
    } else {
      const added = { font, weight, isSlanted, script, level, codePoints: [], graphemes: [] };
      appendPiece(added, piece, graphemeShift);
      runs.push(added);
    }
  }
  const made = runs.map((run): TextRun => ({ ...run, script: run.script ?? commonScript }));
  return joinsWeights ? made.map((run, index) => withContext(run, made[index - 1], made[index + 1])) : made;
}

function withContext(run: TextRun, previous: TextRun | undefined, next: TextRun | undefined): TextRun {
  const joins = (other: TextRun | undefined): other is TextRun =>
    other !== undefined &&
    familyOf(other.font) === familyOf(run.font) &&
    other.script === run.script &&
    other.level === run.level;
  const before = joins(previous) ? previous.codePoints.slice(-contextLength) : [];
  const after = joins(next) ? next.codePoints.slice(0, contextLength) : [];
  return { ...run, context: { before, after } };
}

function familyOf(font: RunFont | undefined): string | undefined {
  return typeof font === 'object' ? font.family : font;
}

function appendPiece(run: GrowingRun, piece: FontPiece, graphemeShift: number): void {
  for (const codePoint of piece.codePoints) {
    run.codePoints.push(codePoint);
    run.graphemes.push(piece.grapheme + graphemeShift);
  }
}

/** Like `directionOf`, with the level of each cluster's first code point. */
function directionOfClusters(
  clusters: readonly GraphemeCluster[],
  direction: TextDirection,
): { isRightToLeft: boolean; levels: number[] } {
  const codePoints = clusters.flatMap((cluster) => cluster.codePoints);
  const { isRightToLeft, levels } = directionOf(codePoints, direction);
  let start = 0;
  const levelsOfClusters = clusters.map(({ codePoints }) => {
    const level = levels[start];
    start += codePoints.length;
    return level;
  });
  return { isRightToLeft, levels: levelsOfClusters };
}

function scriptOfPiece({ font, codePoints }: FontPiece): string | undefined {
  if (font === undefined) return undefined;
  // Inter positions marks only for Latin and kerns all its scripts the same way, so all are shaped as Latin.
  if (font === 'Inter') return 'Latn';
  if (isEastAsianFont(font)) return font === 'NotoSansKR' ? 'Hang' : 'Hani';
  const isOfProject = typeof font === 'object' && font.file.face !== undefined;
  return isOfProject ? anyScriptOf(codePoints[0]) : scriptOf(codePoints[0]);
}
