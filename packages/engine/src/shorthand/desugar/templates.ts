import { isDeepStrictEqual } from 'node:util';
import { defaultsOf, isObjectKind } from '../../language/kinds.ts';
import type { Path } from '../../project/problem-text.ts';
import { initialValues } from '../../project/properties/all-properties.ts';
import type { ItemVariables } from './items.ts';
import { type Fields, mapIn, type ReadObject, type SceneDraft, type WrittenObject } from './scene-draft.ts';

/** Objects of a scene up to which templates add more; they take a second or two to arrange and to check. */
const maxObjects = 5000;

/** What an object with its parts is made from, again and again with other values of its variables. */
export interface Template extends Pick<WrittenObject, 'id' | 'name'> {
  /** Returns the object with the values of its variables in place of their names. `at` is the place of the values, if that is a composition. */
  readonly write: (variables: ItemVariables, at?: Path) => Omit<WrittenObject, 'id' | 'name'>;
  readonly readObject: ReadObject;
}

/** The objects that a template made, and the values that it made them from. */
export interface MadeObjects {
  readonly variables: ItemVariables;
  readonly objects: Readonly<Record<string, Fields>>;
}

/** Returns the object of a template with its parts, which are not yet in the draft. */
export function makeObjects(
  draft: SceneDraft,
  template: Template,
  variables: ItemVariables,
  at?: Path,
): MadeObjects {
  const { id, name, write, readObject } = template;
  const objects: Record<string, Fields> = draft.provenance.set(Object.create(null), [
    ...draft.path,
    'objects',
  ]);
  const inTemplate: SceneDraft = { ...draft, objects, item: { ...draft.item, variables } };
  readObject(inTemplate, { id, name, ...write(variables, at) });
  return { variables, objects };
}

/** Whether a scene has room for more objects; reports once that it has none. `what` begins the message. */
export function hasRoom(draft: SceneDraft, at: Path, wayOut: string): boolean {
  if (draft.room.objects > maxObjects && !draft.room.isUsedUp) {
    draft.room.isUsedUp = true;
    const rule = `makes more than ${maxObjects} objects, together with the others of its scene`;
    draft.problems.add(at, 'count', `${rule}; ${wayOut}`);
  }
  return !draft.room.isUsedUp;
}

/** What changes in a composition. */
export interface TemplateChange {
  readonly variables: ItemVariables;
  /** The place of the new values. */
  readonly place: Path;
  /** The states of the composition, by id, to which those of the objects are added. */
  readonly states: Record<string, Fields>;
  /** What to do if the template would have other objects than before. */
  readonly wayOut: string;
}

/**
 * Makes the objects again from other values, and adds the states in which they differ. Returns what was made; that of
 * before, with a problem, if the template has other objects now.
 */
export function changeObjects(
  draft: SceneDraft,
  template: Template,
  before: MadeObjects,
  { variables, place, states, wayOut }: TemplateChange,
): MadeObjects {
  if (isDeepStrictEqual(before.variables, variables)) return before;
  // What the objects inside do in each composition has been found when they were made.
  const compositions = [...draft.itemStates.keys()];
  const apart: SceneDraft = {
    ...draft,
    room: { ...draft.room },
    itemStates: new Map(compositions.map((key) => [key, {}])),
    absent: new Map(compositions.map((key) => [key, new Set()])),
  };
  const made = makeObjects(apart, template, variables, place);
  const ids = new Set([...Object.keys(made.objects), ...Object.keys(before.objects)]);
  const other = [...ids].find((id) => !Object.hasOwn(made.objects, id) || !Object.hasOwn(before.objects, id));
  if (other !== undefined) {
    const rule = `gives ${template.name} other objects than before, such as ${draft.names.nameOf(other)}`;
    draft.problems.add(place, 'value', `${rule}; ${wayOut}`);
    return before;
  }
  for (const [id, object] of Object.entries(made.objects)) {
    const changed = changedFields(before.objects[id] ?? {}, object);
    if (Object.keys(changed).length === 0) continue;
    const state = draft.provenance.set({ ...states[id], ...changed }, place);
    const places = draft.provenance.placesIn(mapIn(object, 'state'));
    for (const [field, from] of places)
      if (place.every((name, index) => name === from[index])) draft.provenance.field(state, field, from);
    states[id] = state;
  }
  return made;
}

/** The fields of a state that differ from those before. What it had before, and has no more, gets its usual value. */
function changedFields(before: Fields, after: Fields): Fields {
  const [old, state] = [mapIn(before, 'state'), mapIn(after, 'state')];
  const changed = Object.entries(state).filter(([field, value]) => !isDeepStrictEqual(value, old[field]));
  const gone = Object.keys(old).flatMap((field): [string, unknown][] => {
    const value = state[field] === undefined ? usualValue(after.kind, field) : undefined;
    return value === undefined ? [] : [[field, value]];
  });
  return Object.fromEntries([...changed, ...gone]);
}

/** Values of fields without which the kind of an object has none. */
const plainValues: Readonly<Record<string, unknown>> = { ...initialValues, scale: 1 };

/** Returns the value of a field that an object of a kind does not set; undefined if there is none. */
export function usualValue(kind: unknown, field: string): unknown {
  const byKind: Fields = typeof kind === 'string' && isObjectKind(kind) ? { ...defaultsOf(kind) } : {};
  return byKind[field] ?? plainValues[field];
}
