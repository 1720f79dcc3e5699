import { isDeepStrictEqual } from 'node:util';
import { fieldsOf, isMap } from '../../project/check.ts';
import { type Path, showValue } from '../../project/problem-text.ts';
import { isCsvText } from '../csv/csv-items.ts';
import { isFilePath } from '../sources.ts';
import { textOfFile } from './file-texts.ts';
import { type Item, ItemList, type ItemVariables, innerVariables } from './items.ts';
import { type Fields, mapIn, type ReadObject, type SceneDraft, type WrittenObject } from './scene-draft.ts';

/** Objects of a scene up to which items add more; they take a second or two to arrange and to check. */
const maxObjects = 5000;

/** Makes a child for each item of the data, in every composition that has data of its own. */
export function readItems(
  draft: SceneDraft,
  {
    id,
    name,
    path,
    object,
    placeOf,
  }: Pick<WrittenObject, 'id' | 'name' | 'path'> & {
    readonly object: Fields;
    readonly placeOf: (field: string) => Path;
  },
  each: unknown,
  data: unknown,
  readObject: ReadObject,
): void {
  const place = placeOf('data');
  object.children = [];
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
      placeOf('each'),
      'value',
      `must be one object, the template of the children, but is ${showValue(each)}`,
    );
    return;
  }
  draft.itemGroups.add(id);
  const list = new ItemList();
  const first = list.next(tableOf(draft, id, data, place));
  if (typeof first === 'string') {
    draft.problems.add(place, 'value', first);
    return;
  }
  const group = { id, name, path: placeOf('each'), each, readObject };
  const ids: string[] = [];
  const current = new Map<string, MadeItem>();
  const add = (item: Item) => {
    const made = makeItem(draft, group, item);
    current.set(item.key, { variables: item.variables, objects: made });
    ids.push(draft.names.idFor(`${name}.${item.key}`));
    for (const [one, part] of Object.entries(made)) {
      draft.objects[one] = part;
      draft.provenance.field(draft.objects, one, placeOf('each'));
    }
  };
  const addAll = (items: readonly Item[], at: Path) => {
    for (const item of items) {
      if (countObjects(draft) > maxObjects && !draft.room.isUsedUp) {
        draft.room.isUsedUp = true;
        const rule = `makes more than ${maxObjects} objects, together with the others of its scene`;
        draft.problems.add(at, 'count', `${rule}; write fewer items, or a simpler template`);
      }
      if (draft.room.isUsedUp) return;
      add(item);
    }
  };
  addAll(first, place);
  let shown = first;
  const shownIn = new Map<string, readonly Item[]>();
  for (const { key, written, path: compositionPath } of draft.compositions) {
    const later = mapIn(mapIn(written, 'states'), name);
    shownIn.set(key, shown);
    if (later.data === undefined) continue;
    const dataPlace = [...compositionPath, 'states', name, 'data'];
    const items = list.next(tableOf(draft, id, later.data, dataPlace));
    if (typeof items === 'string') {
      draft.problems.add(dataPlace, 'value', items);
      continue;
    }
    const states: Record<string, Fields> = draft.itemStates.get(key) ?? {};
    for (const item of items) {
      if (current.has(item.key)) changeItem(draft, group, item, dataPlace, { current, states });
      else addAll([item], dataPlace);
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
  if (order.length < ids.length) object.state = { ...fieldsOf(own), children: order };
  if (isMap(own) && isMap(object.state) && object.state !== own) draft.provenance.set(object.state, path);
}

/** Returns the CSV of a file in place of its name, or no items if it is not read yet. Other data stay as they are. */
export function tableOf(draft: SceneDraft, id: string, data: unknown, path: Path): unknown {
  if (typeof data !== 'string' || isCsvText(data) || !isFilePath(data)) return data;
  const text = textOfFile(draft, 'items', data, path);
  if (text !== undefined) return text;
  draft.unreadGroups.add(id);
  return [];
}

/** A group whose children are made from data, with the place of `each`. */
interface ItemGroup extends Pick<WrittenObject, 'id' | 'name' | 'path'> {
  readonly each: Fields;
  readonly readObject: ReadObject;
}

interface MadeItem {
  readonly variables: ItemVariables;
  readonly objects: Readonly<Record<string, Fields>>;
}

function countObjects({ objects, item }: SceneDraft): number {
  return item.objectsBeside + Object.keys(objects).length;
}

/** Returns the objects of one item. */
function makeItem(
  draft: SceneDraft,
  { name, path, each, readObject }: ItemGroup,
  item: Item,
): Record<string, Fields> {
  const variables = innerVariables(draft.item.variables, item.variables);
  const value = draft.variables.fill(each, variables.values, path, variables.lists);
  const childName = `${name}.${item.key}`;
  const objects: Record<string, Fields> = draft.provenance.set(Object.create(null), [
    ...draft.path,
    'objects',
  ]);
  const inItem: SceneDraft = { ...draft, objects, item: { variables, objectsBeside: countObjects(draft) } };
  readObject(inItem, { id: draft.names.idFor(childName), name: childName, value, path });
  return objects;
}

/** Adds the states in which the objects of an item differ from its earlier data. */
function changeItem(
  draft: SceneDraft,
  group: ItemGroup,
  item: Item,
  place: Path,
  { current, states }: { readonly current: Map<string, MadeItem>; readonly states: Record<string, Fields> },
): void {
  const before = current.get(item.key);
  if (before === undefined || isDeepStrictEqual(before.variables, item.variables)) return;
  // What the items inside do in each composition has been found when they were made.
  const compositions = [...draft.itemStates.keys()];
  const objects = makeItem(
    {
      ...draft,
      itemStates: new Map(compositions.map((key) => [key, {}])),
      absent: new Map(compositions.map((key) => [key, new Set()])),
    },
    group,
    item,
  );
  const other = [...Object.keys(objects), ...Object.keys(before.objects)].find(
    (id) => !Object.hasOwn(objects, id) || !Object.hasOwn(before.objects, id),
  );
  if (other !== undefined) {
    const rule = `gives ${draft.names.nameOf(draft.names.idFor(`${group.name}.${item.key}`))} other objects than before, such as ${draft.names.nameOf(other)}`;
    draft.problems.add(
      place,
      'value',
      `${rule}; keep its lists as long as they were, or give the item another id`,
    );
    return;
  }
  for (const [id, object] of Object.entries(objects)) {
    const changed = Object.entries(mapIn(object, 'state')).filter(
      ([field, value]) => !isDeepStrictEqual(value, mapIn(before.objects[id] ?? {}, 'state')[field]),
    );
    if (changed.length > 0) states[id] = { ...states[id], ...Object.fromEntries(changed) };
  }
  current.set(item.key, { variables: item.variables, objects });
}
