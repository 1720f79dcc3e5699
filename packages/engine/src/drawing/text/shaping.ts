import type * as HarfBuzz from 'harfbuzzjs';
import { Budget } from '../../project/budget.ts';
import { noSpacing, type Spacing } from '../../timeline/lettering.ts';
import { type Outline, OutlineBuilder } from '../outline.ts';
import { isNonspacingMark } from './characters.ts';
import type { FontLibrary, OpenFont, RunFont } from './font-library.ts';
import { isEastAsianFont, languageOfFont } from './font-list.ts';
import type { TextRun } from './itemization.ts';
import { centreLooseMarks } from './loose-marks.ts';
import { evenDigits, numbersIn } from './tabular-numbers.ts';
import type { PlacedGlyph, TextCell } from './text-layout.ts';

export interface ShapedRun {
  readonly level: number;
  /** Advance width in em. */
  readonly width: number;
  /** Left to right, from the run's left end. */
  readonly glyphs: readonly PlacedGlyph[];
  readonly cells: readonly TextCell[];
  /** Space after its last character, in em. */
  readonly spaceAfter: number;
}

interface HarfBuzzRun {
  readonly font: OpenFont;
  readonly infos: readonly HarfBuzz.GlyphInfo[];
  readonly places: GlyphPlace[];
  /** Advance width in font units. */
  readonly width: number;
  /** Part of the width: space after the last character. */
  readonly spaceAfter: number;
}

/** How the letters of a text are set beside each other. */
export interface Setting {
  readonly hasTabularNumbers: boolean;
  /** In em. */
  readonly spacing: Spacing;
  /** Whether letters never join to ligatures, because there is or will be space between them. */
  readonly isSpaced: boolean;
  /** Whether the room of each character is needed. */
  readonly findsCells: boolean;
}

const plainSetting: Setting = {
  hasTabularNumbers: false,
  spacing: noSpacing,
  isSpaced: false,
  findsCells: false,
};

/** Features that join letters, which browsers switch off in spaced text. */
const joiningFeatures = ['liga', 'clig', 'dlig', 'hlig', 'calt'];

/**
 * Maximum number of coordinates in the outlines of a text in fonts of a project, each counted as often as its line is
 * shaped.
 */
const maxOwnCoordinates = 24_000_000;

/** Part of the count for each glyph, so that glyphs without an outline are counted, too. */
const coordinatesPerGlyph = 10;

/** Thrown for a text that takes too much memory in a font of a project. */
export class ComplexLettersError extends Error {}

/** Scripts whose letters join, so they are never spaced. */
const cursiveScripts = new Set(['Arab', 'Syrc', 'Mand', 'Mong', 'Nkoo', 'Adlm', 'Rohg', 'Phag']);

/** Turns runs into glyphs, all in one HarfBuzz buffer. */
export class Shaper {
  readonly #harfBuzz: typeof HarfBuzz;
  readonly #fonts: FontLibrary;
  readonly #buffer: HarfBuzz.Buffer;
  #coordinates = new Budget(maxOwnCoordinates);

  constructor(harfBuzz: typeof HarfBuzz, fonts: FontLibrary) {
    this.#harfBuzz = harfBuzz;
    this.#fonts = fonts;
    this.#buffer = new harfBuzz.Buffer();
  }

  /** Number of coordinates in outlines of a project's fonts since the start of the text. */
  get ownCoordinates(): number {
    return maxOwnCoordinates - this.#coordinates.left;
  }

  /** Must be called before each text. */
  startText(): void {
    this.#coordinates = new Budget(maxOwnCoordinates);
  }

