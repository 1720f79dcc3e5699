import { fieldsOf, isMap } from '../../project/check.ts';
import { type Path, showValue } from '../../project/problem-text.ts';
import { isCsvText } from '../csv/csv-items.ts';
import { isFilePath } from '../sources.ts';
import { textOfFile } from './file-texts.ts';
import { type Item, ItemList, innerVariables } from './items.ts';
import { type Fields, mapIn, type ReadObject, type SceneDraft, type WrittenObject } from './scene-draft.ts';
import { changeObjects, hasRoom, type MadeObjects, makeObjects, type Template } from './templates.ts';

/** Makes a child for each item of the data, in every composition that has data of its own. */
export function readItems(
  draft: SceneDraft,
  {
    id,
    name,
    path: groupPath,
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
  draft.parameters.set(id, new Set(['data']));
  const list = new ItemList();
  const first = list.next(tableOf(draft, id, data, place));
  if (typeof first === 'string') {
    draft.problems.add(place, 'value', first);
    return;
  }
  const path = placeOf('each');
  const templateOf = ({ key }: Item): Template => ({
    id: draft.names.idFor(`${name}.${key}`),
    name: `${name}.${key}`,
    write: ({ values, lists }) => ({ value: draft.variables.fill(each, values, path, lists), path }),
    readObject,
  });
  const variablesOf = (item: Item) => innerVariables(draft.item.variables, item.variables);
  const ids: string[] = [];
  const current = new Map<string, MadeObjects>();
  const add = (item: Item) => {
    const template = templateOf(item);
    const made = makeObjects(draft, template, variablesOf(item));
    current.set(item.key, made);
    ids.push(template.id);
    for (const [one, part] of Object.entries(made.objects)) {
      draft.objects[one] = part;
      draft.provenance.field(draft.objects, one, placeOf('each'));
    }
  };
  const addAll = (items: readonly Item[], at: Path) => {
    for (const item of items) {
      if (!hasRoom(draft, at, 'write fewer items, or a simpler template')) return;
      add(item);
    }
  };
  addAll(first, place);
  const change = (item: Item, at: Path, states: Record<string, Fields>) => ({
    variables: variablesOf(item),
    place: at,
    states,
    wayOut: 'keep its lists as long as they were, or give the item another id',
  });
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
      const made = current.get(item.key);
      if (made === undefined) addAll([item], dataPlace);
      else
        current.set(item.key, changeObjects(draft, templateOf(item), made, change(item, dataPlace, states)));
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
    for (const itemId of ids) if (!present.has(itemId)) draft.absent.get(key)?.add(itemId);
  }
  object.children = draft.provenance.set(ids, place);
  const stateOfObject = object.state;
  const order = first.map((item) => draft.names.idFor(`${name}.${item.key}`));
  if (order.length < ids.length) object.state = { ...fieldsOf(stateOfObject), children: order };
  if (isMap(stateOfObject) && isMap(object.state) && object.state !== stateOfObject)
    draft.provenance.set(object.state, groupPath);
}

/** Returns the CSV of a file in place of its name, or no items if it is not read yet. Other data stay as they are. */
export function tableOf(draft: SceneDraft, id: string, data: unknown, path: Path): unknown {
  if (typeof data !== 'string' || isCsvText(data) || !isFilePath(data)) return data;
  const text = textOfFile(draft, 'items', data, path);
  if (text !== undefined) return text;
  draft.unreadGroups.add(id);
  return [];
}
