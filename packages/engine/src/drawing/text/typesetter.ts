import type * as HarfBuzz from 'harfbuzzjs';
import type { TextRange } from '../../timeline/spans.ts';
import { BoundedCache } from '../bounded-cache.ts';
import { inVisualOrder } from './bidirectional.ts';
import { BoldCoverage } from './bold-coverage.ts';
import { newlinePattern } from './characters.ts';
import { type EastAsianLanguage, eastAsianLanguages } from './east-asian-language.ts';
import { FontCoverage } from './font-coverage.ts';
import { FontLibrary } from './font-library.ts';
import { clusterLine, type GraphemeCluster } from './grapheme-clusters.ts';
import { type ItemizedPiece, itemizeParagraph, runsOf, type TextRun } from './itemization.ts';
import { type LineBreaker, loadLineBreaker } from './line-breaks.ts';
import { lineHeightOf } from './line-height.ts';
import { isSoftHyphen, nextLine, type WrappableParagraph, type WrappedLine } from './line-wrapping.ts';
import { type ShapedRun, Shaper } from './shaping.ts';
import type { PlacedGlyph, TextLayout, TextLine } from './text-layout.ts';
import { plainStyle, type TextStyle } from './text-style.ts';

/** Typesets text in the bundled fonts. */
export interface Typesetter {
  /**
   * Lays out any string and never throws because of its content. A cached layout is the same object.
   */
  layout(text: string, style?: TextStyle): TextLayout;
  /** The words of a text, each with the signs that no line break separates from it. */
  words(text: string): string[];
  /** Must resolve before a text is wrapped or split into words. */
  prepareWrapping(): Promise<void>;
}

let typesetter: Promise<Typesetter> | undefined;

/** Starts HarfBuzz once per process; rejects if the fonts were never built. Fonts are read at their first use. */
export function loadTypesetter(): Promise<Typesetter> {
  typesetter ??= import('harfbuzzjs').then((harfBuzz) => new HarfBuzzTypesetter(harfBuzz));
  return typesetter;
}

/** Size of the cache of layouts in UTF-16 units of text: about 20 MB. */
const rememberedTextLength = 200_000;
/** The weight of a layout without glyphs, in the same unit. */
const lengthOfEmptyLayout = 10;

/** Maximum number of times a line is broken again because it became too wide when shaped alone. */
const maxAttempts = 8;
const negligibleExcess = 1e-9;
const hyphen = 0x2010;

class HarfBuzzTypesetter implements Typesetter {
  readonly #coverage = new FontCoverage();
  readonly #boldCoverage = new BoldCoverage();
  readonly #shaper: Shaper;
  readonly #layouts = new BoundedCache<TextLayout>(rememberedTextLength);
  #lineBreaker: LineBreaker | undefined;
  readonly #hyphenAdvances = new Map<boolean, number>();

  constructor(harfBuzz: typeof HarfBuzz) {
    this.#shaper = new Shaper(harfBuzz, new FontLibrary(harfBuzz));
  }

  async prepareWrapping(): Promise<void> {
    this.#lineBreaker ??= await loadLineBreaker();
  }

