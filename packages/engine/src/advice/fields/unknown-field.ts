import * as z from 'zod';
import { isGroupKind } from '../../language/kinds.ts';
import { isMap } from '../../project/check.ts';
import type { Fix } from '../../project/problem.ts';
import type { Path } from '../../project/problem-text.ts';
import { internalFields } from '../../shorthand/desugar/read-fields.ts';
import { isForKind } from '../../shorthand/figures/check-figure-fields.ts';
import { groupFields } from '../../shorthand/groups.ts';
import type { AdviceRule } from '../advice.ts';
import { type DocumentObject, unwrapped } from '../document-objects.ts';
import type { Holder } from './field-meanings.ts';

/** A field of a document that the format does not have there. */
export interface UnknownField {
  readonly name: string;
  readonly value: unknown;
  readonly object: DocumentObject;
  readonly holder: Holder;
  /** Place of the object. */
  readonly path: Path;
  readonly isShorthand: boolean;
}

/** The meaning of the unknown field. */
export interface Reading {
  readonly rule: AdviceRule;
  /** The part of the message after the name of the field. */
  readonly text: string;
  /** Fields to change, and the object that has them. */
  readonly fix?: { readonly path: Path; readonly fields: Fix };
}

const holders: Readonly<Record<string, Holder>> = {
  project: 'project',
  scenes: 'scene',
  compositions: 'composition',
  states: 'state',
  state: 'state',
  unused: 'state',
  transitions: 'enter',
  enter: 'enter',
  tracks: 'track',
  keyframes: 'keyframe',
  audioTracks: 'sound',
  media: 'asset',
  asset: 'asset',
  image: 'image',
  playback: 'playback',
  formulas: 'formulas',
  variables: 'timing',
};

/** Returns the type of an object in a document. */
export function holderOf({ holder, value, owner }: DocumentObject): Holder {
  // The volumes of a sound, which are no keyframes themselves.
  if (holder === 'keyframes' && owner?.holder === 'audioTracks') return 'point';
  // How an object itself enters and leaves.
  if ((holder === 'enter' || holder === 'exit') && owner?.holder === 'objects') return 'track';
  if (holder === 'objects') return isGroupKind(value.kind) ? 'group' : 'object';
  return holders[holder] ?? (holder.endsWith('Timing') ? 'timing' : 'point');
}

/** Returns the object itself or the closest one around it that is one of these. */
export function around(object: DocumentObject | null, ...wanted: readonly Holder[]): DocumentObject | null {
  for (let holderObject = object; holderObject !== null; holderObject = holderObject.owner)
    if (wanted.includes(holderOf(holderObject))) return holderObject;
  return null;
}

/** Returns the fields of the scene around an object; those of the project if it has no scenes. */
export function sceneOf(object: DocumentObject): Readonly<Record<string, unknown>> {
  return around(object, 'scene', 'project')?.value ?? {};
}

/** Returns the object whose state this is. */
export function objectOfState({
  object,
  path,
}: Pick<UnknownField, 'object' | 'path'>): Readonly<Record<string, unknown>> {
  if (object.holder === 'state') return object.owner?.value ?? {};
  return mapIn(mapIn(sceneOf(object), 'objects'), String(path.at(-1)));
}

/** Whether a group of the scene has an object as a member. */
export function isMember(id: string, object: DocumentObject): boolean {
  const groups = Object.values(mapIn(sceneOf(object), 'objects'));
  return groups.some((group) => isMap(group) && Array.isArray(group.children) && group.children.includes(id));
}

/** Returns an inner object; an empty one if it is missing. */
export function mapIn(
  map: Readonly<Record<string, unknown>>,
  name: string,
): Readonly<Record<string, unknown>> {
  const inner = Object.hasOwn(map, name) ? map[name] : undefined;
  return isMap(inner) ? inner : {};
}

/** Whether the fields of an object may have these values, which have no unknown fields themselves. */
export function fitsSchema(schema: z.ZodObject, values: Fix): boolean {
  return Object.entries(values).every(([name, value]) => {
    const field = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
    if (field === undefined) return false;
    const inner = unwrapped(field) as z.ZodType;
    return inner.safeParse(value).success && hasKnownFields(inner, value);
  });
}

function hasKnownFields(schema: z.ZodType, value: unknown): boolean {
  if (!(schema instanceof z.ZodObject) || !isMap(value)) return true;
  return Object.keys(value).every((name) => Object.hasOwn(schema.shape, name));
}

/** Whether a fix can name the field: dots in its name would separate fields. */
export function isWritable(name: string): boolean {
  return !name.includes('.');
}

/** Lists the fields of an object, without those that only other objects with the same schema have. */
export function ownFields(field: Omit<UnknownField, 'name' | 'value'>): string[] {
  const namesReadBefore = field.isShorthand ? (readBefore[field.holder] ?? []) : [];
  return [...Object.keys(field.object.schema.shape), ...namesReadBefore].filter(
    (name) => !internalFields.includes(name) && !madeInTracks.includes(name) && isOwnField(name, field),
  );
}

/** Fields of plain tracks that presets are made of. */
const madeInTracks = ['implicit', 'begin', 'settle', 'wipe', 'slides', 'reveal', 'makesRoom', 'yields'];

/** Fields that only shorthand has, which are read before a document is checked. */
const readBefore: Partial<Record<Holder, readonly string[]>> = {
  composition: ['start', 'say'],
  sound: ['src', 'words'],
};

function isOwnField(
  name: string,
  { object, path, holder, isShorthand }: Omit<UnknownField, 'name' | 'value'>,
): boolean {
  if (!isShorthand) return true;
  if (holder === 'state') return isForKind(name, objectOfState({ object, path }).kind);
  const isOfGroups = (groupFields as readonly string[]).includes(name);
  if (holder === 'object') return !isOfGroups;
  if (holder === 'group') return isOfGroups || ['kind', 'name', 'state'].includes(name);
  return true;
}
