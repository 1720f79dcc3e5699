import { isDeepStrictEqual } from 'node:util';
import { applyEdits } from 'jsonc-parser';
import { type JsonNode, JsonTree, membersOf } from '../project/json-tree.ts';
import type { JsonValue } from '../project/problem.ts';
import { type Path, parsePath, showValue } from '../project/problem-text.ts';
import { failure, type Result, success } from '../project/result.ts';
import type { FixedText } from './apply-fix.ts';
import type { ValueChange } from './fix-report.ts';
import { removeItem } from './json-edits.ts';

/**
 * Removes the members of an object that a later one with the same name overrules. Fails with a sentence if a removed
 * object or array differs from the one that counts, because the author may want parts of it.
 */
export function removeRepeated(text: string, path: string): Result<FixedText> {
  const place = parsePath(path);
  const name = String(place.at(-1));
  const changes: ValueChange[] = [];
  let result = text;
  for (;;) {
    const tree = new JsonTree(result);
    const found = findRepeated(tree, place, name);
    if (!found) break;
    const { object, indices } = found;
    const values = indices.map((index) => valueAt(tree, object, index));
    const last = values.at(-1);
    const others = values.slice(0, -1);
    const areEqual = others.every((value) => isDeepStrictEqual(value, last));
    if (!areEqual && others.some((value) => typeof value === 'object' && value !== null)) {
      return failure(`the values of ${showValue(name)} differ; keep the parts that you need`);
    }
    // Of equal values the first one stays, because the order of names can be the drawing order.
    const removed = (areEqual ? indices.at(-1) : indices[0]) ?? 0;
    const from = valueAt(tree, object, removed) as JsonValue;
    changes.push({ path, from });
    result = tree.mark + applyEdits(tree.text, [removeItem(object, removed)]);
  }
  if (changes.length === 0) return failure(`${showValue(name)} is written only once`);
  return success({ text: result, changes });
}

function valueAt(tree: JsonTree, object: JsonNode, index: number): unknown {
  const member = membersOf(object)[index];
  return member && tree.valueOf(member.value);
}

/** Returns the first object at the place with the name more than once, and the indices of those members. */
function findRepeated(
  tree: JsonTree,
  place: Path,
  name: string,
): { readonly object: JsonNode; readonly indices: readonly number[] } | undefined {
  for (const object of everyNode(tree.root, place.slice(0, -1))) {
    const indices = membersOf(object).flatMap(({ key }, index) => (key.value === name ? [index] : []));
    if (indices.length > 1) return { object, indices };
  }
  return undefined;
}

/** Returns the values at a path; more than one if names in the path are repeated. */
function everyNode(node: JsonNode, [key, ...rest]: Path): readonly JsonNode[] {
  if (key === undefined) return [node];
  const children =
    node.type === 'array'
      ? (node.children ?? []).filter((_, index) => index === key)
      : membersOf(node)
          .filter((member) => member.key.value === String(key))
          .map(({ value }) => value);
  return children.flatMap((child) => everyNode(child, rest));
}
