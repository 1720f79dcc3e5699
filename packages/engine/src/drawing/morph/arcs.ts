import type { Bounds } from '../bounds.ts';

/** Height of an arc as a share of its length, and at least and at most, in em: over a symbol, but not over a line. */
const arcShare = 0.3;
const lowestArc = 0.6;
const highestArc = 1.2;

/** Farther from the middle of both contents, in em, units pass others on their own side of it. */
export const middleReach = 0.2;

/** A unit on its way between two boxes in em. */
export interface Trip {
  readonly from: Bounds;
  readonly to: Bounds;
  /** Its places in both contents in reading order. */
  readonly first: number;
  readonly last: number;
  /** Trips of one group keep their places beside each other. */
  readonly group: number;
  /** Whether it is a single sign, bracket or digit, which never passes others: it may well be another one. */
  readonly isLoose: boolean;
}

/**
 * Returns the height of the arc of each trip in em. Units that keep their order move straight; the others pass them in
 * an arc: those above the middle above it, those below it below, and those in between above on the way to the right. As
 * many units as possible keep their order.
 */
export function arcsOf(trips: readonly Trip[]): number[] {
  const inOrder = trips.toSorted((one, other) => one.first - other.first);
  const keepers = new Set(
    longestIncrease(inOrder.map(({ last }) => last)).map((place) => inOrder[place]?.group),
  );
  const groups = new Map<number, { distance: number; height: number; count: number }>();
  for (const { from, to, group } of trips) {
    const [[x1, y1], [x2, y2]] = [middleOf(from), middleOf(to)];
    const { distance, height, count } = groups.get(group) ?? { distance: 0, height: 0, count: 0 };
    groups.set(group, { distance: distance + x2 - x1, height: height + (y1 + y2) / 2, count: count + 1 });
  }
  return trips.map(({ group }) => {
    if (keepers.has(group)) return 0;
    const { distance, height, count } = groups.get(group) ?? { distance: 0, height: 0, count: 1 };
    const isNearMiddle = Math.abs(height / count) < middleReach;
    const side = isNearMiddle ? Math.sign(distance) : -Math.sign(height);
    return side * Math.min(highestArc, Math.max(lowestArc, (Math.abs(distance) / count) * arcShare));
  });
}

export function middleOf({ left, right, top, bottom }: Bounds): readonly [x: number, y: number] {
  return [(left + right) / 2, (top + bottom) / 2];
}

/** Returns the places of a longest increasing subsequence. */
function longestIncrease(numbers: readonly number[]): number[] {
  const ends: number[] = [];
  const before: number[] = [];
  for (const [place, number] of numbers.entries()) {
    let low = 0;
    for (let high = ends.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] as number] as number) < number) low = middle + 1;
      else high = middle;
    }
    before[place] = low > 0 ? (ends[low - 1] as number) : -1;
    ends[low] = place;
  }
  const places: number[] = [];
  for (let lastIndex = ends.at(-1) ?? -1; lastIndex >= 0; lastIndex = before[lastIndex] as number)
    places.unshift(lastIndex);
  return places;
}
