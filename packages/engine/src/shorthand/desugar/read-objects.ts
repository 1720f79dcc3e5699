import { isDeepStrictEqual } from 'node:util';
import {
  boxFields,
  isGroupKind,
  isLabelled,
  isLine,
  labelFields,
  transformFields,
} from '../../language/kinds.ts';
import { isMap } from '../../project/check.ts';
import { idPattern } from '../../project/field-schemas.ts';
import { type Path, showValue } from '../../project/problem-text.ts';
import { addCamera } from './camera.ts';
import { readGuesses } from './guesses.ts';
import { type Item, ItemList } from './items.ts';
import { inkOn } from './label-ink.ts';
import { internalFields, isStateField, readFields } from './read-fields.ts';
import { readFormulas } from './read-formulas.ts';
import { type Fields, mapIn, type SceneDraft } from './scene-draft.ts';
import { readShares } from './shares.ts';
import { addStyles, fieldsOfStyles, styleNames } from './styles.ts';

/** One of these makes the box; the others only change it. */
const boxSigns = ['fill', 'stroke', 'cornerRadius'] as const;

/** An object as written, and what it is called. */
interface WrittenObject {
  readonly id: string;
  readonly name: string;
  readonly value: unknown;
  readonly path: Path;
}

/** Reads the objects of a scene into the draft, with their parts, in drawing order. */
export function readObjects(draft: SceneDraft, objects: Fields, path: Path): void {
  for (const [id, value] of Object.entries(objects)) {
    readObject(draft, { id, name: id, value, path: [...path, id] });
  }
  addCamera(draft);
  for (const [id, object] of Object.entries(draft.objects)) resolveIds(draft, id, object);
  for (const object of Object.values(draft.objects)) {
    if (!isMap(object) || !isMap(object.state)) continue;
    readShares(draft, object.state, {}, path);
    readFormulas(draft, object.state);
  }
}

function readObject(draft: SceneDraft, { id, name, value, path }: WrittenObject): void {
  const { provenance, objects } = draft;
  provenance.field(objects, id, path);
  if (!isMap(value)) {
    objects[id] = value as unknown as Fields;
    return;
  }
  const named = readGuesses(draft, 'object', value, value.kind ?? value.type, path);
  const { kind } = named.fields;
  const guessed = readGuesses(draft, 'state', named.fields, kind, path);
  const { children, data, each, style, src, state: wrapper, ...rest } = guessed.fields;
  const object: Fields = provenance.set({}, path);
  objects[id] = object;
  const isGroup = isGroupKind(kind);
  const direct = Object.entries(rest).filter(([field]) => isStateField(field));
  for (const [field, one] of Object.entries(rest)) {
    if (!isStateField(field) && !internalFields.includes(field)) object[field] = one;
  }
  if (src !== undefined && object.image === undefined) {
    object.image = provenance.set({ src }, path);
    object.natural = true;
  }
  if (each === undefined && data !== undefined) direct.push(['data', data]);
  for (const [field, place] of named.places) provenance.field(object, field, place);
  const inWrapper = readGuesses(draft, 'state', isMap(wrapper) ? wrapper : {}, kind, [...path, 'state']);
  const place = isMap(wrapper) ? [...path, 'state'] : path;
  const state: Fields = provenance.set({}, place);
  for (const [field, one] of direct) {
    if (isMap(wrapper) && Object.hasOwn(wrapper, field))
      draft.problems.add([...path, field], 'conflict', 'is also in state; write it once');
    state[field] = one;
    provenance.field(state, field, guessed.places.get(field) ?? [...path, field]);
  }
  if (isMap(wrapper)) {
    const { style: styleInside, ...own } = inWrapper.fields;
    for (const [field, one] of Object.entries(own)) {
      state[field] = one;
      provenance.field(state, field, inWrapper.places.get(field) ?? [...path, 'state', field]);
    }
    if (styleInside !== undefined)
      draft.problems.add(
        [...path, 'state', 'style'],
        'misplaced-field',
        'belongs to the object itself; move it out of state',
      );
  }
  const own = new Set(Object.keys(state));
  const styles = styleNames(draft, style, [...path, 'style']);
  addStyles(draft, state, fieldsOfStyles(draft, styles), (field) => own.has(field));
  draft.looks.set(id, { styles, own });
  readFields(draft, state);
  const isEmpty = Object.keys(state).length === 0;
  if (wrapper !== undefined && !isMap(wrapper)) object.state = wrapper;
  else if (!isEmpty || wrapper !== undefined) object.state = state;
  if (!isGroup) {
    for (const [field, one] of [
      ['children', children],
      ['each', each],
    ] as const)
      if (one !== undefined) object[field] = one;
    addLabel(draft, { id, name, object, state });
    return;
  }
  addBox(draft, { id, name, object, state });
  addCarrier(draft, { id, name, object, state });
  if (each !== undefined) readItems(draft, { id, name, path, object }, each, data);
  else if (children !== undefined)
    object.children = readChildren(draft, { name, path }, children, named.places.get('children'));
  if (kind === 'group') surroundMembers(draft, id, object);
  if (each !== undefined && children !== undefined)
    draft.problems.add(
      [...path, 'children'],
      'conflict',
      'cannot be beside each, which makes the children; keep one of the two',
    );
}

