import * as z from 'zod';
import { closestName } from '../../names/closest-name.ts';
import { isMap } from '../../project/check.ts';
import { compositionStateSchema } from '../../project/schema.ts';
import { cameraId } from '../../shorthand/desugar/camera.ts';
import { unwrapped } from '../document-objects.ts';
import { cameraMeanings, hints, lookUp, meanings, type Names, plainName } from './field-meanings.ts';
import { findRightPlace } from './field-places.ts';
import { fits, meantByValue } from './field-values.ts';
import { renameFix } from './safe-renames.ts';
import {
  fitsSchema,
  isWritable,
  objectOfState,
  ownFields,
  type Reading,
  type UnknownField,
} from './unknown-field.ts';

/** Returns the meaning of an unknown field; the text is empty if no field is similar. */
export function readField(field: UnknownField): Reading {
  return (
    readByValue(field) ??
    findRightPlace(field) ??
    readHint(field) ??
    readRenamed(field) ??
    readAsState(field) ??
    readAsScene(field) ?? { rule: 'unknown-field', text: '' }
  );
}

function renamed(fields: string, note: string | undefined, fix: Reading['fix']): Reading {
  const text = `; did you mean ${fields}?${note === undefined ? '' : ` ${note}`}`;
  return { rule: 'unknown-field', text, ...(fix && { fix }) };
}

function readByValue(field: UnknownField): Reading | null {
  const { holder, name, value } = field;
  const kind = holder === 'state' ? objectOfState(field).kind : undefined;
  const meant = meantByValue(holder, name, value, kind);
  return meant && renamed(meant.fields, meant.note, renameFix(field, meant.values));
}

function readHint({ holder, name }: UnknownField): Reading | null {
  const isScene = holder === 'project';
  const hint =
    lookUp(hints[holder], name) ??
    (isScene ? lookUp(hints.scene, name) : undefined) ??
    lookUp(hints.everywhere, name);
  return hint === undefined ? null : { rule: 'unknown-field', text: `: ${hint}` };
}

function readRenamed(field: UnknownField): Reading | null {
  const { holder, name, value } = field;
  if (isOfCamera(field)) {
    const names = Object.keys(cameraMeanings);
    const ofCamera = lookUp(cameraMeanings, name) ?? closestName(name, names);
    return ofCamera === undefined ? null : renamed(ofCamera, undefined, undefined);
  }
  const fieldsHere = ownFields(field);
  const candidates = holder === 'state' ? [...fieldsHere, ...fieldsBeyond(field)] : fieldsHere;
  const meant = lookUp(meanings[holder], name);
  const isKnown = meant !== undefined && candidates.includes(meant);
  const target = isKnown
    ? meant
    : (closestName(name, candidates) ??
      endingWith(name, candidates) ??
      closestMeaning(meanings[holder], name, candidates));
  if (target === undefined) return null;
  return renamed(
    target,
    fieldsHere.includes(target)
      ? (notes[`${holder} ${target} ${plainName(name)}`] ?? notes[plainName(name)])
      : 'It needs "extended": true at the top of the document.',
    renameFix(field, fits(holder, target, name, value)),
  );
}

function isOfCamera(field: UnknownField): boolean {
  return field.holder === 'state' && objectOfState(field).carries === cameraId;
}

/** Fields of a state that the document would have if it was marked as extended. */
function fieldsBeyond({ object, isShorthand }: UnknownField): readonly string[] {
  if (isShorthand) return [];
  return Object.keys(compositionStateSchema.shape).filter(
    (name) => !Object.hasOwn(object.schema.shape, name),
  );
}

/** Notes on fields with nearly the same meaning. */
const notes: Readonly<Record<string, string>> = {
  'track from direction': 'It is the side from which an object comes: "bottom" for one that goes up.',
  left: 'It is the middle of the object, unless a text has "align": "left".',
  right: 'It is the middle of the object.',
  top: 'It is the middle of the object.',
  bottom: 'It is the middle of the object.',
  skew: 'It is a factor, not an angle.',
  skewx: 'It is a factor, not an angle.',
  transparency: 'It is 1 for opaque.',
  border: 'Its width is strokeWidth.',
  outline: 'Its width is strokeWidth.',
};

