import { clampUnit } from '../../project/numbers.ts';
import type { Bounds } from '../bounds.ts';
import { arcsOf, middleOf, middleReach, type Trip } from './arcs.ts';

/** How a unit leaves the straight way between its places. */
export interface MovePath {
  /** Height of its arc in em, negative below the straight way. */
  readonly arc: number;
  readonly detour: Detour | null;
  /** Whether there is no way around a sign, so that it had better fade. */
  readonly isBlocked?: boolean;
}

/**
 * A way around the signs between the sides of an equation, or around other terms: up beside the first one, over all of
 * them, down beside the last one.
 */
interface Detour {
  /** In em, negative below the signs. */
  readonly rise: number;
  /** How far the first and the last of the signs move meanwhile. A unit beside one of them moves along with it. */
  readonly first: Vector;
  readonly last: Vector;
  /** Whether a sign is in its way, and not only other terms. */
  readonly isAroundSign: boolean;
}

/** In em. */
export type Vector = readonly [x: number, y: number];

/** Shares of the way on which a detour rises, and after which it goes across. */
const riseShare = 0.3;
const acrossStart = 0.2;

/** Space in em between a unit on a detour and what it passes. */
const clearance = 0.25;

/** Heights in em: up to `highest`, a detour also avoids terms beside the sign; it grows in steps until it is free. */
const heights = { highest: 2.2, step: 0.25, tries: 16 } as const;

/** Difference of heights in em from which the lower detour is taken. */
const muchLower = 0.4;

/** Number of moments at which ways are checked. */
const moments = 100;

/** Space in em that a detour leaves at least to every sign. */
const margin = 0.02;

/** Depth in em up to which neighbours may overlap, as slanted letters do. */
const touch = 0.08;

const straight: MovePath = { arc: 0, detour: null };

/** Returns the paths of the letters of a text, which pass each other in arcs. */
export function arcPaths(trips: readonly Trip[]): MovePath[] {
  return arcsOf(trips).map((arc) => ({ arc, detour: null }));
}

/**
 * Returns the paths of the symbols of an equation. No symbol passes through one of the `signs`, which are trips, too,
 * and move straight. Those that lose their order go around the others.
 */
export function pathsAround(trips: readonly Trip[], signs: readonly Trip[]): MovePath[] {
  const blocked = new Map<number, Blocked>();
  const block = (trip: Trip, all: readonly Trip[], isBySign: boolean, depth = 0) => {
    const hit = all.filter((other) => other.group !== trip.group && meets(trip, straight, other, depth));
    if (hit.length === 0) return;
    const blockers = blocked.get(trip.group)?.by ?? [];
    blocked.set(trip.group, { by: [...new Set([...blockers, ...hit])], isBySign });
  };
  for (const trip of trips) block(trip, signs, true);
  const others = trips.filter(({ group }) => !blocked.has(group));
  const keepers = groupsInOrder(others);
  for (const trip of others) if (!keepers.has(trip.group)) block(trip, others, false, touch);
  const detours = new DetourPlanner(trips, signs).plan(blocked);
  return trips.map(({ group }) => {
    const detour = detours.get(group) ?? null;
    return { arc: 0, detour, isBlocked: detours.has(group) && detour === null };
  });
}

/** What a symbol counts beside its height in em: as many as possible keep their order, and tall ones rather than small ones. */
const countOfSymbol = 5;

/** Returns the groups that keep their order. */
function groupsInOrder(trips: readonly Trip[]): ReadonlySet<number> {
  const inOrder = trips.toSorted((one, other) => one.first - other.first);
  const sums: number[] = [];
  const before: number[] = [];
  let best = -1;
  for (const [place, { from, last, isLoose }] of inOrder.entries()) {
    let start = -1;
    for (let earlier = 0; earlier < place; earlier++)
      if ((inOrder[earlier]?.last ?? last) < last && (sums[earlier] ?? 0) > (sums[start] ?? 0))
        start = earlier;
    const weight = isLoose ? 1 : countOfSymbol + Math.min(countOfSymbol, from.bottom - from.top);
    sums[place] = (sums[start] ?? 0) + weight;
    before[place] = start;
    if ((sums[place] ?? 0) > (sums[best] ?? 0)) best = place;
  }
  const groups = new Set<number>();
  for (let bestIndex = best; bestIndex >= 0; bestIndex = before[bestIndex] ?? -1)
    groups.add(inOrder[bestIndex]?.group ?? -1);
  return groups;
}

