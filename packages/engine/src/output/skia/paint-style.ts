import type { SKRSContext2D } from '@napi-rs/canvas';
import type { PlacedGradient } from '../../drawing/display-list.ts';
import { type Outline, transformOutline } from '../../drawing/outline.ts';
import { rounded } from '../../project/numbers.ts';
import type { Color } from '../../timeline/color.ts';
import { type Matrix, multiplyMatrices } from '../../timeline/matrix.ts';

/** Formats a colour for the canvas. */
export function cssColor({ red, green, blue, alpha }: Color): string {
  // Without an exponent, which the canvas does not support.
  const opacity = rounded(alpha, 6);
  return `rgba(${Math.round(red)}, ${Math.round(green)}, ${Math.round(blue)}, ${opacity < 1e-6 ? 0 : opacity.toFixed(6)})`;
}

type Style = SKRSContext2D['fillStyle'];

/** A style, and the coordinates in which it is right. */
export interface PlacedStyle {
  readonly style: Style;
  /** From the coordinates of the style to those of the node; null if they are the same. */
  readonly matrix: Matrix | null;
}

/** Returns the style of a node. A canvas has no elliptic gradients, so those are circles in other coordinates. */
export function styleOf(
  context: SKRSContext2D,
  { color, gradient }: { readonly color: Color; readonly gradient?: PlacedGradient | null },
): PlacedStyle {
  if (!gradient) return { style: cssColor(color), matrix: null };
  const { stops } = gradient;
  if (gradient.type === 'linear') {
    const { start, end } = gradient;
    const style = context.createLinearGradient(...start, ...end);
    for (const { offset, color: own } of stops) style.addColorStop(offset, cssColor(own));
    return { style, matrix: null };
  }
  const [radiusX, radiusY] = gradient.radii;
  if (radiusX <= 0 || radiusY <= 0) return { style: cssColor(stops[stops.length - 1].color), matrix: null };
  const [x, y] = gradient.center;
  const style = context.createRadialGradient(0, 0, 0, 0, 0, 1);
  for (const { offset, color: own } of stops) style.addColorStop(offset, cssColor(own));
  return { style, matrix: [radiusX, 0, 0, radiusY, x, y] };
}

/** Returns an outline in the coordinates of a style. */
export function outlineFor(outline: Outline, { matrix }: PlacedStyle): Outline {
  return matrix === null ? outline : transformOutline(outline, inverseOf(matrix));
}

/** Returns the matrix from the coordinates of a style to those of the canvas. */
export function matrixFor(matrix: Matrix, placed: PlacedStyle): Matrix {
  return placed.matrix === null ? matrix : multiplyMatrices(matrix, placed.matrix);
}

/** The inverse of a matrix that only scales and moves. */
function inverseOf([a, , , d, e, f]: Matrix): Matrix {
  return [1 / a, 0, 0, 1 / d, -e / a, -f / d];
}
