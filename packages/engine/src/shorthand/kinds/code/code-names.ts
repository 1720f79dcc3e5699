import { showValue } from '../../../project/problem-text.ts';
import type { CodeLine } from './code-lines.ts';

/** A part of a code: lines by their numbers, or the letters of one line. */
export type CodePart = { readonly lines: LineNumbers } | { readonly words: string };

export type LineNumbers = readonly (readonly [first: number, last: number])[] | 'all';

/** A range of a line in UTF-16 units. */
export interface LineRange {
  readonly key: number;
  readonly start: number;
  readonly end: number;
}

const numbers = /^\d{1,6}(-\d{1,6})?(\s*,\s*\d{1,6}(-\d{1,6})?)*$/;

/** Reads the name of a part: `3`, `3-8` or `3,5-6` are lines, and `*` is all of them; everything else is a part of the text. */
export function readPart(name: string): CodePart {
  const text = name.trim();
  if (text === '*') return { lines: 'all' };
  if (!numbers.test(text)) return { words: name };
  const lines = text.split(',').map((range): readonly [number, number] => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return [first, last];
  });
  return { lines };
}

/** Returns the lines with some numbers, or why a code has none of them. */
export function linesNamed(ranges: LineNumbers, lines: readonly CodeLine[]): readonly CodeLine[] | string {
  if (ranges === 'all') return lines;
  const wrong = ranges.find(([first, last]) => first < 1 || last < first || first > lines.length);
  if (wrong !== undefined) {
    const [first, last] = wrong;
    const named = first === last ? `line ${first}` : `lines ${first} to ${last}`;
    const all = lines.length === 1 ? 'one line' : `lines 1 to ${lines.length}`;
    return `names ${named}, but the code has ${all} here`;
  }
  return ranges.flatMap(([first, last]) => lines.slice(first - 1, last));
}

/** Finds a part of the text in lines; `x#2` is the second "x". Says why if there is none. */
export function findWords(words: string, lines: readonly CodeLine[]): LineRange | string {
  const [, plain = words, count = '1'] = /^(.+)#(\d{1,4})$/s.exec(words) ?? [];
  for (const [wanted, which] of [
    [words, 1],
    [plain, Number(count)],
  ] as const) {
    let found = 0;
    if (wanted === '') continue;
    for (const { key, text } of lines) {
      for (let start = text.indexOf(wanted); start >= 0; start = text.indexOf(wanted, start + 1)) {
        if (++found === which) return { key, start, end: start + wanted.length };
      }
    }
  }
  return `is ${showValue(words)}, which is in no line that the code shows here; write a part of one line, with #2 for the second time, or the number of a line`;
}
