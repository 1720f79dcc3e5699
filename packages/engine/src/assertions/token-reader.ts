import { closestName } from '../names/closest-name.ts';
import { readTokens, type Token } from './tokens.ts';
import { otherWords } from './words.ts';

/** The reason why a sentence cannot be read. */
export class AssertionError extends Error {}

/** Text to write in place of a part of a sentence. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const maxListed = 12;

/** Reads the tokens of a sentence one after another. */
export class TokenReader {
  readonly #tokens: readonly Token[];
  #place = 0;
  readonly replacements: Replacement[] = [];

  constructor(sentence: string) {
    this.#tokens = readTokens(sentence);
  }

  get isDone(): boolean {
    return this.#place >= this.#tokens.length;
  }

  /** The place of the next token, to return to. */
  get place(): number {
    return this.#place;
  }

  goTo(place: number): void {
    this.#place = place;
  }

  /** Returns a token without taking it. */
  peek(ahead = 0): Token | undefined {
    return this.#tokens[this.#place + ahead];
  }

  /** The next word in lower case; empty for a quoted text and at the end. */
  word(ahead = 0): string {
    const token = this.peek(ahead);
    return token === undefined || token.isQuoted ? '' : token.text.toLowerCase();
  }

  take(expected: string): Token {
    const token = this.peek();
    if (token === undefined) throw new AssertionError(`ends where ${expected} is expected`);
    this.#place++;
    return token;
  }

  /** Takes the next words if they are these. */
  takeWords(words: string): boolean {
    const wanted = words.split(' ');
    if (!wanted.every((word, index) => this.word(index) === word)) return false;
    this.#place += wanted.length;
    return true;
  }

  /** Takes words that have to follow. */
  expectWords(words: string): void {
    for (const word of words.split(' ')) {
      if (word !== '' && !this.takeWords(word)) throw this.unexpected(`"${word}"`, [word]);
    }
  }

  /** Takes the next word if the table has it, and returns its value. */
  takeFrom<Value>(table: Readonly<Record<string, Value>>): Value | undefined {
    const word = this.word();
    if (word === '' || !Object.hasOwn(table, word)) return undefined;
    this.#place++;
    return table[word];
  }

  /** The error for an unexpected token. `others` has words that may be meant instead of the expected ones. */
  unexpected(expected: string, words: readonly string[], others = otherWords): AssertionError {
    const token = this.peek();
    if (token === undefined) return new AssertionError(`ends where ${expected} is expected${listOf(words)}`);
    const other = token.isQuoted ? undefined : others.get(token.text.toLowerCase());
    if (other !== undefined)
      return new AssertionError(`has ${show(token.text)} where ${expected} is expected; write ${other}`);
    const closest = token.isQuoted ? undefined : closestName(token.text, words);
    const wayOut =
      closest === undefined ? listOf(words).replace(/^: /, '; use ') : `; did you mean ${closest}?`;
    return new AssertionError(`has ${show(token.text)} where ${expected} is expected${wayOut}`);
  }
}

/** Quotes a word of a sentence for a message, shortened. */
export function show(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 59)}…` : text);
}

function listOf(words: readonly string[]): string {
  const unique = [...new Set(words)];
  return unique.length <= 1 ? '' : `: ${listed(unique)}`;
}

/** Lists some names, shortened. */
export function listed(names: readonly string[]): string {
  return (names.length > maxListed ? [...names.slice(0, maxListed), '…'] : names).join(', ');
}

/** Offers the nearest of some names, or lists them. */
export function offer(given: string, names: readonly string[], none: string): string {
  const closest = closestName(given, names);
  if (closest !== undefined) return `did you mean ${closest}?`;
  return names.length === 0 ? none : `use one of${listOf(names).slice(1) || ` ${names[0]}`}`;
}
