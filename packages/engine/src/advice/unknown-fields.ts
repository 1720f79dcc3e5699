import * as z from 'zod';
import type { JsonValue } from '../project/problem.ts';
import { showPath } from '../project/problem-text.ts';
import { type ExtendedResource, isExtensionField } from '../project/schema.ts';
import { type AdviceList, maxAdvice } from './advice.ts';
import { unknownNames, unwrapped, walkDocument } from './document-objects.ts';
import { type Holder, isAnnotation, lookUp, meanings, nouns } from './fields/field-meanings.ts';
import { readField } from './fields/field-readings.ts';
import { FieldLists } from './fields/fields-of-kind.ts';
import { fitsSchema, holderOf, ownFields, type Reading, type UnknownField } from './fields/unknown-field.ts';

/** Maximum number of unknown fields to look up; the same few names occur again and again in large documents. */
const maxReadings = 5000;

/** Unknown fields that mean the same and are reported as one. */
interface Repeated {
  readonly field: UnknownField;
  readonly path: string;
  readonly reading: Reading;
  places: number;
}

/** A document with the values of its variables. */
interface DocumentOfFields {
  readonly document: unknown;
  readonly isShorthand: boolean;
  /** The strings with variables as they are written, by place. */
  readonly variableTexts: ReadonlyMap<string, string>;
}

/**
 * Advises on every field of a document that the format does not have, with the field that was probably meant. Each
 * field that can be renamed or moved gets a piece of advice; the others get one for each name.
 */
export function adviseOnUnknownFields(
  { document, isShorthand, variableTexts }: DocumentOfFields,
  list: AdviceList,
): void {
  const found: Repeated[] = [];
  const repeated = new Map<string, Repeated>();
  let fixes = 0;
  /** Fields that fixes set, so that no two set the same. */
  const taken = new Set<string>();
  let readings = 0;
  walkDocument(document, isShorthand, (object, path) => {
    const names = unknownNames(object);
    if (names.length === 0) return;
    const holder = holderOf(object);
    for (const name of names) {
      if (!isShorthand && isPartOfExtensions(name, holder)) continue;
      if (isAnnotation(name, holder) || fixes >= maxAdvice || ++readings > maxReadings) continue;
      const field = { name, value: object.value[name], object, holder, path: [...path], isShorthand };
      const reading = withoutTaken(withVariables(readAnywhere(field), field, variableTexts), taken);
      const key = JSON.stringify([holder, name, reading.text]);
      const earlier = reading.fix === undefined ? repeated.get(key) : undefined;
      if (earlier) {
        earlier.places++;
        continue;
      }
      const unknownField = {
        field,
        path: showPath(reading.fix?.path ?? [...path, name]),
        reading,
        places: 1,
      };
      found.push(unknownField);
      if (reading.fix === undefined) repeated.set(key, unknownField);
      else fixes++;
    }
  });
  const lists = new FieldLists();
  const listed = new Set<Holder>();
  /** Fields as written: one of a style is also in the objects that have the style. */
  const said = new Set<string>();
  for (const { field, path, reading, places } of found) {
    const { rule, text, fix } = reading;
    const written = `${list.placeInDocument({ path }).path} ${field.name}`;
    if (fix === undefined && said.has(written)) continue;
    said.add(written);
    const more = places > 1 ? `, here and in ${places - 1} other ${places === 2 ? 'place' : 'places'}` : '';
    // Authors who read a hint or follow a fix do not need the list.
    const isAnswered = fix !== undefined || (text !== '' && !text.startsWith('; did you mean'));
    const fieldList = isAnswered ? '' : (lists.of(field) ?? fieldsOnce(field, listed, text));
    const rest = `${text}${listAfter(text, fieldList)}`;
    const where = text === '' ? ` of ${nouns[field.holder]}` : rule === 'misplaced-field' ? ' here' : '';
    list.addInDocument({
      rule,
      path,
      message: `${JSON.stringify(shorten(field.name))} is not a field${where} and is ignored${more}${rest}`,
      ...(fix && { fix: fix.fields }),
    });
  }
}

