import { isDeepStrictEqual } from 'node:util';
import { applyEdits } from 'jsonc-parser';
import { reservedNames } from '../project/field-schemas.ts';
import { markOf } from '../project/json-syntax.ts';
import { JsonTree, membersOf, type TextEdit } from '../project/json-tree.ts';
import type { Fix, JsonValue } from '../project/problem.ts';
import { type Path, parsePath, showPath, showValue } from '../project/problem-text.ts';
import { failure, type Result, success } from '../project/result.ts';
import { themeNames } from '../shorthand/themes/theme-names.ts';
import { onlyVariable } from '../shorthand/variable-syntax.ts';
import type { ValueChange } from './fix-report.ts';
import { addMember, removeItem, renameMember, replaceValue, writeValue } from './json-edits.ts';
import { describeVariables, type OutsideVariables, placeOfValue } from './variables-in.ts';

/** A text with a fix in it. */
export interface FixedText {
  readonly text: string;
  readonly changes: readonly ValueChange[];
}

/** A field to change; null removes it. */
interface Target {
  readonly path: Path;
  readonly value: JsonValue;
}

/** Whether a fix changes a value where it is written, or where the advice names it, which overrides the written value. */
export type FixPlace = 'written' | 'named';

/**
 * Applies one fix to a valid JSON text. Everything but the values concerned stays as it is written; a missing object
 * around a new field is added. Fails with a sentence if a value comes from a variable, or if a place cannot have the
 * field.
 */
export function applyFix(
  text: string,
  { path, fix }: { readonly path: string; readonly fix: Fix },
  outside: OutsideVariables = {},
  where: FixPlace = 'written',
): Result<FixedText> {
  const base = parsePath(path);
  // JSON cannot represent infinite numbers and -0, and the results are compared as JSON.
  const values: Readonly<Record<string, JsonValue>> = JSON.parse(JSON.stringify(fix));
  const tree = new JsonTree(text);
  const targets = Object.entries(values).map(([field, value]) => {
    const named = [...base, ...pathOfField(field)];
    const isElsewhere = where === 'written' && value !== null;
    return { path: isElsewhere ? placeOfValue(tree, named) : named, value };
  });
  const wrong = targets.find(({ path }) => path.some((key) => reservedNames.includes(String(key))));
  if (wrong) return failure(`${showPath(wrong.path)} has a reserved name`);
  const variables = describeVariables(tree, targets, outside);
  if (variables !== undefined) return failure(variables);
  const changes = targets.flatMap((target) => changeOf(tree, target));
  let result = text;
  for (const step of stepsFor(tree, targets)) {
    const now = result === text ? tree : new JsonTree(result);
    const edits = step(now);
    if (!edits.ok) return edits;
    result = now.mark + applyEdits(now.text, [...edits.value]);
  }
  // A wrong edit would damage a document that is saved without a review.
  return isDeepStrictEqual(dataIn(result), withTargets(dataIn(text), targets))
    ? success({ text: result, changes })
    : failure('one of the names in this place is written more than once');
}

function pathOfField(field: string): Path {
  return field === 'project' ? [field] : parsePath(field);
}

function dataIn(text: string): unknown {
  return JSON.parse(text.slice(markOf(text).length));
}

function changeOf(tree: JsonTree, { path, value }: Target): readonly ValueChange[] {
  const node = tree.find(path);
  if (!node && value === null) return [];
  const from = node && (tree.valueOf(node) as JsonValue);
  return [
    { path: showPath(path), ...(from !== undefined && { from }), ...(value !== null && { to: value }) },
  ];
}

/** A change of a text. The next step reads the text again, because offsets have changed. */
type Step = (tree: JsonTree) => Result<readonly TextEdit[]>;