/** What is in the way of a group. */
interface Blocked {
  readonly by: readonly Trip[];
  readonly isBySign: boolean;
}

/** Returns how far a unit is from the straight way between its places at a progress from 0 to 1, in em. */
export function offsetAt({ arc, detour }: MovePath, from: Vector, to: Vector, progress: number): Vector {
  if (detour === null) return [0, -arc * 4 * progress * (1 - progress)];
  const { rise, first, last } = detour;
  const across = smooth((progress - acrossStart) / (1 - 2 * acrossStart));
  const along = (axis: 0 | 1) =>
    (1 - across) * (from[axis] + first[axis] * progress) +
    across * (to[axis] - last[axis] * (1 - progress)) -
    (from[axis] + (to[axis] - from[axis]) * progress);
  return [along(0), along(1) - rise * smooth(Math.min(progress, 1 - progress) / riseShare)];
}

function smooth(share: number): number {
  const clamped = clampUnit(share);
  return clamped * clamped * (3 - 2 * clamped);
}

/** Finds detours that are free of signs, keep away from other terms and from those that go the other way. */
class DetourPlanner {
  readonly #trips: readonly Trip[];
  readonly #signs: readonly Trip[];
  /** The directions in which units pass above (1) and below (-1). */
  readonly #taken = new Map<1 | -1, Set<number>>([
    [1, new Set()],
    [-1, new Set()],
  ]);

  constructor(trips: readonly Trip[], signs: readonly Trip[]) {
    this.#trips = trips;
    this.#signs = signs;
  }

  /** Returns the detours of groups; null for one that finds none. */
  plan(blocked: ReadonlyMap<number, Blocked>): Map<number, Detour | null> {
    const groups = new Map<number, Trip[]>();
    for (const trip of this.#trips) {
      if (!blocked.has(trip.group)) continue;
      const group = groups.get(trip.group);
      if (group === undefined) groups.set(trip.group, [trip]);
      else group.push(trip);
    }
    const others = this.#trips.filter(({ group }) => !blocked.has(group));
    const detours = new Map<number, Detour | null>();
    for (const [id, group] of groups) {
      const way = blocked.get(id);
      const detour = way && this.#detourOf(group, way, others);
      if (detour !== undefined) detours.set(id, detour);
    }
    return detours;
  }

  /** Undefined for a way through other terms that a detour would lead over a sign, and null without a way. */
  #detourOf(
    group: readonly Trip[],
    { by, isBySign }: Blocked,
    others: readonly Trip[],
  ): Detour | null | undefined {
    const [start, end] = [unionOf(group.map(({ from }) => from)), unionOf(group.map(({ to }) => to))];
    const direction = Math.sign(middleOf(end)[0] - middleOf(start)[0]) || 1;
    const ordered = by.toSorted((one, other) => (one.from.left - other.from.left) * direction);
    const [first, last] = [wayOf(ordered[0]), wayOf(ordered.at(-1))];
    const sweep = unionOf([start, end]);
    const passed = others.filter(
      ({ from, to }) =>
        Math.max(from.right, to.right) > sweep.left && Math.min(from.left, to.left) < sweep.right,
    );
    const heightOn = (side: 1 | -1) => {
      const over = (trip: Trip) => neededRise([start, end], [trip.from, trip.to], side);
      const least = isBySign ? Math.max(0, ...by.map(over)) : 0;
      return Math.max(least, Math.min(heights.highest, Math.max(0, ...[...by, ...passed].map(over))));
    };
    const side = this.#sideFor(usualSide(start, end, direction), direction, heightOn);
    this.#taken.get(side)?.add(direction);
    const detour: Detour = { rise: side * heightOn(side), first, last, isAroundSign: isBySign };
    if (!isBySign) return this.#isFree(group, detour) ? detour : undefined;
    const other = side === 1 ? -1 : 1;
    return (
      this.#raised(group, detour) ?? this.#raised(group, { ...detour, rise: other * heightOn(other) }) ?? null
    );
  }

  /** Returns a detour at the height at which it is free of all signs; undefined if there is none. */
  #raised(group: readonly Trip[], detour: Detour): Detour | undefined {
    for (let tries = 0; tries < heights.tries; tries++) {
      const raised = { ...detour, rise: detour.rise + Math.sign(detour.rise) * heights.step * tries };
      if (this.#isFree(group, raised)) return raised;
    }
    return undefined;
  }

  /** The usual side, unless the other one is much lower or units come the other way. */
  #sideFor(usual: 1 | -1, direction: number, heightOn: (side: 1 | -1) => number): 1 | -1 {
    const other = usual === 1 ? -1 : 1;
    const isTaken = (side: 1 | -1) => this.#taken.get(side)?.has(-direction) === true;
    if (isTaken(other)) return usual;
    return isTaken(usual) || heightOn(other) < heightOn(usual) - muchLower ? other : usual;
  }

  #isFree(group: readonly Trip[], detour: Detour): boolean {
    const path = { arc: 0, detour };
    return group.every((trip) => this.#signs.every((sign) => !meets(trip, path, sign, -margin)));
  }
}

