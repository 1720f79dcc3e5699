import { isMap } from '../../project/check.ts';
import type { Fix } from '../../project/problem.ts';
import { compositionStateSchema } from '../../project/schema.ts';
import { isForKind } from '../../shorthand/figures/check-figure-fields.ts';
import { relationFields } from '../../shorthand/relations.ts';
import { stateFields } from '../../shorthand/state-fields.ts';
import type { Holder } from './field-meanings.ts';
import { drawnBy } from './fields-by-kind.ts';
import {
  around,
  fitsSchema,
  isMember,
  isWritable,
  mapIn,
  objectOfState,
  type Reading,
  sceneOf,
  type UnknownField,
} from './unknown-field.ts';

/** Fields with references, files or whole objects. Whether they would be valid depends on the rest of the document. */
const dependent: Readonly<Record<Holder, readonly string[]>> = {
  project: [
    ...['objects', 'compositions', 'audioTracks', 'compositionOrder', 'sceneOrder', 'variables'],
    ...['fonts', 'theme', 'styles'],
  ],
  scene: ['objects', 'compositions', 'audioTracks', 'compositionOrder'],
  object: ['kind', 'parentId', 'layerId', 'vector', 'icon', 'style', 'image', 'media', 'playback'],
  group: ['children', 'columns', 'equal', 'kind', 'state', 'scale', 'scaleX', 'scaleY'],
  composition: ['variables'],
  state: [...relationFields.filter((name) => name !== 'place'), 'path', 'clip', 'style'],
  enter: ['tracks', 'id', 'fromId', 'toId', 'variables', 'by'],
  track: ['objectId', 'keyframes', 'path', 'stagger', 'by'],
  timing: [],
  keyframe: ['at', 'value', 'property'],
  sound: ['duration', 'offset', 'asset', 'loop', 'duck', 'keyframes'],
  asset: ['src', 'mime', 'duration', 'hasAudio', 'waveform'],
  image: ['src'],
  playback: ['start', 'offset', 'duration'],
  formulas: [],
  point: [],
};

/** Returns the fix that replaces an unknown field by known ones, if the document stays valid. */
export function renameFix(field: UnknownField, values: Fix | null): Reading['fix'] {
  const { name, object, path, holder } = field;
  if (values === null || !isWritable(name)) return undefined;
  const targets = Object.keys(values);
  const isFree = targets.every(
    (one) => !Object.hasOwn(object.value, one) && !dependent[holder].includes(one),
  );
  if (!isFree || !fitsSchema(object.schema, values) || !fitsAround(field, values)) return undefined;
  return { path, fields: { ...values, [name]: null } };
}

/** Whether a field of a state changes the picture of its object. */
function isDrawn(field: UnknownField, name: string): boolean {
  const { kind, state } = objectOfState(field);
  const companion = stateFields[name]?.needs;
  const hasCompanion =
    companion === undefined ||
    [field.object.value, state].some((one) => isMap(one) && Object.hasOwn(one, companion));
  const kinds: readonly unknown[] | undefined = drawnBy(name)?.kinds;
  return hasCompanion && isForKind(name, kind) && (kinds === undefined || kinds.includes(kind));
}

/** A larger number cannot be meant as a scale, and would move the members of a group beyond all limits. */
const maxScale = 100;

/** Whether values agree with the rest of the document. */
function fitsAround(field: UnknownField, values: Fix): boolean {
  switch (field.holder) {
    case 'track':
    case 'timing':
      return endsInTime(field, values);
    case 'enter':
      return values.duration === undefined || coversTracks(field, values.duration);
    case 'object':
      return values.state === undefined || hasOnlyStateFields(values.state);
    case 'composition':
      return (
        (values.states === undefined || areStates(field, values.states)) &&
        (values.enter === undefined || mayEnter(field, values.enter))
      );
    case 'scene':
    case 'project':
      return values.enter === undefined || typeof values.enter === 'number';
    case 'state':
      return (
        Object.keys(values).every((name) => isDrawn(field, name)) &&
        [values.scaleX, values.scaleY].every((scale) => Math.abs(numberOr(scale, 1)) <= maxScale) &&
        (values.place === undefined || isUnplaced(field))
      );
    default:
      return true;
  }
}

const numberOr = (value: unknown, other: number) => (typeof value === 'number' ? value : other);

/** Whether a track or timing with these values ends within its transition. */
function endsInTime({ object }: UnknownField, values: Fix): boolean {
  const whole = durationAround(object);
  const track = around(object.owner, 'track')?.value ?? {};
  const { start, duration, stagger } = { ...object.value, ...values };
  const from = numberOr(start, numberOr(track.start, 0));
  return whole !== null && stagger === undefined && from + numberOr(duration, 0) <= whole;
}

/** Returns the duration of the transition around an object, if it is written there. */
function durationAround(object: UnknownField['object']): number | null {
  const transition = around(object, 'enter');
  if (transition === null) return null;
  const { duration } = transition.value;
  if (typeof duration === 'number') return duration;
  const { enter } = sceneOf(object);
  const general = isMap(enter) ? enter.duration : enter;
  return typeof general === 'number' ? general : null;
}

/** Whether no track lasts longer than this duration of its transition. */
function coversTracks({ object }: UnknownField, duration: unknown): boolean {
  return Object.values(mapIn(object.value, 'tracks')).every(
    (track) =>
      isMap(track) &&
      track.stagger === undefined &&
      numberOr(track.start, 0) + numberOr(track.duration, 0) <= numberOr(duration, 0) &&
      Object.keys(track).every((name) => !name.endsWith('Timing')),
  );
}

const stateNames: ReadonlySet<string> = new Set(Object.keys(compositionStateSchema.shape));

function hasOnlyStateFields(value: unknown): boolean {
  return isMap(value) && Object.keys(value).every((name) => stateNames.has(name));
}

function areStates({ object }: UnknownField, states: unknown): boolean {
  const objects = mapIn(sceneOf(object), 'objects');
  return (
    isMap(states) &&
    Object.entries(states).every(([id, state]) => Object.hasOwn(objects, id) && hasOnlyStateFields(state))
  );
}

/** Whether a composition may have a transition with this `enter`. */
function mayEnter({ object, path }: UnknownField, enter: unknown): boolean {
  const scene = sceneOf(object);
  const order = Array.isArray(scene.compositionOrder)
    ? scene.compositionOrder
    : Object.keys(mapIn(scene, 'compositions'));
  const isFirst = order[0] === path.at(-1);
  return !isFirst && scene.transitions === undefined && typeof enter === 'number';
}

/** Whether an object has no relation, group or position that determines its place. */
function isUnplaced({ object, path }: UnknownField): boolean {
  const { owner } = object;
  const isParented = typeof owner?.value.parentId === 'string';
  return (
    object.holder === 'state' &&
    !isParented &&
    !isMember(String(path.at(-2)), object) &&
    ![...relationFields, 'x', 'y'].some((name) => Object.hasOwn(object.value, name))
  );
}
