import type { Path } from '../problem-text.ts';
import type { Problems } from '../problems.ts';
import type { Scene } from '../schema.ts';

/** Maximum number of objects in a cycle that a message lists. */
const shownObjects = 6;

/** A field of an object that names another object. */
type Link = 'parentId' | 'layerId';

/**
 * Reports each cycle of objects that name each other in a field. `linked` returns the object that one names, if it
 * exists, and is called once for each object that names one.
 */
export function checkCycles(
  { objects }: Scene,
  link: Link,
  links: string,
  linked: (id: string) => string | null,
  path: Path,
  problems: Problems,
): void {
  const settled = new Set<string>();
  for (const id of Object.keys(objects)) {
    if (problems.full) return;
    if (objects[id]?.[link] == null) continue;
    const lineage = new Set<string>();
    let current: string | null = id;
    while (current !== null && !settled.has(current) && !lineage.has(current)) {
      lineage.add(current);
      current = linked(current);
    }
    if (current !== null && lineage.has(current)) {
      const cycle = [...lineage].slice([...lineage].indexOf(current));
      problems.add(
        [...path, 'objects', current, link],
        'cycle',
        `${links} form a cycle: ${showCycle(cycle)}`,
      );
    }
    for (const ancestor of lineage) settled.add(ancestor);
  }
}

function showCycle(cycle: readonly string[]): string {
  const shown = cycle.slice(0, shownObjects).join(' -> ');
  return cycle.length > shownObjects
    ? `${shown} -> … (${cycle.length} objects)`
    : `${shown} -> ${cycle[0] ?? ''}`;
}
