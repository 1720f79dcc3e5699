import { endOf, type JsonNode, type JsonTree, membersOf, type TextEdit } from '../project/json-tree.ts';
import type { JsonValue } from '../project/problem.ts';

// See docs/decisions.md, "Fixes edit the text with jsonc-parser".

/** Longest value that is written on one line. */
const maxLineLength = 100;

/** Replaces the value of a node. */
export function replaceValue(tree: JsonTree, node: JsonNode, value: JsonValue): TextEdit {
  return { offset: node.offset, length: node.length, content: writeValue(tree, node.offset, value) };
}

/** Replaces the name of a member; the value stays as it is written. */
export function renameMember(key: JsonNode, name: string): TextEdit {
  return { offset: key.offset, length: key.length, content: JSON.stringify(name) };
}

/**
 * Adds a member to an object, by default at its end, formatted like the member before it. `source` is the value as it is
 * written.
 */
export function addMember(
  tree: JsonTree,
  object: JsonNode,
  name: string,
  source: string,
  index = membersOf(object).length,
): TextEdit {
  const last = membersOf(object).at(-1);
  const usual = isCompact(tree) ? ':' : ': ';
  const colon = last ? tree.text.slice(endOf(last.key), last.value.offset) : usual;
  return insertItem(tree, object, index, `${JSON.stringify(name)}${colon}${source}`);
}

/** Removes a member of an object, or an item of a list, with its comma. */
export function removeItem(owner: JsonNode, index: number): TextEdit {
  const items = itemsOf(owner);
  const [before, item, after] = [items[index - 1], items[index], items[index + 1]];
  if (!item) return { offset: owner.offset, length: 0, content: '' };
  const from = before ? endOf(before) : after ? item.offset : owner.offset + 1;
  const to = before ? endOf(item) : after ? after.offset : endOf(owner) - 1;
  return { offset: from, length: to - from, content: '' };
}

/**
 * Adds a member of an object, or an item of a list, before the one at the index. The space around it is that of its
 * neighbours.
 */
export function insertItem(tree: JsonTree, owner: JsonNode, index: number, source: string): TextEdit {
  const items = itemsOf(owner);
  const [before, after] = [items[index - 1], items[index]];
  if (before) {
    return { offset: endOf(before), length: 0, content: `,${spaceBefore(tree, owner, index - 1)}${source}` };
  }
  if (after) {
    const space = items.length > 1 ? spaceBefore(tree, owner, 1) : spaceBefore(tree, owner, 0);
    return { offset: after.offset, length: 0, content: `${source},${space}` };
  }
  const space = isCompact(tree) || owner.type === 'array' ? '' : ' ';
  const [open, close] = owner.type === 'array' ? ['[', ']'] : ['{', '}'];
  const content = `${open}${space}${source}${space}${close}`;
  return { offset: owner.offset, length: owner.length, content };
}

/** The members of an object with their names, or the items of a list. */
export function itemsOf(owner: JsonNode): readonly JsonNode[] {
  return owner.type === 'array' ? (owner.children ?? []) : membersOf(owner).map(({ whole }) => whole);
}

/** Writes a value as it would be written at the offset: on one line if it is short. */
export function writeValue(tree: JsonTree, offset: number, value: JsonValue): string {
  const line = isCompact(tree) ? JSON.stringify(value) : onOneLine(value);
  if (isCompact(tree) || line.length <= maxLineLength || !tree.text.includes('\n')) return line;
  const lineStart = tree.text.lastIndexOf('\n', offset - 1) + 1;
  const indentation = /^[ \t]*/.exec(tree.text.slice(lineStart))?.[0] ?? '';
  const unit = /\n([ \t]+)\S/.exec(tree.text)?.[1] ?? '  ';
  const lineEnd = tree.text.includes('\r\n') ? '\r\n' : '\n';
  return JSON.stringify(value, null, unit).replaceAll('\n', lineEnd + indentation);
}

function onOneLine(value: JsonValue): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  const members = Object.entries(value).map(
    ([name, inner]) => `${JSON.stringify(name)}: ${onOneLine(inner)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function isArray(value: object): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** Returns the space between a comma and a new member or item after the one with the index. */
function spaceBefore(tree: JsonTree, owner: JsonNode, index: number): string {
  const items = itemsOf(owner);
  const [before, item] = [items[index - 1], items[index]];
  if (!item) return '';
  if (before) {
    const between = tree.text.slice(endOf(before), item.offset);
    return between.slice(between.indexOf(',') + 1);
  }
  const opening = tree.text.slice(owner.offset + 1, item.offset);
  if (opening.includes('\n')) return opening;
  return isCompact(tree) ? '' : ' ';
}

/** Whether the text is written without spaces, which its first member shows. */
function isCompact(tree: JsonTree): boolean {
  const [first] = membersOf(tree.root);
  return first !== undefined && tree.text[first.value.offset - 1] === ':' && !tree.text.includes('\n');
}
