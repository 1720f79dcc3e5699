import { type FlowScanner, labelText } from './flow-scanner.ts';
import { type FlowEdge, type HeadShape, maxNodeText } from './graph.ts';

type Link = Omit<FlowEdge, 'from' | 'to'>;

/** Arrows without a label in them: the strokes, and the head. A head of a letter is followed by a space. */
const whole: readonly (readonly [line: FlowEdge['line'], pattern: RegExp])[] = [
  ['solid', /(-{2,})(>|[ox](?=[\s|]|$))|(-{3,})/y],
  ['thick', /(={2,})(>|[ox](?=[\s|]|$))|(={3,})/y],
  ['dotted', /-(\.+)-(>|[ox](?=[\s|]|$))?/y],
  ['hidden', /(~{3,})/y],
];

/** Arrows with a label in them: their beginning and their end. */
const labelled: readonly (readonly [line: FlowEdge['line'], begin: RegExp, end: RegExp])[] = [
  ['solid', /--(?!-|>)/y, /\s*(?:(-{2,})(>|[ox](?=\s|$))|(-{3,}))/y],
  ['thick', /==(?!=|>)/y, /\s*(?:(={2,})(>|[ox](?=\s|$))|(={3,}))/y],
  ['dotted', /-\.(?!\.|-)/y, /\s*(\.+)-(>|[ox](?=\s|$))?/y],
];

const shapes: Readonly<Record<string, HeadShape>> = { '<': 'arrow', '>': 'arrow', o: 'circle', x: 'cross' };

/** Reads an arrow with its label; null if there is none, or the fault in it. */
export function takeLink(
  scanner: FlowScanner,
  note: (letter: number, message: string) => void,
): Link | string | null {
  const start = scanner.at;
  const drawn = (written: string) => {
    const { text, undrawn } = labelText(written);
    for (const message of undrawn) note(start, message);
    return text;
  };
  const begin = scanner.take(/<(?=-|=)|[ox](?=--|==|-\.)/y)?.[0];
  for (const [line, pattern] of whole) {
    const found = scanner.take(pattern);
    if (found === null) continue;
    const written = takePipes(scanner);
    if (written === null) return 'needs a second | after the label of the arrow';
    return linkOf(line, begin, found, drawn(written));
  }
  for (const [line, pattern, end] of labelled) {
    if (scanner.take(pattern) === null) continue;
    const textStart = scanner.at;
    let isQuoted = false;
    for (; !scanner.isAtEnd; scanner.at++) {
      if (scanner.text[scanner.at] === '"') isQuoted = !isQuoted;
      if (isQuoted) continue;
      const textEnd = scanner.at;
      const found = scanner.take(end);
      if (found === null) continue;
      return linkOf(line, begin, found, drawn(scanner.text.slice(textStart, textEnd)));
    }
    scanner.at = start;
    return 'needs an end of the arrow, such as -->, after its label';
  }
  scanner.at = start;
  return null;
}

/** Reads a label such as `|yes|` as it is written; an empty one if there is none, null if it does not end. */
function takePipes(scanner: FlowScanner): string | null {
  if (scanner.take(/\s*\|/y) === null) return '';
  const found = scanner.takeUntil(['|']);
  return found === null ? null : found.text;
}

function linkOf(
  line: FlowEdge['line'],
  begin: string | undefined,
  [, strokes = '', end, plain = '']: RegExpExecArray,
  label: string,
): Link | string {
  if (label.length > maxNodeText) return `has a label of ${label.length} letters, of at most ${maxNodeText}`;
  // Longer arrows span more ranks.
  const length = plain === '' ? strokes.length : plain.length - 1;
  const ranks = line === 'dotted' ? length : line === 'hidden' ? length - 2 : length - 1;
  const heads =
    begin === undefined ? (end === undefined ? 'none' : 'end') : end === undefined ? 'start' : 'both';
  const headShape = shapes[end ?? begin ?? '>'] ?? 'arrow';
  return { line, label, heads, headShape, ranks: Math.max(1, Math.min(10, ranks)) };
}