  /** Throws a ComplexLettersError if a font of a project has too complex outlines. */
  shape(run: TextRun, setting: Setting = plainSetting): ShapedRun {
    if (run.font === undefined) return shapeMissing(run, setting.spacing.letters);
    const isOwn = typeof run.font === 'object' && run.font.file.face !== undefined;
    const shaped = this.#shapeWith(run.font, run, setting);
    return glyphsOf(run, shaped, setting.findsCells, isOwn ? (outline) => this.#count(outline) : undefined);
  }

  #count({ points }: Outline): void {
    if (!this.#coordinates.take(points.length + coordinatesPerGlyph))
      throw new ComplexLettersError('the outlines of the letters are too complex');
  }

  /** Returns the advance of each code point of a run in em. Code points drawn as one glyph share its advance. */
  advances(run: TextRun, setting: Setting): Float64Array {
    const advances = new Float64Array(run.codePoints.length);
    if (run.font === undefined) return advances.fill(missingGlyphAdvance + setting.spacing.letters);
    const { font, infos, places } = this.#shapeWith(run.font, run, setting);
    const ends = endsOfClusters(infos, run.codePoints.length);
    for (const [i, { cluster }] of infos.entries()) {
      const end = ends.get(cluster) ?? run.codePoints.length;
      const share = places[i].xAdvance / font.unitsPerEm / (end - cluster);
      for (let at = cluster; at < end; at++) advances[at] += share;
    }
    return advances;
  }

  #shapeWith(name: RunFont, run: TextRun, setting: Setting): HarfBuzzRun {
    const font = this.#fonts.open(name, run.weight, run.isSlanted);
    const { infos, positions } = this.#shapeIn(font.shaper, name, run, setting);
    if (font.mixed) {
      const { shaper, share } = font.mixed;
      const other = this.#shapeIn(shaper, name, run, setting);
      const isSame =
        other.infos.length === infos.length &&
        infos.every(({ codepoint }, i) => codepoint === other.infos[i].codepoint);
      if (isSame) mixPositions(positions, other.positions, share);
    }
    const { places, width } = placeGlyphs(infos, positions);
    if (name === 'Inter' && run.level % 2 === 0 && run.codePoints.some(isNonspacingMark)) {
      centreMarks(font, infos, places);
    }
    const { words } = setting.spacing;
    const letters = cursiveScripts.has(run.script) ? 0 : setting.spacing.letters;
    if (letters === 0 && words === 0) return { font, infos, places, width, spaceAfter: 0 };
    const added = addSpace(run, infos, places, {
      letters: letters * font.unitsPerEm,
      words: words * font.unitsPerEm,
    });
    return {
      ...{ font, infos, places, width: width + added },
      spaceAfter: added === 0 ? 0 : letters * font.unitsPerEm,
    };
  }

