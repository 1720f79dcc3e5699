import { type JSONVisitor, visit } from 'jsonc-parser';
import { maxContainers, maxDepth } from './limits.ts';
import { nestedTooDeeply, type Path, showValue } from './problem-text.ts';

// See docs/decisions.md, "JSON is read by jsonc-parser".

/** A place in a text. Line and column start at 1; the column counts UTF-16 code units. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** A name that occurs more than once in an object of a JSON text. The last of its values counts. */
export interface RepeatedKey {
  readonly path: Path;
  readonly name: string;
}

/** Why a text is not JSON (RFC 8259) within the limits, with the place and the remedy. */
export class JsonFault extends Error {
  readonly rule: 'syntax' | 'depth' | 'count';

  constructor(message?: string, rule: JsonFault['rule'] = 'syntax') {
    super(message);
    this.rule = rule;
  }
}

const textStart = { offset: 0, line: 1, column: 1 };
const byteOrderMark = '\ufeff';

/** Returns the byte order mark of a text, or an empty text. */
export function markOf(text: string): string {
  return text.startsWith(byteOrderMark) ? byteOrderMark : '';
}

/**
 * Throws a JsonFault for the first syntax error, or the first bracket that opens a level, object or array too many.
 * JSON.parse would need memory for all of them, and its messages do not always name the place.
 */
export function checkJson(text: string): void {
  const { condensed, originalOffset } = condenseBlanks(text);
  const open: ('[' | '{')[] = [];
  let containers = 0;
  let expected = 'a value';
  const afterValue = () => {
    const container = open.at(-1);
    expected =
      container === undefined ? 'the end of the text' : `"," or ${container === '[' ? '"]"' : '"}"'}`;
  };
  const begin = (bracket: '[' | '{') => (offset: number) => {
    open.push(bracket);
    containers++;
    expected = bracket === '[' ? 'a value or "]"' : 'a property name in double quotes or "}"';
    if (open.length > maxDepth) throw excess('depth', nestedTooDeeply, text, originalOffset(offset));
    if (containers > maxContainers) {
      throw excess(
        'count',
        `must hold at most ${maxContainers} objects and arrays`,
        text,
        originalOffset(offset),
      );
    }
  };
  const end = (offset: number) => {
    // At the end of the text, the parser closes the open objects and arrays.
    if (offset === condensed.length) return;
    open.pop();
    afterValue();
  };
  visitJson(condensed, {
    onObjectBegin: begin('{'),
    onArrayBegin: begin('['),
    onObjectEnd: end,
    onArrayEnd: end,
    onObjectProperty: () => {
      expected = '":"';
    },
    onLiteralValue: afterValue,
    onSeparator: (character) => {
      const isName = character === ',' && open.at(-1) === '{';
      expected = isName ? 'a property name in double quotes' : 'a value';
    },
    onError: (_, condensedOffset) => {
      const offset = originalOffset(condensedOffset);
      if (text[offset] === '"' && /value|name/.test(expected)) throw stringFault(text, offset);
      const number = /-?\d+(?:\.\d+)?(?=[.eE])/y;
      number.lastIndex = offset;
      const length = expected.startsWith('a value') ? (number.exec(text)?.[0].length ?? 0) : 0;
      if (length > 0) afterValue();
      throw fault(text, offset + length, expected);
    },
  });
}

/** The scanner takes a hundred times as long for each character of a blank as of other text. */
const maxBlank = 1000;

/**
 * Shortens each longer run of spaces, or of tabs and spaces, to its first character, which does not change whether a text
 * is JSON: in a string, only tabs are wrong. `originalOffset` returns where a character of the shorter text was.
 */
