import { type Cubic, straightCubic } from '../cubics.ts';
import { LineCourse, type Point } from '../line-course.ts';
import { borderAt, borderTowards } from './node-outlines.ts';

/** A node that an edge begins or ends at: its middle, and its outline from there. */
export interface EdgeEnd {
  readonly middle: Point;
  readonly outline: readonly Point[];
}

/** Where an edge begins or ends at a node. */
interface EdgePort extends EdgeEnd {
  /** How far from the middle of its side. */
  readonly offset: number;
  /** The length of the edge that is straight there, for its head. */
  readonly stub: number;
}

/** How long edges are straight at ends with heads of their own, and how far texts are beside them, in font sizes. */
export const endSpace = { head: 1, beside: 0.25 } as const;

/** Number of straight pieces of a cubic in which the nearest point is searched. */
const pieces = 24;

/** The axis along which a graph leads. */
export type Axis = 'x' | 'y';

/** Where a rank of nodes or labels is on that axis. */
export interface Rank {
  readonly middle: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the start of an edge and its cubics. It leaves and enters nodes at right angles, and only changes sides between
 * ranks, so that it crosses no other node.
 */
export function edgeCurve({
  from,
  to,
  points,
  axis,
  ranks,
}: {
  readonly from: EdgePort;
  readonly to: EdgePort;
  readonly points: readonly Point[];
  readonly axis: Axis;
  readonly ranks: readonly Rank[];
}): { readonly start: Point; readonly cubics: readonly Cubic[] } {
  const sign = to.middle[axis] >= from.middle[axis] ? 1 : -1;
  const [start, end] = [portOf(from, axis, sign), portOf(to, axis, sign === 1 ? -1 : 1)];
  const across = axis === 'x' ? 'y' : 'x';
  const at = (along: number, beside: number): Point =>
    axis === 'x' ? { x: along, y: beside } : { x: beside, y: along };
  const leaving = (rank: Rank) => (sign === 1 ? rank.end : rank.start);
  const entering = (rank: Rank) => (sign === 1 ? rank.start : rank.end);
  const rankAt = (place: number) => ranks.find(({ middle }) => Math.abs(middle - place) < 1);
  const later = (one: number, other: number) => sign * Math.max(sign * one, sign * other);
  const earlier = (one: number, other: number) => sign * Math.min(sign * one, sign * other);
  const cubics: Cubic[] = [];
  let last = start;
  const straight = (along: number) => {
    const next = at(along, last[across]);
    if ((along - last[axis]) * sign < 0.5) return;
    cubics.push(straightCubic(last, next));
    last = next;
  };
  const bend = (next: Point) => {
    const half = (next[axis] - last[axis]) / 2;
    const [one, other] = [at(last[axis] + half, last[across]), at(next[axis] - half, next[across])];
    cubics.push([one.x, one.y, other.x, other.y, next.x, next.y]);
    last = next;
  };
  const startRank = rankAt(from.middle[axis]);
  if (startRank !== undefined) straight(later(leaving(startRank), start[axis] + sign * from.stub));
  for (const point of points.slice(1, -1)) {
    const rank = rankAt(point[axis]);
    // Between ranks without labels, there is nothing to avoid.
    if (rank === undefined || (entering(rank) - last[axis]) * sign < 0.5) continue;
    bend(at(entering(rank), point[across]));
    straight(leaving(rank));
  }
  const target = rankAt(to.middle[axis]);
  const before = target && earlier(entering(target), end[axis] - sign * to.stub);
  if (before !== undefined && (before - last[axis]) * sign > 0.5) bend(at(before, end[across]));
  if (cubics.length === 0 || Math.hypot(end.x - last.x, end.y - last.y) > 1e-6)
    cubics.push(straightCubic(last, end));
  return { start, cubics };
}

/** The outermost point of a node's outline on the side to which an axis leads. */
function portOf({ middle, outline, offset }: EdgePort, axis: Axis, sign: 1 | -1): Point {
  const port = borderAt(outline, axis, sign, offset);
  return { x: middle.x + port.x, y: middle.y + port.y };
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

/** Returns the middle of a text beside an end of an edge, behind its head, on one side of it. `em` is the font size. */
export function besideEnd(
  start: Point,
  cubics: readonly Cubic[],
  isEnd: boolean,
  {
    size: { width, height },
    side,
    em,
  }: {
    readonly size: { readonly width: number; readonly height: number };
    readonly side: 1 | -1;
    readonly em: number;
  },
): Point {
  const [firstX = 0, firstY = 0] = cubics[0] ?? [];
  const [, , lastX = 0, lastY = 0, endX = 0, endY = 0] = cubics.at(-1) ?? [];
  const { x, y } = isEnd ? { x: endX, y: endY } : start;
  const [awayX, awayY] = isEnd ? [lastX - x, lastY - y] : [firstX - x, firstY - y];
  const [behind, beside] = [endSpace.head * em, endSpace.beside * em];
  return Math.abs(awayX) > Math.abs(awayY)
    ? { x: x + Math.sign(awayX) * (behind + width / 2), y: y + side * (beside + height / 2) }
    : { x: x + side * (beside + width / 2), y: y + Math.sign(awayY) * (behind + height / 2) };
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