  layout(text: string, style: TextStyle = plainStyle): TextLayout {
    const { wrapWidth, isBold, boldRanges, hasTabularNumbers, emoji, direction } = style;
    const ranges = boldRanges ? `bold ${boldRanges.map(({ start, end }) => `${start}-${end}`).join()};` : '';
    const parts = style.findsGraphemes ? `graphemes;${ranges}` : ranges;
    return this.#layouts.getOrMake(
      `${parts}${wrapWidth ?? ''} ${isBold} ${hasTabularNumbers} ${emoji} ${direction} ${text}`,
      () => this.#compose(text, style),
      ({ lines }) => text.length + lengthOfEmptyLayout * lines.length,
    );
  }

  words(text: string): string[] {
    const lineBreaker = this.#preparedLineBreaker();
    return text.split(newlinePattern).flatMap((paragraph) => lineBreaker.words(paragraph));
  }

  #compose(text: string, style: TextStyle): TextLayout {
    const paragraphs = text.split(newlinePattern);
    const clustered = paragraphs.map((paragraph) => clusterLine(paragraph, 0));
    const languages = eastAsianLanguages(
      clustered.map(({ clusters }) => visibleCodePoints(clusters)),
      this.#coverage,
    );
    const starts = hasParts(style) ? startsOf(text) : [];
    const composition: Composition = {
      style,
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
    const { style, paragraphStart } = composition;
    const { wrapWidth, isBold, boldRanges, hasTabularNumbers, emoji, direction } = style;
    const isBoldAt = (cluster: number) =>
      boldRanges ? isWithin(boldRanges, paragraphStart + clusters[cluster].offset) : isBold;
    const { isRightToLeft, pieces } = itemizeParagraph(
      clusters,
      language,
      this.#coverage,
      emoji,
      ({ font, codePoints, cluster }) =>
        font !== undefined && isBoldAt(cluster) ? this.#boldCoverage.weightOf(font, codePoints) : 'regular',
      direction,
    );
    for (const { font, codePoints } of pieces) {
      if (font !== undefined) continue;
      for (const codePoint of codePoints) composition.missing.add(String.fromCodePoint(codePoint));
    }
    const joinsWeights = boldRanges != null;
    const shapeLine = (parts: readonly ItemizedPiece[], graphemeShift: number) =>
      this.#shapeLine(runsOf(parts, graphemeShift, joinsWeights), isRightToLeft, hasTabularNumbers);
    const whole = shapeLine(pieces, composition.graphemeCount);
    if (wrapWidth === null || whole.width <= wrapWidth + negligibleExcess || clusters.length < 2) {
      composition.lines.push(whole);
      addGraphemes(composition, clusters, composition.graphemeCount);
      composition.graphemeCount += graphemeCount;
      return;
    }
    const wrappable: WrappableParagraph = {
      clusters,
      advances: this.#clusterAdvances(
        pieces,
        runsOf(pieces, 0, joinsWeights),
        clusters.length,
        hasTabularNumbers,
      ),
      breaksBefore: this.#breaksBefore(paragraph, clusters),
      hyphenAdvance: this.#hyphenAdvance(isBold),
    };
    const firstPieces = firstPieceOfEach(clusters.length, pieces);
    for (let start = 0; start < clusters.length; ) {
      const firstGrapheme = start === 0 ? 0 : clusters[start].grapheme;
      const shift = composition.graphemeCount - firstGrapheme;
      const { line, shaped } = this.#wrapLine(wrappable, start, wrapWidth, (wrapped) => {
        const linePieces = pieces.slice(firstPieces[start], firstPieces[wrapped.end]);
        const ending = endsInHyphen(clusters, wrapped)
          ? hyphenate(linePieces, isBoldAt(wrapped.end - 1))
          : linePieces;
        return shapeLine(ending, shift);
      });
      composition.lines.push(shaped);
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
    shape: (line: WrappedLine) => TextLine,
  ): { line: WrappedLine; shaped: TextLine } {
    let line = nextLine(paragraph, start, wrapWidth);
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

  #shapeLine(runs: readonly TextRun[], isRightToLeft: boolean, hasTabularNumbers: boolean): TextLine {
    const shaped = runs.map((run) => this.#shaper.shape(run, hasTabularNumbers));
    return joinRuns(inVisualOrder(shaped), isRightToLeft);
  }

  #clusterAdvances(
    pieces: readonly ItemizedPiece[],
    runs: readonly TextRun[],
    clusterCount: number,
    hasTabularNumbers: boolean,
  ): Float64Array {
    const advances = new Float64Array(clusterCount);
    let piece = 0;
    for (const run of runs) {
      const ofRun = this.#shaper.advances(run, hasTabularNumbers);
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

  #hyphenAdvance(isBold: boolean): number {
    const known = this.#hyphenAdvances.get(isBold);
    if (known !== undefined) return known;
    const [run] = runsOf([{ ...hyphenPiece(isBold), grapheme: 0, cluster: 0, level: 0 }]);
    const advance = this.#shaper.shape(run).width;
    this.#hyphenAdvances.set(isBold, advance);
    return advance;
  }
}

/** Layout of the paragraphs of a text so far. */
interface Composition {
  readonly style: TextStyle;
  readonly lines: TextLine[];
  graphemeCount: number;
  readonly graphemeStarts: number[];
  readonly missing: Set<string>;
  /** The start of the current paragraph in the text, in UTF-16 units. */
  paragraphStart: number;
}

/** Whether parts of a text are told apart by their places. */
function hasParts({ boldRanges, findsGraphemes }: TextStyle): boolean {
  return boldRanges != null || findsGraphemes === true;
}

/** The starts of the paragraphs of a text. */
function startsOf(text: string): number[] {
  const newlines = text.matchAll(new RegExp(newlinePattern, 'gu'));
  return [0, ...Array.from(newlines, ({ 0: newline, index }) => index + newline.length)];
}

function isWithin(ranges: readonly TextRange[], position: number): boolean {
  return ranges.some(({ start, end }) => start <= position && position < end);
}

/** Notes the places of the clusters of a line, whose graphemes are shifted. */
function addGraphemes(
  { style, graphemeStarts, paragraphStart }: Composition,
  clusters: readonly GraphemeCluster[],
  graphemeShift: number,
): void {
  if (style.findsGraphemes !== true) return;
  for (const { grapheme, offset } of clusters) {
    graphemeStarts[grapheme + graphemeShift] = paragraphStart + offset;
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
function hyphenate(pieces: readonly ItemizedPiece[], isBold: boolean): ItemizedPiece[] {
  const last = pieces[pieces.length - 1];
  return [...pieces.slice(0, -1), { ...last, ...hyphenPiece(isBold) }];
}

function hyphenPiece(isBold: boolean): Pick<ItemizedPiece, 'font' | 'script' | 'weight' | 'codePoints'> {
  return { font: 'Inter', script: 'Latn', weight: isBold ? 'bold' : 'regular', codePoints: [hyphen] };
}

function visibleCodePoints(clusters: readonly GraphemeCluster[]): number[] {
  return clusters.flatMap(({ visible }) => visible);
}

function joinRuns(runs: readonly ShapedRun[], isRightToLeft: boolean): TextLine {
  const glyphs: PlacedGlyph[] = [];
  let width = 0;
  for (const run of runs) {
    for (const glyph of run.glyphs) glyphs.push({ ...glyph, x: width + glyph.x });
    width += run.width;
  }
  return { width, isRightToLeft, glyphs };
}
