import { clampUnit } from '../../project/numbers.ts';
import { dividesLine } from './match-dividers.ts';
import type { Middles, MorphUnit } from './morph-units.ts';
import type { Vector } from './paths.ts';

/** A unit that moves straight beside one that fades. */
interface Neighbour {
  readonly x: number;
  readonly way: Vector;
}

/**
 * Returns how far a unit that fades goes with its nearest neighbours that move, in em, so that it keeps its distance to
 * both: those before and after it in reading order, on its side of a relation. `moved` has the ways of units that move
 * straight.
 */
export function driftOf(
  unit: number,
  units: readonly MorphUnit[],
  middles: Middles,
  moved: ReadonlyMap<number, Vector>,
): Vector {
  const neighbour = (step: 1 | -1): Neighbour | undefined => {
    for (let index = unit + step; units[index]?.symbol?.line === units[unit]?.symbol?.line; index += step) {
      const way = moved.get(index);
      if (way !== undefined) return { x: middles[index]?.[0] ?? 0, way };
      const passed = units[index];
      if (passed === undefined || dividesLine(passed)) return undefined;
    }
    return undefined;
  };
  const [before, after] = [neighbour(-1), neighbour(1)];
  if (before === undefined || after === undefined) return (before ?? after)?.way ?? [0, 0];
  const x = middles[unit]?.[0] ?? 0;
  const share = after.x > before.x ? clampUnit((x - before.x) / (after.x - before.x)) : 0.5;
  const between = (axis: 0 | 1) => before.way[axis] + (after.way[axis] - before.way[axis]) * share;
  return [between(0), between(1)];
}
