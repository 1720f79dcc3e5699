/** A number over time, computed from others that change smoothly, such as the sides of boxes. */
export interface Curve {
  /** Returns the other values at a time; null while they do not exist. */
  readonly measure: (timeMs: number) => readonly number[] | null;
  /** Returns the number, in units of its tolerance; null for none. */
  readonly combine: (parts: readonly number[] | null) => number | null;
  /** The tolerance of the measured values. */
  readonly tolerance: number;
}

/** The value of a curve at a time. */
export function curveAt({ measure, combine }: Curve, timeMs: number): number | null {
  return combine(measure(timeMs));
}

/** A span of time in which everything measured is a polynomial of degree 4, or is not there. */
export interface SmoothPiece {
  readonly startMs: number;
  readonly endMs: number;
  /** Bernstein coefficients of each part; null where there are none. */
  readonly parts: readonly Coefficients[] | null;
}

type Coefficients = readonly [number, number, number, number, number];

/** What is measured and its polynomial differ by at most this share of the tolerance. */
const maxError = 0.1;

/** A shorter span, in milliseconds, has the values of its ends: something jumps in it. */
const minSpanMs = 1e-3;

/** Segments of the film are rounded to this. A span ends just before the next one begins. */
export const momentMs = 1e-6;

/** Every span between two breakpoints is divided into at least two pieces of at most this length. */
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

function instantAt({ measure }: Curve, timeMs: number): SmoothPiece {
  const parts = measure(timeMs)?.map(constant) ?? null;
  return { startMs: timeMs, endMs: timeMs, parts };
}

const constant = (value: number): Coefficients => [value, value, value, value, value];

/** Places at which a curve is measured: the even ones define the polynomial, the others check it. */
const nodes = [0, 0.11, 0.25, 0.39, 0.5, 0.64, 0.75, 0.88, 1];

function* piecesIn(curve: Curve, startMs: number, endMs: number): Generator<SmoothPiece> {
  const measured = nodes.map((node) => curve.measure(startMs + node * (endMs - startMs)));
  const isShort = endMs - startMs <= minSpanMs;
  const present = measured.filter((values) => values !== null);
  if (present.length === 0) {
    yield { startMs, endMs, parts: null };
    return;
  }
  if (present.length === nodes.length) {
    const parts = fitted(present, maxError * curve.tolerance);
    if (parts !== null) {
      yield { startMs, endMs, parts };
      return;
    }
  }
  if (isShort) {
    // Something jumps here: the values before and after it are both there.
    for (const [index, values] of measured.entries()) {
      const timeMs = startMs + (nodes[index] ?? 0) * (endMs - startMs);
      if (values !== null) yield { startMs: timeMs, endMs: timeMs, parts: values.map(constant) };
    }
    return;
  }
  const middle = (startMs + endMs) / 2;
  yield* piecesIn(curve, startMs, middle);
  yield* piecesIn(curve, middle, endMs);
}

/** The polynomials through the values at all nodes, one for each part; null if one is not close enough. */
function fitted(values: readonly (readonly number[])[], error: number): readonly Coefficients[] | null {
  const parts: Coefficients[] = [];
  for (const part of values[0]?.keys() ?? []) {
    const valuesOfPart = values.map((all) => all[part] ?? 0);
    const [y0 = 0, , y1 = 0, , y2 = 0, , y3 = 0, , y4 = 0] = valuesOfPart;
    const isConstant = valuesOfPart.every((value) => value === y0);
    const coefficients = isConstant ? constant(y0) : interpolated(y0, y1, y2, y3, y4);
    const isClose = (value: number, node: number) => Math.abs(valueAt(coefficients, node) - value) <= error;
    if (!isConstant && !valuesOfPart.every((value, index) => isClose(value, nodes[index] ?? 0))) return null;
    parts.push(coefficients);
  }
  return parts;
}

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

/** A curve compares two measured values, so it changes by at most this many times as much as they do. */
const maxSlope = 4;

/** Where everything measured stays within this many tolerances, a curve is looked at in `lookShares`. */
const leastChange = 5;

/** A difference of two values that both change changes by less than two tolerances from one of these to the next. */
const lookShares = [0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1];

const minShare = 1e-7;

/** The first time at which a curve is below a limit in a piece; null if it never is. */
export function firstTimeBelow(
  { startMs, endMs, parts }: SmoothPiece,
  { combine, tolerance }: Pick<Curve, 'combine' | 'tolerance'>,
  limit: number,
): number | null {
  const isBelow = (value: number | null) => value !== null && value < limit;
  if (parts === null) return isBelow(combine(null)) ? startMs : null;
  const search = (own: readonly Coefficients[], from: number, to: number): number | null => {
    const middle = (from + to) / 2;
    const value = combine(own.map((one) => valueAt(one, 0.5)));
    const change = Math.max(...own.map((one) => Math.max(...one) - Math.min(...one)));
    // A polynomial lies within its coefficients, so the curve cannot reach the limit.
    if (value !== null && value - (maxSlope * change) / tolerance >= limit) return null;
    if (change <= leastChange * tolerance || to - from < minShare) {
      const isWrong = (share: number) => isBelow(combine(own.map((one) => valueAt(one, share))));
      const wrong = lookShares.findIndex(isWrong);
      if (wrong <= 0) return wrong < 0 ? null : from;
      const [right = 0, first = 1] = lookShares.slice(wrong - 1);
      return from + firstShare(isWrong, right, first) * (to - from);
    }
    const divided = own.map(halves);
    return (
      search(
        divided.map(([left]) => left),
        from,
        middle,
      ) ??
      search(
        divided.map(([, right]) => right),
        middle,
        to,
      )
    );
  };
  const share = search(parts, 0, 1);
  return share === null ? null : startMs + share * (endMs - startMs);
}

/** Finds where something begins to be wrong between a share at which it is not, and one at which it is. */
function firstShare(isWrong: (share: number) => boolean, right: number, wrong: number): number {
  let low = right;
  let high = wrong;
  for (let round = 0; round < 30; round++) {
    const middle = (low + high) / 2;
    if (isWrong(middle)) high = middle;
    else low = middle;
  }
  return high;
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

/** The first time before `untilMs` at which a curve is below a limit, and whether it has a value anywhere. */
export function firstFailure(
  curve: Curve,
  limit: number,
  breakpoints: readonly number[],
  untilMs = Infinity,
): { readonly atMs: number | null; readonly hasValues: boolean } {
  let hasValues = false;
  for (const piece of smoothPieces(curve, breakpoints)) {
    if (hasValues && piece.startMs >= untilMs) break;
    hasValues ||= piece.parts !== null;
    const atMs = firstTimeBelow(piece, curve, limit);
    if (atMs !== null) return { atMs, hasValues };
  }
  return { atMs: null, hasValues };
}

/** The values at which the first part of a piece turns back, in order of time, its ends included. */
export function turningPoints({
  startMs,
  endMs,
  parts,
}: SmoothPiece): readonly { atMs: number; value: number }[] {
  const [coefficients] = parts ?? [];
  if (coefficients === undefined) return [];
  const shares = [0, ...rootsOfDerivative(coefficients), 1];
  return shares.map((share) => ({
    atMs: startMs + share * (endMs - startMs),
    value: valueAt(coefficients, share),
  }));
}

/** The time between two turning points of a piece at which it crosses a value. */
export function crossingTime(
  { startMs, endMs, parts }: SmoothPiece,
  [fromMs, toMs]: readonly [number, number],
  value: number,
): number {
  const span = endMs - startMs;
  const [coefficients] = parts ?? [];
  if (coefficients === undefined || span <= 0) return toMs;
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
