import { wordTarget } from '../project/find-words.ts';
import { type Path, showValue } from '../project/problem-text.ts';
import type { CompositionState } from '../project/schema.ts';
import type { RelationFields } from '../shorthand/relations.ts';
import { targetsOf } from '../shorthand/relations.ts';
import { type Composition, isShown, relationsOf, targetIds } from './composition.ts';

/** The largest coordinate of a state. */
const farthest = 100_000;

export function reportHidden(composition: Composition, owner: string, target: string): void {
  const field = fieldNaming(composition, owner, target);
  const name = composition.scene.sequence[composition.index];
  const shown = composition.scene.parts.get(target)?.name ?? composition.scene.names.get(target) ?? target;
  const rule = `is ${showValue(shown)}`;
  const first = composition.scene.sequence.find((_, index) => isVisibleIn(composition, target, index));
  report(
    composition,
    placeOf(composition, owner, field),
    first !== undefined && !isMentioned(composition, owner)
      ? `${rule}, but ${owner} is in no states, so it is always visible, also in ${name}, where ${shown} is not shown; add ${showValue(owner)}: true to the states of ${first}, so that they appear together`
      : `${rule}, which the composition ${name} does not show; show it, or place ${owner} in another way there`,
  );
}

function isVisibleIn(composition: Composition, id: string, index: number): boolean {
  const group = composition.scene.relations.groups[id];
  if (group) return group.members.some((member) => isVisibleIn(composition, member, index));
  return composition.scene.states[index][id]?.visible === true;
}

/** Whether a composition mentions an object, or a member of a group; otherwise both are visible throughout. */
function isMentioned(composition: Composition, id: string): boolean {
  const { groups, objects } = composition.scene.relations;
  const group = groups[id];
  return group
    ? group.members.some((member) => isMentioned(composition, member))
    : objects[id]?.isMentioned !== false;
}

/** The relation of an object that names another one. */
export function fieldNaming(
  composition: Composition,
  owner: string,
  target: string,
): keyof RelationFields | undefined {
  const { fields } = relationsOf(composition, owner);
  const names = Object.keys(fields) as (keyof RelationFields)[];
  const isNamed = (one: string) => one === target || wordTarget(one)?.owner === target;
  return names.find((name) => targetsOf(fields[name]).some(isNamed));
}

export function placeOf(composition: Composition, id: string, field?: string): Path {
  const { id: scene, sequence } = composition.scene;
  const place = ['scenes', scene, 'compositions', sequence[composition.index], 'states', id];
  return field === undefined ? place : [...place, field];
}

/** Reports the problems of an object, unless it is invisible: it then has the place where it is shown. */
export function reportOf(
  composition: Composition,
  id: string,
  field: string | undefined,
  text: string,
): void {
  if (isShown(composition, id)) report(composition, placeOf(composition, id, field), text);
}

export function report(composition: Composition, place: Path, text: string): void {
  const key = `${place.at(-2)} ${place.at(-1)} ${text}`;
  if (composition.reported.has(key)) return;
  composition.reported.add(key);
  composition.problems.add(place, 'layout', text);
}

/** Reports numbers beyond those that a state may have. */
export function checkNumbers(
  composition: Composition,
  id: string,
  { x, y, width, height }: CompositionState,
): boolean {
  const isHeld = [x, y, width, height].every((value) => Math.abs(value) <= farthest);
  if (!isHeld) {
    const [target = ''] = targetIds(composition, id);
    const rule = `leads to a position beyond ${farthest} pixels; use smaller gaps and sizes`;
    reportOf(composition, id, fieldNaming(composition, id, target), rule);
  }
  return isHeld;
}
