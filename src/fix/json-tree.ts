import { parseTree } from 'jsonc-parser';
import type { Path } from '../project/problem-text.ts';

/** A value, a member or a name in a JSON text. */
export interface JsonNode {
  readonly type: 'object' | 'array' | 'property' | 'string' | 'number' | 'boolean' | 'null';
  /** Of a string, number or literal. */
  readonly value?: unknown;
  readonly offset: number;
  readonly length: number;
  /** Members of an object, items of an array, name and value of a member. */
  readonly children?: readonly JsonNode[];
}

/** A part of a text to replace. */
export interface TextEdit {
  readonly offset: number;
  readonly length: number;
  readonly content: string;
}

const byteOrderMark = '\ufeff';

/** Returns the byte order mark of a text, or an empty text. */
export function markOf(text: string): string {
  return text.startsWith(byteOrderMark) ? byteOrderMark : '';
}

/** A member of an object in a JSON text. */
export interface Member {
  readonly whole: JsonNode;
  readonly key: JsonNode;
  readonly value: JsonNode;
}

/** A valid JSON text with the offsets of all its parts. */
export class JsonTree {
  /** The text without its byte order mark, to which all offsets refer. */
  readonly text: string;
  readonly mark: string;
  readonly root: JsonNode;

  /** Throws a TypeError for a text that is not valid JSON. */
  constructor(given: string) {
    this.mark = markOf(given);
    this.text = given.slice(this.mark.length);
    const root = parseTree(this.text);
    if (!root) throw new TypeError('the text must be JSON');
    this.root = root;
  }

  /** Returns the nodes from the root to the one at the path, or to the last one that exists. */
  walk(path: Path): readonly [JsonNode, ...JsonNode[]] {
    const nodes: [JsonNode, ...JsonNode[]] = [this.root];
    let node = this.root;
    for (const key of path) {
      const next = childOf(node, key);
      if (!next) break;
      nodes.push(next);
      node = next;
    }
    return nodes;
  }

  /** Returns the node at the path. */
  find(path: Path): JsonNode | undefined {
    const nodes = this.walk(path);
    return nodes.length > path.length ? nodes.at(-1) : undefined;
  }

  sourceOf({ offset, length }: JsonNode): string {
    return this.text.slice(offset, offset + length);
  }

  valueOf(node: JsonNode): unknown {
    return JSON.parse(this.sourceOf(node));
  }
}

/** Returns the members of an object in the order of the text; none for other values. */
export function membersOf(node: JsonNode): readonly Member[] {
  if (node.type !== 'object') return [];
  return (node.children ?? []).flatMap((whole) => {
    const [key, value] = whole.children ?? [];
    return key && value ? [{ whole, key, value }] : [];
  });
}

/** Returns the offset behind a node. */
export function endOf({ offset, length }: JsonNode): number {
  return offset + length;
}

/** Of equal names, the last one counts, as for JSON.parse. */
function childOf(node: JsonNode, key: string | number): JsonNode | undefined {
  if (node.type === 'array') return typeof key === 'number' ? node.children?.[key] : undefined;
  return membersOf(node).findLast((member) => member.key.value === String(key))?.value;
}
