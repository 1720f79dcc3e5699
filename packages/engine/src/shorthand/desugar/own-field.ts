import type { Path } from '../../project/problem-text.ts';
import type { Fields, SceneDraft } from './scene-draft.ts';

/**
 * Moves fields of an object, as authors write them, into a map that the full format has for its kind, in place. Returns the map, which
 * the caller gives the object if anything is in it.
 */
export function moveFields(
  { provenance }: Pick<SceneDraft, 'provenance'>,
  object: Fields,
  names: readonly string[],
  path: Path,
): Fields {
  const moved: Fields = provenance.set({}, path);
  for (const field of names) {
    if (object[field] === undefined) continue;
    moved[field] = object[field];
    provenance.field(moved, field, provenance.placeOf(object, field, path));
    delete object[field];
  }
  return moved;
}

/** Whether an object gets its size from its place: from the frame, from what it is inside, or from its group. */
export function isFitted({ place, inside, flex }: Fields): boolean {
  return place === 'fill' || inside !== undefined || flex !== undefined;
}
