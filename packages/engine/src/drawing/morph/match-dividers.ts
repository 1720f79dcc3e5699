import type { Middles, MorphUnit } from './morph-units.ts';
import { pairInOrder } from './pair-in-order.ts';
import { isDivider } from './symbol-kinds.ts';

/** Costs in em of distance. */
const costs = { otherSign: 4, otherTerms: 4, distance: 0.3 } as const;

/** Whether a unit is a relation between the sides of a line, and not one inside a limit or an exponent. */
export function dividesLine({ symbol }: MorphUnit): boolean {
  return symbol !== undefined && symbol.role === '' && isDivider(symbol.kind);
}

/**
 * Matches the signs between the sides of lines, such as equals signs, in their order. If there are more on one side,
 * those with the same terms around them count. Arrows become only arrows.
 */
export function matchDividers(
  fromUnits: readonly MorphUnit[],
  toUnits: readonly MorphUnit[],
  fromMiddles: Middles,
  toMiddles: Middles,
): [from: number, to: number][] {
  const from = dividersOf(fromUnits);
  const to = dividersOf(toUnits);
  const fromSides = new Map(from.map((index) => [index, sidesOf(fromUnits, index)]));
  const toSides = new Map(to.map((index) => [index, sidesOf(toUnits, index)]));
  return pairInOrder(from, to, (one, other) => {
    const [first, last] = [fromUnits[one], toUnits[other]];
    if (first?.symbol?.kind !== last?.symbol?.kind) return Infinity;
    const [x1, y1] = fromMiddles[one] ?? [0, 0];
    const [x2, y2] = toMiddles[other] ?? [0, 0];
    const shares = [0, 1].map((side) =>
      commonShare(fromSides.get(one)?.[side] ?? [], toSides.get(other)?.[side] ?? []),
    );
    return (
      (first?.key === last?.key ? 0 : costs.otherSign) +
      costs.otherTerms * shares.reduce((sum, share) => sum + 1 - share, 0) +
      costs.distance * Math.hypot(x2 - x1, y2 - y1)
    );
  });
}

function dividersOf(units: readonly MorphUnit[]): number[] {
  return [...units.keys()].filter((index) => {
    const unit = units[index];
    return unit !== undefined && unit.symbol?.mark === undefined && dividesLine(unit);
  });
}

/** The keys of the symbols between a sign and the ones before and after it in its line. */
function sidesOf(units: readonly MorphUnit[], divider: number): [left: string[], right: string[]] {
  const line = units[divider]?.symbol?.line;
  const along = (step: 1 | -1): string[] => {
    const keys: string[] = [];
    for (let index = divider + step; index >= 0 && index < units.length; index += step) {
      const unit = units[index];
      if (unit === undefined || unit.symbol?.line !== line || dividesLine(unit)) break;
      keys.push(unit.key);
    }
    return keys;
  };
  return [along(-1), along(1)];
}

/** Share of the keys that both lists have, from 0 to 1. */
function commonShare(one: readonly string[], other: readonly string[]): number {
  if (one.length + other.length === 0) return 1;
  const counts = new Map<string, number>();
  for (const key of one) counts.set(key, (counts.get(key) ?? 0) + 1);
  let common = 0;
  for (const key of other) {
    const left = counts.get(key) ?? 0;
    if (left > 0) common++;
    counts.set(key, left - 1);
  }
  return (2 * common) / (one.length + other.length);
}
