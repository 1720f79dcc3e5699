import type { Bounds } from '../../drawing/bounds.ts';
import type { Budget } from '../../project/budget.ts';

/** A point in scene pixels. */
export type Point = readonly [x: number, y: number];

/** The corners of a convex shape in order. */
export type Quadrilateral = readonly [Point, Point, Point, Point];

interface Shape {
  /** The axis-aligned rectangle around the corners, or a smaller one. */
  readonly box: Bounds;
  readonly corners: Quadrilateral;
}

/** Minimum overlap in every direction, in pixels. With less, shapes only touch. */
const minOverlap = 1;

/**
 * Returns pairs of shapes that overlap, with the earlier shape of the list first. Sorts them by their left edges and
 * compares only shapes that share columns. Once the comparisons are used up, it finds no more pairs.
 */
export function* overlappingPairs<One extends Shape>(
  shapes: readonly One[],
  comparisons: Budget,
): Generator<readonly [One, One]> {
  const sorted = shapes
    .map((shape, place) => ({ shape, place }))
    .sort((one, other) => one.shape.box.left - other.shape.box.left || one.place - other.place);
  let open: typeof sorted = [];
  for (const next of sorted) {
    const { left, top, bottom } = next.shape.box;
    open = open.filter(({ shape }) => shape.box.right > left);
    for (const earlier of open) {
      if (!comparisons.take(1)) return;
      const { box } = earlier.shape;
      if (box.top >= bottom || box.bottom <= top || !overlap(earlier.shape.corners, next.shape.corners))
        continue;
      yield earlier.place < next.place ? [earlier.shape, next.shape] : [next.shape, earlier.shape];
    }
    open.push(next);
  }
}

/**
 * Whether two convex shapes overlap by more than `least` pixels in every direction, or with a negative `least` are
 * closer than that: none of their sides separates them (separating axis theorem).
 */
export function overlap(one: Quadrilateral, other: Quadrilateral, least = minOverlap): boolean {
  return [one, other].every((shape) =>
    shape.every(([x, y], index) => {
      const [nextX, nextY] = shape[(index + 1) % shape.length];
      const length = Math.hypot(nextX - x, nextY - y);
      if (length === 0) return true;
      const [acrossX, acrossY] = [(nextY - y) / length, (x - nextX) / length];
      const [from, to] = extent(one, acrossX, acrossY);
      const [otherFrom, otherTo] = extent(other, acrossX, acrossY);
      return Math.min(to, otherTo) - Math.max(from, otherFrom) > least;
    }),
  );
}

function extent(shape: Quadrilateral, directionX: number, directionY: number): [from: number, to: number] {
  const along = shape.map(([x, y]) => x * directionX + y * directionY);
  return [Math.min(...along), Math.max(...along)];
}
