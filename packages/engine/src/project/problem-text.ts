import { maxDepth } from './limits.ts';

const maxValueLength = 60;
const maxPathSegments = 24;
const pathTail = 4;
const plainSegment = /^[A-Za-z0-9_-]{1,80}$/;

export type Path = readonly (string | number)[];

/** Formats a value for a message: on one line, shortened to about 60 characters. */
export function showValue(value: unknown): string {
  if (typeof value === 'string') return showString(value);
  if (Array.isArray(value)) return `an array of ${value.length} ${value.length === 1 ? 'item' : 'items'}`;
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'bigint') return 'a BigInt';
  if (typeof value === 'symbol') return 'a symbol';
  if (typeof value === 'object' && value !== null) return 'an object';
  return String(value);
}

function showString(text: string): string {
  if (text.length <= maxValueLength) return quote(text);
  return `${quote(`${text.slice(0, maxValueLength - 1)}…`)} (${text.length} characters)`;
}

/** Explains why an unmarked document cannot use something beyond the contract of the format. */
export function withoutMark(what: string): string {
  return `${what} is an extension of the format; add "extended": true at the top of the document to use it`;
}

/** Line ends, control characters and direction marks that JSON does not escape. */
const unsafeCharacters = /[\u007f-\u009f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

const controls = /(?!\n)[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

function quote(text: string): string {
  return JSON.stringify(text).replace(unsafeCharacters, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/**
 * Escapes control characters and direction marks, so that no name or value in the text can send commands to a terminal.
 * Line ends stay.
 */
export function escapeControls(text: string): string {
  return text.replace(controls, escapeCharacter);
}

/**
 * Formats a place in the project, such as `scenes.intro.compositionOrder[2]`; the whole document is called `project`.
 */
export function showPath(path: Path): string {
  return showDeepPath(path.length, (depth) => path[depth] ?? '');
}

/**
 * Formats a place `depth` levels down, reading its segments one at a time. Shows only both ends of a very deep path.
 * Quotes keys that are not plain words.
 */
export function showDeepPath(depth: number, segmentAt: (depth: number) => string | number): string {
  if (depth === 0) return 'project';
  const hidden = depth > maxPathSegments;
  const head = hidden ? maxPathSegments - pathTail : depth;
  let text = '';
  for (let level = 0; level < head; level++) text += showSegment(segmentAt(level), text === '');
  if (!hidden) return text;
  text += '…';
  for (let level = depth - pathTail; level < depth; level++) text += showSegment(segmentAt(level), false);
  return text;
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

function showSegment(segment: string | number, first: boolean): string {
  if (typeof segment === 'number') return `[${segment}]`;
  if (!plainSegment.test(segment)) return `[${showString(segment)}]`;
  return first ? segment : `.${segment}`;
}

/** Returns the message for a value that breaks the rule `expected`, such as `an integer from 1 to 2`. */
export function mustBe(expected: string, value: unknown): string {
  if (value === undefined) return `is required: ${expected}`;
  return `must be ${expected}, but is ${showValue(value)}${numberIn(expected, value)}`;
}

/** Matches a number in a string, with or without a unit. */
const numberWithUnit = /^\s*(?<digits>-?\d{1,9}(?:\.\d{1,9})?)\s*(?<unit>s|ms|px|deg|°)?\s*$/;

/** Returns how to write a number that is in a string; empty for any other value. */
function numberIn(expected: string, value: unknown): string {
  const kind = /^an? (?<kind>number|integer)\b/.exec(expected)?.groups?.kind;
  if (kind === undefined || typeof value !== 'string') return '';
  const { digits, unit } = numberWithUnit.exec(value)?.groups ?? {};
  if (digits === undefined) return '';
  const number = Number(digits) * (unit === 's' ? 1000 : 1);
  if (kind === 'integer' && !Number.isInteger(number)) return '';
  if (unit === 's') return `; write ${showNumber(number)}, in milliseconds`;
  return `; write ${showNumber(number)} without ${unit === undefined ? 'quotes' : 'quotes and unit'}`;
}

/** Joins words as in a sentence: `svg, png or mp4`. */
export function joinWords(words: readonly (string | number)[], conjunction: 'and' | 'or'): string {
  return [words.slice(0, -1).join(', '), words.at(-1)].filter((part) => part !== '').join(` ${conjunction} `);
}

/** Shows milliseconds in seconds, such as `2.5 s`. */
export function showSeconds(ms: number): string {
  return `${showNumber(Math.round(ms / 100) / 10)} s`;
}

/** Formats a number without the rounding errors of binary fractions. */
export function showNumber(value: number): string {
  return String(Number(value.toFixed(6)));
}

/** Quotes the start of a src, which may be megabytes long. */
export function showSource(src: string): string {
  return showValue(src.length > 40 ? `${src.slice(0, 39)}…` : src);
}

/** Rule for objects and arrays that are nested too deeply. */
export const nestedTooDeeply = `must be nested at most ${maxDepth} levels deep`;
