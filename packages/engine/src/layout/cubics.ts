import type { Point } from './line-course.ts';

/** Both control points and the end of a cubic that begins where the one before ends: x and y of each. */
export type Cubic = readonly [number, number, number, number, number, number];

/** Control point distance of a cubic that approximates a quarter circle. */
export const roundness = 0.5523;

/** Points of each cubic at which it is compared with boxes. */
const stepsOfCubic = 48;

/** A straight piece. */
export function straightCubic(from: Point, to: Point): Cubic {
  const between = (share: number): [number, number] => [
    from.x + (to.x - from.x) * share,
    from.y + (to.y - from.y) * share,
  ];
  return [...between(1 / 3), ...between(2 / 3), to.x, to.y];
}

/** Straight pieces between points, with a cubic for each corner, which is rounded by at most half of both sides. */
export function roundedCorners(points: readonly Point[], radius: number): Cubic[] {
  const cubics: Cubic[] = [];
  let at = points[0];
  for (let index = 1; index < points.length; index++) {
    const [before, corner, after] = [points[index - 1], points[index], points[index + 1]];
    if (after === undefined) {
      cubics.push(straightCubic(at, corner));
      break;
    }
    const room = (one: Point) => Math.hypot(one.x - corner.x, one.y - corner.y) / 2;
    const cornerRadius = Math.min(radius, room(before), room(after));
    const [start, end] = [towards(corner, before, cornerRadius), towards(corner, after, cornerRadius)];
    cubics.push(straightCubic(at, start));
    const [c1, c2] = [between(start, corner, roundness), between(end, corner, roundness)];
    cubics.push([c1.x, c1.y, c2.x, c2.y, end.x, end.y]);
    at = end;
  }
  return cubics;
}

function towards(from: Point, to: Point, distance: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  return length === 0 ? from : between(from, to, distance / length);
}

function between(from: Point, to: Point, share: number): Point {
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

/** Divides cubics, the longest first, until there are `count` of them. They start at the origin. */
export function dividedInto(cubics: readonly Cubic[], count: number): Cubic[] {
  const pieces = [...cubics];
  while (pieces.length < count) {
    let longest = 0;
    let most = -1;
    for (const [index, piece] of pieces.entries()) {
      const length = lengthOf(startOf(pieces, index), piece);
      if (length > most) [longest, most] = [index, length];
    }
    pieces.splice(longest, 1, ...halves(startOf(pieces, longest), pieces[longest]));
  }
  return pieces;
}

/** Points along cubics, close enough to each other to say what the cubics cross. */
export function pointsAlong(start: Point, cubics: readonly Cubic[]): Point[] {
  const points = [start];
  let from = start;
  for (const [c1x, c1y, c2x, c2y, x, y] of cubics) {
    for (let step = 1; step <= stepsOfCubic; step++) {
      const t = step / stepsOfCubic;
      const [a, b, c, d] = [(1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t ** 2, t ** 3];
      points.push({
        x: a * from.x + b * c1x + c * c2x + d * x,
        y: a * from.y + b * c1y + c * c2y + d * y,
      });
    }
    from = { x, y };
  }
  return points;
}

function startOf(pieces: readonly Cubic[], index: number): Point {
  const before = pieces[index - 1];
  return before === undefined ? { x: 0, y: 0 } : { x: before[4], y: before[5] };
}

/** About the length of a cubic: that of its control polygon. */
function lengthOf({ x, y }: Point, [c1x, c1y, c2x, c2y, endX, endY]: Cubic): number {
  return Math.hypot(c1x - x, c1y - y) + Math.hypot(c2x - c1x, c2y - c1y) + Math.hypot(endX - c2x, endY - c2y);
}

function halves(start: Point, [c1x, c1y, c2x, c2y, x, y]: Cubic): [Cubic, Cubic] {
  const middle = (one: Point, other: Point) => between(one, other, 0.5);
  const [one, two, three] = [
    middle(start, { x: c1x, y: c1y }),
    middle({ x: c1x, y: c1y }, { x: c2x, y: c2y }),
    middle({ x: c2x, y: c2y }, { x, y }),
  ];
  const [first, second] = [middle(one, two), middle(two, three)];
  const half = middle(first, second);
  return [
    [one.x, one.y, first.x, first.y, half.x, half.y],
    [second.x, second.y, three.x, three.y, x, y],
  ];
}
