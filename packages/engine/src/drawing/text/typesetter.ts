import type * as HarfBuzz from 'harfbuzzjs';
import { LRUCache } from 'lru-cache';
import type { Project } from '../../project/schema.ts';
import { type Face, usualFamily } from '../../timeline/face.ts';
import { noSpacing } from '../../timeline/lettering.ts';
import { isSameValue } from '../../timeline/same-value.ts';
import { inVisualOrder } from './bidirectional.ts';
import { BoldCoverage } from './bold-coverage.ts';
import { newlinePattern } from './characters.ts';
import { type Cut, Cuts, type FamilyFinder } from './cuts.ts';
import { type EastAsianLanguage, eastAsianLanguages } from './east-asian-language.ts';
import { bundledFamily, type FontFamily } from './families.ts';
import { FontCoverage } from './font-coverage.ts';
import { FontLibrary } from './font-library.ts';
import { clusterLine, type GraphemeCluster } from './grapheme-clusters.ts';
import { type ItemizedPiece, itemizeParagraph, runsOf, type TextRun } from './itemization.ts';
import { type LineBreaker, loadLineBreaker } from './line-breaks.ts';
import { lineHeightOf } from './line-height.ts';
import {
  isSoftHyphen,
  nextLine,
  type WrappableParagraph,
  type WrappedLine,
  widthWithoutOrphan,
} from './line-wrapping.ts';
import { type Setting, type ShapedRun, Shaper } from './shaping.ts';
import type { PlacedGlyph, TextCell, TextLayout, TextLine } from './text-layout.ts';
import { plainStyle, type TextStyle } from './text-style.ts';
import { type TransformedText, transformText } from './text-transform.ts';

/** Typesets text in the bundled fonts. */
export interface Typesetter {
  /**
   * Lays out any string and never throws because of its content. A cached layout is the same object. `familyOf` finds
   * the families that a style names; without it, those in the package are found. Throws a ComplexLettersError only for
   * fonts of a project.
   */
  layout(text: string, style?: TextStyle, familyOf?: FamilyFinder): TextLayout;
  /** The words of a text, each with the signs that no line break separates from it. */
  words(text: string): string[];
  /** Must resolve before a text is wrapped or split into words. */
  prepareWrapping(): Promise<void>;
  /** Opens the fonts of a project; rejects with a ContentError for those that cannot be used. */
  openFamilies(fonts: NonNullable<Project['fonts']>): Promise<ReadonlyMap<string, FontFamily>>;
}

let typesetter: Promise<Typesetter> | undefined;

/** Starts HarfBuzz once per process; rejects if the fonts were never built. Fonts are read at their first use. */
export function loadTypesetter(): Promise<Typesetter> {
  typesetter ??= import('harfbuzzjs').then((harfBuzz) => new HarfBuzzTypesetter(harfBuzz));
  return typesetter;
}

/** Size in bytes of the cache of layouts, with all that is kept for as long as they are. */
const keptBytes = 24 * 1024 ** 2;
/** A layout without glyphs, and a line without glyphs. */
const bytesPerLine = 300;
/** A glyph, in its layout and where it is set. */
const bytesPerGlyph = 300;
/** A coordinate of a glyph in the outline of the whole text and in Skia's path of it. */
const bytesPerCoordinate = 24;
/** A coordinate of a glyph of a project's font, whose outlines are in its layouts alone. */
const bytesPerOwnCoordinate = 8;

/** Maximum number of times a line is broken again because it became too wide when shaped alone. */
const maxAttempts = 8;
const negligibleExcess = 1e-9;
const hyphen = 0x2010;

