import * as z from 'zod';
import { isMap } from '../../project/check.ts';
import type { Fix, JsonValue } from '../../project/problem.ts';
import {
  compositionSchema,
  compositionStateSchema,
  sceneSchema,
  transitionTrackSchema,
} from '../../project/schema.ts';
import { isFigureField, isForKind } from '../../shorthand/figures/check-figure-fields.ts';
import { relationFields } from '../../shorthand/relations.ts';
import { unwrapped } from '../document-objects.ts';
import { minMs } from './field-values.ts';
import {
  fitsSchema,
  isMember,
  isWritable,
  mapIn,
  type Reading,
  sceneOf,
  type UnknownField,
} from './unknown-field.ts';

const isFieldOf = (schema: z.ZodObject, name: string) => Object.hasOwn(schema.shape, name);
const relations: ReadonlySet<string> = new Set(relationFields);

/** Fields of a scene that its compositions cannot have. */
const sceneFields: ReadonlySet<string> = new Set(
  Object.keys(sceneSchema.shape).filter((name) => !isFieldOf(compositionSchema, name)),
);

/** Fields of a track, which transitions do not have. */
const trackFields: ReadonlySet<string> = new Set(
  [...Object.keys(transitionTrackSchema.shape), 'stagger'].filter((name) => name !== 'duration'),
);

const isStateField = (name: string, isShorthand: boolean) =>
  isFieldOf(compositionStateSchema, name) || (isShorthand && (relations.has(name) || isFigureField(name)));

/** Returns where a misplaced known field belongs; null for other fields. */
export function findRightPlace(field: UnknownField): Reading | null {
  switch (field.holder) {
    case 'object':
    case 'group':
      return placeOfObjectField(field);
    case 'state':
      return placeOfStateField(field);
    case 'composition':
      return placeOfCompositionField(field);
    case 'enter':
      return trackFields.has(field.name) ? placeOfTrackField(field) : null;
    case 'asset':
      return ['volume', 'start', 'offset', 'muted'].includes(field.name) && field.object.holder === 'asset'
        ? moveUp(field, 'the audio track')
        : null;
    case 'project':
      return !field.isShorthand && isFieldOf(sceneSchema, field.name)
        ? misplaced('it belongs in a scene')
        : null;
    default:
      return null;
  }
}

function misplaced(text: string, fix?: Reading['fix']): Reading {
  return { rule: 'misplaced-field', text: `; ${text}`, ...(fix && { fix }) };
}

/** Moves fields from an object into an object inside it. */
function moved(field: UnknownField, target: string, value: JsonValue): Reading['fix'] {
  if (!isWritable(field.name)) return undefined;
  return { path: field.path, fields: { [target]: value, [field.name]: null } };
}

function placeOfObjectField(field: UnknownField): Reading | null {
  const { name, value, object, isShorthand } = field;
  if (!isStateField(name, isShorthand) || (isShorthand && !isForKind(name, object.value.kind))) return null;
  if (!isShorthand) return misplaced("it belongs in the object's state in each composition");
  const text = 'it belongs in "state"';
  const stateSchema = unwrapped(object.schema.shape.state as z.ZodType);
  const state = object.value.state ?? {};
  const isFree = isMap(state) && !Object.hasOwn(state, name);
  const fits = stateSchema instanceof z.ZodObject && fitsSchema(stateSchema, { [name]: value as JsonValue });
  // Other relations may contradict those that the object has, or name objects that are not shown.
  const isSafe = !relations.has(name) || (name === 'place' && standsAlone(field, state));
  return misplaced(
    text,
    isFree && fits && isSafe ? moved(field, `state.${name}`, value as JsonValue) : undefined,
  );
}

/** Whether an object has no relation, group, position or parent that determines its place. */
function standsAlone({ object, path }: UnknownField, state: unknown): boolean {
  const { parentId } = object.value;
  return (
    (parentId === undefined || parentId === null) &&
    !isMember(String(path.at(-1)), object) &&
    ![...relationFields, 'x', 'y'].some((name) => isMap(state) && Object.hasOwn(state, name))
  );
}

function placeOfStateField(field: UnknownField): Reading | null {
  const { name, value, object } = field;
  const objects = ['kind', 'parentId', 'groupId', 'locked', 'order', 'image', 'media', 'playback'];
  if (!objects.includes(name)) return null;
  if (object.holder === 'unused') return misplaced('a style does not set it; write it in each object');
  if (object.holder === 'state') return moveUp(field, 'the object itself');
  const text = `it belongs in the object, which is the same in all compositions: objects.${String(field.path.at(-1))}`;
  return value === undefined ? null : misplaced(text);
}

/** Moves a field to the enclosing object. */
function moveUp(field: UnknownField, owner: string): Reading {
  const { name, value, object, path } = field;
  const { owner: around } = object;
  const text = `it belongs in ${owner}`;
  if (around === null || Object.hasOwn(around.value, name) || !isWritable(name)) return misplaced(text);
  const fields = { [name]: value as JsonValue };
  // References may be circular, and times may exceed the source.
  const isSafe =
    ['locked', 'order', 'volume', 'muted', 'start'].includes(name) && fitsSchema(around.schema, fields);
  const below = path.slice(around.depth).join('.');
  const fix = { path: path.slice(0, around.depth), fields: { ...fields, [`${below}.${name}`]: null } };
  return misplaced(text, isSafe ? fix : undefined);
}