/** Renames a field in its place if the fix moves its value to another name in the same object. */
function stepsFor(tree: JsonTree, targets: readonly Target[]): readonly Step[] {
  const renamed = new Map<Target, Target>();
  for (const old of targets) {
    const node = old.value === null ? tree.find(old.path) : undefined;
    const isNewName = (one: Target) =>
      one.value !== null &&
      ![...renamed.values()].includes(one) &&
      isDeepStrictEqual(one.path.slice(0, -1), old.path.slice(0, -1)) &&
      tree.find(one.path) === undefined &&
      node !== undefined &&
      isDeepStrictEqual(tree.valueOf(node), one.value);
    const next = targets.find(isNewName);
    if (next) renamed.set(old, next);
  }
  const done = new Set([...renamed].flat());
  const others = targets.filter((target) => !done.has(target));
  // A moved value is written before its old field is removed, so that it can be copied as it is written.
  const added = others.filter(({ value }) => value !== null);
  const removed = others.filter(({ value }) => value === null);
  const sourceFor = (value: JsonValue) => {
    const moved = removed
      .map(({ path }) => tree.find(path))
      .find((node) => node && isDeepStrictEqual(tree.valueOf(node), value));
    return moved && tree.sourceOf(moved);
  };
  return [
    ...[...renamed].map(
      ([from, to]): Step =>
        (now) =>
          rename(now, from.path, String(to.path.at(-1))),
    ),
    ...added.map(
      ({ path, value }): Step =>
        (now) =>
          set(now, path, value, sourceFor(value)),
    ),
    ...removed.map(
      ({ path }): Step =>
        (now) =>
          remove(now, path),
    ),
  ];
}

function rename(tree: JsonTree, path: Path, name: string): Result<readonly TextEdit[]> {
  const object = tree.find(path.slice(0, -1));
  const member = object && membersOf(object).findLast(({ key }) => key.value === path.at(-1));
  return success(member ? [renameMember(member.key, name)] : []);
}

function set(
  tree: JsonTree,
  path: Path,
  value: JsonValue,
  movedSource: string | undefined,
): Result<readonly TextEdit[]> {
  const nodes = tree.walk(path);
  const node = nodes.at(-1) ?? tree.root;
  const missing = path.slice(nodes.length - 1);
  const [name, ...inner] = missing;
  if (name === undefined) return success([replaceValue(tree, node, value)]);
  const found = path.slice(0, nodes.length - 1);
  const place = showPath(found);
  const nested = (keys: Path) => keys.reduceRight<JsonValue>((child, key) => ({ [key]: child }), value);
  const opened = openedAt(found, tree.valueOf(node));
  if (opened) return success([replaceValue(tree, node, { ...opened, [name]: nested(inner) })]);
  if (node.type !== 'object' || missing.some((key) => typeof key === 'number' || key.includes('…'))) {
    const seen = node.type === 'object' ? 'has no such part' : `is ${showValue(tree.valueOf(node))}`;
    return failure(`${place} ${seen}, so ${showPath(path)} cannot be set`);
  }
  const source =
    inner.length === 0 && movedSource !== undefined
      ? movedSource
      : writeValue(tree, node.offset, nested(inner));
  return success([addMember(tree, node, String(name), source)]);
}

/**
 * The object that means the same as a value without fields, so that one can be set in it: that of the `true` of a state,
 * which shows an object, and of the name of a bundled theme or of the variable that has it. Undefined for any other value.
 */
function openedAt(path: Path, value: unknown): Readonly<Record<string, JsonValue>> | undefined {
  if (value === true && path.at(-2) === 'states') return {};
  if (path.length !== 1 || path[0] !== 'theme' || typeof value !== 'string') return undefined;
  const isName = themeNames.some((name) => name === value) || onlyVariable(value) !== undefined;
  return isName ? { extends: value } : undefined;
}

function remove(tree: JsonTree, path: Path): Result<readonly TextEdit[]> {
  if (!tree.find(path)) return success([]);
  const object = tree.find(path.slice(0, -1));
  const index = object ? membersOf(object).findLastIndex(({ key }) => key.value === path.at(-1)) : -1;
  if (!object || index < 0) return failure(`${showPath(path)} is not a field and cannot be removed`);
  return success([removeItem(object, index)]);
}

/** Returns the data with the targets, which the edited text must match. */
function withTargets(data: unknown, targets: readonly Target[]): unknown {
  for (const { path, value } of targets) {
    let owner = data;
    for (const [index, key] of path.slice(0, -1).entries()) {
      if (typeof owner !== 'object' || owner === null) break;
      const isMissing = !Object.hasOwn(owner, key);
      if (isMissing && value === null) break;
      const opened = value === null ? undefined : openedAt(path.slice(0, index + 1), Reflect.get(owner, key));
      if (isMissing || opened) Reflect.set(owner, key, { ...opened });
      owner = Reflect.get(owner, key);
    }
    const last = path.at(-1);
    if (last === undefined) return value;
    if (typeof owner !== 'object' || owner === null) continue;
    if (value === null) Reflect.deleteProperty(owner, last);
    else Reflect.set(owner, last, value);
  }
  return data;
}
