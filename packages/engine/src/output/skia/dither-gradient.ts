import { ImageData } from '@napi-rs/canvas';
import type { PixelArea } from '@render-service/h264';
import type { PlacedGradient } from '../../drawing/display-list.ts';
import type { Color } from '../../timeline/color.ts';
import { invertMatrix, type Matrix } from '../../timeline/matrix.ts';

// See docs/decisions.md, "Gradients are dithered in columns".

/** A fixed pattern that hides the steps of a gradient: each column of pixels has a threshold of its own for rounding. */
export interface Dither {
  /** Neighbouring columns with the same threshold. */
  readonly columnWidth: number;
  /** Whether luma is dithered instead of red, green and blue, for pictures that become BT.709 in limited range. */
  readonly isLuma: boolean;
}

/** For pictures: the finest pattern, which nobody sees. */
export const pictureDither: Dither = { columnWidth: 1, isLuma: false };

/** For films: H.264 flattens finer columns, and colours that change along with luma would cost half as much again. */
export const filmDither: Dither = { columnWidth: 4, isLuma: true };

/** Thresholds in units of 1/8 of a level, in the order of the columns: any few neighbours are spread evenly. */
const order = [0, 4, 1, 5, 3, 7, 2, 6];

/** What is added to a level in a column of the picture before it is rounded. */
export function columnShift(x: number, { columnWidth }: Dither): number {
  return (order[Math.floor(x / columnWidth) & (order.length - 1)] + 0.5) / order.length - 0.5;
}

/** Positions along a gradient for which colours are computed. */
const positions = 2048;

/** Bits of a position between two of them. Whole numbers are compared and added faster. */
const fractionBits = 12;

/** Returns a position as a whole number of fractions, within what 31 bits hold twice. */
function fixed(position: number): number {
  return Math.floor(Math.min(2 ** 29, Math.max(-(2 ** 29), position * 2 ** fractionBits)));
}

/** In levels a pixel. The steps of a steeper gradient are too narrow to be seen. */
const steepest = 1 / 4;

/** Colours along a gradient for one threshold after the other, as RGBA in the byte order of the machine. */
type ColorTable = Uint32Array<ArrayBuffer>;

const tables = new WeakMap<PlacedGradient, Map<Dither, ColorTable>>();

/**
 * Returns the pixels of an area of the whole picture, filled with a gradient; `matrix` leads from the gradient's
 * coordinates to those of the picture. Returns null for a gradient whose steps nobody sees.
 */
export function ditheredGradient(
  gradient: PlacedGradient,
  matrix: Matrix,
  { x: left, y: top, width, height }: PixelArea,
  dither: Dither,
): ImageData | null {
  const gradientPlace = gradient.isBrief ? null : placeOf(gradient, matrix);
  if (!gradientPlace || !hasVisibleSteps(gradient, gradientPlace.length)) return null;
  const [ux, uy, u0, vx, vy, v0] = gradientPlace.toUnit.map((number) => number * positions);
  const isLinear = gradient.type === 'linear';
  const table = tableOf(gradient, dither);
  const pixels = new Uint32Array(width * height);
  const last = (positions << fractionBits) - 1;
  // Positions are computed from the whole picture's, so that they are the same in each part of it.
  const rowOfTable = new Int32Array(width);
  const across = new Int32Array(width);
  for (let column = 0; column < width; column++) {
    const x = left + column;
    rowOfTable[column] = (Math.floor(x / dither.columnWidth) & (order.length - 1)) * positions;
    across[column] = fixed(ux * (x + 0.5));
  }
  for (let row = 0, at = 0; row < height; row++) {
    const y = top + row + 0.5;
    const down = isLinear ? fixed(uy * y + u0) : 0;
    if (!isLinear) {
      for (let column = 0; column < width; column++) {
        const x = left + column + 0.5;
        const [u, v] = [ux * x + (uy * y + u0), vx * x + (vy * y + v0)];
        across[column] = fixed(Math.sqrt(u * u + v * v));
      }
    }
    for (let column = 0; column < width; column++) {
      const position = across[column] + down;
      const index = position < 0 ? 0 : position > last ? last : position;
      pixels[at++] = table[rowOfTable[column] + (index >> fractionBits)];
    }
  }
  return new ImageData(new Uint8ClampedArray(pixels.buffer), width, height);
}

/** Where a gradient is in the picture. */
interface Place {
  /** Two rows from a pixel to u and v: the position along a linear gradient is u, along a radial one hypot(u, v). */
  readonly toUnit: readonly [number, number, number, number, number, number];
  /** Pixels from its start to its end, at most. */
  readonly length: number;
}

