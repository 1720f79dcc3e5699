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
 * Adds a member at the end of an object, formatted like the member before it. `source` is the value as it is written.
 */
export function addMember(tree: JsonTree, object: JsonNode, name: string, source: string): TextEdit {
  const members = membersOf(object);
  const last = members.at(-1);
  const key = JSON.stringify(name);
  if (!last) {
    const space = isCompact(tree) ? '' : ' ';
    const content = `{${space}${key}:${space}${source}${space}}`;
    return { offset: object.offset, length: object.length, content };
  }
  const colon = tree.text.slice(endOf(last.key), last.value.offset);
  return {
    offset: endOf(last.whole),
    length: 0,
    content: `,${spaceBefore(tree, object, members.length - 1)}${key}${colon}${source}`,
  };
}

/** Removes a member of an object with its comma. */
export function removeMember(object: JsonNode, index: number): TextEdit {
  const members = membersOf(object);
  const [before, member, after] = [members[index - 1], members[index], members[index + 1]];
  if (!member) return { offset: object.offset, length: 0, content: '' };
  const from = before ? endOf(before.whole) : after ? member.whole.offset : object.offset + 1;
  const to = before ? endOf(member.whole) : after ? after.whole.offset : endOf(object) - 1;
  return { offset: from, length: to - from, content: '' };
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

/** Returns the space between a comma and a new member after the member with the index. */
function spaceBefore(tree: JsonTree, object: JsonNode, index: number): string {
  const members = membersOf(object);
  const [before, member] = [members[index - 1], members[index]];
  if (!member) return '';
  if (before) {
    const between = tree.text.slice(endOf(before.whole), member.whole.offset);
    return between.slice(between.indexOf(',') + 1);
  }
  const opening = tree.text.slice(object.offset + 1, member.whole.offset);
  if (opening.includes('\n')) return opening;
  return isCompact(tree) ? '' : ' ';
}

/** Whether the text is written without spaces, which its first member shows. */
function isCompact(tree: JsonTree): boolean {
  const [first] = membersOf(tree.root);
  return first !== undefined && tree.text[first.value.offset - 1] === ':' && !tree.text.includes('\n');
}
