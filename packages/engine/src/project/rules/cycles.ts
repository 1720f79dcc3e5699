import type { Path } from '../problem-text.ts';
import type { Problems } from '../problems.ts';

/** Maximum number of objects in a cycle that a message lists. */
const shownObjects = 6;

/** Objects of which each names at most one other. */
interface Links {
  /** What the links are called in messages. */
  readonly noun: string;
  /** The objects that name another one. */
  readonly ids: Iterable<string>;
  /** The object that one names, if it exists. It is called once for each object that names one. */
  readonly linked: (id: string) => string | null;
  readonly placeOf: (id: string) => Path;
}

/** Reports each cycle of objects that name each other. */
export function checkCycles({ noun, ids, linked, placeOf }: Links, problems: Problems): void {
  const settled = new Set<string>();
  for (const id of ids) {
    if (problems.full) return;
    const lineage = new Set<string>();
    let current: string | null = id;
    while (current !== null && !settled.has(current) && !lineage.has(current)) {
      lineage.add(current);
      current = linked(current);
    }
    if (current !== null && lineage.has(current)) {
      const cycle = [...lineage].slice([...lineage].indexOf(current));
      problems.add(placeOf(current), 'cycle', `${noun} form a cycle: ${showCycle(cycle)}`);
    }
    for (const ancestor of lineage) settled.add(ancestor);
  }
}

/** Lists a cycle for a message, such as `a -> b -> a`. */
export function showCycle(cycle: readonly string[], noun = 'objects'): string {
  const shown = cycle.slice(0, shownObjects).join(' -> ');
  return cycle.length > shownObjects
    ? `${shown} -> … (${cycle.length} ${noun})`
    : `${shown} -> ${cycle[0] ?? ''}`;
}
