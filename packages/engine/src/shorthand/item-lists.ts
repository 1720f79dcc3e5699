import { showValue } from '../project/problem-text.ts';
import { onlyVariable, writeVariable } from './variable-syntax.ts';

/** The lists and objects of an item by the names of their variables. */
export type ItemLists = Readonly<Record<string, object>>;

/** Maximum number of parts of a list that a message names. */
const maxParts = 3;

/** Returns the list of an item whose variable is the whole text. */
export function listIn(lists: ItemLists, text: string): object | undefined {
  const name = onlyVariable(text);
  return name !== undefined && Object.hasOwn(lists, name) ? lists[name] : undefined;
}

/** Whether a variable is a list of an item, or should be in one: `prices` or `prices.4`. */
export function isOfList(lists: ItemLists, name: string): boolean {
  return Object.hasOwn(lists, name) || Object.hasOwn(lists, name.slice(0, Math.max(0, name.indexOf('.'))));
}

/** Returns what a message says about a list of the item, which is no text; undefined for other names. */
export function listRule(lists: ItemLists, known: readonly string[], name: string): string | undefined {
  if (!Object.hasOwn(lists, name)) return undefined;
  const inside = known.filter((one) => one.startsWith(`${name}.`)).map(writeVariable);
  const shown = inside.slice(0, maxParts).join(', ');
  const parts =
    shown === '' ? '' : `write what is in it, ${shown}${inside.length > maxParts ? ', …' : ''}, or `;
  const noun = Array.isArray(lists[name]) ? 'a list' : 'an object';
  const group = `make a group of its own from it, with "data": ${showValue(writeVariable(name))} and "each"`;
  return `names ${showValue(name)}, which is ${noun} of the item; ${parts}${group}`;
}
