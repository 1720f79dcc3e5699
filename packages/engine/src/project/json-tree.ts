import { type Edit, type Node, parseTree } from 'jsonc-parser';
import { markOf, placeOf, type TextPlace } from './json-syntax.ts';
import type { Path } from './problem-text.ts';

/** A value, a member or a name in a JSON text. */
export type JsonNode = Node;

/** A part of a text to replace. */
export type TextEdit = Edit;

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

/**
 * Finds the places of values in a JSON text. In an invalid text, the result is an arbitrary place in it.
 */
export class JsonPlaces {
  readonly #given: string;
  #tree: JsonTree | undefined;
  #last = { offset: 0, line: 1, column: 1 };

  constructor(text: string) {
    this.#given = text;
  }

  /**
   * Returns the place of a value, or of the nearest enclosing value if it is missing. A member of an object starts at
   * its name.
   */
  locate(path: Path): TextPlace {
    const tree = this.#readTree();
    const node = tree?.walk(path).at(-1);
    const { offset } = (node?.parent?.type === 'property' ? node.parent : node) ?? { offset: 0 };
    // Places are mostly requested in the order of the text.
    this.#last = { offset, ...placeOf(tree?.text ?? '', offset, this.#last) };
    const { line, column } = this.#last;
    return { line, column };
  }

  /** The parser calls itself for each level, and an invalid text can have too many levels. */
  #readTree(): JsonTree | undefined {
    try {
      this.#tree ??= new JsonTree(this.#given);
      return this.#tree;
    } catch {
      return undefined;
    }
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

/** Returns the offset after a node. */
export function endOf({ offset, length }: JsonNode): number {
  return offset + length;
}

/** Of equal names, the last one counts, as for JSON.parse. */
function childOf(node: JsonNode, key: string | number): JsonNode | undefined {
  if (node.type === 'array') return typeof key === 'number' ? node.children?.[key] : undefined;
  return node.children?.findLast((member) => member.children?.[0]?.value === String(key))?.children?.[1];
}