class HarfBuzzTypesetter implements Typesetter {
  readonly #harfBuzz: typeof HarfBuzz;
  readonly #coverage = new FontCoverage();
  readonly #boldCoverage = new BoldCoverage();
  readonly #shaper: Shaper;
  readonly #layouts = new LRUCache<string, TextLayout, () => TextLayout>({
    maxSize: keptBytes,
    sizeCalculation: (layout) => bytesOf(layout) + this.#shaper.ownCoordinates * bytesPerOwnCoordinate,
    memoMethod: (_key, _stale, { context: make }) => make(),
  });
  #lineBreaker: LineBreaker | undefined;

  constructor(harfBuzz: typeof HarfBuzz) {
    this.#harfBuzz = harfBuzz;
    this.#shaper = new Shaper(harfBuzz, new FontLibrary(harfBuzz));
  }

  async prepareWrapping(): Promise<void> {
    this.#lineBreaker ??= await loadLineBreaker();
  }

  async openFamilies(fonts: NonNullable<Project['fonts']>): Promise<ReadonlyMap<string, FontFamily>> {
    // Few projects have fonts.
    const { openFamilies } = await import('./own-families.ts');
    return openFamilies(fonts, this.#harfBuzz);
  }

  layout(text: string, style: TextStyle = plainStyle, familyOf: FamilyFinder = bundledFamily): TextLayout {
    return this.#layouts.memo(`${keyOf(style, familyOf)} ${text}`, {
      context: () => this.#compose(text, style, familyOf),
    });
  }

  words(text: string): string[] {
    const lineBreaker = this.#preparedLineBreaker();
    return text.split(newlinePattern).flatMap((paragraph) => lineBreaker.words(paragraph));
  }

  #compose(original: string, style: TextStyle, familyOf: FamilyFinder): TextLayout {
    this.#shaper.startText();
    const transformed = transformText(original, style.transform ?? 'none');
    const { text } = transformed;
    const paragraphs = text.split(newlinePattern);
    const clustered = paragraphs.map((paragraph) => clusterLine(paragraph, 0));
    const languages = eastAsianLanguages(
      clustered.map(({ clusters }) => visibleCodePoints(clusters)),
      this.#coverage,
    );
    const starts = hasParts(style) ? startsOf(text) : [];
    const composition: Composition = {
      style,
      transformed,
      cuts: new Cuts(style, transformed, familyOf, this.#boldCoverage),
      lines: [],
      graphemeCount: 0,
      graphemeStarts: [],
      missing: new Set(),
      paragraphStart: 0,
    };
    for (const [i, { clusters, graphemeCount }] of clustered.entries()) {
      composition.paragraphStart = starts[i] ?? 0;
      this.#composeParagraph(paragraphs[i], clusters, graphemeCount, languages[i], composition);
    }
    const { lines, graphemeCount, graphemeStarts, missing } = composition;
    const width = lines.reduce((widest, line) => Math.max(widest, line.width), 0);
    return {
      lines,
      width,
      graphemeCount,
      ...(style.findsGraphemes && { graphemeStarts }),
      missing: [...missing],
      lineHeight: lineHeightOf(lines),
    };
  }

  #composeParagraph(
    paragraph: string,
    clusters: readonly GraphemeCluster[],
    graphemeCount: number,
    language: EastAsianLanguage,
    composition: Composition,
  ): void {
    const { style, cuts, paragraphStart } = composition;
    const { wrapWidth, emoji, direction, spacing = noSpacing, wrapSpacing = spacing } = style;
    const isSpaced = spacing.letters !== 0 || wrapSpacing.letters !== 0;
    const findsCells = style.findsGraphemes === true;
    const { hasTabularNumbers } = style;
    const setting: Setting = { hasTabularNumbers, spacing, isSpaced, findsCells };
    const wrapSetting: Setting = { ...setting, spacing: wrapSpacing };
    const cutAt = (cluster: number) => cuts.at(paragraphStart + clusters[cluster].offset);
    const { isRightToLeft, pieces } = itemizeParagraph(
      clusters,
      language,
      this.#coverage,
      emoji,
      {
        familyAt: (cluster) => cutAt(cluster).family,
        cutOf: (piece) => cutAt(piece.cluster).cutOf(piece),
      },
      direction,
    );
    for (const { font, codePoints } of pieces) {
      if (font !== undefined) continue;
      for (const codePoint of codePoints) composition.missing.add(String.fromCodePoint(codePoint));
    }
    const joinsWeights = style.faceRanges != null;
    const shapeLine = (parts: readonly ItemizedPiece[], graphemeShift: number, set: Setting) =>
      this.#shapeLine(runsOf(parts, graphemeShift, joinsWeights), isRightToLeft, set);
    const whole = shapeLine(pieces, composition.graphemeCount, wrapSetting);
    const isReset = !isSameValue(spacing, wrapSpacing);
    if (wrapWidth === null || whole.width <= wrapWidth + negligibleExcess || clusters.length < 2) {
      composition.lines.push(isReset ? shapeLine(pieces, composition.graphemeCount, setting) : whole);
      addGraphemes(composition, clusters, composition.graphemeCount);
      composition.graphemeCount += graphemeCount;
      return;
    }
    const wrappable: WrappableParagraph = {
      clusters,
      advances: this.#clusterAdvances(pieces, runsOf(pieces, 0, joinsWeights), clusters.length, wrapSetting),
      breaksBefore: this.#breaksBefore(paragraph, clusters),
      hyphenAdvance: this.#hyphenAdvance(cuts.own),
    };
    const lineWidth = style.avoidsOrphans
      ? widthWithoutOrphan(wrappable, wrapWidth + wrapSpacing.letters) - wrapSpacing.letters
      : wrapWidth;
    const firstPieces = firstPieceOfEach(clusters.length, pieces);
    for (let start = 0; start < clusters.length; ) {
      const firstGrapheme = start === 0 ? 0 : clusters[start].grapheme;
      const shift = composition.graphemeCount - firstGrapheme;
      const shape = (wrapped: WrappedLine, set: Setting) => {
        const linePieces = pieces.slice(firstPieces[start], firstPieces[wrapped.end]);
        const ending = endsInHyphen(clusters, wrapped)
          ? hyphenate(linePieces, cutAt(wrapped.end - 1))
          : linePieces;
        return shapeLine(ending, shift, set);
      };
      // The space after the last letter of a line takes no room.
      const { line, shaped } = this.#wrapLine(wrappable, start, lineWidth, wrapSpacing.letters, (wrapped) =>
        shape(wrapped, wrapSetting),
      );
      composition.lines.push(isReset ? shape(line, setting) : shaped);
      addGraphemes(composition, clusters.slice(start, line.end), shift);
      composition.graphemeCount += (clusters[line.end]?.grapheme ?? graphemeCount) - firstGrapheme;
      start = line.next;
    }
  }

  /** Returns a line that is not too wide when it is shaped alone, where its last letters may take another form. */
  #wrapLine(
    paragraph: WrappableParagraph,
    start: number,
    wrapWidth: number,
    letterSpacing: number,
    shape: (line: WrappedLine) => TextLine,
  ): { line: WrappedLine; shaped: TextLine } {
    let line = nextLine(paragraph, start, wrapWidth + letterSpacing);
    for (let attempt = 1; ; attempt++) {
      const shaped = shape(line);
      const excess = shaped.width - wrapWidth;
      if (excess <= negligibleExcess || attempt >= maxAttempts) return { line, shaped };
      const advance = paragraph.advances.subarray(start, line.end).reduce((sum, part) => sum + part, 0);
      const shorter = nextLine(paragraph, start, advance - excess);
      if (shorter.next >= line.next) return { line, shaped };
      line = shorter;
    }
  }

  #shapeLine(runs: readonly TextRun[], isRightToLeft: boolean, setting: Setting): TextLine {
    const shaped = runs.map((run) => this.#shaper.shape(run, setting));
    return joinRuns(inVisualOrder(shaped), isRightToLeft);
  }

  #clusterAdvances(
    pieces: readonly ItemizedPiece[],
    runs: readonly TextRun[],
    clusterCount: number,
    setting: Setting,
  ): Float64Array {
    const advances = new Float64Array(clusterCount);
    let piece = 0;
    for (const run of runs) {
      const ofRun = this.#shaper.advances(run, setting);
      for (let at = 0; at < ofRun.length; piece++) {
        const { cluster, codePoints } = pieces[piece];
        for (const end = at + codePoints.length; at < end; at++) advances[cluster] += ofRun[at];
      }
    }
    return advances;
  }

  #breaksBefore(paragraph: string, clusters: readonly GraphemeCluster[]): Uint8Array {
    return this.#preparedLineBreaker().breaksBefore(paragraph, clusters);
  }

  #preparedLineBreaker(): LineBreaker {
    if (this.#lineBreaker === undefined) throw new Error('a text is wrapped before wrapping is prepared');
    return this.#lineBreaker;
  }

  #hyphenAdvance(cut: Cut): number {
    const [run] = runsOf([{ ...hyphenPiece(cut), grapheme: 0, cluster: 0, level: 0 }]);
    return this.#shaper.shape(run).width;
  }
}