/** Reads the children of a group: ids, or whole objects, in a list or by their names. */
function readChildren(
  draft: SceneDraft,
  { name, path }: Pick<WrittenObject, 'name' | 'path'>,
  children: unknown,
  guessed: Path | undefined,
): unknown {
  const place = guessed ?? [...path, 'children'];
  if (!Array.isArray(children) && !isMap(children)) return children;
  const ids: unknown[] = draft.provenance.set([], place);
  const entries = Array.isArray(children) ? [...children.entries()] : Object.entries(children);
  const read: WrittenObject[] = [];
  for (const [key, child] of entries) {
    draft.provenance.field(ids, ids.length, [...place, key]);
    if (typeof key === 'number' && !isMap(child)) {
      ids.push(child);
      continue;
    }
    const own = typeof key === 'number' && isMap(child) ? child.id : undefined;
    const part = typeof own === 'string' && idPattern.test(own) ? own : String(key);
    const childName = `${name}.${part}`;
    const id = draft.names.idFor(childName);
    if (Object.hasOwn(draft.objects, id) || read.some((one) => one.id === id))
      draft.problems.add(
        [...place, key],
        'repeated-id',
        `is the second part with the name ${showValue(childName)}; give it another id`,
      );
    ids.push(id);
    read.push({ id, name: childName, value: withoutId(child), path: [...place, key] });
  }
  for (const one of read) readObject(draft, one);
  return ids;
}

/** The id of a child is its name in the group. */
function withoutId(child: unknown): unknown {
  if (!isMap(child)) return child;
  const { id: _, ...rest } = child;
  return rest;
}

