import { isDeepStrictEqual } from 'node:util';
import { applyEdits } from 'jsonc-parser';
import { endOf, type JsonNode, JsonTree, membersOf, type TextEdit } from '../project/json-tree.ts';
import type { JsonValue } from '../project/problem.ts';
import { type Path, parsePath, showPath, showValue } from '../project/problem-text.ts';
import { failure, type Result, success } from '../project/result.ts';
import { applyFix } from './apply-fix.ts';
import { addMember, insertItem, itemsOf, removeItem, writeValue } from './json-edits.ts';
import type { OutsideVariables } from './variables-in.ts';

/**
 * One change of a document, at a path in it. `value` sets a field, with the objects around it that are missing;
 * `remove` takes a field or an item away; `insert` adds an item before the one at the index, or a field; `copy` adds a
 * copy of the value at another path after it; `move` gives an item or a field another index.
 */
export type DocumentEdit = { readonly path: string } & (
  | { readonly value: JsonValue }
  | { readonly remove: true }
  | { readonly insert: JsonValue }
  | { readonly copy: string }
  | { readonly move: number }
);

/**
 * Applies edits to a valid JSON text, one after the other. Everything but the values concerned stays as it is written.
 * Fails with a sentence if a value comes from a variable, or if a place cannot have the value.
 */
export function editText(
  text: string,
  edits: readonly DocumentEdit[],
  outside: OutsideVariables = {},
): Result<string> {
  let edited = text;
  for (const edit of edits) {
    const next = applyOne(edited, edit, outside);
    if (!next.ok) return next;
    edited = next.value;
  }
  return success(edited);
}

function applyOne(text: string, edit: DocumentEdit, outside: OutsideVariables): Result<string> {
  const path = parsePath(edit.path);
  if (path.length === 0) return failure('the document as a whole cannot be edited');
  if ('value' in edit) return setField(text, edit.path, edit.value, outside);
  const tree = new JsonTree(text);
  const owner = tree.find(path.slice(0, -1));
  if (!owner || (owner.type !== 'object' && owner.type !== 'array')) {
    return failure(`${showPath(path.slice(0, -1))} has no parts`);
  }
  const change = { ...{ tree, owner, path }, key: path.at(-1) ?? '' };
  const step = stepFor(change, edit);
  if (!step.ok) return step;
  const result = tree.mark + applyEdits(tree.text, [step.value.edit]);
  const after = dataIn(tree, result);
  // A wrong edit would damage a document that is saved without a review.
  return isDeepStrictEqual(entriesOf(valueAt(after, path.slice(0, -1))), step.value.entries)
    ? success(result)
    : failure('one of the names in this place is written more than once');
}

/** Sets a field, or an item that exists. */
function setField(text: string, path: string, value: JsonValue, outside: OutsideVariables): Result<string> {
  const fixed = applyFix(text, { path: 'project', fix: { [path]: value } }, outside, 'named');
  return fixed.ok ? success(fixed.value.text) : fixed;
}

interface Change {
  readonly tree: JsonTree;
  /** The object or list that the edit changes. */
  readonly owner: JsonNode;
  readonly path: Path;
  readonly key: string | number;
}

/** The names or indices and values that the owner has afterwards, in their order. */
type Entries = readonly (readonly [string, unknown])[];

type Step = Result<{ readonly edit: TextEdit; readonly entries: Entries }>;

function stepFor(change: Change, edit: Exclude<DocumentEdit, { readonly value: JsonValue }>): Step {
  if ('move' in edit) return moveStep(change, edit.move);
  if ('remove' in edit) return removeStep(change);
  if ('insert' in edit) {
    const { tree, owner } = change;
    return insertStep(change, writeValue(tree, owner.offset, edit.insert), undefined);
  }
  const source = parsePath(edit.copy);
  const node = change.tree.find(source);
  if (!node) return failure(`${showPath(source)} does not exist`);
  const isSibling = isDeepStrictEqual(source.slice(0, -1), change.path.slice(0, -1));
  return insertStep(change, change.tree.sourceOf(node), isSibling ? source.at(-1) : undefined);
}

/** Adds a member after the one with the name `after`, or at the end; or an item before the one at the index. */
function insertStep(
  { tree, owner, path, key }: Change,
  source: string,
  after: string | number | undefined,
): Step {
  const entries = entriesOf(tree.valueOf(owner));
  const value: unknown = JSON.parse(source);
  if (owner.type === 'array') {
    if (typeof key !== 'number' || key > entries.length) return failure(`${showPath(path)} is not an item`);
    const values = entries.map(([, item]) => item).toSpliced(key, 0, value);
    return success({ edit: insertItem(tree, owner, key, source), entries: entriesOf(values) });
  }
  const name = String(key);
  if (entries.some(([one]) => one === name)) return failure(`${showPath(path)} exists already`);
  const index = after === undefined ? -1 : membersOf(owner).findLastIndex((one) => one.key.value === after);
  const at = index < 0 ? membersOf(owner).length : index + 1;
  const edit = addMember(tree, owner, name, source, at);
  return success({ edit, entries: entries.toSpliced(at, 0, [name, value]) });
}

/** A field that is not there is removed already. */
function removeStep({ tree, owner, path, key }: Change): Step {
  const entries = entriesOf(tree.valueOf(owner));
  if (owner.type === 'object') {
    const index = membersOf(owner).findLastIndex((one) => one.key.value === key);
    const edit = index < 0 ? { offset: 0, length: 0, content: '' } : removeItem(owner, index);
    return success({ edit, entries: entries.filter(([name]) => name !== key) });
  }
  if (typeof key !== 'number' || key >= entries.length) return failure(`${showPath(path)} does not exist`);
  const values = entries.map(([, item]) => item).toSpliced(key, 1);
  return success({ edit: removeItem(owner, key), entries: entriesOf(values) });
}

/** Writes the items between both places in another order; what is between them stays. */
function moveStep({ tree, owner, path, key }: Change, to: number): Step {
  const items = itemsOf(owner);
  const from = typeof key === 'number' ? key : membersOf(owner).findLastIndex((one) => one.key.value === key);
  const [moved] = [items[from]];
  if (!moved) return failure(`${showPath(path)} does not exist`);
  if (!items[to]) return failure(`${showPath(path)} cannot be at ${showValue(to)} of ${items.length}`);
  const order = items.toSpliced(from, 1).toSpliced(to, 0, moved);
  const [first, last] = [Math.min(from, to), Math.max(from, to)];
  const start = items[first]?.offset ?? 0;
  let content = '';
  for (let index = first; index <= last; index++) {
    const [place, item] = [items[index] ?? moved, order[index] ?? moved];
    const following = items[index + 1];
    content += tree.sourceOf(item);
    if (index < last && following) content += tree.text.slice(endOf(place), following.offset);
  }
  const entries = entriesOf(tree.valueOf(owner));
  const [entry] = entries.slice(from, from + 1);
  const rest = entries.toSpliced(from, 1).toSpliced(to, 0, entry ?? ['', undefined]);
  const length = endOf(items[last] ?? moved) - start;
  return success({
    edit: { offset: start, length, content },
    entries: owner.type === 'array' ? entriesOf(rest.map(([, value]) => value)) : rest,
  });
}

function dataIn(tree: JsonTree, text: string): unknown {
  return JSON.parse(text.slice(tree.mark.length));
}

function valueAt(data: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    data,
  );
}

function entriesOf(value: unknown): Entries {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}
