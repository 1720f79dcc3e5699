import { directionOf } from './bidirectional.ts';
import { scriptOf } from './characters.ts';
import type { EastAsianLanguage } from './east-asian-language.ts';
import { chooseFonts, type FontPiece } from './font-choice.ts';
import type { FontCoverage } from './font-coverage.ts';
import { type FontName, isEastAsianFont } from './font-list.ts';
import type { GraphemeCluster } from './grapheme-clusters.ts';

/** A part of a line that is shaped together: one font, one script, one direction. */
export interface TextRun {
  /** Undefined for characters that no font has. */
  readonly font: FontName | undefined;
  /** An ISO 15924 code. */
  readonly script: string;
  /** The embedding level; odd is right to left. */
  readonly level: number;
  /** In reading order. */
  readonly codePoints: readonly number[];
  /** The grapheme cluster of each code point. */
  readonly graphemes: readonly number[];
}

const commonScript = 'Zyyy';

interface GrowingRun {
  readonly font: FontName | undefined;
  script: string | undefined;
  readonly level: number;
  readonly codePoints: number[];
  readonly graphemes: number[];
}

export interface ItemizedLine {
  readonly isRightToLeft: boolean;
  /** In reading order. */
  readonly runs: readonly TextRun[];
}

/** Splits a line into runs. Characters shared by several scripts belong to the run around them. */
export function itemizeLine(
  clusters: readonly GraphemeCluster[],
  language: EastAsianLanguage,
  coverage: FontCoverage,
): ItemizedLine {
  const { isRightToLeft, levels } = directionOfClusters(clusters);
  const runs: GrowingRun[] = [];
  for (const piece of chooseFonts(clusters, language, coverage)) {
    const script = scriptOfPiece(piece);
    const level = levels[piece.cluster];
    const run = runs.at(-1);
    const joins =
      run !== undefined &&
      run.font === piece.font &&
      run.level === level &&
      (script === undefined || run.script === undefined || run.script === script);
    if (joins) {
      run.script ??= script;
      appendPiece(run, piece);
    } else {
      const added = { font: piece.font, script, level, codePoints: [], graphemes: [] };
      appendPiece(added, piece);
      runs.push(added);
    }
  }
  return { isRightToLeft, runs: runs.map((run) => ({ ...run, script: run.script ?? commonScript })) };
}

function appendPiece(run: GrowingRun, piece: FontPiece): void {
  for (const codePoint of piece.codePoints) {
    run.codePoints.push(codePoint);
    run.graphemes.push(piece.grapheme);
  }
}

/** Like `directionOf`, with the level of each cluster's first code point. */
function directionOfClusters(clusters: readonly GraphemeCluster[]): {
  isRightToLeft: boolean;
  levels: number[];
} {
  const { isRightToLeft, levels } = directionOf(clusters.flatMap(({ codePoints }) => codePoints));
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
  return scriptOf(codePoints[0]);
}