/** Makes a child for each item of the data, in every composition that has data of its own. */
function readItems(
  draft: SceneDraft,
  { id, name, path, object }: Pick<WrittenObject, 'id' | 'name' | 'path'> & { readonly object: Fields },
  each: unknown,
  data: unknown,
): void {
  const place = [...path, 'data'];
  if (
    name.includes('.') &&
    draft.itemGroups.size > 0 &&
    [...draft.itemGroups].some((group) => name.startsWith(`${draft.names.nameOf(group)}.`))
  )
    draft.problems.add(place, 'value', 'is inside another each; items cannot have items');
  if (data === undefined) {
    draft.problems.add(
      place,
      'missing-field',
      'is required beside each: a list, an object or a number of items',
    );
    return;
  }
  if (!isMap(each)) {
    draft.problems.add(
      [...path, 'each'],
      'value',
      `must be one object, the template of the children, but is ${showValue(each)}`,
    );
    return;
  }
  draft.itemGroups.add(id);
  const list = new ItemList();
  const first = list.next(data);
  if (typeof first === 'string') {
    draft.problems.add(place, 'value', first);
    object.children = [];
    return;
  }
  const group = { id, name, path, each };
  const ids: string[] = [];
  const current = new Map<string, Record<string, Fields>>();
  const add = (item: Item) => {
    const made = makeItem(draft, group, item);
    current.set(item.key, made);
    ids.push(draft.names.idFor(`${name}.${item.key}`));
    for (const [one, part] of Object.entries(made)) {
      draft.objects[one] = part;
      draft.provenance.field(draft.objects, one, [...path, 'each']);
    }
  };
  for (const item of first) add(item);
  let shown = first;
  const shownIn = new Map<string, readonly Item[]>();
  for (const { key, written, path: compositionPath } of draft.compositions) {
    const later = mapIn(mapIn(written, 'states'), name);
    shownIn.set(key, shown);
    if (later.data === undefined) continue;
    const items = list.next(later.data);
    if (typeof items === 'string') {
      draft.problems.add([...compositionPath, 'states', name, 'data'], 'value', items);
      continue;
    }
    const states: Record<string, Fields> = draft.itemStates.get(key) ?? {};
    for (const item of items) {
      if (!current.has(item.key)) add(item);
      else changeItem(draft, group, item, current, states);
    }
    for (const { key: part } of items) {
      const child = draft.names.idFor(`${name}.${part}`);
      if (!shown.some((item) => item.key === part)) states[child] = { ...states[child] };
    }
    states[id] = { ...states[id], children: items.map((item) => draft.names.idFor(`${name}.${item.key}`)) };
    shown = items;
    shownIn.set(key, items);
  }
  for (const [key, items] of shownIn) {
    const present = new Set(items.map((item) => draft.names.idFor(`${name}.${item.key}`)));
    for (const one of ids) if (!present.has(one)) draft.absent.get(key)?.add(one);
  }
  object.children = draft.provenance.set(ids, place);
  const own = object.state;
  const order = first.map((item) => draft.names.idFor(`${name}.${item.key}`));
  if (order.length < ids.length) object.state = { ...(isMap(own) ? own : {}), children: order };
  if (isMap(own) && isMap(object.state) && object.state !== own) draft.provenance.set(object.state, path);
}

/** A group whose children are made from data. */
interface ItemGroup extends Pick<WrittenObject, 'id' | 'name' | 'path'> {
  readonly each: Fields;
}

/** Returns the objects of one item. */
function makeItem(draft: SceneDraft, { name, path, each }: ItemGroup, item: Item): Record<string, Fields> {
  const place = [...path, 'each'];
  const value = draft.variables.fill(each, item.fields, place);
  const childName = `${name}.${item.key}`;
  const objects: Record<string, Fields> = draft.provenance.set(Object.create(null), [
    ...draft.path,
    'objects',
  ]);
  readObject(
    { ...draft, objects },
    { id: draft.names.idFor(childName), name: childName, value, path: place },
  );
  return objects;
}

/** Adds the states in which the objects of an item differ from its earlier data. */
function changeItem(
  draft: SceneDraft,
  group: ItemGroup,
  item: Item,
  current: Map<string, Record<string, Fields>>,
  states: Record<string, Fields>,
): void {
  const before = current.get(item.key) ?? {};
  const now = makeItem(draft, group, item);
  for (const [id, object] of Object.entries(now)) {
    const changed = Object.entries(mapIn(object, 'state')).filter(
      ([field, value]) => !isDeepStrictEqual(value, mapIn(before[id], 'state')[field]),
    );
    if (changed.length > 0) states[id] = { ...states[id], ...Object.fromEntries(changed) };
  }
  current.set(item.key, now);
}

/** A plain object that gets a part of its own. */
interface Owner {
  readonly id: string;
  readonly name: string;
  readonly object: Fields;
  readonly state: Fields;
}

