import { placeOf, type TextPlace } from './json-syntax.ts';
import type { Path } from './problem-text.ts';

const space = /[ \t\r\n]*/y;
/** A number or a literal. */
const word = /[^\s,\]}]+/y;

/**
 * The place of a value in a valid JSON text; of the nearest value around it if it is not there. A member of an object
 * starts at its name.
 */
export function locateInJson(text: string, path: Path): TextPlace {
  return placeOf(text, new Locator(text).offsetOf(path));
}

/** Parses a place as messages name it, such as `scenes.intro.compositionOrder[2]`; `project` is the whole document. */
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

class Locator {
  readonly #text: string;
  #offset = 0;

  constructor(text: string) {
    this.#text = text;
    if (text.charCodeAt(0) === 0xfeff) this.#offset = 1;
  }

  offsetOf(path: Path): number {
    this.#skip(space);
    let found = this.#offset;
    for (const key of path) {
      const member = this.#enter(key);
      if (member === undefined) break;
      found = member.from;
      this.#offset = member.value;
    }
    return found;
  }

  /** Where a member or item of the value at the offset starts, and where its value does. The last of equal names wins. */
  #enter(key: string | number): { from: number; value: number } | undefined {
    const opening = this.#text[this.#offset];
    if (opening !== '{' && opening !== '[') return undefined;
    this.#offset++;
    let last: { from: number; value: number } | undefined;
    for (let index = 0; ; index++) {
      this.#skip(space);
      const character = this.#text[this.#offset];
      if (character === undefined || character === '}' || character === ']') return last;
      const from = this.#offset;
      const name = opening === '{' ? this.#name() : index;
      const value = this.#offset;
      if (name === key || name === String(key)) last = { from, value };
      if (opening === '[' && last) return last;
      this.#skipValue();
      this.#skip(space);
      if (this.#text[this.#offset] === ',') this.#offset++;
      else if (this.#offset === from) return last;
    }
  }

  #name(): string {
    const from = this.#offset;
    this.#skipString();
    const name = unquote(this.#text.slice(from, this.#offset));
    this.#skip(space);
    if (this.#text[this.#offset] === ':') this.#offset++;
    this.#skip(space);
    return name;
  }

  #skipValue(): void {
    let depth = 0;
    do {
      this.#skip(space);
      const character = this.#text[this.#offset];
      if (character === undefined) return;
      if (character === '"') this.#skipString();
      else if (character === '{' || character === '[') depth++;
      else if (character === '}' || character === ']') depth--;
      else if (character !== ',' && character !== ':') {
        this.#skip(word);
        continue;
      }
      if (character !== '"') this.#offset++;
    } while (depth > 0);
  }

  /** Strings may have millions of characters. */
  #skipString(): void {
    if (this.#text[this.#offset] !== '"') return;
    let end = this.#offset;
    do {
      end = this.#text.indexOf('"', end + 1);
      if (end < 0) end = this.#text.length;
    } while (this.#isEscaped(end));
    this.#offset = end + 1;
  }

  #isEscaped(offset: number): boolean {
    let start = offset;
    while (this.#text[start - 1] === '\\') start--;
    return (offset - start) % 2 === 1 && offset < this.#text.length;
  }

  #skip(token: RegExp): void {
    token.lastIndex = this.#offset;
    this.#offset += token.exec(this.#text)?.[0].length ?? 0;
  }
}
