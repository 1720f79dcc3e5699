import { type Cubic, straightCubic } from '../cubics.ts';
import { LineCourse, type Point } from '../line-course.ts';
import { borderTowards } from './node-outlines.ts';

/** A node that an edge begins or ends at: its middle, and its outline from there. */
export interface EdgeEnd {
  readonly middle: Point;
  readonly outline: readonly Point[];
}

/** Number of straight pieces of a cubic in which the nearest point is searched. */
const pieces = 24;

/** Returns the start of an edge and its cubics: a quadratic B-spline through the points between its nodes. */
export function edgeCurve(
  from: EdgeEnd,
  to: EdgeEnd,
  points: readonly Point[],
): { readonly start: Point; readonly cubics: readonly Cubic[] } {
  // The first and the last point are on the boxes of the nodes, not on their outlines.
  const inner = points.length > 2 ? points.slice(1, -1) : [];
  const start = borderOf(from, inner[0] ?? to.middle);
  const end = borderOf(to, inner.at(-1) ?? from.middle);
  const corners = inner.filter((point, index) => {
    const before = inner[index - 1];
    return before === undefined || Math.hypot(point.x - before.x, point.y - before.y) > 1e-3;
  });
  if (corners.length === 0) return { start, cubics: [straightCubic(start, end)] };
  const cubics: Cubic[] = [];
  let at = start;
  for (const [index, corner] of corners.entries()) {
    const next = corners[index + 1];
    const until = next === undefined ? end : { x: (corner.x + next.x) / 2, y: (corner.y + next.y) / 2 };
    cubics.push(quadratic(at, corner, until));
    at = until;
  }
  return { start, cubics };
}

/** Returns an edge from a node to itself, around a point beside the node. */
export function loopCurve(
  { middle, outline }: EdgeEnd,
  around: Point,
): { readonly start: Point; readonly cubics: readonly Cubic[] } {
  const [awayX, awayY] = [around.x - middle.x, around.y - middle.y];
  const turned = (angle: number): Point => ({
    x: awayX * Math.cos(angle) - awayY * Math.sin(angle),
    y: awayX * Math.sin(angle) + awayY * Math.cos(angle),
  });
  const isAcross = Math.abs(awayX) > Math.abs(awayY);
  const half = Math.max(...outline.map(({ x, y }) => Math.abs(isAcross ? y : x)));
  // Both ends are on the side of the point, at half of the way to its corners.
  const beside = Math.min(0.5 * half, 0.5 * Math.hypot(awayX, awayY));
  const angle = Math.atan2(beside, Math.hypot(awayX, awayY) * 0.6);
  const [first, last] = [-angle, angle].map((one) => borderTowards(outline, turned(one)));
  const start = { x: middle.x + (first?.x ?? 0), y: middle.y + (first?.y ?? 0) };
  const end = { x: middle.x + (last?.x ?? 0), y: middle.y + (last?.y ?? 0) };
  // The control points are as far out that the curve passes the point in its middle.
  const out = { x: around.x - (start.x + end.x) / 2, y: around.y - (start.y + end.y) / 2 };
  const pulled = ({ x, y }: Point, spread: number): Point => ({
    x: x + (out.x * 4) / 3 + (end.x - start.x) * spread,
    y: y + (out.y * 4) / 3 + (end.y - start.y) * spread,
  });
  const [one, other] = [pulled(start, -0.25), pulled(end, 0.25)];
  return { start, cubics: [[one.x, one.y, other.x, other.y, end.x, end.y]] };
}

function borderOf({ middle, outline }: EdgeEnd, towards: Point): Point {
  const border = borderTowards(outline, { x: towards.x - middle.x, y: towards.y - middle.y });
  return { x: middle.x + border.x, y: middle.y + border.y };
}

function quadratic(from: Point, control: Point, to: Point): Cubic {
  const towards = (one: Point): [number, number] => [
    one.x + (2 / 3) * (control.x - one.x),
    one.y + (2 / 3) * (control.y - one.y),
  ];
  return [...towards(from), ...towards(to), to.x, to.y];
}

/** Returns the share of the length of a curve at which it is nearest to a point. */
export function nearestShare(start: Point, cubics: readonly Cubic[], point: Point): number {
  const points = [start];
  let at = start;
  for (const [c1x, c1y, c2x, c2y, x, y] of cubics) {
    for (let step = 1; step <= pieces; step++) {
      const t = step / pieces;
      const [a, b, c, d] = [(1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t ** 2, t ** 3];
      points.push({ x: a * at.x + b * c1x + c * c2x + d * x, y: a * at.y + b * c1y + c * c2y + d * y });
    }
    at = { x, y };
  }
  const course = new LineCourse(points);
  let [best, least] = [0.5, Infinity];
  for (let step = 0; step <= 100; step++) {
    const { x, y } = course.at(step / 100).point;
    const distance = Math.hypot(x - point.x, y - point.y);
    if (distance < least) [best, least] = [step / 100, distance];
  }
  return best;
}
