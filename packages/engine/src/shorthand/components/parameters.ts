import { didYouMean } from '../../names/closest-name.ts';
import { broken, isMap } from '../../project/check.ts';
import { type Path, showValue } from '../../project/problem-text.ts';
import { readNames } from '../desugar/guesses.ts';
import { isObjectField, isStateField } from '../desugar/read-fields.ts';
import type { Fields, SceneDraft, WrittenObject } from '../desugar/scene-draft.ts';
import { RunningText } from '../formula-texts.ts';
import { type Component, lookField, showComponent } from './component.ts';

/** Fields of groups that a component has itself. */
const ownFields: readonly string[] = ['kind', 'type', 'children', 'each', 'data', 'parts', 'src', 'icon'];

/** An object whose kind is a component. */
export interface ComponentUse extends Pick<WrittenObject, 'id' | 'name' | 'path'> {
  readonly fields: Fields;
  /** Returns the place of a field as written. */
  readonly placeOf: (field: string) => Path;
}

/** Divides the fields of a use into parameters of the component and fields of the object that it makes. */
export function splitFields(
  draft: SceneDraft,
  { name, fields, placeOf }: ComponentUse,
  component: Component,
): { readonly given: Fields; readonly others: Fields } {
  const given: Fields = {};
  const others: Fields = {};
  const names = Object.keys(component.fields);
  for (const [field, value] of Object.entries(fields)) {
    if (field === 'kind' || (field === 'type' && fields.kind === undefined)) continue;
    const place = placeOf(field);
    if (names.includes(field) || field === lookField) {
      if (!fits(draft, component, field, value, place)) continue;
      given[field] = value;
      keepChildren(draft, name, value, place);
    } else if (isKnown(field, value, component)) others[field] = value;
    else {
      const choices = names.length === 0 ? 'has none' : `has ${names.join(', ')}`;
      const meant = didYouMean(field, names, { show: showValue });
      draft.problems.add(
        place,
        'unknown-field',
        `is no field of ${component.name}, which ${choices} (${showComponent(component)})${meant}`,
      );
    }
  }
  for (const [field, usual] of Object.entries(component.fields)) {
    if (usual !== null || fields[field] !== undefined) continue;
    given[field] = '';
    draft.problems.add(
      placeOf(field),
      'missing-field',
      `is required by ${component.name} (${showComponent(component, 'fields', field)})`,
    );
  }
  return { given, others };
}

/** Whether an object of the kind that a component makes has a field, perhaps by another name. */
function isKnown(field: string, value: unknown, { object }: Component): boolean {
  if (ownFields.includes(field)) return false;
  if (isStateField(field) || isObjectField(field) || field === 'style') return true;
  const read = (holder: 'object' | 'state') =>
    readNames({ guesses: [] }, holder, { [field]: value }, object.kind, []).fields;
  return read('object')[field] === undefined || read('state')[field] === undefined;
}

/** Remembers the objects that are given to a component as its children. */
function keepChildren({ given, item }: SceneDraft, owner: string, value: unknown, place: Path): void {
  const entries = Array.isArray(value) ? [...value.entries()] : isMap(value) ? Object.entries(value) : [];
  if (isMap(value)) given.set(value, { owner, path: place, item });
  for (const [key, child] of entries)
    if (isMap(child)) given.set(child, { owner, path: [...place, key], item });
}

/** Whether a parameter may have a value; reports one of another type than the default, and a look that there is not. */
export function fits(
  draft: SceneDraft,
  component: Component,
  field: string,
  value: unknown,
  place: Path,
): boolean {
  // It is reported already.
  if (value === broken) return false;
  const { name, looks, fields } = component;
  if (field === lookField) {
    const lookNames = Object.keys(looks);
    if (value === '' || (typeof value === 'string' && Object.hasOwn(looks, value))) return true;
    const has = lookNames.length === 0 ? 'has none' : `has ${lookNames.map(showValue).join(', ')}`;
    const meant = didYouMean(value, lookNames, { show: showValue });
    draft.problems.add(
      place,
      'unknown-id',
      `is ${showValue(value)}, which is no look of ${name}; it ${has} (${showComponent(component, 'states')})${meant}`,
    );
    return false;
  }
  const usual = fields[field];
  const types = usual === null ? undefined : typesLike(usual);
  const isRunning = value instanceof RunningText;
  if (!isRunning && (types === undefined || types.names.includes(typeName(value)))) return true;
  const rule = isRunning
    ? 'cannot follow variables that compositions change; write the field into their states'
    : `must be ${types?.noun} like the default of ${name}, ${showValue(usual)}, but is ${showValue(value)}`;
  draft.problems.add(place, 'value', `${rule} (${showComponent(component, 'fields', field)})`);
  return false;
}

function typeName(value: unknown): string {
  return typeof value === 'object' && value !== null ? 'data' : typeof value;
}

/** What a parameter may be by its default. A text may be a number, and data a list or an object. */
function typesLike(usual: unknown): { readonly names: readonly string[]; readonly noun: string } {
  if (typeof usual === 'string') return { names: ['string', 'number'], noun: 'a text' };
  if (typeof usual === 'number') return { names: ['number'], noun: 'a number' };
  if (typeof usual === 'boolean') return { names: ['boolean'], noun: 'true or false' };
  return { names: ['data'], noun: 'a list or an object' };
}
