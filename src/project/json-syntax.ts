import { showValue } from './problem-text.ts';

/** A place in a text. Line and column start at 1; the column counts UTF-16 code units. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

export interface JsonError extends TextPlace {
  readonly offset: number;
  readonly expected: string;
  readonly found: string;
}

/** The token that the scanner expects next, outside strings, numbers and literals, in the words of messages. */
type Expectation =
  | 'a value'
  | 'a value or "]"'
  | 'a property name in double quotes'
  | 'a property name in double quotes or "}"'
  | '":"'
  | '"," or "]"'
  | '"," or "}"'
  | 'the end of the text';

const literals = ['true', 'false', 'null'];
const number = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const escapeSequence = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/**
 * Finds the first syntax error in a text that is not valid JSON (RFC 8259). The messages of JSON.parse differ between
 * versions, do not always name the place, and may quote long parts of the text.
 */
export function findJsonError(text: string): JsonError {
  const { offset, expected } = new JsonScanner(text).scan();
  const character = text.codePointAt(offset);
  const found = character === undefined ? 'the end of the text' : showValue(String.fromCodePoint(character));
  return { offset, ...placeOf(text, offset), expected, found };
}

/** Matches what is the name of a file instead of its text. */
const fileName = /^[^\n"[\]{}]{1,1000}\.json$/i;

/** Returns how to correct a common mistake at the place of a syntax error; empty for any other. */
export function howToCorrect(text: string, { offset }: JsonError): string {
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

/** Returns the line and column of an offset. */
export function placeOf(text: string, offset: number): TextPlace {
  let line = 1;
  let lineStart = 0;
  for (let feed = text.indexOf('\n'); feed >= 0 && feed < offset; feed = text.indexOf('\n', lineStart)) {
    line++;
    lineStart = feed + 1;
  }
  return { line, column: offset - lineStart + 1 };
}

class JsonScanner {
  private readonly text: string;
  private offset = 0;
  private readonly open: ('[' | '{')[] = [];
  private next: Expectation = 'a value';

  constructor(text: string) {
    this.text = text;
  }

  scan(): { offset: number; expected: string } {
    let expected: string | undefined;
    while (expected === undefined) {
      this.skipSpace();
      expected = this.step(this.text[this.offset]);
    }
    return { offset: this.offset, expected };
  }

  /** Reads one token. If it does not fit, returns what was expected. */
  private step(character: string | undefined): string | undefined {
    switch (this.next) {
      case 'a value or "]"':
        if (character === ']') return this.close();
        return this.value(character);
      case 'a value':
        return this.value(character);
      case 'a property name in double quotes or "}"':
        if (character === '}') return this.close();
        return this.name(character);
      case 'a property name in double quotes':
        return this.name(character);
      case '"," or "]"':
        if (character === ']') return this.close();
        if (character === ',') return this.accept('a value');
        break;
      case '"," or "}"':
        if (character === '}') return this.close();
        if (character === ',') return this.accept('a property name in double quotes');
        break;
      case '":"':
        if (character === ':') return this.accept('a value');
        break;
    }
    return this.next;
  }

  private name(character: string | undefined): string | undefined {
    return character === '"' ? this.string('":"') : this.next;
  }

  private value(character: string | undefined): string | undefined {
    if (character === '{' || character === '[') {
      this.open.push(character);
      return this.accept(character === '{' ? 'a property name in double quotes or "}"' : 'a value or "]"');
    }
    if (character === '"') return this.string(this.afterValue());
    const literal = literals.find((word) => this.text.startsWith(word, this.offset));
    const length = literal?.length ?? this.lengthOf(number);
    if (length === 0) return this.next;
    this.offset += length;
    this.next = this.afterValue();
    return undefined;
  }

  private string(next: Expectation): string | undefined {
    for (this.offset++; ; this.offset++) {
      const code = this.text.charCodeAt(this.offset);
      if (code === 0x22) return this.accept(next);
      if (Number.isNaN(code)) return 'the closing quote of a string';
      if (code < 0x20) return 'an escape sequence for a control character';
      if (code === 0x5c) {
        const length = this.lengthOf(escapeSequence);
        if (length === 0) return 'an escape sequence of JSON';
        this.offset += length - 1;
      }
    }
  }

  private accept(next: Expectation): undefined {
    this.offset++;
    this.next = next;
  }

  private close(): undefined {
    this.open.pop();
    this.accept(this.afterValue());
  }

  private afterValue(): Expectation {
    const container = this.open.at(-1);
    if (container === undefined) return 'the end of the text';
    return container === '[' ? '"," or "]"' : '"," or "}"';
  }

  private lengthOf(token: RegExp): number {
    token.lastIndex = this.offset;
    return token.exec(this.text)?.[0].length ?? 0;
  }

  private skipSpace(): void {
    for (
      let code = this.text.charCodeAt(this.offset);
      isSpace(code);
      code = this.text.charCodeAt(this.offset)
    ) {
      this.offset++;
    }
  }
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}