/** The states of an object in all compositions, as written, with the fields of their styles. */
function statesOf(draft: SceneDraft, name: string): Fields[] {
  return draft.compositions.map(({ written }) => {
    const state = mapIn(mapIn(written, 'states'), name);
    if (state.style === undefined) return state;
    const names = (Array.isArray(state.style) ? state.style : [state.style]).map(String);
    const ofStyles = [...fieldsOfStyles(draft, names)].map(([field, { value }]) => [field, value]);
    return { ...Object.fromEntries(ofStyles), ...state };
  });
}

/** Fields that a label has from its owner. */
export const sharedWithLabel = ['opacity', 'visible'] as const;

/** Gives a shape or a line a label of its own, if it has a text anywhere. */
function addLabel(draft: SceneDraft, { id, name, object, state }: Owner): void {
  if (draft.isComplete || !isLabelled(object.kind)) return;
  const hasText = [state, ...statesOf(draft, name)].some(({ text }) => text !== undefined && text !== '');
  if (!hasText) return;
  const label = draft.names.idFor(`${name}.label`);
  draft.labels.set(id, label);
  attach(draft, object, label, draft.provenance.written(object, []));
  const own = takeLabelFields(draft, state);
  const on = isLine(object.kind) ? { on: id, upright: true } : { inside: id };
  const { parentId, order } = object;
  const made: Fields = draft.provenance.set(
    { kind: 'text', follows: id },
    draft.provenance.written(draft.objects, [id]),
  );
  Object.assign(own, on);
  if (own.fill === undefined) {
    own.fill = inkOn(state, object.kind, draft.background);
    draft.inked.add(label);
  }
  for (const field of sharedWithLabel) if (state[field] !== undefined) own[field] = state[field];
  made.state = draft.provenance.make(own);
  if (parentId !== undefined) made.parentId = parentId;
  if (order !== undefined) made.order = order;
  draft.objects[label] = made;
  draft.looks.set(label, { styles: [], own: new Set() });
}

/** Moves the fields of a label out of the state of its owner. */
export function takeLabelFields(draft: SceneDraft, state: Fields): Fields {
  return takeFields(draft, state, labelFields, { textColor: 'fill' });
}

/** Gives a group a rectangle around its members, if it has the fields of one anywhere. */
function addBox(draft: SceneDraft, { id, name, object, state }: Owner): void {
  const isBox = (fields: Fields) => boxSigns.some((field) => fields[field] !== undefined);
  if (![state, ...statesOf(draft, name)].some(isBox)) return;
  const box = draft.names.idFor(`${name}.box`);
  draft.boxes.set(id, box);
  const path = draft.provenance.written(draft.objects, [id]);
  const made: Fields = draft.provenance.set({ kind: 'rectangle' }, path);
  const own = takeBoxFields(draft, state, object.kind);
  own.fill ??= 'none';
  if (object.kind !== 'group') own.padding = 0;
  made.state = draft.provenance.make(Object.assign(own, { around: id }));
  if (object.parentId !== undefined) made.parentId = object.parentId;
  attach(draft, object, box, path);
  draft.objects[box] = made;
  draft.looks.set(box, { styles: [], own: new Set() });
}

/** Gives a group an object without a picture that turns and scales the members, if it has such a field anywhere. */
function addCarrier(draft: SceneDraft, { id, name, object, state }: Owner): void {
  const isTurned = (fields: Fields) => transformFields.some((field) => fields[field] !== undefined);
  if (![state, ...statesOf(draft, name)].some(isTurned)) return;
  const carrier = draft.names.idFor(`${name}.frame`);
  draft.carriers.set(id, carrier);
  const path = draft.provenance.written(draft.objects, [id]);
  const made: Fields = draft.provenance.set({ kind: 'rectangle', carries: id }, path);
  const own = takeTransformFields(draft, state);
  made.state = draft.provenance.make(Object.assign(own, { fill: 'none', around: id, padding: 0 }));
  if (object.parentId !== undefined) made.parentId = object.parentId;
  attach(draft, object, carrier, path);
  draft.objects[carrier] = made;
  draft.looks.set(carrier, { styles: [], own: new Set() });
}

