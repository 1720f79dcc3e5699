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
