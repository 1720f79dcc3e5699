import type { CodeLanguage } from './languages.ts';
import { pairLines } from './line-diff.ts';
import { type TokenLine, tokenize } from './tokens.ts';

/** A line of a code. */
export interface CodeLine extends TokenLine {
  /** The same for a line in all texts of a film, also where it is changed or moved. */
  readonly key: number;
  /** Its number in its text, from 1. */
  readonly number: number;
}

/** Spaces from one tab stop to the next. */
const tabWidth = 4;

/** Returns the lines of a text without line feeds, with spaces in place of tabs and of other control characters. */
export function plainLines(text: string): string[] {
  return text
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .split('\n')
    .map((line) =>
      expandTabs(line)
        .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, ' ')
        .trimEnd(),
    );
}

function expandTabs(line: string): string {
  if (!line.includes('\t')) return line;
  let expanded = '';
  for (const [index, part] of line.split('\t').entries()) {
    if (index > 0) expanded += ' '.repeat(tabWidth - (expanded.length % tabWidth));
    expanded += part;
  }
  return expanded;
}

/** The lines of the texts of a film, one text after another. */
export class CodeTexts {
  #keys: readonly number[] = [];
  #lines: readonly string[] = [];
  #count = 0;

  /** Returns the keys of the lines of the next text. */
  next(lines: readonly string[]): readonly number[] {
    if (lines === this.#lines) return this.#keys;
    const keys: (number | undefined)[] = lines.map(() => undefined);
    for (const { from, to } of pairLines(this.#lines, lines)) keys[to] = this.#keys[from];
    this.#lines = lines;
    this.#keys = keys.map((key) => key ?? ++this.#count);
    return this.#keys;
  }
}

/** Gives lines their tokens, up to the last one that is shown. */
export function readLines(
  texts: readonly string[],
  keys: readonly number[],
  language: CodeLanguage,
  shown: number,
): CodeLine[] {
  const read = tokenize(texts.slice(0, shown), language);
  return texts.map((text, index) => ({
    ...(read[index] ?? { text, tokens: [], isOutput: false }),
    key: keys[index] ?? 0,
    number: index + 1,
  }));
}

/** Scripts whose characters are twice as wide as letters in a font of equal widths, and emoji. */
const wide =
  /\p{Script=Hani}|\p{Script=Hira}|\p{Script=Kana}|\p{Script=Hang}|\p{Extended_Pictographic}|[\uff01-\uff60]/u;

/** Returns the columns that a line takes, of the width of a letter. */
export function columnsOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let columns = 0;
  for (const character of text) {
    if (/\p{M}|\u200d|\ufe0f/u.test(character)) continue;
    columns += wide.test(character) ? 2.2 : 1;
  }
  return Math.ceil(columns);
}
