import { toHundredths } from '../../../project/numbers.ts';
import type { ResolvedState } from '../../schema.ts';
import type { CodeLine } from './code-lines.ts';
import type { TokenGroup } from './token-groups.ts';

/** The width of a letter and the distance between lines, in font sizes. */
export const letterWidth = 0.6;
export const usualLineHeight = 1.5;

/** From the top of a line to its baseline, beside the middle of its height, in font sizes. */
const baselineBelowMiddle = 0.36;

/** Opacity of what `highlight` leaves out: still readable. */
export const dimmed = 0.45;

/** Columns between the numbers of lines and the code. */
export const gutterGap = 2;

/** Between letters, because a font for code would join some of them: `!=` must not become another sign. */
const unjoined = 0.01;

/** How the letters of a part differ, and where. */
export interface Mark {
  readonly start: number;
  readonly end: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A line as one composition shows it. */
export interface ShownLine {
  readonly line: CodeLine;
  /** Its place among the shown lines, from 0. */
  readonly row: number;
  readonly opacity: number;
  /** Of the whole line, about its beginning. */
  readonly scale: number | undefined;
  /** Ordered as they were written; later ones win. */
  readonly marks: readonly Mark[];
}

/** Sizes and colours that all lines of a composition share. Lengths are scene pixels. */
export interface CodeLook {
  readonly fontSize: number;
  readonly fontFamily: string;
  readonly lineHeight: number;
  /** The left edge of the code, and the right edge of the numbers of its lines. */
  readonly left: number;
  readonly numbersRight: number;
  readonly top: number;
  readonly colors: Readonly<Record<TokenGroup, string>>;
}

/** The text of a line. */
export function lineState({ line, row, opacity, scale, marks }: ShownLine, look: CodeLook): ResolvedState {
  const plain = look.colors[line.isOutput ? 'punctuation' : 'text'];
  return {
    ...lettersOf(look),
    x: toHundredths(look.left),
    y: baselineOf(row, look),
    text: line.text,
    align: 'left',
    direction: 'ltr',
    textTransition: 'words',
    fill: plain,
    opacity,
    spans: spansOf(line, marks, look.colors, plain),
    ...(scale !== undefined && { scaleX: scale, scaleY: scale }),
  };
}

/** The number of a line. */
export function numberState({ line, row, opacity }: ShownLine, look: CodeLook): ResolvedState {
  return {
    ...lettersOf(look),
    x: toHundredths(look.numbersRight),
    y: baselineOf(row, look),
    text: String(line.number),
    align: 'right',
    textTransition: 'crossfade',
    fill: look.colors.comment,
    opacity,
  };
}

function lettersOf({ fontSize, fontFamily }: CodeLook): ResolvedState {
  return { fontSize, fontFamily, verticalAlign: 'baseline', letterSpacing: unjoined };
}

function baselineOf(row: number, { fontSize, lineHeight, top }: CodeLook): number {
  return toHundredths(top + fontSize * ((row + 0.5) * lineHeight + baselineBelowMiddle));
}

type Span = NonNullable<ResolvedState['spans']>[number];

/** Tokens and marks as the spans of a text, which do not overlap. */
function spansOf(
  { text, tokens }: CodeLine,
  marks: readonly Mark[],
  colors: CodeLook['colors'],
  plain: string,
): Span[] {
  const ends = new Set([0, text.length]);
  for (const { start, end } of [...tokens, ...marks]) ends.add(start).add(Math.min(end, text.length));
  const places = [...ends].sort((one, other) => one - other);
  const spans: (Span & { end: number })[] = [];
  let before = '';
  for (const [index, end] of places.slice(1).entries()) {
    const start = places[index] ?? 0;
    const token = tokens.find((one) => one.start <= start && start < one.end);
    const markFields = marks
      .filter((one) => one.start <= start && start < one.end)
      .map(({ fields }) => fields);
    const color = token === undefined || token.group === 'text' ? plain : colors[token.group];
    const fields: Record<string, unknown> = Object.assign({ fill: color }, ...markFields);
    const sign = JSON.stringify(fields);
    const last = spans.at(-1);
    if (last?.end === start && sign === before) last.end = end;
    else if (fields.fill !== plain || Object.keys(fields).length > 1) spans.push({ start, end, ...fields });
    before = sign;
  }
  return spans;
}

/** What the size of code depends on, over all steps of a film. */
export interface CodeExtent {
  readonly columns: number;
  readonly rows: number;
  /** Columns of the numbers of lines; 0 without any. */
  readonly digits: number;
}

/** The columns that code takes with the numbers of its lines. */
export function allColumns({ columns, digits }: CodeExtent): number {
  return Math.max(1, columns) + (digits > 0 ? digits + gutterGap : 0);
}
