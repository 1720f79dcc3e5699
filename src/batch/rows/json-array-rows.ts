import { maxInputBytes } from '../../project/limits.ts';
import { DataError, type RowOrProblem } from '../../render/tables/row.ts';
import { fieldsOfJson } from './json-fields.ts';

/**
 * Reads the rows of a JSON array of objects, one by one. Throws a DataError if the array is not well formed; an item
 * that is not an object of fields is one unreadable row.
 */
export async function* jsonArrayRows(text: AsyncIterable<string>, name: string): AsyncIterable<RowOrProblem> {
  let number = 0;
  for await (const { item, line } of itemsOf(text, name)) {
    number++;
    const fields = fieldsOfJson(item);
    yield fields.ok
      ? { number, line, fields: fields.value }
      : { number, line, problem: fields.problems.join('; ') };
  }
}

interface Item {
  readonly item: string;
  /** Line where the item begins. */
  readonly line: number;
}

/** Characters that matter for finding the end of an item. */
const significant = /["\\[\]{},\n]|[^\s"\\[\]{},]/g;
const withinString = /["\\\n]/g;

/** Splits the array at its commas, as text; each item is parsed separately. */
async function* itemsOf(text: AsyncIterable<string>, name: string): AsyncIterable<Item> {
  const splitter = new ArraySplitter(name);
  for await (const chunk of text) yield* splitter.take(chunk);
  splitter.end();
}

class ArraySplitter {
  readonly #name: string;
  #state: 'before' | 'inside' | 'after' = 'before';
  /** Brackets that are open in the item. */
  #depth = 0;
  #inString = false;
  #escaped = false;
  #line = 1;
  /** The item so far, possibly from several chunks, and the line where it began. */
  #parts: string[] = [];
  #length = 0;
  #itemLine: number | undefined;
  #afterComma = false;

  constructor(name: string) {
    this.#name = name;
  }

  *take(chunk: string): Iterable<Item> {
    let from = 0;
    let at = 0;
    while (at < chunk.length) {
      if (this.#escaped) {
        this.#escaped = false;
        at++;
        continue;
      }
      const pattern = this.#inString ? withinString : significant;
      pattern.lastIndex = at;
      const match = pattern.exec(chunk);
      if (match === null) break;
      at = match.index + 1;
      const character = match[0];
      if (character === '\n') this.#line++;
      else if (this.#inString) this.#continueString(character);
      else if (this.#state !== 'inside') {
        this.#open(character);
        from = at;
      } else if (this.#depth === 0 && (character === ',' || character === ']')) {
        this.#add(chunk.slice(from, match.index));
        from = at;
        yield* this.#endItem(character);
      } else this.#continueItem(character);
    }
    if (this.#state === 'inside') this.#add(chunk.slice(from));
  }

  end(): void {
    if (this.#state === 'after') return;
    throw this.#error('expected "]" at the end of the array, but found the end of the text');
  }

  #continueString(character: string): void {
    if (character === '"') this.#inString = false;
    else this.#escaped = true;
  }

  #continueItem(character: string): void {
    this.#itemLine ??= this.#line;
    if (character === '"') this.#inString = true;
    else if (character === '{' || character === '[') this.#depth++;
    else if (character === '}' || character === ']') {
      if (this.#depth === 0) throw this.#error(`expected "," or "]", but found "${character}"`);
      this.#depth--;
    }
  }

  #open(character: string): void {
    if (this.#state === 'after') {
      throw this.#error(
        `expected the end of the text after the array, but found ${JSON.stringify(character)}`,
      );
    }
    if (character !== '[') throw this.#error(`expected an array, but found ${JSON.stringify(character)}`);
    this.#state = 'inside';
  }

  #add(part: string): void {
    this.#length += part.length;
    if (this.#length > maxInputBytes) throw this.#error('the item is larger than 32 MiB');
    if (part !== '') this.#parts.push(part);
  }

  *#endItem(delimiter: string): Iterable<Item> {
    const line = this.#itemLine;
    if (line === undefined) {
      if (delimiter === ',' || this.#afterComma) {
        throw this.#error(`expected a value, but found "${delimiter}"`);
      }
    } else yield { item: this.#parts.join(''), line };
    this.#parts = [];
    this.#length = 0;
    this.#itemLine = undefined;
    this.#afterComma = delimiter === ',';
    if (delimiter === ']') this.#state = 'after';
  }

  #error(problem: string): DataError {
    return new DataError(this.#name, `is not valid JSON at line ${this.#line}: ${problem}`);
  }
}