function bytesOf({ lines }: TextLayout): number {
  let bytes = bytesPerLine;
  for (const { glyphs } of lines) {
    bytes += bytesPerLine;
    for (const { outline, layers } of glyphs) {
      const coordinates = layers
        ? layers.reduce((sum, layer) => sum + layer.outline.points.length, 0)
        : outline.points.length;
      bytes += bytesPerGlyph + coordinates * bytesPerCoordinate;
    }
  }
  return bytes;
}

function keyOf(style: TextStyle, familyOf: FamilyFinder): string {
  const { wrapWidth, face, faceRanges, spacing = noSpacing, wrapSpacing = spacing } = style;
  const { transform = 'none', findsGraphemes = false, hasTabularNumbers, emoji, direction } = style;
  const { avoidsOrphans = false } = style;
  const nameOf = ({ family, weight, isItalic }: Face) =>
    `${familyOf(family)?.key ?? usualFamily} ${weight} ${isItalic}`;
  const parts = (faceRanges ?? []).map(({ start, end, face: own }) => `${start}-${end} ${nameOf(own)}`);
  const spaces = [spacing, wrapSpacing].flatMap((one) => Object.values(one)).join(' ');
  const others = `${avoidsOrphans} ${findsGraphemes} ${hasTabularNumbers} ${emoji} ${direction}`;
  return `${nameOf(face)};${parts.join()};${wrapWidth ?? ''} ${spaces} ${transform} ${others}`;
}

