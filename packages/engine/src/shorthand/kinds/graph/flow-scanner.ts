/** Reads a line of a flowchart letter by letter. */
export class FlowScanner {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
    this.skipSpaces();
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** The rest of the line. */
  get rest(): string {
    return this.text.slice(this.at);
  }

  skipSpaces(): void {
    while (/\s/.test(this.text[this.at] ?? '')) this.at++;
  }

  /** Reads what a pattern with the flag `y` finds here. */
  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found !== null) this.at += found[0].length;
    return found;
  }

  /** Reads up to one of some words, outside of quotes; null if none follows. */
  takeUntil(closers: readonly string[]): { readonly text: string; readonly closer: string } | null {
    const start = this.at;
    let isQuoted = false;
    for (let index = start; index < this.text.length; index++) {
      const letter = this.text[index];
      const isOpening = letter === '"' && (isQuoted || this.text.slice(start, index).trim() === '');
      if (isOpening) isQuoted = !isQuoted;
      if (isQuoted) continue;
      const closer = closers.find((one) => this.text.startsWith(one, index));
      if (closer === undefined) continue;
      this.at = index + closer.length;
      return { text: this.text.slice(start, index), closer };
    }
    return null;
  }
}

const entities: Readonly<Record<string, string>> = {
  quot: '"',
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  apos: "'",
};

/** The letters of a label, and what of it is not drawn. */
export interface FlowLabel {
  readonly text: string;
  readonly undrawn: readonly string[];
}

const icon = /(?:^|\s)fa[bklrs]?:fa-[\w-]+\s*/g;
/** Marks of bold and of italic letters around a word or more. */
const emphasis = /(\*\*|__|\*|_)(?=\S)([^*_]*[^\s*_])\1/g;

/** Returns the letters of a label: without quotes and marks, with line breaks and the letters of entities. */
export function labelText(written: string): FlowLabel {
  const trimmed = written.trim();
  const isQuoted = trimmed.length >= 2 && trimmed.startsWith('"') && trimmed.endsWith('"');
  const inner = isQuoted ? trimmed.slice(1, -1) : trimmed;
  const isMarkdown = inner.length >= 2 && inner.startsWith('`') && inner.endsWith('`');
  const marked = isMarkdown ? inner.slice(1, -1) : inner;
  const plain = isMarkdown ? marked.replace(emphasis, '$2') : marked;
  const letters = plain.replace(icon, ' ');
  const undrawn = [
    ...(plain === marked ? [] : ['bold and italic words of labels are drawn as the others']),
    ...(letters === plain ? [] : ['icons such as fa:fa-car are not drawn; write an icon beside the graph']),
  ];
  return { text: lettersOf(letters), undrawn };
}

/** Returns the letters of a text of Mermaid: with line breaks, and the letters of entities. */
export function lettersOf(written: string): string {
  return written
    .split(/<br\s*\/?>|\\n|\n/i)
    .map((line) => line.trim())
    .join('\n')
    .trim()
    .replace(/[#&](\w+);/g, (whole, name: string) => {
      if (/^\d{2,6}$/.test(name)) {
        const code = Number(name);
        return code < 0x110000 && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : whole;
      }
      return Object.hasOwn(entities, name) ? (entities[name] ?? whole) : whole;
    });
}
