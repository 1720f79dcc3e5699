import { fieldsOf, isMap } from '../project/check.ts';
import { type JsonTree, membersOf } from '../project/json-tree.ts';
import type { Path } from '../project/problem-text.ts';
import { compositionKeys } from './variables-in.ts';

/** One of the objects that the template of a group stands for. */
export interface Member {
  readonly tree: JsonTree;
  /** The path of the template, or of what is in it. */
  readonly path: Path;
  /** Its name in states, such as `cards.0.title`. */
  readonly name: string;
  /** Its path in the states of the composition that is shown. */
  readonly states: Path | null;
}

/** Variables of each item that are not fields of it. */
const madeVariables = ['index', 'key'];

/**
 * Returns where the data of a group have the item of a member; undefined if they are not in the document, or if later data
 * have moved an item that only its place names. `ownName` is the name of the group.
 */
export function rowPath({ tree, path, name, states }: Member, ownName: string): Path | undefined {
  const owner = path.slice(0, path.lastIndexOf('each'));
  const [member = ''] = name.slice(ownName.length + 1).split('.');
  const composition = states?.slice(0, -2);
  const later = composition
    ? compositionsUpTo(tree, composition).map((place) => [...place, 'states', ownName, 'data'])
    : [];
  const laterData = later.findLast((place) => tree.find(place));
  const data = laterData ?? [...owner, 'data'];
  const node = tree.find(data);
  if (node?.type === 'object') return tree.find([...data, member]) ? [...data, member] : undefined;
  if (node?.type !== 'array') return undefined;
  const items = (tree.valueOf(node) as readonly unknown[]).map(fieldsOf);
  const byId = items.findIndex(({ id }) => id !== undefined && String(id) === member);
  const index = byId < 0 && !laterData && /^\d+$/.test(member) ? Number(member) : byId;
  return index < 0 || index >= items.length ? undefined : [...data, index];
}

/** Returns where an item has the value of a variable, or may have it; undefined if it cannot. */
export function placeInRow(tree: JsonTree, row: Path, variable: string): Path | undefined {
  const [node, value] = [tree.find(row), valueAt(tree, row)];
  if (!node || madeVariables.includes(variable)) return undefined;
  if (variable === 'item') return isMap(value) || Array.isArray(value) ? undefined : row;
  const place = [...row];
  for (const part of variable.split('.'))
    place.push(tree.find(place)?.type === 'array' ? Number(part) : part);
  return tree.find(place) || (isMap(value) && place.length === row.length + 1) ? place : undefined;
}

/** Returns the fields of an item with one value each, by name; that of a plain one is `item`. */
export function fieldsInRow(tree: JsonTree, row: Path): readonly (readonly [string, Path])[] {
  const node = tree.find(row);
  if (!node || node.type === 'array') return [];
  if (node.type !== 'object') return [['item', row]];
  return membersOf(node)
    .filter(({ key, value }) => key.value !== 'id' && !['array', 'object', 'null'].includes(value.type))
    .map(({ key }) => [String(key.value), [...row, String(key.value)]]);
}

/**
 * Returns the state that gives a member a value of its own for as long as it is shown: in the composition that is the first
 * to speak of it, or in the last one until now that gives it the field together with others.
 */
export function statePath({ tree, name, states }: Member, field: string): Path | null {
  if (!states) return null;
  const places = compositionsUpTo(tree, states.slice(0, -2));
  const stateIn = (place: Path) => Object.entries(fieldsOf(valueAt(tree, [...place, 'states'])));
  const shares = places.findLast((place) =>
    stateIn(place).some(
      ([key, state]) =>
        key.includes('*') && isSpokenOf(name, key, true) && fieldsOf(state)[field] !== undefined,
    ),
  );
  const shows = places.find((place) =>
    stateIn(place).some(([key, state]) => state !== false && isSpokenOf(name, key, false)),
  );
  return [...(shares ?? shows ?? places[0] ?? states.slice(0, -2)), 'states', name, field];
}

/** Whether a name in states, such as `cards.*`, means an object, or what it belongs to unless it must be `exact`. */
function isSpokenOf(name: string, key: string, isExact: boolean): boolean {
  const [parts, spoken] = [name.split('.'), key.split('.')];
  if (isExact ? spoken.length !== parts.length : spoken.length > parts.length) return false;
  return spoken.every((part, index) => part === '*' || part === parts[index]);
}

/** The paths of the compositions of a scene until one of them. */
function compositionsUpTo(tree: JsonTree, composition: Path): readonly Path[] {
  const keys = compositionKeys(tree, composition.slice(0, -2));
  const at = keys.indexOf(composition.at(-1) ?? '');
  return keys.slice(0, at + 1).map((key) => [...composition.slice(0, -1), key]);
}

function valueAt(tree: JsonTree, path: Path): unknown {
  const node = tree.find(path);
  return node && tree.valueOf(node);
}