/** Exponents and numerators pass above, indices and denominators below; others above to the right, below to the left. */
function usualSide(start: Bounds, end: Bounds, direction: number): 1 | -1 {
  const [before, after] = [middleOf(start)[1], middleOf(end)[1]];
  const height = Math.abs(before) > Math.abs(after) ? before : after;
  if (Math.abs(height) > middleReach) return height < 0 ? 1 : -1;
  return direction > 0 ? 1 : -1;
}

/** The height in em at which boxes pass other ones. */
function neededRise(own: readonly Bounds[], passed: readonly Bounds[], side: 1 | -1): number {
  const [mine, theirs] = [unionOf(own), unionOf(passed)];
  return (side === 1 ? mine.bottom - theirs.top : theirs.bottom - mine.top) + clearance;
}

/** Returns how far a unit goes. */
export function wayOf(trip: Trip | undefined): Vector {
  if (trip === undefined) return [0, 0];
  const [[x1, y1], [x2, y2]] = [middleOf(trip.from), middleOf(trip.to)];
  return [x2 - x1, y2 - y1];
}

function unionOf(boxes: readonly Bounds[]): Bounds {
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  };
}

/** Whether two units that move straight are on the same side of each other at both ends, so that they never meet. */
function isApart(one: Trip, other: Trip): boolean {
  const both = (test: (first: Bounds, second: Bounds) => boolean) =>
    test(one.from, other.from) && test(one.to, other.to);
  return (
    both((first, second) => first.right <= second.left) ||
    both((first, second) => first.left >= second.right) ||
    both((first, second) => first.bottom <= second.top) ||
    both((first, second) => first.top >= second.bottom)
  );
}

/** Whether a unit on a path overlaps another one on the straight way, by more than `depth` em, between its ends. */
function meets(trip: Trip, path: MovePath, other: Trip, depth = 0): boolean {
  if (path === straight && isApart(trip, other)) return false;
  const [from, to] = [middleOf(trip.from), middleOf(trip.to)];
  for (let moment = 1; moment < moments; moment++) {
    const progress = moment / moments;
    const [dx, dy] = offsetAt(path, from, to, progress);
    const [box, passed] = [boxAt(trip, progress), boxAt(other, progress)];
    const isApartNow =
      box.right + dx <= passed.left + depth ||
      box.left + dx >= passed.right - depth ||
      box.bottom + dy <= passed.top + depth ||
      box.top + dy >= passed.bottom - depth;
    if (!isApartNow) return true;
  }
  return false;
}

/** Returns the box of a unit on the straight way. */
export function boxAt({ from, to }: Pick<Trip, 'from' | 'to'>, progress: number): Bounds {
  const between = (edge: keyof Bounds) => from[edge] + (to[edge] - from[edge]) * progress;
  return { left: between('left'), top: between('top'), right: between('right'), bottom: between('bottom') };
}