function placeOf(gradient: PlacedGradient, matrix: Matrix): Place | null {
  const inverse = invertMatrix(matrix);
  if (!inverse) return null;
  const [a, b, c, d, e, f] = inverse;
  const [m0, m1, m2, m3] = matrix;
  if (gradient.type === 'radial') {
    const { center, radii } = gradient;
    const [rx, ry] = radii;
    if (rx <= 0 || ry <= 0) return null;
    const length = Math.max(Math.hypot(m0, m1) * rx, Math.hypot(m2, m3) * ry);
    return {
      toUnit: [a / rx, c / rx, (e - center[0]) / rx, b / ry, d / ry, (f - center[1]) / ry],
      length,
    };
  }
  const { start, end } = gradient;
  const [dx, dy] = [end[0] - start[0], end[1] - start[1]];
  const square = dx * dx + dy * dy;
  if (square === 0) return null;
  const along = (x: number, y: number) => (x * dx + y * dy) / square;
  const [ux, uy] = [along(a, b), along(c, d)];
  return { toUnit: [ux, uy, along(e - start[0], f - start[1]), 0, 0, 0], length: 1 / Math.hypot(ux, uy) };
}

function hasVisibleSteps({ stops }: PlacedGradient, length: number): boolean {
  return stops.slice(1).some(({ offset, color }, index) => {
    const before = stops[index];
    const levels = Math.max(
      Math.abs(color.red - before.color.red),
      Math.abs(color.green - before.color.green),
      Math.abs(color.blue - before.color.blue),
      Math.abs(color.alpha - before.color.alpha) * 255,
    );
    return levels > 0 && levels < steepest * length * (offset - before.offset);
  });
}

function tableOf(gradient: PlacedGradient, dither: Dither): ColorTable {
  const byDither = tables.get(gradient) ?? new Map<Dither, ColorTable>();
  tables.set(gradient, byDither);
  const made = byDither.get(dither) ?? makeTable(gradient, dither);
  byDither.set(dither, made);
  return made;
}

function makeTable({ stops }: PlacedGradient, dither: Dither): ColorTable {
  const table = new Uint32Array(positions * order.length);
  const bytes = new Uint8Array(table.buffer);
  let next = 0;
  for (let index = 0; index < positions; index++) {
    const offset = (index + 0.5) / positions;
    while (next < stops.length && stops[next].offset <= offset) next++;
    const [before, after] = [stops[Math.max(0, next - 1)], stops[Math.min(next, stops.length - 1)]];
    const span = after.offset - before.offset;
    const color = span > 0 ? mix(before.color, after.color, (offset - before.offset) / span) : before.color;
    const isPlain = sameColor(before.color, after.color);
    for (let column = 0; column < order.length; column++) {
      const shift = (order[column] + 0.5) / order.length - 0.5;
      const [red, green, blue, alpha] = isPlain ? rounded(color, 0) : roundedColor(color, shift, dither);
      const at = (column * positions + index) * 4;
      bytes[at] = red;
      bytes[at + 1] = green;
      bytes[at + 2] = blue;
      bytes[at + 3] = alpha;
    }
  }
  return table;
}

/** Mixes straight colours, as canvas and SVG do. */
function mix(one: Color, other: Color, share: number): Color {
  const between = (from: number, to: number) => from + (to - from) * share;
  return {
    red: between(one.red, other.red),
    green: between(one.green, other.green),
    blue: between(one.blue, other.blue),
    alpha: between(one.alpha, other.alpha),
  };
}

type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

function roundedColor(color: Color, shift: number, { isLuma }: Dither): Rgba {
  return isLuma && color.alpha === 1 ? withRoundedLuma(color, shift) : rounded(color, shift);
}

function rounded({ red, green, blue, alpha }: Color, shift: number): Rgba {
  return [toByte(red + shift), toByte(green + shift), toByte(blue + shift), toByte(alpha * 255 + shift)];
}

/** Shares of red, green and blue in luma (ITU-R BT.709), and the levels of limited range for one of RGB. */
const [redShare, greenShare, blueShare] = [0.2126, 0.7152, 0.0722];
const limitedRange = 219 / 255;

/** Moves a colour, along with its luma, to the next whole luma, above or below. The hue stays, and so does chroma. */
function withRoundedLuma({ red, green, blue }: Color, shift: number): Rgba {
  const luma = limitedRange * (redShare * red + greenShare * green + blueShare * blue);
  const wanted = Math.round(luma + shift) / limitedRange;
  const change = wanted - luma / limitedRange;
  const [newRed, newBlue] = [toByte(red + change), toByte(blue + change)];
  return [newRed, toByte((wanted - redShare * newRed - blueShare * newBlue) / greenShare), newBlue, 255];
}

function toByte(value: number): number {
  return Math.min(255, Math.max(0, Math.round(value)));
}

function sameColor(one: Color, other: Color): boolean {
  return (
    one.red === other.red && one.green === other.green && one.blue === other.blue && one.alpha === other.alpha
  );
}