function placeOfCompositionField(field: UnknownField): Reading | null {
  const { name, value, object, isShorthand } = field;
  const scene = sceneOf(object);
  if (Object.hasOwn(mapIn(scene, 'objects'), name) && (isMap(value) || typeof value === 'boolean')) {
    return placeOfObjectId(field);
  }
  if (name === 'states') return null;
  if (name === 'transition')
    return misplaced('the transition to a composition is its "enter", such as "enter": { "duration": 800 }');
  if (sceneFields.has(name) && name !== 'objects') return placeOfSceneField(field);
  if (
    trackFields.has(name) &&
    name !== 'order' &&
    name !== 'path' &&
    name !== 'start' &&
    name !== 'objectId'
  ) {
    return placeInEnter(field, { '*': { [name]: value as JsonValue } });
  }
  if (name === 'tracks') return isMap(value) ? placeInEnter(field, value as Fix) : null;
  if (isStateField(name, isShorthand)) {
    return misplaced(
      `it belongs in "states", in the state of an object, such as "states": { "${anyId(scene)}": { "${name}": … } }`,
    );
  }
  return null;
}

function anyId(scene: Readonly<Record<string, unknown>>): string {
  return Object.keys(mapIn(scene, 'objects'))[0] ?? 'title';
}

function placeOfObjectId(field: UnknownField): Reading {
  const { name, object } = field;
  const value = field.value === true ? {} : field.value;
  const text = '"states" has the objects of a composition, by id';
  const states = object.value.states ?? {};
  const isFree = isMap(states) && !Object.hasOwn(states, name);
  const fits = fitsSchema(object.schema, { states: { [name]: value as JsonValue } });
  const isSafe = isMap(value) && Object.keys(value).every((key) => isFieldOf(compositionStateSchema, key));
  return misplaced(
    text,
    isFree && fits && isSafe ? moved(field, `states.${name}`, value as JsonValue) : undefined,
  );
}

/** Moves a field of a scene out of the only composition that has it. */
function placeOfSceneField({ name, value, object, path, isShorthand }: UnknownField): Reading {
  const text = `it belongs in the scene, and is the same for all of its compositions`;
  const { owner } = object;
  if (owner === null || !isShorthand || !['background', 'width', 'height'].includes(name))
    return misplaced(text);
  const compositions = Object.values(mapIn(owner.value, 'compositions'));
  const isOnlyOne = compositions.filter((one) => isMap(one) && Object.hasOwn(one, name)).length === 1;
  const fields = { [name]: value as JsonValue };
  if (!isOnlyOne || Object.hasOwn(owner.value, name) || !fitsSchema(owner.schema, fields))
    return misplaced(text);
  const below = path.slice(owner.depth).join('.');
  return misplaced(text, {
    path: path.slice(0, owner.depth),
    fields: { ...fields, [`${below}.${name}`]: null },
  });
}

/** Moves tracks from a composition into its `enter`. */
function placeInEnter(field: UnknownField, tracks: Fix): Reading {
  const { object, name } = field;
  const { enter } = object.value;
  const text = `it belongs in "enter", in its "tracks"`;
  if (enter === undefined || !isWritable(name)) return misplaced(`${text}, with a duration`);
  const before = typeof enter === 'number' ? { duration: enter } : enter;
  if (!isMap(before) || Object.hasOwn(before, 'tracks') || !areSafe(tracks)) return misplaced(text);
  const fields = { enter: { ...before, tracks } as JsonValue };
  if (!fitsSchema(object.schema, fields)) return misplaced(text);
  return misplaced(text, { path: field.path, fields: { ...fields, [name]: null } });
}

/** Whether tracks have no times, which might exceed the transition. */
function areSafe(tracks: Fix): boolean {
  return Object.values(tracks).every(
    (track) => isMap(track) && Object.keys(track).every((name) => ['easing', 'type', 'order'].includes(name)),
  );
}

/** Moves a field of all tracks from a transition into the track for all objects. */
function placeOfTrackField(field: UnknownField): Reading {
  const { name, value, object, path, isShorthand } = field;
  const text = isShorthand
    ? 'it belongs in "tracks", in the track of an object or in the one for all that change: "tracks": { "*": { … } }'
    : 'it belongs in "tracks", in the track of an object';
  const { tracks } = object.value;
  const star = mapIn(mapIn(object.value, 'tracks'), '*');
  // A track of its own would not get the field, so the intention is not clear.
  const isFree = tracks === undefined || Object.keys(Object(tracks)).every((id) => id === '*');
  const track = { ...star, [name]: value } as Fix;
  const isSafe = areSafe({ '*': track }) || (name === 'stagger' && staggerFits(field, track));
  const fits = fitsSchema(object.schema, { tracks: { '*': track } });
  if (!isShorthand || !isFree || !fits || !isSafe || Object.hasOwn(star, name)) return misplaced(text);
  return misplaced(text, moved({ ...field, path }, `tracks.*.${name}`, value as JsonValue));
}

/** Whether even the last of all objects would start within the transition. */
function staggerFits({ object }: UnknownField, { stagger, start, duration }: Fix): boolean {
  const objects = Object.keys(mapIn(sceneOf(object), 'objects')).length;
  const { duration: whole } = object.value;
  return (
    typeof stagger === 'number' &&
    stagger >= minMs &&
    start === undefined &&
    duration === undefined &&
    typeof whole === 'number' &&
    stagger * objects < whole
  );
}
