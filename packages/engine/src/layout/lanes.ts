import type { RelatedScene } from '../shorthand/scene-relations.ts';

/** The place of a line among those between the same two objects. */
export interface Lane {
  /** From 0. */
  readonly index: number;
  readonly count: number;
}

export const onlyLane: Lane = { index: 0, count: 1 };

/**
 * Finds lines that would cover each other: those between the same two objects that are visible together in some
 * composition. A line keeps its lane in all of them.
 */
export class Lanes {
  readonly #lanes: ReadonlyMap<string, Lane>;

  constructor({ relations, states }: RelatedScene) {
    const groups = new Map<string, Set<string>[]>();
    for (const [index, inComposition] of states.entries()) {
      const together = new Map<string, string[]>();
      for (const [id, { relations: rules }] of Object.entries(relations.objects)) {
        const { x, y, fields } = rules[index];
        if (x !== 'line' || y !== 'line' || inComposition[id]?.visible !== true) continue;
        const pair = pairOf(fields.from, fields.to);
        if (pair !== null) together.set(pair, [...(together.get(pair) ?? []), id]);
      }
      for (const [pair, ids] of together) groups.set(pair, joined(groups.get(pair) ?? [], ids));
    }
    const order = new Map(Object.keys(relations.objects).map((id, index) => [id, index]));
    const lanes = new Map<string, Lane>();
    for (const [pair, sets] of groups)
      for (const set of sets) {
        const ids = [...set].sort((one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0));
        for (const [index, id] of ids.entries()) lanes.set(`${pair} ${id}`, { index, count: ids.length });
      }
    this.#lanes = lanes;
  }

  /** Returns the lane of a line between two ends. */
  of(id: string, from: unknown, to: unknown): Lane {
    const pair = pairOf(from, to);
    return (pair !== null && this.#lanes.get(`${pair} ${id}`)) || onlyLane;
  }
}

/** The same for both directions; null for a line from or to a point. */
function pairOf(from: unknown, to: unknown): string | null {
  if (typeof from !== 'string' || typeof to !== 'string') return null;
  return from < to ? `${from} ${to}` : `${to} ${from}`;
}

/** Adds a set, joined with those that share a member. */
function joined(sets: readonly Set<string>[], ids: readonly string[]): Set<string>[] {
  const sharing = sets.filter((set) => ids.some((id) => set.has(id)));
  const others = sets.filter((set) => !sharing.includes(set));
  return [...others, new Set([...sharing.flatMap((set) => [...set]), ...ids])];
}