function condenseBlanks(text: string): { condensed: string; originalOffset: (offset: number) => number } {
  /** What is left out before each place of the shorter text, in order. */
  const blanks: {
    readonly start: number;
    readonly end: number;
    readonly at: number;
    readonly before: number;
  }[] = [];
  let before = 0;
  for (let start = 0; start < text.length; start++) {
    const first = text[start];
    if (first !== ' ' && first !== '\t') continue;
    let end = start + 1;
    while (text[end] === ' ' || (first === '\t' && text[end] === '\t')) end++;
    if (end - start > maxBlank) {
      before += end - start - 1;
      blanks.push({ start: start + 1, end, at: end - before, before });
    }
    start = end - 1;
  }
  const ends = [0, ...blanks.map(({ end }) => end)];
  const condensed = ends.map((end, index) => text.slice(end, blanks[index]?.start)).join('');
  const originalOffset = (offset: number) => {
    let [low, high] = [0, blanks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((blanks[middle]?.at ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return offset + (blanks[low - 1]?.before ?? 0);
  };
  return { condensed, originalOffset };
}

/** Returns the first repeated names of a valid JSON text, at most `most`. */
export function findRepeatedKeys(given: string, most: number): readonly RepeatedKey[] {
  const text = given.slice(markOf(given).length);
  const { condensed, originalOffset } = condenseBlanks(text);
  const found: RepeatedKey[] = [];
  const open: Set<string>[] = [];
  visitJson(condensed, {
    onObjectBegin: () => {
      open.push(new Set());
    },
    onObjectProperty: (name, offset, length, _line, _character, path) => {
      const names = open.at(-1);
      const [start, end] = [originalOffset(offset), originalOffset(offset + length)];
      // Two shortened names may differ only in what is left out.
      const whole = end - start > length ? text.slice(start, end) : name;
      if (names?.has(whole) && found.length < most) found.push({ path: [...path(), name], name });
      names?.add(whole);
    },
    onObjectEnd: () => {
      open.pop();
    },
  });
  return found;
}

/** A name that JavaScript moves to the front of an object. */
const wholeNumber = /^(?:0|[1-9]\d{0,9})$/;
const wholeNumberName = /"(?:0|[1-9]\d{0,9})"\s*:/;

/** Returns the places of the objects of a valid JSON text that have whole numbers as names, with their names in order. */
export function findNumberedKeys(text: string): readonly { path: Path; names: readonly string[] }[] {
  if (!wholeNumberName.test(text)) return [];
  const found: { path: Path; names: readonly string[] }[] = [];
  const open: { readonly path: Path; readonly names: Set<string> }[] = [];
  visitJson(condenseBlanks(text).condensed, {
    onObjectBegin: (_offset, _length, _line, _character, path) => {
      open.push({ path: path(), names: new Set() });
    },
    onObjectProperty: (name) => {
      open.at(-1)?.names.add(name);
    },
    onObjectEnd: () => {
      const { path = [], names = new Set<string>() } = open.pop() ?? {};
      if ([...names].some((name) => wholeNumber.test(name))) found.push({ path, names: [...names] });
    },
  });
  return found;
}

function visitJson(text: string, visitor: JSONVisitor): void {
  visit(text, visitor, { disallowComments: true });
}

function stringFault(text: string, start: number): JsonFault {
  const escapeSequence = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
  let offset = start + 1;
  for (; text.charCodeAt(offset) >= 0x20; offset++) {
    if (text[offset] !== '\\') continue;
    escapeSequence.lastIndex = offset;
    if (!escapeSequence.test(text)) return fault(text, offset, 'an escape sequence of JSON');
    offset = escapeSequence.lastIndex - 1;
  }
  const isCut = offset >= text.length;
  return fault(
    text,
    offset,
    isCut ? 'the closing quote of a string' : 'an escape sequence for a control character',
  );
}

function excess(rule: JsonFault['rule'], limit: string, text: string, offset: number): JsonFault {
  const { line, column } = placeOf(text, offset);
  return new JsonFault(`${limit}, but line ${line}, column ${column} opens one more`, rule);
}

function fault(text: string, offset: number, expected: string): JsonFault {
  const { line, column } = placeOf(text, offset);
  const character = text.codePointAt(offset);
  const found = character === undefined ? 'the end of the text' : showValue(String.fromCodePoint(character));
  const remedy = howToCorrect(text, offset);
  return new JsonFault(
    `is not valid JSON at line ${line}, column ${column}: expected ${expected}, but found ${found}${remedy && `; ${remedy}`}`,
  );
}

/** Matches the name of a file in place of its text. */
const fileName = /^[^\n"[\]{}]{1,1000}\.json$/i;

/** Returns how to correct a common mistake at the place of a syntax error; empty for any other. */
function howToCorrect(text: string, offset: number): string {
  if (fileName.test(text)) return 'give the text of the file, not its name';
  if (text.trim() === '') return 'the document is empty';
  const before = text.slice(0, offset).trimEnd().at(-1);
  switch (text[offset]) {
    case '}':
    case ']':
      return before === ',' ? 'remove the comma before it' : '';
    case '/':
    case '#':
      return 'JSON has no comments, so use a field such as "$comment"';
    case "'":
    case '“':
    case '”':
      return 'JSON needs straight double quotes';
    case '\n':
      return 'write a line break in a string as \\n';
    default:
      return '';
  }
}

/** Returns the line and column of an offset, counted from `known`, if that is before it. */
export function placeOf(
  text: string,
  offset: number,
  known: TextPlace & { readonly offset: number } = textStart,
): TextPlace {
  const from = known.offset <= offset ? known : textStart;
  let { line } = from;
  let lineStart = from.offset - from.column + 1;
  for (
    let feed = text.indexOf('\n', lineStart);
    feed >= 0 && feed < offset;
    feed = text.indexOf('\n', lineStart)
  ) {
    line++;
    lineStart = feed + 1;
  }
  return { line, column: offset - lineStart + 1 };
}
