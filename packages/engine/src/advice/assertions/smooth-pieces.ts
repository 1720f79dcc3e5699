/** A number over time; null while there is none. One unit is the tolerance. */
export type Curve = (timeMs: number) => number | null;

/** A span of time in which a curve is a polynomial of degree 4, or has no value. */
export interface SmoothPiece {
  readonly startMs: number;
  readonly endMs: number;
  /** Bernstein coefficients; null where the curve has no value. */
  readonly coefficients: readonly [number, number, number, number, number] | null;
}

/** A curve and its polynomial differ by at most this share of the tolerance. */
const maxError = 0.1;

/** A shorter span, in milliseconds, has the values of its ends: something jumps in it. */
const minSpanMs = 1e-3;

/** Segments of the film are rounded to this. A span ends just before the next one begins. */
export const momentMs = 1e-6;

/** Every span between two breakpoints is divided into at least two pieces, none of which is longer than this. */
const maxPieceMs = 200;

/**
 * Divides a curve into pieces, in order of time. `breakpoints` are in ascending order, from the start of the span to
 * its end; between two of them the curve is expected to be smooth, and is divided until each piece is a polynomial.
 */
export function* smoothPieces(curve: Curve, breakpoints: readonly number[]): Generator<SmoothPiece> {
  for (const [index, endMs] of breakpoints.entries()) {
    const startMs = breakpoints[index - 1];
    if (startMs === undefined || endMs <= startMs) continue;
    // With a keyframe at 0, a property jumps as soon as its span has begun.
    yield instantAt(curve, startMs);
    const begunMs = startMs + 2 * momentMs;
    if (begunMs >= endMs) continue;
    const count = Math.max(2, Math.ceil((endMs - startMs) / maxPieceMs));
    for (let part = 0; part < count; part++) {
      const from = begunMs + ((endMs - begunMs) * part) / count;
      const to = part === count - 1 ? endMs : begunMs + ((endMs - begunMs) * (part + 1)) / count;
      yield* piecesIn(curve, from, Math.max(from, to - momentMs));
    }
  }
}

function instantAt(curve: Curve, timeMs: number): SmoothPiece {
  const value = curve(timeMs);
  const coefficients = value === null ? null : ([value, value, value, value, value] as const);
  return { startMs: timeMs, endMs: timeMs, coefficients };
}

/** Places at which a curve is measured: the even ones define the polynomial, the others check it. */
const nodes = [0, 0.11, 0.25, 0.39, 0.5, 0.64, 0.75, 0.88, 1];

function* piecesIn(curve: Curve, startMs: number, endMs: number): Generator<SmoothPiece> {
  const values = nodes.map((node) => curve(startMs + node * (endMs - startMs)));
  const isShort = endMs - startMs <= minSpanMs;
  if (values.every((value) => value === null)) {
    yield { startMs, endMs, coefficients: null };
    return;
  }
  if (values.every((value) => value !== null)) {
    const [y0, , y1, , y2, , y3, , y4] = values as [number, ...number[]] & number[];
    const coefficients = interpolated(y0 ?? 0, y1 ?? 0, y2 ?? 0, y3 ?? 0, y4 ?? 0);
    const isExact = nodes.every(
      (node, index) => Math.abs(valueAt(coefficients, node) - (values[index] ?? 0)) <= maxError,
    );
    if (isExact || isShort) {
      yield {
        startMs,
        endMs,
        coefficients: isExact ? coefficients : [y0 ?? 0, y1 ?? 0, y2 ?? 0, y3 ?? 0, y4 ?? 0],
      };
      return;
    }
  } else if (isShort) {
    const place = values.findIndex((value) => value !== null);
    const first = values[place] ?? 0;
    const seenMs = startMs + (nodes[place] ?? 0) * (endMs - startMs);
    yield { startMs: seenMs, endMs, coefficients: [first, first, first, first, first] };
    return;
  }
  const middle = (startMs + endMs) / 2;
  yield* piecesIn(curve, startMs, middle);
  yield* piecesIn(curve, middle, endMs);
}

type Coefficients = NonNullable<SmoothPiece['coefficients']>;

/** The Bernstein coefficients of the polynomial through five values at equal distances. */
function interpolated(y0: number, y1: number, y2: number, y3: number, y4: number): Coefficients {
  return [
    y0,
    (-13 * y0 + 48 * y1 - 36 * y2 + 16 * y3 - 3 * y4) / 12,
    (13 * y0 - 64 * y1 + 120 * y2 - 64 * y3 + 13 * y4) / 18,
    (-3 * y0 + 16 * y1 - 36 * y2 + 48 * y3 - 13 * y4) / 12,
    y4,
  ];
}