/** Shorter names of other tools are too similar to many words. */
const minMeaningLength = 5;

/** Maximum number of unknown names whose meanings are kept; the same few occur again and again. */
const maxKept = 1000;

/** The longer names of other tools in a table, and the closest of them to unknown names so far. */
interface LongNames {
  readonly names: readonly string[];
  readonly closest: Map<string, string | undefined>;
}

const longNames = new WeakMap<Names, LongNames>();

function longNamesIn(table: Names): LongNames {
  const found = longNames.get(table);
  if (found !== undefined) return found;
  const names = Object.values(table).flatMap((all) => all.split(' '));
  const made = { names: names.filter((name) => name.length >= minMeaningLength), closest: new Map() };
  longNames.set(table, made);
  return made;
}

/** Returns the known field that a misspelt name of another tool means: `raduis` means cornerRadius. */
function closestMeaning(table: Names, name: string, known: readonly string[]): string | undefined {
  const { names, closest } = longNamesIn(table);
  if (!closest.has(name)) {
    if (closest.size >= maxKept) closest.clear();
    const found = closestName(name, names);
    closest.set(name, found === undefined ? undefined : lookUp(table, found));
  }
  const meant = closest.get(name);
  return meant !== undefined && known.includes(meant) ? meant : undefined;
}

/** Returns the only field of an object that ends in this word: `weight` means fontWeight. */
function endingWith(name: string, known: readonly string[]): string | undefined {
  if (name.length < 3) return undefined;
  const ending = `${name.charAt(0).toUpperCase()}${name.slice(1).toLowerCase()}`;
  const endings = known.filter((field) => field.endsWith(ending));
  return endings.length === 1 ? endings[0] : undefined;
}

/** Reads a field beside `state` as authors write it in a state. */
function readAsState(field: UnknownField): Reading | null {
  const { holder, name, value, object, isShorthand, path } = field;
  if (holder !== 'object' && holder !== 'composition') return null;
  const stateFields = Object.keys(compositionStateSchema.shape);
  const kind = holder === 'object' ? object.value.kind : undefined;
  const meant = meantByValue('state', name, value, kind);
  const hint = lookUp(hints.state, name);
  if (meant === null && hint !== undefined) return { rule: 'unknown-field', text: `: ${hint}` };
  const table = lookUp(meanings.state, name);
  const target =
    meant?.fields ??
    (table !== undefined && stateFields.includes(table)
      ? table
      : (closestName(name, stateFields) ?? closestMeaning(meanings.state, name, stateFields)));
  if (target === undefined) return null;
  if (holder === 'composition') {
    return {
      rule: 'misplaced-field',
      text: `; did you mean ${target} in the state of an object, in "states"?`,
    };
  }
  const values = meant ? meant.values : fits('state', target, name, value);
  const shown = isShorthand ? `${target} in "state"` : `${target} in its states`;
  const state = object.value.state ?? {};
  const isFree = isShorthand && isMap(state) && isWritable(name);
  if (!isFree || values === null || Object.keys(values).some((one) => Object.hasOwn(state, one))) {
    return { ...renamed(shown, notes[plainName(name)], undefined), rule: 'misplaced-field' };
  }
  const moved = Object.fromEntries(Object.entries(values).map(([one, item]) => [`state.${one}`, item]));
  const stateSchema = unwrapped(object.schema.shape.state as z.ZodType);
  const isValid = stateSchema instanceof z.ZodObject && fitsSchema(stateSchema, values);
  const fix = isValid ? { path, fields: { ...moved, [name]: null } } : undefined;
  return { ...renamed(shown, notes[plainName(name)], fix), rule: 'misplaced-field' };
}

/** Reads a field of a composition or a project as authors write it in a scene. */
function readAsScene({ holder, name }: UnknownField): Reading | null {
  if (holder !== 'composition' && holder !== 'project') return null;
  const hint = lookUp(hints.scene, name);
  if (hint !== undefined) return { rule: 'unknown-field', text: `: ${hint}` };
  const target = lookUp(meanings.scene, name);
  return target === undefined
    ? null
    : { rule: 'misplaced-field', text: `; did you mean ${target} of the scene?` };
}
