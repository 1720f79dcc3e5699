import { type Outline, OutlineBuilder, visitSegments } from '../outline.ts';

export interface ClipRectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** x and y of each point: two points for a line, four for a cubic curve. */
type Curve = readonly number[];
type Contour = readonly Curve[];

/** Positive inside, zero on the edge. It is linear, so it can be applied to a Bezier curve's control points. */
type Distance = (x: number, y: number) => number;

/** Returns the part of a filled outline inside a rectangle. Closes open contours, as filling does. */
export function clipOutline(outline: Outline, { left, top, right, bottom }: ClipRectangle): Outline {
  const edges: readonly Distance[] = [
    (x) => x - left,
    (x) => right - x,
    (_x, y) => y - top,
    (_x, y) => bottom - y,
  ];
  const builder = new OutlineBuilder();
  for (const contour of contoursOf(outline)) {
    addContour(builder, edges.reduce(clipContour, contour));
  }
  return builder.build();
}

function contoursOf(outline: Outline): Contour[] {
  const contours: Curve[][] = [];
  let contour: Curve[] = [];
  visitSegments(outline, {
    moveTo() {
      contour = [];
      contours.push(contour);
    },
    lineTo(x, y, fromX, fromY) {
      contour.push([fromX, fromY, x, y]);
    },
    curveTo(c1x, c1y, c2x, c2y, x, y, fromX, fromY) {
      contour.push([fromX, fromY, c1x, c1y, c2x, c2y, x, y]);
    },
    // All contours are closed below, including open ones.
    close() {},
  });
  for (const open of contours) close(open);
  return contours;
}

function close(contour: Curve[]): void {
  const first = contour[0];
  const last = contour.at(-1);
  if (first !== undefined && last !== undefined) join(contour, last, first);
}

/** Adds the straight line from the end of one curve to the start of another, if they are apart. */
function join(contour: Curve[], from: Curve, to: Curve): void {
  const [fromX = 0, fromY = 0] = from.slice(-2);
  const [toX = 0, toY = 0] = to;
  if (fromX !== toX || fromY !== toY) contour.push([fromX, fromY, toX, toY]);
}

/**
 * Cuts a closed contour along one edge. A straight line joins the point where the contour leaves to the point where
 * it comes back; both lie on the edge, so the line follows it.
 */
function clipContour(contour: Contour, distance: Distance): Contour {
  const kept: Curve[] = [];
  for (const curve of contour) {
    for (const piece of splitAtEdge(curve, distance)) {
      if (distance(...middle(piece)) < 0) continue;
      const previous = kept.at(-1);
      if (previous !== undefined) join(kept, previous, piece);
      kept.push(piece);
    }
  }
  close(kept);
  return kept;
}

function addContour(builder: OutlineBuilder, contour: Contour): void {
  const first = contour[0];
  if (first === undefined) return;
  builder.moveTo(first[0] ?? 0, first[1] ?? 0);
  for (const [, , x1 = 0, y1 = 0, x2, y2 = 0, x3 = 0, y3 = 0] of contour) {
    if (x2 === undefined) builder.lineTo(x1, y1);
    else builder.curveTo(x1, y1, x2, y2, x3, y3);
  }
  builder.close();
}

function splitAtEdge(curve: Curve, distance: Distance): Curve[] {
  const distances: number[] = [];
  for (let at = 0; at + 1 < curve.length; at += 2)
    distances.push(distance(curve[at] ?? 0, curve[at + 1] ?? 0));
  const pieces: Curve[] = [];
  let rest = curve;
  let done = 0;
  for (const at of crossings(distances)) {
    const [before, after] = split(rest, (at - done) / (1 - done));
    pieces.push(before);
    rest = after;
    done = at;
  }
  pieces.push(rest);
  return pieces;
}

/** De Casteljau: the control points of both halves are the outer points of each level. */
function split(curve: Curve, t: number): [before: Curve, after: Curve] {
  const before: number[] = [];
  const after: number[] = [];
  for (let level = [...curve]; level.length > 0; ) {
    before.push(...level.slice(0, 2));
    after.unshift(...level.slice(-2));
    const next: number[] = [];
    for (let at = 0; at + 2 < level.length; at++) next.push(mix(level[at] ?? 0, level[at + 2] ?? 0, t));
    level = next;
  }
  return [before, after];
}

function middle(curve: Curve): [x: number, y: number] {
  const [x = 0, y = 0] = split(curve, 0.5)[1];
  return [x, y];
}

function mix(from: number, to: number, t: number): number {
  return from + (to - from) * t;
}

/**
 * Returns the places in (0, 1) at which a Bezier function of the given coefficients changes its sign, in ascending
 * order.
 */
function crossings(coefficients: readonly number[]): number[] {
  const [d0 = 0, d1 = 0, d2 = 0, d3] = coefficients;
  const bounds = [0, ...(d3 === undefined ? [] : turningPoints(d0, d1, d2, d3)), 1];
  const found: number[] = [];
  for (let index = 1; index < bounds.length; index++) {
    const low = bounds[index - 1] ?? 0;
    const high = bounds[index] ?? 1;
    if (valueAt(coefficients, low) < 0 !== valueAt(coefficients, high) < 0) {
      found.push(bisect(coefficients, low, high));
    }
  }
  return found.filter((at) => at > 0 && at < 1);
}

function valueAt(coefficients: readonly number[], t: number): number {
  let level = coefficients;
  while (level.length > 1) level = level.slice(1).map((value, index) => mix(level[index] ?? 0, value, t));
  return level[0] ?? 0;
}

/** Returns the places in (0, 1) at which a cubic Bezier function has derivative 0, in ascending order. */
function turningPoints(d0: number, d1: number, d2: number, d3: number): number[] {
  const a = d3 - 3 * d2 + 3 * d1 - d0;
  const b = 2 * (d2 - 2 * d1 + d0);
  const c = d1 - d0;
  const discriminant = b * b - 4 * a * c;
  if (discriminant < 0) return [];
  // This form avoids cancellation and also works when a is 0.
  const q = -(b + (b < 0 ? -1 : 1) * Math.sqrt(discriminant)) / 2;
  return [q / a, c / q].filter((at) => at > 0 && at < 1).sort((one, other) => one - other);
}

function bisect(coefficients: readonly number[], low: number, high: number): number {
  const startsOutside = valueAt(coefficients, low) < 0;
  let from = low;
  let to = high;
  // After this many halvings, a range within 0..1 is below the resolution of a double.
  for (let round = 0; round < 53; round++) {
    const at = (from + to) / 2;
    if (valueAt(coefficients, at) < 0 === startsOutside) from = at;
    else to = at;
  }
  return (from + to) / 2;
}
