/**
 * An affine transform in the order of SVG's matrix(a b c d e f): a point (x, y) maps to
 * (a x + c y + e, b x + d y + f).
 */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const identityMatrix: Matrix = [1, 0, 0, 1, 0, 0];

/** Returns the transform back; null if it has no area. */
export function invertMatrix([a, b, c, d, e, f]: Matrix): Matrix | null {
  const area = a * d - b * c;
  if (area === 0) return null;
  return [d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area];
}

/** The transform that applies `inner` first and `outer` to its result. */
export function multiplyMatrices(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  return [
    a * inner[0] + c * inner[1],
    b * inner[0] + d * inner[1],
    a * inner[2] + c * inner[3],
    b * inner[2] + d * inner[3],
    a * inner[4] + c * inner[5] + e,
    b * inner[4] + d * inner[5] + f,
  ];
}