/** Lists the fields of an object of the full format, or of a part of the document that is not an object, once. */
function fieldsOnce(field: UnknownField, listed: Set<Holder>, text: string): string {
  if (text !== '' || listed.has(field.holder)) return '';
  listed.add(field.holder);
  return fieldsOf(field);
}

/** Joins the meaning of a field and a list of the known ones. */
function listAfter(text: string, list: string): string {
  if (list === '') return '';
  return /[?.]$/.test(text) ? ` ${list.charAt(0).toUpperCase()}${list.slice(1)}` : `; ${list}`;
}

/** Reads a field of an object also as one of its state, which it may be. */
function readAnywhere(field: UnknownField): Reading {
  const reading = readField(field);
  const { holder, object, isShorthand } = field;
  const isObject = isShorthand && (holder === 'object' || holder === 'group');
  const schema = isObject ? unwrapped(object.schema.shape.state as z.ZodType) : undefined;
  const isOfObject =
    reading.text !== '' && !Object.keys(reading.fix?.fields ?? {}).some((name) => name.startsWith('state.'));
  if (isOfObject || !(schema instanceof z.ZodObject)) return reading;
  const ofGroup = holder === 'group' ? lookUp(meanings.group, field.name) : undefined;
  if (ofGroup !== undefined && !Object.hasOwn(object.value, ofGroup)) {
    const fields = { [ofGroup]: field.value as JsonValue };
    const fix = fitsSchema(schema, fields) && { path: field.path, fields: { ...fields, [field.name]: null } };
    if (fix) return { rule: 'unknown-field', text: `; did you mean ${ofGroup}?`, fix };
  }
  const state = { ...object, holder: 'state', schema, owner: object };
  const asState = readField({ ...field, holder: 'state', object: state });
  return asState.text === '' || asState.rule === 'misplaced-field' ? reading : asState;
}

/** The resources of the full format that have the same fields as what holds them in shorthand. */
const extendedResources: Partial<Readonly<Record<Holder, ExtendedResource>>> = {
  project: 'project',
  scene: 'scene',
  object: 'object',
  state: 'state',
  composition: 'composition',
  enter: 'composition',
  track: 'track',
  sound: 'audioTrack',
};

/** Whether a field is an extension, or the mark for them with a wrong value: that is advice of its own. */
function isPartOfExtensions(name: string, holder: Holder): boolean {
  const resource = extendedResources[holder];
  if (holder === 'project' && name === 'extended') return true;
  return resource !== undefined && isExtensionField(resource, name);
}

/** Maximum length of a name in a message. */
const maxNameLength = 40;

function shorten(name: string): string {
  return name.length > maxNameLength ? `${name.slice(0, maxNameLength - 1)}…` : name;
}

/** Lists the fields of an object for a message. */
function fieldsOf(field: UnknownField): string {
  return `${nouns[field.holder]} has ${ownFields(field).join(', ')}`;
}

/** Puts the variables of a value back into a fix. Removes the fix if their values would have to be converted. */
function withVariables(
  reading: Reading,
  { name, value, path }: UnknownField,
  texts: ReadonlyMap<string, string>,
): Reading {
  const { fix, ...rest } = reading;
  if (fix === undefined || texts.size === 0) return reading;
  const place = showPath([...path, name]);
  const text = texts.get(place);
  const hasVariablesInside = [...texts.keys()].some(
    (one) => one.startsWith(`${place}.`) || one.startsWith(`${place}[`),
  );
  if (hasVariablesInside) return rest;
  if (text === undefined) return reading;
  const entries = Object.entries(fix.fields);
  if (entries.some(([, one]) => one !== null && one !== value)) return rest;
  const fields = Object.fromEntries(entries.map(([key, one]) => [key, one === null ? null : text]));
  return { ...rest, fix: { path: fix.path, fields } };
}

function withoutTaken(reading: Reading, taken: Set<string>): Reading {
  const { fix, ...rest } = reading;
  if (fix === undefined) return reading;
  const place = showPath(fix.path);
  const set = Object.keys(fix.fields).filter((name) => fix.fields[name] !== null);
  const keys = set.map((name) => `${place} ${name}`);
  if (keys.some((key) => taken.has(key))) return rest;
  for (const key of keys) taken.add(key);
  return reading;
}
