/** A cubic: x and y of both control points and of its end. It starts where the one before ends. */
export type Cubic = readonly [c1x: number, c1y: number, c2x: number, c2y: number, x: number, y: number];

type Point = readonly [x: number, y: number];

/**
 * Returns the cubics of a curve through points, x and y in turn. An open line that only goes to the right, or only to
 * the left, never leaves the heights of two neighbouring points between them, as lines of data must not; other curves
 * are round.
 */
export function smoothLine(points: readonly number[], isClosed: boolean): Cubic[] {
  const places: Point[] = [];
  for (let at = 0; at + 1 < points.length; at += 2) places.push([points[at] ?? 0, points[at + 1] ?? 0]);
  return !isClosed && isOneWay(places) ? monotoneCubics(places) : roundCubics(places, isClosed);
}

/** In pixels; slopes of shorter steps are not finite. */
const minStep = 1e-6;

function isOneWay(places: readonly Point[]): boolean {
  const steps = places.slice(1).map(([x], index) => x - places[index][0]);
  return steps.every((step) => step > minStep) || steps.every((step) => step < -minStep);
}

/** Steffen, "A simple method for monotonic interpolation in one dimension", Astronomy and Astrophysics 239, 1990. */
function monotoneCubics(places: readonly Point[]): Cubic[] {
  const widths = places.slice(1).map(([x], index) => x - places[index][0]);
  const slopes = places.slice(1).map(([, y], index) => (y - places[index][1]) / widths[index]);
  const inner = slopes.slice(1).map((after, index) => {
    const before = slopes[index];
    if (before * after <= 0) return 0;
    const [behind, ahead] = [widths[index], widths[index + 1]];
    const parabola = (before * ahead + after * behind) / (behind + ahead);
    return Math.sign(after) * Math.min(2 * Math.abs(before), 2 * Math.abs(after), Math.abs(parabola));
  });
  const last = slopes.length - 1;
  const atEnd = (slope: number, neighbour: number | undefined) => (3 * slope - (neighbour ?? slope)) / 2;
  const tangents = [atEnd(slopes[0], inner[0]), ...inner, atEnd(slopes[last], inner.at(-1))];
  return slopes.map((_, index): Cubic => {
    const [[fromX, fromY], [toX, toY]] = [places[index], places[index + 1]];
    const third = widths[index] / 3;
    const [leaving, arriving] = [tangents[index], tangents[index + 1]];
    return [fromX + third, fromY + third * leaving, toX - third, toY - third * arriving, toX, toY];
  });
}

/**
 * A centripetal Catmull-Rom spline, which has no loops between two points (Yuksel, Schaefer and Keyser,
 * "Parameterization and applications of Catmull-Rom curves", 2011).
 */
function roundCubics(places: readonly Point[], isClosed: boolean): Cubic[] {
  const { length } = places;
  const at = (index: number): Point =>
    places[isClosed ? (index + length) % length : Math.max(0, Math.min(length - 1, index))];
  return places.slice(isClosed ? 0 : 1).map((_, index): Cubic => {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    return [...leaving(before, from, to), ...leaving(after, to, from), ...to];
  });
}

/** The control point next to `from` of the cubic from there to `to`, where the curve comes from `before`. */
function leaving(before: Point, from: Point, to: Point): Point {
  const behind = Math.sqrt(Math.hypot(from[0] - before[0], from[1] - before[1]));
  const ahead = Math.sqrt(Math.hypot(to[0] - from[0], to[1] - from[1]));
  if (behind === 0 || ahead === 0) return from;
  const share = 3 * behind * (behind + ahead);
  const along = (axis: 0 | 1) =>
    (behind * behind * to[axis] -
      ahead * ahead * before[axis] +
      (2 * behind * behind + 3 * behind * ahead + ahead * ahead) * from[axis]) /
    share;
  return [along(0), along(1)];
}
