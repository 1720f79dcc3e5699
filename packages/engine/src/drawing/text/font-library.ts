import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type * as HarfBuzz from 'harfbuzzjs';
import { BoundedCache } from '../bounded-cache.ts';
import { emptyOutline, type Outline, OutlineBuilder } from '../outline.ts';
import type { RunWeight } from './bold-coverage.ts';
import { emboldenOutline } from './embolden-outline.ts';
import { type FontName, fontsFolder } from './font-list.ts';
import type { GlyphLayer } from './text-layout.ts';

/** A font opened in HarfBuzz. Its lengths are in font units, `unitsPerEm` to the em. */
export interface OpenFont {
  readonly shaper: HarfBuzz.Font;
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

/** Opens each bundled font at its first use, keeps it open, and caches the outlines of its glyphs. */
export class FontLibrary {
  readonly #harfBuzz: typeof HarfBuzz;
  readonly #openFonts = new Map<string, OpenFont>();
  readonly #outlines = new BoundedCache<Outline>(keptOutlineNumbers);
  readonly #layers = new BoundedCache<readonly GlyphLayer[]>(keptLayers);
  readonly #pen: GlyphPen;

  constructor(harfBuzz: typeof HarfBuzz) {
    this.#harfBuzz = harfBuzz;
    this.#pen = new GlyphPen(harfBuzz);
  }

  open(name: FontName, weight: RunWeight): OpenFont {
    const key = `${name} ${weight}`;
    const known = this.#openFonts.get(key);
    if (known !== undefined) return known;
    const font =
      weight === 'emboldened'
        ? this.#embolden(key, this.open(name, 'regular'))
        : this.#read(key, weight === 'bold' ? `${name}-Bold.ttf` : `${name}.ttf`);
    this.#openFonts.set(key, font);
    return font;
  }

  #read(key: string, fileName: string): OpenFont {
    const bytes = readFileSync(fileURLToPath(new URL(fileName, fontsFolder)));
    const face = new this.#harfBuzz.Face(new this.#harfBuzz.Blob(bytes));
    const shaper = new this.#harfBuzz.Font(face);
    const outlineOf = (glyph: number) =>
      this.#outlines.getOrMake(
        `${key} ${glyph}`,
        () => this.#pen.draw(shaper, glyph, face.upem),
        ({ points }) => points.length,
      );
    return {
      shaper,
      unitsPerEm: face.upem,
      outlineOf,
      layersOf: face.hasColorLayers() ? this.#layerReader(key, face, outlineOf) : () => undefined,
      isMark: (glyph) => face.getGlyphClass(glyph) === this.#harfBuzz.GlyphClass.MARK,
    };
  }

  #embolden(key: string, font: OpenFont): OpenFont {
    const outlineOf = (glyph: number) =>
      this.#outlines.getOrMake(
        `${key} ${glyph}`,
        () => emboldenOutline(font.outlineOf(glyph)),
        ({ points }) => points.length,
      );
    return { ...font, outlineOf };
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
      const layers = this.#layers.getOrMake(
        `${key} ${glyph}`,
        () => read(glyph),
        ({ length }) => length + 1,
      );
      return layers.length > 0 ? layers : undefined;
    };
  }
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
