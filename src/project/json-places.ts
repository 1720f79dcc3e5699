import type { TextPlace } from './json-syntax.ts';
import type { Path } from './problem-text.ts';

const byteOrderMark = 0xfeff;

/** Number of characters between two recorded line numbers. */
const blockLength = 4096;

/** Offsets of a member or item and of its value. */
interface Child {
  readonly from: number;
  readonly value: number;
}

/** The members of an object and the items of an array. */
interface Children {
  readonly members: ReadonlyMap<string, Child>;
  readonly items: readonly Child[];
}

/**
 * Finds the places of values in a JSON text. Results are cached: each object or array on the way to a value is read
 * once, however many of its values are looked up.
 */
export class JsonPlaces {
  readonly #text: string;
  readonly #lines: Lines;
  readonly #children = new Map<number, Children>();

  constructor(text: string) {
    this.#text = text.charCodeAt(0) === byteOrderMark ? text.slice(1) : text;
    this.#lines = new Lines(this.#text);
  }

  /**
   * Returns the place of a value in a valid JSON text, or of the nearest enclosing value if it is missing. A member of
   * an object starts at its name. In an invalid text, the result is an arbitrary place in it.
   */
  locate(path: Path): TextPlace {
    let from = skipSpace(this.#text, 0);
    let value = from;
    for (const key of path) {
      const { members, items } = this.#childrenOf(value);
      const child = typeof key === 'number' && items[key] ? items[key] : members.get(String(key));
      if (child === undefined) break;
      ({ from, value } = child);
    }
    return this.#lines.placeOf(from);
  }

  #childrenOf(offset: number): Children {
    const known = this.#children.get(offset);
    if (known) return known;
    const children = readChildren(this.#text, offset);
    this.#children.set(offset, children);
    return children;
  }
}

/**
 * Parses a place in the form that messages use, such as `scenes.intro.compositionOrder[2]`; `project` is the whole
 * document.
 */
export function parsePath(shown: string): Path {
  if (shown === 'project') return [];
  return [...shown.matchAll(/\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|([^.[\]]+)/g)].map(
    ([, index, quoted, name = '']) => {
      if (index !== undefined) return Number(index);
      return quoted === undefined ? name : unquote(quoted);
    },
  );
}

function unquote(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}

/** Finds lines in a text. Reads the text once, and only up to the last place requested. */
class Lines {
  readonly #text: string;
  /** Line number at the start of each block of the text, and the offset at which that line starts. */
  readonly #blocks = [{ line: 1, start: 0 }];

  constructor(text: string) {
    this.#text = text;
  }

  placeOf(offset: number): TextPlace {
    const wanted = Math.floor(offset / blockLength);
    for (let block = this.#blocks.length; block <= wanted; block++) {
      this.#blocks.push(
        this.#lineAt(block * blockLength, this.#blocks[block - 1], (block - 1) * blockLength),
      );
    }
    const { line, start } = this.#lineAt(offset, this.#blocks[wanted], wanted * blockLength);
    return { line, column: offset - start + 1 };
  }

  /** Returns the line of an offset, counted from the line of an earlier offset. */
  #lineAt(offset: number, { line, start }: { line: number; start: number }, from: number) {
    for (let at = from; at < offset; at++) {
      if (this.#text.charCodeAt(at) !== codes.lineFeed) continue;
      line++;
      start = at + 1;
    }
    return { line, start };
  }
}

const codes = {
  tab: 0x09,
  lineFeed: 0x0a,
  carriageReturn: 0x0d,
  space: 0x20,
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  closeBrace: 0x7d,
} as const;

/**
 * Returns the members or items of the object or array at an offset, and nothing for other values. The last of equal
 * names counts.
 */
function readChildren(text: string, offset: number): Children {
  const opening = text.charCodeAt(offset);
  const items: Child[] = [];
  const members = new Map<string, Child>();
  const isObject = opening === codes.openBrace;
  if (!isObject && opening !== codes.openBracket) return { members, items };
  for (let at = skipSpace(text, offset + 1); at < text.length; ) {
    if (isClosing(text.charCodeAt(at))) break;
    const from = at;
    if (isObject) {
      at = skipString(text, at);
      const name = unquote(text.slice(from, at));
      at = skipSpace(text, at);
      if (text.charCodeAt(at) === codes.colon) at++;
      at = skipSpace(text, at);
      members.set(name, { from, value: at });
    } else items.push({ from, value: at });
    at = skipSpace(text, skipValue(text, at));
    if (text.charCodeAt(at) === codes.comma) at = skipSpace(text, at + 1);
    else if (at === from) break;
  }
  return { members, items };
}

function skipValue(text: string, offset: number): number {
  let depth = 0;
  let at = offset;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === codes.quote) at = skipString(text, at);
    else if (code === codes.openBrace || code === codes.openBracket) {
      depth++;
      at++;
      continue;
    } else if (isClosing(code)) {
      if (depth === 0) return at;
      depth--;
      at++;
    } else if (depth > 0) {
      at++;
      continue;
    } else return skipWord(text, at);
    if (depth === 0) return at;
  }
  return at;
}

/** Returns the end of a number or a literal. */
function skipWord(text: string, offset: number): number {
  let at = offset;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isSpace(code) || code === codes.comma || isClosing(code)) break;
  }
  return at;
}

/** Returns the end of a string, if a string starts at the offset. */
function skipString(text: string, offset: number): number {
  if (text.charCodeAt(offset) !== codes.quote) return offset;
  for (let at = offset + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === codes.quote) return at + 1;
    if (code === codes.backslash) at++;
  }
  return text.length;
}

function skipSpace(text: string, offset: number): number {
  let at = offset;
  while (isSpace(text.charCodeAt(at))) at++;
  return at;
}

function isSpace(code: number): boolean {
  return (
    code === codes.space || code === codes.lineFeed || code === codes.carriageReturn || code === codes.tab
  );
}

function isClosing(code: number): boolean {
  return code === codes.closeBrace || code === codes.closeBracket;
}
