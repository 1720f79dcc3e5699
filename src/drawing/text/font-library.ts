import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type * as HarfBuzz from 'harfbuzzjs';
import { BoundedCache } from '../bounded-cache.ts';
import { emptyOutline, type Outline, OutlineBuilder } from '../outline.ts';
import { type FontName, fontsFolder } from './font-list.ts';

/** A font opened in HarfBuzz. Its lengths are in font units, `unitsPerEm` to the em. */
export interface OpenFont {
  readonly shaper: HarfBuzz.Font;
  readonly unitsPerEm: number;
  /** The glyph's outline in em, y down. Cached outlines are the same object. */
  outlineOf(glyph: number): Outline;
  /** Whether the font declares the glyph a combining mark. */
  isMark(glyph: number): boolean;
}

/** Numbers kept in the glyph outlines of all fonts: 16 MB. Common text needs a hundredth of that. */
const keptOutlineNumbers = 2_000_000;

/** Opens each bundled font at its first use and keeps it, and caches the outlines of its glyphs. */
export class FontLibrary {
  readonly #harfBuzz: typeof HarfBuzz;
  readonly #openFonts = new Map<FontName, OpenFont>();
  readonly #outlines = new BoundedCache<Outline>(keptOutlineNumbers);
  readonly #pen: GlyphPen;

  constructor(harfBuzz: typeof HarfBuzz) {
    this.#harfBuzz = harfBuzz;
    this.#pen = new GlyphPen(harfBuzz);
  }

  open(name: FontName): OpenFont {
    const known = this.#openFonts.get(name);
    if (known !== undefined) return known;
    const bytes = readFileSync(fileURLToPath(new URL(`${name}.ttf`, fontsFolder)));
    const face = new this.#harfBuzz.Face(new this.#harfBuzz.Blob(bytes));
    const shaper = new this.#harfBuzz.Font(face);
    const font: OpenFont = {
      shaper,
      unitsPerEm: face.upem,
      outlineOf: (glyph) =>
        this.#outlines.getOrMake(
          `${name} ${glyph}`,
          () => this.#pen.draw(shaper, glyph, face.upem),
          ({ points }) => points.length,
        ),
      isMark: (glyph) => face.getGlyphClass(glyph) === this.#harfBuzz.GlyphClass.MARK,
    };
    this.#openFonts.set(name, font);
    return font;
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
