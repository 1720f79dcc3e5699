import type * as HarfBuzz from 'harfbuzzjs';
import { OutlineBuilder } from '../outline.ts';
import { isNonspacingMark } from './characters.ts';
import type { FontLibrary, OpenFont } from './font-library.ts';
import { type FontName, isEastAsianFont, languageOfFont } from './font-list.ts';
import type { TextRun } from './itemization.ts';
import { centreLooseMarks } from './loose-marks.ts';
import { evenDigits, numbersIn } from './tabular-numbers.ts';
import type { PlacedGlyph } from './text-layout.ts';

export interface ShapedRun {
  readonly level: number;
  /** Advance width in em. */
  readonly width: number;
  /** Left to right, from the run's left end. */
  readonly glyphs: readonly PlacedGlyph[];
}

interface HarfBuzzRun {
  readonly font: OpenFont;
  readonly infos: readonly HarfBuzz.GlyphInfo[];
  readonly places: GlyphPlace[];
  /** Advance width in font units. */
  readonly width: number;
}

/** Turns runs into glyphs, all in one HarfBuzz buffer. */
export class Shaper {
  readonly #harfBuzz: typeof HarfBuzz;
  readonly #fonts: FontLibrary;
  readonly #buffer: HarfBuzz.Buffer;

  constructor(harfBuzz: typeof HarfBuzz, fonts: FontLibrary) {
    this.#harfBuzz = harfBuzz;
    this.#fonts = fonts;
    this.#buffer = new harfBuzz.Buffer();
  }

  shape(run: TextRun, hasTabularNumbers = false): ShapedRun {
    if (run.font === undefined) return shapeMissing(run);
    return glyphsOf(run, this.#shapeWith(run.font, run, hasTabularNumbers));
  }

  /** Returns the advance of each code point of a run in em. Code points drawn as one glyph share its advance. */
  advances(run: TextRun, hasTabularNumbers: boolean): Float64Array {
    const advances = new Float64Array(run.codePoints.length);
    if (run.font === undefined) return advances.fill(missingGlyphAdvance);
    const { font, infos, places } = this.#shapeWith(run.font, run, hasTabularNumbers);
    const ends = endsOfClusters(infos, run.codePoints.length);
    for (const [i, { cluster }] of infos.entries()) {
      const end = ends.get(cluster) ?? run.codePoints.length;
      const share = places[i].xAdvance / font.unitsPerEm / (end - cluster);
      for (let at = cluster; at < end; at++) advances[at] += share;
    }
    return advances;
  }

  #shapeWith(name: FontName, run: TextRun, hasTabularNumbers: boolean): HarfBuzzRun {
    const font = this.#fonts.open(name, run.weight);
    const { ClusterLevel, Direction } = this.#harfBuzz;
    const buffer = this.#buffer;
    buffer.clearContents();
    const { before, after } = run.context ?? { before: [], after: [] };
    buffer.addCodePoints([...before, ...run.codePoints, ...after], before.length, run.codePoints.length);
    buffer.setClusterLevel(ClusterLevel.MONOTONE_CHARACTERS);
    buffer.setDirection(run.level % 2 === 1 ? Direction.RTL : Direction.LTR);
    buffer.setScript(run.script);
    buffer.setLanguage(isEastAsianFont(name) ? languageOfFont[name] : 'und');
    // Inter has a feature for digits of one width. Those of other fonts are set apart evenly.
    const numbers = hasTabularNumbers && name === 'Inter' ? numbersIn(run.codePoints) : [];
    const features = numbers.map(
      ({ start, end }) => new this.#harfBuzz.Feature('tnum', 1, start + before.length, end + before.length),
    );
    this.#harfBuzz.shape(font.shaper, buffer, features);

    const infos = buffer.getGlyphInfos();
    // Clusters are counted from the start of the context.
    if (before.length > 0) for (const info of infos) info.cluster -= before.length;
    const positions = buffer.getGlyphPositions();
    if (hasTabularNumbers && name !== 'Inter') evenDigits(run.codePoints, infos, positions, font.shaper);
    const { places, width } = placeGlyphs(infos, positions);
    if (name === 'Inter' && run.level % 2 === 0 && run.codePoints.some(isNonspacingMark)) {
      centreMarks(font, infos, places);
    }
    return { font, infos, places, width };
  }
}

