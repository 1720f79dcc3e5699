import { isMap } from '../../../project/check.ts';
import { orderedEntries } from '../../../project/key-order.ts';
import { type Path, showValue } from '../../../project/problem-text.ts';

/** Limits of a tree: boxes, levels, and letters of one name. */
export const maxTreeNodes = 300;
export const maxTreeLevels = 30;
export const maxTreeName = 300;

type Value = string | number | boolean;

/** A box of a tree. */
export interface TreeNode {
  /** Its name; with a number if another box has it, too. */
  readonly key: string;
  readonly name: string;
  readonly parent: string | null;
  /** From 0, at the root. */
  readonly depth: number;
  /** What else its object has, for templates. */
  readonly fields: Readonly<Record<string, Value>>;
}

/** A fault in the data of a tree, at a place in them. */
export interface TreeProblem {
  readonly place: Path;
  readonly rule: 'value' | 'count';
  readonly message: string;
}

/** What is to be read: children of a box. */
interface Pending {
  readonly value: unknown;
  readonly place: Path;
  readonly parent: string | null;
  readonly depth: number;
}

const forms = 'names with what is below them, such as { "CEO": { "CTO": ["Web", "App"], "CFO": [] } }';

/** Reads the boxes of a tree, those of a level before those of the next; the first fault instead, if there is one. */
export function readTree(data: unknown): readonly TreeNode[] | TreeProblem {
  const nodes: TreeNode[] = [];
  const counts = new Map<string, number>();
  const pending: Pending[] = [{ value: data, place: [], parent: null, depth: 0 }];
  for (const { value, place, parent, depth } of pending) {
    const children = childrenIn(value, place, parent === null);
    if ('message' in children) return children;
    for (const child of children) {
      const found = faultOf(child.name, child.place, depth);
      if (found !== null) return found;
      if (nodes.length === maxTreeNodes)
        return { place: child.place, rule: 'count', message: `makes more than ${maxTreeNodes} boxes` };
      const name = String(child.name);
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      const key = count === 1 ? name : `${name} ${count}`;
      nodes.push({ key, name, parent, depth, fields: child.fields });
      pending.push({ value: child.below, place: child.place, parent: key, depth: depth + 1 });
    }
  }
  if (nodes.length === 0) return { place: [], rule: 'value', message: `has no boxes; write ${forms}` };
  return nodes;
}

interface Child {
  readonly name: unknown;
  readonly below: unknown;
  readonly fields: TreeNode['fields'];
  readonly place: Path;
}

/** The boxes that a value has below the one it belongs to. */
function childrenIn(value: unknown, place: Path, isWhole: boolean): readonly Child[] | TreeProblem {
  if (value === null && !isWhole) return [];
  if (Array.isArray(value)) {
    const all: Child[] = [];
    for (const [index, item] of value.entries()) {
      const children = isMap(item)
        ? childrenOf(item, [...place, index], true)
        : [leaf(item, [...place, index])];
      all.push(...children);
      if (all.length > maxTreeNodes) break;
    }
    return all;
  }
  if (isMap(value)) return childrenOf(value, place, false);
  if (!isWhole && (typeof value === 'string' || typeof value === 'number')) return [leaf(value, place)];
  const where = isWhole ? '' : 'has below a box ';
  return { place, rule: 'value', message: `${where}must be ${forms}, but is ${showValue(value)}` };
}

function leaf(name: unknown, place: Path): Child {
  return { name, below: [], fields: {}, place };
}

/** The boxes of an object: one with a `name` and fields, or one for each key. */
function childrenOf(item: Record<string, unknown>, place: Path, isInList: boolean): readonly Child[] {
  const { name, children } = item;
  const isRecord = typeof name === 'string' && (isInList || Object.hasOwn(item, 'children'));
  if (!isRecord)
    return orderedEntries(item).map(([key, below]) => ({
      name: key,
      below,
      fields: {},
      place: [...place, key],
    }));
  const fields = Object.fromEntries(
    Object.entries(item).filter((entry): entry is [string, Value] =>
      ['string', 'number', 'boolean'].includes(typeof entry[1]),
    ),
  );
  return [
    { name, below: children ?? [], fields, place: children === undefined ? place : [...place, 'children'] },
  ];
}

function faultOf(name: unknown, place: Path, depth: number): TreeProblem | null {
  if (depth >= maxTreeLevels)
    return {
      place,
      rule: 'count',
      message: `is on level ${depth + 1} of a tree, which has at most ${maxTreeLevels}`,
    };
  const isName = (typeof name === 'string' && name.trim() !== '') || typeof name === 'number';
  if (!isName)
    return { place, rule: 'value', message: `must be the name of a box, but is ${showValue(name)}` };
  const { length } = String(name);
  if (length <= maxTreeName) return null;
  return {
    place,
    rule: 'count',
    message: `has ${length} letters; the name of a box has at most ${maxTreeName}`,
  };
}