/** Moves the fields that turn and scale a group out of its state. */
export function takeTransformFields(draft: SceneDraft, state: Fields): Fields {
  return takeFields(draft, state, transformFields);
}

/** Lets a made object appear with its owner. */
function attach({ provenance }: SceneDraft, owner: Fields, id: string, path: Path): void {
  const attached = Array.isArray(owner.attached) ? owner.attached : provenance.set([], path);
  attached.push(id);
  owner.attached = attached;
}

/** A group without a place of its own has its box around its members. */
function surroundMembers(draft: SceneDraft, id: string, { children }: Fields): void {
  for (const made of [draft.boxes.get(id), draft.carriers.get(id)]) {
    const state = made === undefined ? undefined : draft.objects[made]?.state;
    if (isMap(state) && Array.isArray(children)) state.around = [...children];
  }
}

/** Moves the fields of a box out of the state of its group. */
export function takeBoxFields(draft: SceneDraft, state: Fields, kind: unknown): Fields {
  // A row, a column or a grid arranges its members within the padding.
  return takeFields(draft, state, kind === 'group' ? [...boxFields, 'padding'] : boxFields);
}

/** Moves fields out of a state, some of them under another name. */
function takeFields(
  { provenance }: SceneDraft,
  state: Fields,
  fields: readonly string[],
  renamed: Readonly<Record<string, string>> = {},
): Fields {
  const taken: Fields = provenance.set({}, provenance.written(state, []));
  for (const field of fields) {
    if (state[field] === undefined) continue;
    const name = renamed[field] ?? field;
    taken[name] = state[field];
    provenance.field(taken, name, provenance.placeOf(state, field, []));
    delete state[field];
  }
  return taken;
}

/** Fields of an object and of a state that name other objects. */
const references = ['inside', 'above', 'below', 'leftOf', 'rightOf', 'around', 'from', 'to', 'on'] as const;

/** Replaces the names of parts by ids. */
export function resolveNames(draft: SceneDraft, state: Fields, path: Path): void {
  for (const field of references) {
    const value = state[field];
    const place = draft.provenance.placeOf(state, field, path);
    if (typeof value === 'string') state[field] = idOf(draft, value, place);
    else if (Array.isArray(value)) {
      const ids = value.map((one, index) =>
        typeof one === 'string' ? idOf(draft, one, [...place, index]) : one,
      );
      state[field] = draft.provenance.set(ids, place);
    }
  }
}

/** Returns the id of a named object or part; the name itself, with a problem, if there is no such part. */
export function idOf(draft: SceneDraft, name: string, place: Path): string {
  const id = draft.names.resolve(name, draft.objects);
  if (id !== undefined) return id;
  const owner = draft.names.ownerName(name);
  const parts = draft.names.partsOf(owner);
  const known = parts.length === 0 ? 'has no parts' : `has ${parts.map(showValue).join(', ')}`;
  draft.problems.add(place, 'unknown-id', `is ${showValue(name)}, which does not exist: ${owner} ${known}`);
  return owner;
}

function resolveIds(draft: SceneDraft, id: string, object: Fields): void {
  if (!isMap(object)) return;
  const path = draft.provenance.written(draft.objects, [id]);
  if (isMap(object.state)) resolveNames(draft, object.state, path);
  if (typeof object.parentId === 'string')
    object.parentId = idOf(draft, object.parentId, draft.provenance.placeOf(object, 'parentId', path));
  const { children } = object;
  if (!Array.isArray(children)) return;
  for (const [index, child] of children.entries()) {
    const place = draft.provenance.placeOf(children, index, [...path, 'children']);
    if (typeof child === 'string') children[index] = idOf(draft, child, place);
  }
}
