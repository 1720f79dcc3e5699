/** A cubic around an anchor u0: value(u0 + v) = anchor + shift + a v + b v^2 + c v^3. */
interface ShiftedCubic {
  readonly anchor: number;
  readonly shift: number;
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

/**
 * The curve from 0 to 1 with control values p1 and p2, written around u = 0, 0.5 and 1.
 *
 * Where x(u) is flat, x determines u only to the cube root of double precision: in the middle for x1 = 1, x2 = 0,
 * at the start for x1 = x2 = 0, at the end for x1 = x2 = 1. Written around the flat point, the coefficients that are
 * zero there are exactly zero, and the solution keeps full precision.
 */
function shiftedCubics(p1: number, p2: number): readonly [ShiftedCubic, ShiftedCubic, ShiftedCubic] {
  const below1 = 1 - p1;
  const below2 = 1 - p2;
  const c = 1 + 3 * (p1 - p2);
  return [
    { anchor: 0, shift: 0, a: 3 * p1, b: 3 * (p2 - 2 * p1), c },
    {
      anchor: 0.5,
      shift: 0.375 * (p2 - below1),
      a: 0.75 * (below1 + p2),
      b: 1.5 * (below1 - p2),
      c,
    },
    { anchor: 1, shift: 0, a: 3 * below2, b: 3 * (2 * below2 - below1), c },
  ];
}

function valueAt(cubic: ShiftedCubic, v: number): number {
  return cubic.anchor + offsetAt(cubic, v);
}

function offsetAt(cubic: ShiftedCubic, v: number): number {
  return cubic.shift + v * (cubic.a + v * (cubic.b + v * cubic.c));
}

/**
 * Finds the v in low..high at which the cubic, which is increasing there, equals `value`, by Newton's method inside a
 * bracket.
 */
function solve(cubic: ShiftedCubic, value: number, low: number, high: number): number {
  const offset = value - cubic.anchor;
  let lower = low;
  let upper = high;
  let v = (low + high) / 2;
  for (let step = 0; step < 100; step++) {
    const error = offsetAt(cubic, v) - offset;
    if (error === 0) return v;
    if (error > 0) upper = v;
    else lower = v;
    const next = v - error / (cubic.a + v * (2 * cubic.b + v * 3 * cubic.c));
    if (Math.abs(next - v) <= 4 * Number.EPSILON * Math.abs(v)) return v;
    v = next > lower && next < upper ? next : (lower + upper) / 2;
  }
  return v;
}

/**
 * The timing curve of CSS Easing Functions, from (0, 0) to (1, 1) with control points (x1, y1) and (x2, y2),
 * x1 and x2 from 0 to 1: y as a function of x. Exact at 0 and 1; elsewhere within a few units of double
 * precision.
 */
export function cubicBezierEasing(x1: number, y1: number, x2: number, y2: number): (x: number) => number {
  const [xStart, xMiddle, xEnd] = shiftedCubics(x1, x2);
  const [yStart, yMiddle, yEnd] = shiftedCubics(y1, y2);
  const firstQuarter = valueAt(xStart, 0.25);
  const lastQuarter = valueAt(xEnd, -0.25);
  return (x) => {
    if (x <= 0) return 0;
    if (x >= 1) return 1;
    const y =
      x < firstQuarter
        ? valueAt(yStart, solve(xStart, x, 0, 0.25))
        : x <= lastQuarter
          ? valueAt(yMiddle, solve(xMiddle, x, -0.25, 0.25))
          : valueAt(yEnd, solve(xEnd, x, -0.25, 0));
    return Math.min(1, Math.max(0, y));
  };
}