/** Layout of the paragraphs of a text so far. */
interface Composition {
  readonly style: TextStyle;
  readonly transformed: TransformedText;
  readonly cuts: Cuts;
  readonly lines: TextLine[];
  graphemeCount: number;
  readonly graphemeStarts: number[];
  readonly missing: Set<string>;
  /** The start of the current paragraph in the text, in UTF-16 units. */
  paragraphStart: number;
}

/** Whether parts of a text are distinguished by their places. */
function hasParts({ faceRanges, findsGraphemes }: TextStyle): boolean {
  return faceRanges != null || findsGraphemes === true;
}

/** The starts of the paragraphs of a text. */
function startsOf(text: string): number[] {
  const newlines = text.matchAll(new RegExp(newlinePattern, 'gu'));
  return [0, ...Array.from(newlines, ({ 0: newline, index }) => index + newline.length)];
}

/** Notes the places of the clusters of a line, whose graphemes are shifted. */
function addGraphemes(
  { style, transformed, graphemeStarts, paragraphStart }: Composition,
  clusters: readonly GraphemeCluster[],
  graphemeShift: number,
): void {
  if (style.findsGraphemes !== true) return;
  for (const { grapheme, offset } of clusters) {
    graphemeStarts[grapheme + graphemeShift] = transformed.originalOf(paragraphStart + offset);
  }
}

/** The index of the first piece of each cluster or of a later one; one more for the end. */
function firstPieceOfEach(clusterCount: number, pieces: readonly ItemizedPiece[]): number[] {
  const first: number[] = [];
  let piece = 0;
  for (let cluster = 0; cluster <= clusterCount; cluster++) {
    while (piece < pieces.length && pieces[piece].cluster < cluster) piece++;
    first.push(piece);
  }
  return first;
}

function endsInHyphen(clusters: readonly GraphemeCluster[], { end, next }: WrappedLine): boolean {
  return end === next && next < clusters.length && isSoftHyphen(clusters[end - 1]);
}

/** Returns a line with its final soft hyphen visible. */
function hyphenate(pieces: readonly ItemizedPiece[], cut: Cut): ItemizedPiece[] {
  const last = pieces[pieces.length - 1];
  return [...pieces.slice(0, -1), { ...last, ...hyphenPiece(cut) }];
}

function hyphenPiece(
  cut: Cut,
): Pick<ItemizedPiece, 'font' | 'script' | 'weight' | 'isSlanted' | 'codePoints'> {
  const piece = { font: cut.family?.has(hyphen) ? cut.family : ('Inter' as const), codePoints: [hyphen] };
  return { ...piece, script: 'Latn', ...cut.cutOf(piece) };
}

function visibleCodePoints(clusters: readonly GraphemeCluster[]): number[] {
  return clusters.flatMap(({ visible }) => visible);
}

function joinRuns(runs: readonly ShapedRun[], isRightToLeft: boolean): TextLine {
  const glyphs: PlacedGlyph[] = [];
  const cells: TextCell[] = [];
  let width = 0;
  for (const run of runs) {
    for (const glyph of run.glyphs) glyphs.push({ ...glyph, x: width + glyph.x });
    for (const cell of run.cells) cells.push({ ...cell, left: width + cell.left, right: width + cell.right });
    width += run.width;
  }
  return {
    width: width - (runs.at(-1)?.spaceAfter ?? 0),
    isRightToLeft,
    glyphs,
    ...(cells.length > 0 && { cells }),
  };
}
