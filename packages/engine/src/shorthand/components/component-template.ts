import { isMap } from '../../project/check.ts';
import type { Path } from '../../project/problem-text.ts';
import { type ItemVariables, variablesFrom } from '../desugar/items.ts';
import { type Fields, mapIn, type ReadObject, type SceneDraft } from '../desugar/scene-draft.ts';
import type { Template } from '../desugar/templates.ts';
import { onlyVariable } from '../variable-syntax.ts';
import { type Component, lookField } from './component.ts';
import { withLocalNames } from './local-names.ts';
import { childrenOf, withFields, withLook } from './looks.ts';
import type { ComponentUse } from './parameters.ts';

/** What leaves a part out. */
const leftOut: Fields = { if: false };

/** Returns the template of an object: the component with the values of its parameters, a look, and the fields of the use. */
export function templateOf(
  draft: SceneDraft,
  { id, name, path, placeOf }: ComponentUse,
  component: Component,
  {
    others,
    unseen,
    readObject,
  }: { readonly others: Fields; readonly unseen: readonly string[]; readonly readObject: ReadObject },
): Template {
  const { provenance } = draft;
  const place = component.path ?? placeOf('kind');
  const seen = unseen.reduce(
    (object, part) => withFields(object, part.split('.'), leftOut) ?? object,
    component.object,
  );
  const local = withLocalNames({ ...seen, states: component.looks }, name);
  const write = ({ values, lists }: ItemVariables, at?: Path) => {
    const filled = draft.variables.fill(local, values, place, lists);
    const { states, ...object } = isMap(filled) ? filled : {};
    const look = mapIn(states, String(values[lookField]));
    const lookPath = [...place, 'states', String(values[lookField])];
    const value = withLook({ ...object, ...others }, look, lookPath, draft.problems);
    provenance.set(value, path);
    for (const field of Object.keys(component.object))
      provenance.field(value, field, component.path === undefined ? place : [...place, field]);
    const parameterPlace = (field: string) => (at === undefined ? placeOf(field) : [...at, field]);
    keepParameterPlaces(draft, local, value, component, { place, placeOf: parameterPlace });
    for (const field of Object.keys(others)) provenance.field(value, field, placeOf(field));
    return { value, path };
  };
  return { id, name, write, readObject };
}

/** Remembers of the fields that are a parameter alone that they are written where the component is used. */
function keepParameterPlaces(
  draft: SceneDraft,
  template: unknown,
  filled: unknown,
  component: Component,
  { place, placeOf }: Pick<ComponentUse, 'placeOf'> & { readonly place: Path },
): void {
  if (typeof template !== 'object' || template === null) return;
  if (typeof filled !== 'object' || filled === null) return;
  const { provenance } = draft;
  for (const [name, text] of Object.entries(template)) {
    const field = Array.isArray(template) ? Number(name) : name;
    const inner: unknown = Reflect.get(filled, field);
    const innerPlace = component.path === undefined ? place : [...place, field];
    const parameter = typeof text === 'string' ? onlyVariable(text) : undefined;
    if (parameter !== undefined && Object.hasOwn(component.fields, parameter)) {
      provenance.field(filled, field, placeOf(parameter));
    } else if (typeof inner === 'object' && inner !== null && typeof text === 'object') {
      if (provenance.pathOf(inner) === undefined) provenance.set(inner, innerPlace);
      keepParameterPlaces(draft, text, inner, component, { place: innerPlace, placeOf });
    }
  }
}

/**
 * Returns the fields in which the parts of an object differ with other values of its parameters, by the names of the
 * parts. What draws a part may need to know before it is made that a composition changes such a field.
 */
export function changesOf(template: Template, before: Fields, after: Fields): Map<string, Fields> {
  const changes = new Map<string, Fields>();
  const compare = (name: string, old: unknown, changed: unknown) => {
    if (!isMap(old) || !isMap(changed)) return;
    const { children: _, ...fields } = changed;
    const different = Object.entries(fields).filter(([field, value]) => value !== old[field]);
    if (different.length > 0) changes.set(name, Object.fromEntries(different));
    const inside = new Map(childrenOf(old));
    for (const [part, child] of childrenOf(changed)) compare(`${name}.${part}`, inside.get(part), child);
  };
  const write = (values: Fields) => template.write(variablesFrom(values)).value;
  compare(template.name, write(before), write(after));
  return changes;
}