function glyphsOf(run: TextRun, { font, infos, places, width }: HarfBuzzRun): ShapedRun {
  const clusterEnds = endsOfClusters(infos, run.codePoints.length);
  const glyphs: PlacedGlyph[] = [];
  for (const [i, { codepoint: glyph, cluster }] of infos.entries()) {
    const layers = font.layersOf(glyph);
    const outline = font.outlineOf(glyph);
    if (outline.verbs === '' && layers === undefined) continue;
    const lastCodePoint = (clusterEnds.get(cluster) ?? run.codePoints.length) - 1;
    glyphs.push({
      outline,
      ...(layers && { layers }),
      script: run.script,
      x: places[i].x / font.unitsPerEm,
      y: -places[i].y / font.unitsPerEm + 0,
      firstGrapheme: run.graphemes[cluster],
      endGrapheme: run.graphemes[lastCodePoint] + 1,
    });
  }
  return { level: run.level, width: width / font.unitsPerEm, glyphs };
}

interface GlyphPlace {
  /** In font units from the run's left end and from the baseline, y up. */
  x: number;
  y: number;
  readonly xAdvance: number;
  readonly isPlaced: boolean;
}

function placeGlyphs(
  infos: readonly HarfBuzz.GlyphInfo[],
  positions: readonly HarfBuzz.GlyphPosition[],
): { places: GlyphPlace[]; width: number } {
  let pen = 0;
  const places = infos.map((_, i) => {
    const { xAdvance, xOffset, yOffset } = positions[i];
    const place = { x: pen + xOffset, y: yOffset, xAdvance, isPlaced: xOffset !== 0 || yOffset !== 0 };
    pen += xAdvance;
    return place;
  });
  return { places, width: pen };
}

/** The gap between a letter and a mark over it in Inter, as a fraction of an em. */
const markGap = 0.07;

function centreMarks(font: OpenFont, infos: readonly HarfBuzz.GlyphInfo[], places: GlyphPlace[]): void {
  const glyphs = infos.map(({ codepoint: glyph }, i) =>
    Object.assign(places[i], { isMark: font.isMark(glyph), extents: font.shaper.glyphExtents(glyph) }),
  );
  centreLooseMarks(glyphs, markGap * font.unitsPerEm);
}

/** Returns the end of each cluster, identified by its first code point: the start of the next one. */
function endsOfClusters(infos: readonly HarfBuzz.GlyphInfo[], length: number): Map<number, number> {
  const starts = [...new Set(infos.map(({ cluster }) => cluster))].sort((a, b) => a - b);
  return new Map(starts.map((start, i) => [start, starts[i + 1] ?? length]));
}

const missingGlyphAdvance = 0.6;

/** A box that cannot be mistaken for a letter: 0.05 em thick and as high as a capital. */
const missingGlyph = new OutlineBuilder()
  .moveTo(0.05, 0)
  .lineTo(0.05, -0.7)
  .lineTo(0.55, -0.7)
  .lineTo(0.55, 0)
  .close()
  .moveTo(0.1, -0.05)
  .lineTo(0.5, -0.05)
  .lineTo(0.5, -0.65)
  .lineTo(0.1, -0.65)
  .close()
  .build();

function shapeMissing({ level, graphemes, script }: TextRun): ShapedRun {
  const leftToRight = level % 2 === 1 ? graphemes.toReversed() : graphemes;
  const glyphs = leftToRight.map((grapheme, i) => ({
    outline: missingGlyph,
    script,
    x: i * missingGlyphAdvance,
    y: 0,
    firstGrapheme: grapheme,
    endGrapheme: grapheme + 1,
  }));
  return { level, width: glyphs.length * missingGlyphAdvance, glyphs };
}
