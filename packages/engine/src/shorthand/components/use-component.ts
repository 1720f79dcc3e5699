import { isMap } from '../../project/check.ts';
import { type Path, showValue } from '../../project/problem-text.ts';
import { variablesFrom } from '../desugar/items.ts';
import { type Fields, mapIn, type ReadObject, type SceneDraft } from '../desugar/scene-draft.ts';
import { changeObjects, hasRoom, makeObjects } from '../desugar/templates.ts';
import { ofCatalogue } from './catalogue.ts';
import { type Component, lookField, showComponent } from './component.ts';
import { changesOf, templateOf } from './component-template.ts';
import { hiddenIn } from './looks.ts';
import { type ComponentUse, fits, splitFields } from './parameters.ts';

/** How deep components may be in each other. */
const maxDepth = 20;

/** Reads an object whose kind is a component: the object that it makes, with its parts, and what compositions change. */
export function readComponent(
  draft: SceneDraft,
  use: ComponentUse,
  component: Component,
  readObject: ReadObject,
): void {
  const { id, name, path } = use;
  const kindPlace = use.placeOf('kind');
  const chain = [...draft.item.components, component.name];
  const isCycle = draft.item.components.includes(component.name);
  if (isCycle || chain.length > maxDepth) {
    const rule = isCycle ? 'is inside itself' : `is more than ${maxDepth} components deep`;
    draft.problems.add(
      kindPlace,
      'cycle',
      `is ${showValue(component.name)}, which ${rule}: ${chain.slice(-5).join(' → ')} (${showComponent(component)}); use another kind in one of them`,
    );
    leavePlace(draft, use);
    return;
  }
  if (!hasRoom(draft, path, 'use fewer components, or simpler ones')) {
    leavePlace(draft, use);
    return;
  }
  if (component.home === ofCatalogue && draft.theme === undefined) {
    const rule = `is ${showValue(component.name)} of the catalogue, whose colors and styles are those of a theme`;
    draft.problems.add(kindPlace, 'value', `${rule}; add "theme": "midnight", or another one`);
    leavePlace(draft, use);
    return;
  }
  const { given, others } = splitFields(draft, use, component);
  const item = { ...draft.item, components: chain, whole: id };
  const start: Fields = { ...component.fields, [lookField]: '', ...given };
  // The component that makes another one reads its states.
  const steps = draft.item.whole === id ? [] : stepsOf(draft, use, component, start);
  const unseen = neverShown(draft, use, component, [start, ...steps.map(({ values }) => values)]);
  const template = templateOf({ ...draft, item }, use, component, { others, unseen, readObject });
  const mentioned = new Map(draft.mentioned);
  for (const { values } of steps.filter((step) => step.values !== start))
    for (const [part, fields] of changesOf(template, start, values))
      mentioned.set(part, [...(mentioned.get(part) ?? []), fields]);
  const inside: SceneDraft = { ...draft, item, mentioned };
  let made = makeObjects(inside, template, variablesFrom(start));
  for (const [one, part] of Object.entries(made.objects)) {
    draft.objects[one] = part;
    draft.provenance.field(draft.objects, one, draft.provenance.placeOf(made.objects, one, path));
    // Nobody can write into a component that is not in the document.
    const isWritten = component.path !== undefined || one === id;
    if (isWritten || !isWithin(draft.provenance.pathOf(part), kindPlace)) continue;
    draft.provenance.make(part);
    if (isMap(part.state)) draft.provenance.make(part.state);
  }
  if (draft.item.whole === id) return;
  draft.parameters.set(id, new Set(Object.keys(start)));
  for (const { key, place, values } of steps) {
    made = changeObjects(inside, template, made, {
      variables: variablesFrom(values),
      place,
      states: draft.itemStates.get(key) ?? {},
      wayOut: 'a component keeps its parts; show and hide them in its states',
    });
    for (const part of hiddenIn(component.looks, String(values[lookField])))
      draft.absent.get(key)?.add(draft.names.idFor(`${name}.${part}`));
  }
}

/** The parts that no look shows which an object has, and that no composition names. */
function neverShown(
  { compositions }: SceneDraft,
  { name }: ComponentUse,
  { looks }: Component,
  values: readonly Fields[],
): readonly string[] {
  const hidden = values.map((one) => hiddenIn(looks, String(one[lookField])));
  const mentioned = compositions.flatMap(({ written }) => Object.keys(mapIn(written, 'states')));
  return [...(hidden[0] ?? [])].filter(
    (part) =>
      hidden.every((parts) => parts.has(part)) &&
      !mentioned.some((one) => `${one}.`.startsWith(`${name}.${part}.`)),
  );
}

/** The values of the parameters of an object in one composition. */
interface Step {
  readonly key: string;
  readonly place: Path;
  readonly values: Fields;
}

/** Returns the values of the parameters in each composition, which stay until another one changes them. */
function stepsOf(draft: SceneDraft, { name }: ComponentUse, component: Component, start: Fields): Step[] {
  let values = start;
  return draft.compositions.map(({ key, written, path }) => {
    const state: unknown = mapIn(written, 'states')[name];
    const place = [...path, 'states', name];
    const changed = typeof state === 'string' ? { [lookField]: state } : isMap(state) ? state : {};
    for (const [field, value] of Object.entries(changed)) {
      const at = typeof state === 'string' ? place : [...place, field];
      if (Object.hasOwn(start, field) && fits(draft, component, field, value, at))
        values = { ...values, [field]: value };
    }
    return { key, place, values };
  });
}

function isWithin(path: Path | undefined, place: Path): boolean {
  return place.every((name, index) => name === path?.[index]);
}

/** Draws a shape for an object that cannot be made, so that others may name it. */
function leavePlace({ objects, provenance }: SceneDraft, { id, path }: ComponentUse): void {
  objects[id] = provenance.set({ kind: 'rectangle' }, path);
}