/** The value of a polynomial at a share of its span. */
export function valueAt([b0, b1, b2, b3, b4]: Coefficients, share: number): number {
  const t = share;
  const s = 1 - share;
  return (
    s * s * s * s * b0 +
    4 * s * s * s * t * b1 +
    6 * s * s * t * t * b2 +
    4 * s * t * t * t * b3 +
    t * t * t * t * b4
  );
}

/** Divides a polynomial in its middle. */
function halves([b0, b1, b2, b3, b4]: Coefficients): readonly [Coefficients, Coefficients] {
  const c0 = (b0 + b1) / 2;
  const c1 = (b1 + b2) / 2;
  const c2 = (b2 + b3) / 2;
  const c3 = (b3 + b4) / 2;
  const d0 = (c0 + c1) / 2;
  const d1 = (c1 + c2) / 2;
  const d2 = (c2 + c3) / 2;
  const e0 = (d0 + d1) / 2;
  const e1 = (d1 + d2) / 2;
  const middle = (e0 + e1) / 2;
  return [
    [b0, c0, d0, e0, middle],
    [middle, e1, d2, c3, b4],
  ];
}

const minShare = 1e-9;

/** The first share of a piece at which a polynomial is below a limit; null if it never is. */
function firstShareBelow(coefficients: Coefficients, limit: number, from: number, to: number): number | null {
  // A polynomial lies within its coefficients.
  if (coefficients.every((value) => value >= limit)) return null;
  if (coefficients[0] < limit) return from;
  if (to - from < minShare) return null;
  const middle = (from + to) / 2;
  const [left, right] = halves(coefficients);
  return firstShareBelow(left, limit, from, middle) ?? firstShareBelow(right, limit, middle, to);
}

/** The first time at which a piece is below a limit; null if it never is. */
export function firstTimeBelow({ startMs, endMs, coefficients }: SmoothPiece, limit: number): number | null {
  if (coefficients === null) return null;
  const share = firstShareBelow(coefficients, limit, 0, 1);
  return share === null ? null : startMs + share * (endMs - startMs);
}

/** The first time at which a curve is below a limit, and whether it has a value anywhere. */
export function firstFailure(
  curve: Curve,
  limit: number,
  breakpoints: readonly number[],
): { readonly atMs: number | null; readonly hasValues: boolean } {
  let hasValues = false;
  for (const piece of smoothPieces(curve, breakpoints)) {
    hasValues ||= piece.coefficients !== null;
    const atMs = firstTimeBelow(piece, limit);
    if (atMs !== null) return { atMs, hasValues };
  }
  return { atMs: null, hasValues };
}

/** The values at which a piece turns back, in order of time, its ends included. */
export function turningPoints({
  startMs,
  endMs,
  coefficients,
}: SmoothPiece): readonly { atMs: number; value: number }[] {
  if (coefficients === null) return [];
  const shares = [0, ...rootsOfDerivative(coefficients), 1];
  return shares.map((share) => ({
    atMs: startMs + share * (endMs - startMs),
    value: valueAt(coefficients, share),
  }));
}

/** The time between two turning points of a piece at which it crosses a value. */
export function crossingTime(
  { startMs, endMs, coefficients }: SmoothPiece,
  [fromMs, toMs]: readonly [number, number],
  value: number,
): number {
  const span = endMs - startMs;
  if (coefficients === null || span <= 0) return toMs;
  let low = (fromMs - startMs) / span;
  let high = (toMs - startMs) / span;
  const isAbove = valueAt(coefficients, low) >= value;
  for (let round = 0; round < 50; round++) {
    const middle = (low + high) / 2;
    if (valueAt(coefficients, middle) >= value === isAbove) low = middle;
    else high = middle;
  }
  return startMs + high * span;
}

function rootsOfDerivative([b0, b1, b2, b3, b4]: Coefficients): readonly number[] {
  const slopes = [b1 - b0, b2 - b1, b3 - b2, b4 - b3] as const;
  // A derivative of one sign has no root.
  if (slopes.every((slope) => slope >= 0) || slopes.every((slope) => slope <= 0)) return [];
  const slopeAt = (t: number) => {
    const s = 1 - t;
    return (
      s * s * s * slopes[0] + 3 * s * s * t * slopes[1] + 3 * s * t * t * slopes[2] + t * t * t * slopes[3]
    );
  };
  const steps = 64;
  const roots: number[] = [];
  for (let step = 0; step < steps; step++) {
    let low = step / steps;
    let high = (step + 1) / steps;
    if (slopeAt(low) >= 0 === slopeAt(high) >= 0) continue;
    for (let round = 0; round < 40; round++) {
      const middle = (low + high) / 2;
      if (slopeAt(low) >= 0 === slopeAt(middle) >= 0) low = middle;
      else high = middle;
    }
    roots.push(low);
  }
  return roots;
}
