import type * as HarfBuzz from 'harfbuzzjs';
import { LRUCache } from 'lru-cache';
import { emptyOutline, type Outline, OutlineBuilder, signedArea, splitContours } from '../outline.ts';
import type { RunWeight } from './bold-coverage.ts';
import { bundledFile, type FamilyFont, type FontFile } from './families.ts';
import type { FontName } from './font-list.ts';
import type { GlyphLayer } from './text-layout.ts';

/** The font of a run: one in the package by its name, or one of a family. */
export type RunFont = FontName | FamilyFont;

/** A font opened in HarfBuzz. Its lengths are in font units, `unitsPerEm` to the em. */
export interface OpenFont {
  readonly shaper: HarfBuzz.Font;
  /** Another font with the same glyphs, and its share in outlines and positions. */
  readonly mixed?: { readonly shaper: HarfBuzz.Font; readonly share: number } | undefined;
  readonly unitsPerEm: number;
  /** The glyph's outline in em, y down. Cached outlines are the same object. */
  outlineOf(glyph: number): Outline;
  /** The layers of an emoji in colour; undefined for any other glyph. Cached layers are the same object. */
  layersOf(glyph: number): readonly GlyphLayer[] | undefined;
  /** Whether the font declares the glyph a combining mark. */
  isMark(glyph: number): boolean;
}

/**
 * Maximum number of coordinates in cached glyph outlines of all fonts: 16 MB. Common text needs a hundredth of that.
 */
const keptOutlineNumbers = 2_000_000;
/** Maximum number of cached layers of emoji: about 8 MB with their own outlines. All emoji have 15,000. */
const keptLayers = 5_000;

/** Maximum size of the fonts of projects that stay open, counted once for each cut that is used, in bytes. */
const keptOwnBytes = 67_108_864;

/** Part of the weight of a cached outline, so that glyphs without an outline are counted, too. */
const outlineWeight = 10;

