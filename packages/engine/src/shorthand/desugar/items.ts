import { isMap } from '../../project/check.ts';
import { idPattern } from '../../project/field-schemas.ts';
import { orderedEntries } from '../../project/key-order.ts';
import { showValue } from '../../project/problem-text.ts';
import { isCsvText, readCsvItems } from '../csv/csv-items.ts';
import type { ItemLists } from '../item-lists.ts';

/** Maximum number of items of a row, a column or a grid. */
export const maxItems = 500;

/** An item of `data` in one composition. */
export interface Item {
  /** Its name behind the dot: its `id`, its key, or its index in the first data. */
  readonly key: string;
  /** Its variables. */
  readonly variables: ItemVariables;
  /** As written. */
  readonly value: unknown;
}

/** The variables of an item: `item`, `key`, `index` and its fields. */
export interface ItemVariables {
  /** Also what is in lists and objects, such as `prices.0`. */
  readonly values: Readonly<Record<string, Value>>;
  /** The lists and objects themselves, as data of what is made for the item. */
  readonly lists: ItemLists;
}

type Value = string | number | boolean;

/** How deep variables reach into the lists of an item. */
const maxDepth = 8;

/** An item before it is known which item of the earlier data it is. */
interface Entry {
  readonly value: unknown;
  /** Its `id`, or its key in a map. */
  readonly id: string | undefined;
  readonly index: number;
}

/** Keeps the items of a list the same through changes of its data: by their id, their key or their value. */
export class ItemList {
  /** What each item was when it was last seen, by its key. */
  readonly #seen = new Map<string, string>();
  readonly #taken = new Set<string>();
  /** Keys of the items of the data before. */
  #before: readonly string[] = [];

  /**
   * Returns the items of data in their order, or a problem in words. `sameBy` has the values by which items without an
   * id are the same, in the order of the items; undefined if they are the same by all that they have.
   */
  next(data: unknown, sameBy?: readonly string[]): readonly Item[] | string {
    const entries = entriesOf(data);
    if (typeof entries === 'string') return entries;
    // Items of the data before come first, then those that left earlier.
    const free = new Set([...this.#before, ...this.#seen.keys()]);
    const take = (identity: string) => {
      const found = [...free].find((key) => this.#seen.get(key) === identity);
      if (found !== undefined) free.delete(found);
      return found;
    };
    const identities = entries.map(({ id, value }, index) => {
      const itemIdentity = id ?? sameBy?.[index];
      return itemIdentity === undefined ? JSON.stringify(value) : `id ${itemIdentity}`;
    });
    const taken = identities.map(take);
    // An object without an id whose fields changed is the one at the same place.
    for (const [index, entry] of entries.entries()) {
      const other = this.#before[index];
      const isObject =
        typeof entry.value === 'object' && entry.value !== null && !identities[index]?.startsWith('id ');
      if (taken[index] !== undefined || !isObject || other === undefined || !free.has(other)) continue;
      if (this.#seen.get(other)?.startsWith('id ')) continue;
      taken[index] = other;
      free.delete(other);
    }
    const seen = new Set<string>();
    const items: Item[] = [];
    for (const [index, entry] of entries.entries()) {
      const key = taken[index] ?? entry.id ?? this.#freeIndex(entry.index);
      if (seen.has(key)) return `has two items with the id ${showValue(key)}; give each its own`;
      seen.add(key);
      items.push({ key, variables: variablesOf(entry, key), value: entry.value });
    }
    for (const [index, { key }] of items.entries()) this.#seen.set(key, identities[index] ?? '');
    this.#before = items.map(({ key }) => key);
    return items;
  }

  #freeIndex(index: number): string {
    let free = index;
    while (this.#seen.has(String(free)) || this.#taken.has(String(free))) free++;
    this.#taken.add(String(free));
    return String(free);
  }
}

const dataRule = 'must be a list, an object, CSV or a number of items';

function entriesOf(data: unknown): readonly Entry[] | string {
  if (typeof data === 'number') {
    if (!Number.isInteger(data) || data < 0) return `${dataRule}, but is ${showValue(data)}`;
    if (data > maxItems) return tooMany(data);
    return Array.from({ length: data }, (_, index) => ({ value: index + 1, id: undefined, index }));
  }
  if (typeof data === 'string' && isCsvText(data)) {
    const items = readCsvItems(data);
    return typeof items === 'string' ? `is CSV that ${items}` : entriesOf(items);
  }
  if (Array.isArray(data)) {
    if (data.length > maxItems) return tooMany(data.length);
    return data.map((value, index) => ({ value, id: isMap(value) ? idOf(value.id) : undefined, index }));
  }
  if (!isMap(data)) return `${dataRule}, but is ${showValue(data)}`;
  const entries = orderedEntries(data);
  if (entries.length > maxItems) return tooMany(entries.length);
  const wrong = entries.find(([key]) => !idPattern.test(key));
  if (wrong)
    return `must have keys of 1 to 80 letters, digits, _ or -, but one is ${showValue(wrong[0])}; or write a list`;
  return entries.map(([id, value], index) => ({ value, id, index }));
}

function tooMany(count: number): string {
  return `must have at most ${maxItems} items, but has ${count}`;
}

function idOf(id: unknown): string | undefined {
  const text = typeof id === 'number' ? String(id) : id;
  return typeof text === 'string' && idPattern.test(text) ? text : undefined;
}

function variablesOf({ value, index }: Entry, key: string): ItemVariables {
  const parts = typeof value === 'object' && value !== null ? value : {};
  const fields = variablesFrom({ index, key, ...parts });
  const item = variablesFrom({ item: value }, Array.isArray(value) ? 0 : maxDepth);
  return innerVariables(item, fields);
}

/** Returns the variables with these names and values, and those of what is in them, such as `prices.0`. */
export function variablesFrom(fields: object, depth = 0): ItemVariables {
  const values: Record<string, Value> = Object.create(null);
  const lists: Record<string, object> = Object.create(null);
  const add = (name: string, value: unknown, level: number) => {
    if (isValue(value)) values[name] = value;
    if (typeof value !== 'object' || value === null) return;
    lists[name] = value;
    if (level < maxDepth)
      for (const [part, inner] of Object.entries(value)) add(`${name}.${part}`, inner, level + 1);
  };
  for (const [name, value] of Object.entries(fields)) add(name, value, depth);
  return { values, lists };
}

/** The variables of an item inside another one, whose own come first. */
export function innerVariables(outer: ItemVariables, inner: ItemVariables): ItemVariables {
  return {
    values: withPrototype({ ...outer.values, ...inner.values }),
    lists: withPrototype({ ...outer.lists, ...inner.lists }),
  };
}

function withPrototype<One>(map: Record<string, One>): Record<string, One> {
  return Object.assign(Object.create(null) as Record<string, One>, map);
}

function isValue(value: unknown): value is Value {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
