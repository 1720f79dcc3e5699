import type { Bounds } from '../drawing/bounds.ts';
import type { RelationFields } from '../shorthand/relations.ts';
import { type Composition, frameBox, isInFrame, isShown } from './composition.ts';
import { reportHidden } from './report-relations.ts';

/**
 * The box of a target; reports one that the composition does not show. Objects that are invisible together are beside
 * each other, so that they enter from there together.
 */
export function boxOf(composition: Composition, target: string, owner: string): Bounds | undefined {
  if (!isShown(composition, target) && isShown(composition, owner)) {
    reportHidden(composition, owner, target);
    return undefined;
  }
  const { objects, groups } = composition.scene.relations;
  // A relation to something that could not be resolved itself is no further problem.
  if (target in objects || target in groups) return composition.now.get(target)?.box;
  return measureInPlace(composition, target);
}

/** The box of an object without relations; undefined for one that has no state in this composition. */
function measureInPlace(composition: Composition, id: string): Bounds | undefined {
  const state = composition.scene.states[composition.index][id];
  if (state === undefined) return undefined;
  const known = composition.boxes.get(state);
  const box = known ?? composition.measurer.inPlace(composition.scene.objects[id], state);
  composition.boxes.set(state, box);
  return box;
}

/** The box that an object is placed in. */
export function containerOf(
  composition: Composition,
  id: string,
  fields: RelationFields,
): Bounds | undefined {
  const { inside } = fields;
  return inside === undefined || isInFrame(composition, fields)
    ? frameBox(composition)
    : boxOf(composition, inside, id);
}
