import { type Path, showValue } from '../problem-text.ts';
import type { Problems } from '../problems.ts';
import type { Scene } from '../schema.ts';

/** Maximum number of objects in a cycle that a message lists. */
const shownObjects = 6;

/** Checks that every parent is another object in the scene and that no object is its own ancestor. */
export function checkParents({ objects }: Scene, path: Path, problems: Problems): void {
  const settled = new Set<string>();
  for (const id of Object.keys(objects)) {
    if (problems.full) return;
    if (objects[id]?.parentId == null) continue;
    const lineage = new Set<string>();
    let current: string | null = id;
    while (current !== null && !settled.has(current) && !lineage.has(current)) {
      lineage.add(current);
      current = checkedParent(objects, current, path, problems);
    }
    if (current !== null && lineage.has(current)) {
      const cycle = [...lineage].slice([...lineage].indexOf(current));
      problems.add(
        [...path, 'objects', current, 'parentId'],
        'cycle',
        `parents form a cycle: ${showCycle(cycle)}`,
      );
    }
    for (const ancestor of lineage) settled.add(ancestor);
  }
}

function checkedParent(objects: Scene['objects'], id: string, path: Path, problems: Problems): string | null {
  const parentId = objects[id]?.parentId ?? null;
  if (parentId === null) return null;
  if (parentId !== id && Object.hasOwn(objects, parentId)) return parentId;
  const rule = 'must name another object in the scene';
  problems.add([...path, 'objects', id, 'parentId'], 'unknown-id', `${rule}, but is ${showValue(parentId)}`);
  return null;
}

function showCycle(cycle: readonly string[]): string {
  const shown = cycle.slice(0, shownObjects).join(' -> ');
  return cycle.length > shownObjects
    ? `${shown} -> … (${cycle.length} objects)`
    : `${shown} -> ${cycle[0] ?? ''}`;
}
