import { type Path, showValue } from '../problem-text.ts';
import type { Problems } from '../problems.ts';
import type { Scene } from '../schema.ts';
import { checkCycles } from './cycles.ts';

/** Checks that every parent is another object in the scene and that no object is its own ancestor. */
export function checkParents({ objects }: Scene, path: Path, problems: Problems): void {
  checkCycles(
    {
      noun: 'parents',
      ids: Object.keys(objects).filter((id) => objects[id]?.parentId != null),
      linked: (id) => checkedParent(objects, id, path, problems),
      placeOf: (id) => [...path, 'objects', id, 'parentId'],
    },
    problems,
  );
}

function checkedParent(objects: Scene['objects'], id: string, path: Path, problems: Problems): string | null {
  const parentId = objects[id]?.parentId ?? null;
  if (parentId === null) return null;
  if (parentId !== id && Object.hasOwn(objects, parentId)) return parentId;
  const rule = 'must name another object in the scene';
  problems.add([...path, 'objects', id, 'parentId'], 'unknown-id', `${rule}, but is ${showValue(parentId)}`);
  return null;
}
