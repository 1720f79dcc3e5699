import { kinds } from '../../language/kinds.ts';
import { type Path, showValue } from '../problem-text.ts';
import type { Problems } from '../problems.ts';
import type { Scene } from '../schema.ts';
import { checkCycles } from './cycles.ts';

/**
 * Checks that every `clip` names another object of the scene that has an outline, and that no objects of a composition
 * clip each other.
 */
export function checkClips({ objects, compositions }: Scene, path: Path, problems: Problems): void {
  for (const [key, { states }] of Object.entries(compositions)) {
    if (problems.full) return;
    const placeOf = (id: string) => [...path, 'compositions', key, 'states', id, 'clip'];
    checkCycles(
      {
        noun: 'clips',
        ids: Object.keys(states).filter((id) => states[id]?.clip !== undefined),
        linked: (id) => checkedClip(objects, id, states[id]?.clip, placeOf(id), problems),
        placeOf,
      },
      problems,
    );
  }
}

/** Returns the object that clips another one, if it exists. */
function checkedClip(
  objects: Scene['objects'],
  id: string,
  clip: string | undefined,
  place: Path,
  problems: Problems,
): string | null {
  if (clip === undefined) return null;
  const rule = 'must name another object of the scene';
  if (clip === id || !Object.hasOwn(objects, clip)) {
    problems.add(place, 'unknown-id', `${rule}, but is ${showValue(clip)}`);
    return null;
  }
  // An object whose kind is broken has none; that problem is reported already.
  const kind = objects[clip]?.kind;
  if (kind !== undefined && !hasOutline(kind)) {
    problems.add(
      place,
      'wrong-kind',
      `${rule} that has an outline, but ${showValue(clip)} is of kind ${kind}; use a shape, a text, an equation or an image`,
    );
  }
  return clip;
}

function hasOutline(kind: Scene['objects'][string]['kind']): boolean {
  return ['shape', 'letters', 'picture'].includes(kinds[kind].draws) || kind === 'path';
}