/** Opens each font at its first use, keeps the bundled ones open, and caches the outlines of their glyphs. */
export class FontLibrary {
  readonly #harfBuzz: typeof HarfBuzz;
  readonly #openFonts = new Map<string, OpenFont>();
  readonly #ownFonts = new LRUCache<string, OpenFont>({ maxSize: keptOwnBytes });
  readonly #outlines = new LRUCache<string, Outline, () => Outline>({
    maxSize: keptOutlineNumbers,
    sizeCalculation: ({ points }) => points.length + outlineWeight,
    memoMethod: (_key, _stale, { context: make }) => make(),
  });
  readonly #layers = new LRUCache<string, readonly GlyphLayer[], () => readonly GlyphLayer[]>({
    maxSize: keptLayers,
    sizeCalculation: ({ length }) => length + 1,
    memoMethod: (_key, _stale, { context: make }) => make(),
  });
  readonly #pen: GlyphPen;

  constructor(harfBuzz: typeof HarfBuzz) {
    this.#harfBuzz = harfBuzz;
    this.#pen = new GlyphPen(harfBuzz);
  }

  open(font: RunFont, weight: RunWeight, isSlanted = false): OpenFont {
    const name = typeof font === 'string' ? font : font.key;
    const key = `${name} ${weight}${isSlanted ? ' slanted' : ''}`;
    const open = () =>
      isSlanted
        ? this.#changed(key, this.open(font, weight), slantOutline)
        : typeof font === 'string'
          ? this.#openBundled(key, font, weight)
          : this.#openFamily(key, font);
    return this.#keep(key, typeof font === 'string' ? undefined : font.file, open);
  }

  /** Returns the open font of a key; fonts of projects are closed after a while. */
  #keep(key: string, file: FontFile | undefined, open: () => OpenFont): OpenFont {
    const fonts = file?.face === undefined ? this.#openFonts : this.#ownFonts;
    const cached = fonts.get(key);
    if (cached !== undefined) return cached;
    const opened = open();
    if (file?.face === undefined) this.#openFonts.set(key, opened);
    else this.#ownFonts.set(key, opened, { size: file.read().length });
    return opened;
  }

  #openBundled(key: string, name: FontName, weight: RunWeight): OpenFont {
    if (weight === 'regular') return this.#read(key, bundledFile(name));
    if (weight === 'bold') return this.#read(key, bundledFile(`${name}-Bold`));
    const regular = this.open(name, 'regular');
    if (weight === 'emboldened') return this.#changed(key, regular, emboldenOutline);
    return this.#mix(key, regular, this.open(name, 'bold'), weight);
  }

  #openFamily(key: string, { file, mixed, axisWeight, isEmboldened }: FamilyFont): OpenFont {
    const opened = this.#openFile(file, axisWeight);
    if (mixed) return this.#mix(key, opened, this.#openFile(mixed.file), mixed.share);
    return isEmboldened ? this.#changed(key, opened, emboldenOutline) : opened;
  }

  #openFile(file: FontFile, axisWeight?: number): OpenFont {
    const key = axisWeight === undefined ? file.key : `${file.key} at ${axisWeight}`;
    return this.#keep(key, file, () => this.#read(key, file, axisWeight));
  }

  #read(key: string, file: FontFile, axisWeight?: number): OpenFont {
    const face = file.face ?? new this.#harfBuzz.Face(new this.#harfBuzz.Blob(file.read()));
    const shaper = new this.#harfBuzz.Font(face);
    if (axisWeight !== undefined) shaper.setVariations([new this.#harfBuzz.Variation('wght', axisWeight)]);
    const outlineOf = (glyph: number) =>
      this.#outlines.memo(`${key} ${glyph}`, {
        context: () => this.#pen.draw(shaper, glyph, face.upem),
      });
    return {
      shaper,
      unitsPerEm: face.upem,
      outlineOf,
      // A font of a project may have more layers than fit in memory, so its letters have the colour of the text.
      layersOf:
        file.face === undefined && face.hasColorLayers()
          ? this.#layerReader(key, face, outlineOf)
          : () => undefined,
      isMark: (glyph) => face.getGlyphClass(glyph) === this.#harfBuzz.GlyphClass.MARK,
    };
  }

  /** Returns a font with other outlines. */
  #changed(key: string, font: OpenFont, change: (outline: Outline) => Outline): OpenFont {
    const outlineOf = (glyph: number) =>
      this.#outlines.memo(`${key} ${glyph}`, { context: () => change(font.outlineOf(glyph)) });
    return { ...font, outlineOf };
  }

  /** Returns the font between or beyond two with the same glyphs. */
  #mix(key: string, font: OpenFont, other: OpenFont, share: number): OpenFont {
    const outlineOf = (glyph: number) =>
      this.#outlines.memo(`${key} ${glyph}`, {
        context: () => mixOutlines(font.outlineOf(glyph), other.outlineOf(glyph), share),
      });
    return { ...font, outlineOf, mixed: { shaper: other.shaper, share } };
  }

  /** Reads the layers of a font with COLR version 0: outlines of other glyphs, in colours of its first palette. */
  #layerReader(
    key: string,
    face: HarfBuzz.Face,
    outlineOf: (glyph: number) => Outline,
  ): OpenFont['layersOf'] {
    const palette = (face.getColorPalettes()[0]?.colors ?? []).map(({ red, green, blue, alpha }) => ({
      red,
      green,
      blue,
      alpha: alpha / 255,
    }));
    const read = (glyph: number) =>
      face.getGlyphColorLayers(glyph).map(({ glyph: shape, colorIndex }) => ({
        outline: outlineOf(shape),
        color: (colorIndex === undefined ? null : palette[colorIndex]) ?? null,
      }));
    return (glyph) => {
      const layers = this.#layers.memo(`${key} ${glyph}`, { context: () => read(glyph) });
      return layers.length > 0 ? layers : undefined;
    };
  }
}

function mixOutlines(one: Outline, other: Outline, share: number): Outline {
  if (one.verbs !== other.verbs) return share < 0.5 ? one : other;
  return {
    verbs: one.verbs,
    points: one.points.map((coordinate, i) => coordinate + (other.points[i] - coordinate) * share),
  };
}

/** Shift to the right for each unit of height, for a font without italic; browsers use the same. */
const slant = 0.25;

function slantOutline({ verbs, points }: Outline): Outline {
  return {
    verbs,
    points: points.map((coordinate, i) => (i % 2 === 0 ? coordinate - points[i + 1] * slant : coordinate)),
  };
}

/** Turns the curves that HarfBuzz reports, in font units and y up, into an outline. */
class GlyphPen {
  readonly #drawFuncs: HarfBuzz.DrawFuncs;
  #builder = new OutlineBuilder();
  #unitsPerEm = 1;
  #isEmpty = true;
  #x = 0;
  #y = 0;

