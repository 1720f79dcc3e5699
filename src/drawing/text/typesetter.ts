import type * as HarfBuzz from 'harfbuzzjs';
import { BoundedCache } from '../bounded-cache.ts';
import { inVisualOrder } from './bidirectional.ts';
import { newlinePattern } from './characters.ts';
import { type EastAsianLanguage, eastAsianLanguages } from './east-asian-language.ts';
import { FontCoverage } from './font-coverage.ts';
import { FontLibrary } from './font-library.ts';
import { clusterLine, type GraphemeCluster } from './grapheme-clusters.ts';
import { itemizeLine } from './itemization.ts';
import { type ShapedRun, Shaper } from './shaping.ts';
import type { PlacedGlyph, TextLayout, TextLine } from './text-layout.ts';

/** Typesets text in the bundled fonts. */
export interface Typesetter {
  /**
   * Lays out any string and never throws because of its content. A cached layout is the same object.
   */
  layout(text: string): TextLayout;
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

class HarfBuzzTypesetter implements Typesetter {
  readonly #coverage = new FontCoverage();
  readonly #shaper: Shaper;
  readonly #layouts = new BoundedCache<TextLayout>(rememberedTextLength);

  constructor(harfBuzz: typeof HarfBuzz) {
    this.#shaper = new Shaper(harfBuzz, new FontLibrary(harfBuzz));
  }

  layout(text: string): TextLayout {
    return this.#layouts.getOrMake(
      text,
      () => this.#compose(text),
      () => text.length + lengthOfEmptyLayout,
    );
  }

  #compose(text: string): TextLayout {
    let graphemeCount = 0;
    const clusteredLines = text.split(newlinePattern).map((line) => {
      const clustered = clusterLine(line, graphemeCount);
      graphemeCount += clustered.graphemeCount;
      return clustered.clusters;
    });
    const languages = eastAsianLanguages(clusteredLines.map(visibleCodePoints), this.#coverage);
    const missing = new Set<string>();
    const lines = clusteredLines.map((clusters, i) => this.#composeLine(clusters, languages[i], missing));
    const width = lines.reduce((widest, line) => Math.max(widest, line.width), 0);
    return { lines, width, graphemeCount, missing: [...missing] };
  }

  #composeLine(
    clusters: readonly GraphemeCluster[],
    language: EastAsianLanguage,
    missing: Set<string>,
  ): TextLine {
    const { isRightToLeft, runs } = itemizeLine(clusters, language, this.#coverage);
    for (const { font, codePoints } of runs) {
      if (font === undefined)
        for (const codePoint of codePoints) missing.add(String.fromCodePoint(codePoint));
    }
    return joinRuns(inVisualOrder(runs.map((run) => this.#shaper.shape(run))), isRightToLeft);
  }
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