  #shapeIn(
    shaper: HarfBuzz.Font,
    name: RunFont,
    run: TextRun,
    { hasTabularNumbers, isSpaced }: Setting,
  ): { infos: HarfBuzz.GlyphInfo[]; positions: HarfBuzz.GlyphPosition[] } {
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
    if (isSpaced && !cursiveScripts.has(run.script)) {
      features.push(...joiningFeatures.map((tag) => new this.#harfBuzz.Feature(tag, 0)));
    }
    this.#harfBuzz.shape(shaper, buffer, features);

    const infos = buffer.getGlyphInfos();
    // Clusters are counted from the start of the context.
    if (before.length > 0) for (const info of infos) info.cluster -= before.length;
    const positions = buffer.getGlyphPositions();
    if (hasTabularNumbers && name !== 'Inter') evenDigits(run.codePoints, infos, positions, shaper);
    return { infos, positions };
  }
}

/** Moves positions by a share towards others. */
function mixPositions(
  positions: HarfBuzz.GlyphPosition[],
  others: readonly HarfBuzz.GlyphPosition[],
  share: number,
): void {
  const mix = (one: number, other: number) => one + (other - one) * share;
  for (const [i, { xAdvance, xOffset, yOffset }] of positions.entries()) {
    const other = others[i];
    positions[i] = {
      ...positions[i],
      xAdvance: mix(xAdvance, other.xAdvance),
      xOffset: mix(xOffset, other.xOffset),
      yOffset: mix(yOffset, other.yOffset),
    };
  }
}

/** The characters between words: spaces that CSS widens, too. */
const wordSeparators: ReadonlySet<number> = new Set([0x20, 0xa0]);

/**
 * Moves glyphs apart: after each character with an advance, to its right, is a space, and between words a further one.
 * Returns the added width, in font units as the spacing.
 */
function addSpace(
  { graphemes, codePoints }: TextRun,
  infos: readonly HarfBuzz.GlyphInfo[],
  places: GlyphPlace[],
  { letters, words }: Spacing,
): number {
  let added = 0;
  for (let i = 0; i < infos.length; ) {
    const { cluster } = infos[i];
    const grapheme = graphemes[cluster];
    const space = letters + (wordSeparators.has(codePoints[cluster] ?? 0) ? words : 0);
    let advance = 0;
    let last = i;
    for (; i < infos.length && graphemes[infos[i].cluster] === grapheme; i++) {
      places[i].x += added;
      if (places[i].xAdvance === 0) continue;
      advance += places[i].xAdvance;
      last = i;
    }
    if (advance === 0) continue;
    places[last].xAdvance += space;
    added += space;
  }
  return added;
}

function glyphsOf(
  run: TextRun,
  { font, infos, places, width, spaceAfter }: HarfBuzzRun,
  findsCells: boolean,
  count?: (outline: Outline) => void,
): ShapedRun {
  const clusterEnds = endsOfClusters(infos, run.codePoints.length);
  const glyphs: PlacedGlyph[] = [];
  const cells: TextCell[] = [];
  let pen = 0;
  for (const [i, { codepoint: glyph, cluster }] of infos.entries()) {
    const left = pen;
    pen += places[i].xAdvance / font.unitsPerEm;
    const lastCodePoint = (clusterEnds.get(cluster) ?? run.codePoints.length) - 1;
    const drawn = { firstGrapheme: run.graphemes[cluster], endGrapheme: run.graphemes[lastCodePoint] + 1 };
    if (findsCells && pen > left) cells.push({ ...drawn, left, right: pen });
    const layers = font.layersOf(glyph);
    const outline = font.outlineOf(glyph);
    count?.(outline);
    if (outline.verbs === '' && layers === undefined) continue;
    glyphs.push({
      outline,
      ...(layers && { layers }),
      script: run.script,
      x: places[i].x / font.unitsPerEm,
      y: -places[i].y / font.unitsPerEm + 0,
      ...drawn,
    });
  }
  return {
    level: run.level,
    width: width / font.unitsPerEm,
    glyphs,
    cells,
    spaceAfter: spaceAfter / font.unitsPerEm,
  };
}

interface GlyphPlace {
  /** In font units from the run's left end and from the baseline, y up. */
  x: number;
  y: number;
  xAdvance: number;
  readonly isPlaced: boolean;
}

function placeGlyphs(
  infos: readonly HarfBuzz.GlyphInfo[],
  positions: readonly HarfBuzz.GlyphPosition[],
): { places: GlyphPlace[]; width: number } {
  let pen = 0;
  const places = infos.map((_, i) => {
    const { xAdvance, xOffset, yOffset } = positions[i];
    const glyphPosition = {
      x: pen + xOffset,
      y: yOffset,
      xAdvance,
      isPlaced: xOffset !== 0 || yOffset !== 0,
    };
    pen += xAdvance;
    return glyphPosition;
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

function shapeMissing({ level, graphemes, script }: TextRun, letterSpacing: number): ShapedRun {
  const advance = missingGlyphAdvance + letterSpacing;
  const leftToRight = level % 2 === 1 ? graphemes.toReversed() : graphemes;
  const glyphs = leftToRight.map((grapheme, i) => ({
    outline: missingGlyph,
    script,
    x: i * advance,
    y: 0,
    firstGrapheme: grapheme,
    endGrapheme: grapheme + 1,
  }));
  const cells = glyphs.map(({ x, firstGrapheme, endGrapheme }) => ({
    ...{ firstGrapheme, endGrapheme, left: x, right: x + advance },
  }));
  return { level, width: glyphs.length * advance, glyphs, cells, spaceAfter: letterSpacing };
}