  constructor(harfBuzz: typeof HarfBuzz) {
    this.#drawFuncs = new harfBuzz.DrawFuncs();
    this.#drawFuncs.setMoveToFunc((x, y) => {
      this.#goTo(x, y);
      this.#builder.moveTo(this.#em(x), this.#down(y));
    });
    this.#drawFuncs.setLineToFunc((x, y) => {
      this.#goTo(x, y);
      this.#builder.lineTo(this.#em(x), this.#down(y));
    });
    this.#drawFuncs.setQuadraticToFunc((cx, cy, x, y) => this.#quadraticTo(cx, cy, x, y));
    this.#drawFuncs.setCubicToFunc((c1x, c1y, c2x, c2y, x, y) => this.#cubicTo(c1x, c1y, c2x, c2y, x, y));
    this.#drawFuncs.setClosePathFunc(() => this.#builder.close());
  }

  draw(font: HarfBuzz.Font, glyph: number, unitsPerEm: number): Outline {
    this.#builder = new OutlineBuilder();
    this.#unitsPerEm = unitsPerEm;
    this.#isEmpty = true;
    font.drawGlyph(glyph, this.#drawFuncs);
    return this.#isEmpty ? emptyOutline : this.#builder.build();
  }

  /** A quadratic is the cubic whose control points lie two thirds of the way from its ends to its control point q. */
  #quadraticTo(qx: number, qy: number, x: number, y: number): void {
    const c1x = this.#x + ((qx - this.#x) * 2) / 3;
    const c1y = this.#y + ((qy - this.#y) * 2) / 3;
    this.#cubicTo(c1x, c1y, x + ((qx - x) * 2) / 3, y + ((qy - y) * 2) / 3, x, y);
  }

  #cubicTo(c1x: number, c1y: number, c2x: number, c2y: number, x: number, y: number): void {
    this.#goTo(x, y);
    this.#builder.curveTo(
      this.#em(c1x),
      this.#down(c1y),
      this.#em(c2x),
      this.#down(c2y),
      this.#em(x),
      this.#down(y),
    );
  }

  #goTo(x: number, y: number): void {
    this.#isEmpty = false;
    this.#x = x;
    this.#y = y;
  }

  #em(length: number): number {
    return length / this.#unitsPerEm;
  }

  /** Adding zero turns -0 into 0. */
  #down(y: number): number {
    return -y / this.#unitsPerEm + 0;
  }
}

/** Increase of the stems' thickness, in em: 0.09 of Noto Sans becomes 0.13; its bold has 0.14. */
const emboldening = 1 / 24;

/** Maximum ratio to the offset where two edges meet in a sharp corner. */
const miterLimit = 2;

interface Vector {
  readonly x: number;
  readonly y: number;
}

/**
 * A glyph's outline with every edge moved outwards by half the emboldening, for a font without bold. Points and control
 * points move along the bisector of the edges that meet there, which keeps curves smooth.
 */
function emboldenOutline(outline: Outline): Outline {
  const contours = splitContours(outline);
  const area = contours.reduce((sum, { points }) => sum + signedArea(points), 0);
  // Outwards is to the left of the direction of an outer contour that runs clockwise with y down.
  const distance = ((area < 0 ? -1 : 1) * emboldening) / 2;
  return {
    verbs: contours.map(({ verbs }) => verbs).join(''),
    points: contours.flatMap(({ points }) => moveOutwards(points, distance)),
  };
}

function moveOutwards(points: readonly number[], distance: number): number[] {
  const count = points.length / 2;
  const moved: number[] = [];
  for (let i = 0; i < count; i++) {
    const incoming = edgeTo(points, count, i, -1);
    const outgoing = edgeTo(points, count, i, 1);
    if (incoming === null || outgoing === null) {
      moved.push(points[2 * i], points[2 * i + 1]);
      continue;
    }
    // The normals of both edges, and the point where the two moved edges meet.
    const normalX = incoming.y + outgoing.y;
    const normalY = -(incoming.x + outgoing.x);
    const squared = normalX * normalX + normalY * normalY;
    const scale = squared === 0 ? 0 : Math.min(2 / squared, miterLimit / Math.sqrt(squared));
    moved.push(points[2 * i] + normalX * scale * distance, points[2 * i + 1] + normalY * scale * distance);
  }
  return moved;
}

/** The direction of the edge that ends (step -1) or starts (step 1) at a point, past points at the same place. */
function edgeTo(points: readonly number[], count: number, index: number, step: 1 | -1): Vector | null {
  for (let distance = 1; distance < count; distance++) {
    const other = (index + step * distance + count * distance) % count;
    const x = (points[2 * other] - points[2 * index]) * step;
    const y = (points[2 * other + 1] - points[2 * index + 1]) * step;
    const length = Math.hypot(x, y);
    if (length > 1e-9) return { x: x / length, y: y / length };
  }
  return null;
}
