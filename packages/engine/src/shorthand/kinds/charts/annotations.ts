import { hexColor } from '../../../language/css-colors.ts';
import { toHundredths } from '../../../project/numbers.ts';
import type { Frame } from './axes.ts';
import { type Annotation, type Chart, type ChartPart, type ChartParts, textPart, widestOf } from './chart.ts';
import { type Box, boxesOf, freePlace } from './free-place.ts';

/** Opacity of a marked range behind the data, and a line across. */
const bandOpacity = 0.16;
const lineOpacity = 0.9;

/** In font sizes: the space beside a text, and between the ends of a leader line and what it joins. */
const gap = 0.35;

/** Returns the parts of a chart with those of its annotations: ranges behind the data, notes in front of them. */
export function withAnnotations(chart: Chart, frame: Frame, drawn: ChartParts): ChartParts {
  if (chart.annotations.length === 0) return drawn;
  const behind = new Map<string, ChartPart>();
  const front = new Map<string, ChartPart>();
  // What is placed takes its room from the notes after it.
  const taken: Box[] = boxesOf(drawn);
  const all = chart.annotations.map(
    (annotation, index): Context => ({
      ...{ chart, frame, drawn, taken, annotation, name: `annotation-${index + 1}` },
    }),
  );
  for (const context of all) {
    const { at } = context.annotation;
    if (Array.isArray(at)) drawBand(context, behind, front);
    else if (typeof at === 'number') drawLine(context, front);
  }
  // Notes keep off the lines, wherever these are in the list.
  for (const context of all) if (typeof context.annotation.at === 'string') drawNote(context, front);
  return new Map([...behind, ...drawn, ...front]);
}

interface Context {
  readonly chart: Chart;
  readonly frame: Frame;
  readonly drawn: ChartParts;
  readonly taken: Box[];
  readonly annotation: Annotation;
  readonly name: string;
}

/** The fields that name a part of an annotation: `annotations.1`, and its text. */
function named(name: string, suffix = '') {
  return { mention: `${name.replace('-', 's.')}${suffix}`, groups: ['annotations.parts'], turn: null };
}

function colorIn({ annotation, chart }: Context): string {
  return annotation.fill === undefined ? chart.letters.fill : hexColor(annotation.fill);
}

/** The span of two values across the chart, or of two labels along it, from its lower to its upper end. */
function spanOf({ chart, frame, annotation }: Context) {
  const [from, to] = annotation.at as readonly [string | number, string | number];
  const isOfValues = typeof from === 'number';
  const indexOf = (label: string | number) => chart.table.rows.findIndex((row) => row.label === label);
  const half = frame.slot / 2;
  const ends = isOfValues
    ? [frame.at(from), frame.at(Number(to))]
    : [frame.along(indexOf(from)) - half, frame.along(indexOf(to)) + half];
  const [low = 0, high = 0] = ends.sort((one, other) => one - other);
  return {
    low,
    high,
    isUpright: isOfValues === chart.isHorizontal,
    isMissing: !isOfValues && (indexOf(from) < 0 || indexOf(to) < 0),
  };
}

/** Marks a range: of values across the chart, of labels along it. */
function drawBand(context: Context, behind: Map<string, ChartPart>, front: Map<string, ChartPart>): void {
  const { chart, frame, annotation, name, taken } = context;
  const { low, high, isUpright, isMissing } = spanOf(context);
  if (isMissing) return;
  const [left, right] = isUpright ? [low, high] : [frame.left, frame.right];
  const [top, bottom] = isUpright ? [frame.top, frame.bottom] : [low, high];
  behind.set(name, {
    kind: 'rectangle',
    state: {
      x: toHundredths((left + right) / 2),
      y: toHundredths((top + bottom) / 2),
      width: toHundredths(right - left),
      height: toHundredths(bottom - top),
      fill: colorIn(context),
      opacity: bandOpacity,
    },
    entry: {},
    grows: 'nothing',
    ...named(name),
  });
  if (annotation.text === undefined) return;
  const size = chart.fontSize;
  const width = widestOf([annotation.text]) * size;
  const inset = gap * size;
  const places = [left + inset + width / 2, right - inset - width / 2, (left + right) / 2].flatMap((x) =>
    [top + size * 0.9, bottom - size * 0.9, (top + bottom) / 2].map((y) => ({ x, y })),
  );
  placeText(context, freePlace(places, { width, height: size * 1.2 }, taken, chart.box), front);
}

/** Draws a line across at a value, such as a target. */
function drawLine(context: Context, front: Map<string, ChartPart>): void {
  const { chart, frame, annotation, name, taken } = context;
  const at = toHundredths(frame.at(Number(annotation.at)));
  const isUpright = chart.isHorizontal;
  const [left, right, top, bottom] = [frame.left, frame.right, frame.top, frame.bottom].map(toHundredths) as [
    number,
    number,
    number,
    number,
  ];
  const size = chart.fontSize;
  const state = isUpright
    ? { x: at, y: top, width: 0, height: toHundredths(bottom - top) }
    : { x: left, y: at, width: toHundredths(right - left), height: 0 };
  const look = {
    stroke: colorIn(context),
    strokeWidth: toHundredths(Math.max(2, size / 12)),
    opacity: lineOpacity,
  };
  const dash = [toHundredths(size / 3), toHundredths(size / 4)];
  front.set(name, {
    kind: 'path',
    state: { ...state, ...look, dash },
    entry: {},
    grows: 'nothing',
    ...named(name),
  });
  const line = isUpright
    ? { x: at, y: (top + bottom) / 2, width: size / 4, height: bottom - top }
    : { x: (left + right) / 2, y: at, width: right - left, height: size / 4 };
  if (annotation.text === undefined) {
    taken.push(line);
    return;
  }
  const width = widestOf([annotation.text]) * size;
  const away = size * 0.75;
  const places = isUpright
    ? [top + size * 0.6, bottom - size * 0.6].flatMap((y) =>
        [at + gap * size + width / 2, at - gap * size - width / 2].map((x) => ({ x, y })),
      )
    : [right - width / 2, left + gap * size + width / 2, (left + right) / 2].flatMap((x) =>
        [at - away, at + away].map((y) => ({ x, y })),
      );
  placeText(context, freePlace(places, { width, height: size * 1.2 }, taken, chart.box), front);
  taken.push(line);
}

/** Writes a note beside a bar or a point, where nothing is, with a line that leads there. */
function drawNote(context: Context, front: Map<string, ChartPart>): void {
  const { chart, annotation, taken, name } = context;
  const target = targetOf(context);
  if (target === null || annotation.text === undefined) return;
  const size = chart.fontSize;
  const lines = annotation.text.split('\n');
  const room = { width: widestOf(lines) * size, height: lines.length * size * 1.25 };
  const places = [1.6, 2.4, 3.4, 4.6, 6].flatMap((distance) =>
    [0, 1, -1, 2, -2].map((turn) => ({
      x:
        target.x +
        Math.sign(turn) * (distance * size * 0.5 * Math.abs(turn) + room.width * 0.5 * Number(turn !== 0)),
      y: target.y - distance * size - (lines.length - 1) * size * 0.6,
    })),
  );
  const below = places.map(({ x, y }) => ({ x, y: 2 * target.y - y }));
  const noteBox = freePlace([...places, ...below], room, taken, chart.box, target);
  const isAbove = noteBox.y < target.y;
  const edge = noteBox.y + (isAbove ? 1 : -1) * (room.height / 2);
  const end = target.y - (isAbove ? 1 : -1) * gap * size;
  const from = {
    x: Math.max(noteBox.x - room.width / 2, Math.min(noteBox.x + room.width / 2, target.x)),
    y: edge,
  };
  const turn = target.turn;
  front.set(name, {
    kind: 'path',
    state: {
      x: toHundredths(from.x),
      y: toHundredths(from.y),
      width: toHundredths(target.x - from.x),
      height: toHundredths(end - from.y),
      stroke: colorIn(context),
      strokeWidth: 2,
      opacity: 0.6,
    },
    entry: {},
    ...named(name),
    ...turn,
    grows: 'nothing',
  });
  placeText(context, noteBox, front, turn);
}

interface Target {
  readonly x: number;
  readonly y: number;
  /** What it appears with. */
  readonly turn: Partial<ChartPart>;
}

/** The place that a note points to: the highest of its label, or that of one series. */
function targetOf(context: Context): Target | null {
  const { chart, annotation } = context;
  const at = String(annotation.at);
  const { rows, columns } = chart.table;
  const found = rows.findIndex(({ label }) => label === at);
  const index = found < 0 ? rows.findIndex(({ label }) => at.startsWith(`${label}.`)) : found;
  const row = rows[index];
  if (row === undefined) return null;
  const wanted = row.label === at ? columns : [at.slice(row.label.length + 1)];
  let target: Target | null = null;
  for (const name of wanted) {
    const value = row.values[columns.indexOf(name)] ?? null;
    const targetPoint = value === null ? null : placeOf(context, index, name, value);
    if (targetPoint !== null && (target === null || targetPoint.y < target.y)) target = targetPoint;
  }
  return target;
}

/** The place above the bar or the point of a label, and above its value. */
function placeOf({ chart, frame, drawn }: Context, index: number, name: string, number: number): Target {
  const label = chart.table.rows[index]?.label ?? '';
  const id = chart.series.length > 1 ? chart.nameOf(label, name) : chart.nameOf(label);
  const part = drawn.get(id);
  // Lines of many points draw no part for each.
  if (part === undefined)
    return { x: frame.along(index), y: frame.at(number), turn: { turn: name, series: name } };
  const { x = 0, y = 0, width = 0, height = 0 } = part.state;
  const turn = { turn: part.turn ?? label, ...(part.series !== undefined && { series: part.series }) };
  if (chart.isHorizontal) return { x: x + width / 2, y: y - height / 2, turn };
  const value = drawn.get(`${id}-value`)?.state;
  const isAbove = value?.y !== undefined && value.y < y;
  return { x, y: isAbove ? (value.y ?? 0) - (value.fontSize ?? 0) * 0.6 : y - height / 2, turn };
}

function placeText(
  context: Context,
  { x, y }: { readonly x: number; readonly y: number },
  front: Map<string, ChartPart>,
  turn: Partial<ChartPart> = {},
): void {
  const { chart, annotation, name, taken } = context;
  const { text = '' } = annotation;
  const fontSize = chart.fontSize;
  const lines = text.split('\n');
  taken.push({ x, y, width: widestOf(lines) * fontSize, height: lines.length * fontSize * 1.25 });
  const fill = annotation.fill === undefined ? {} : { fill: hexColor(annotation.fill) };
  const state = { x: toHundredths(x), y: toHundredths(y), text, fontSize, ...fill };
  front.set(`${name}-text`, textPart(chart, state, { ...named(name, '.label'), ...turn }));
}

/** Size of a text in a chart, in font sizes, and how visible it is behind the bars. */
const clockSize = 2.6;
const clockOpacity = 0.45;

/** Draws the text of a chart, such as the year of its data, in a corner that bars in descending order leave free. */
export function clockPart(chart: Chart, { right, top, bottom }: Frame): [string, ChartPart][] {
  const { middle: text = '', fontSize: letters, isHorizontal, box } = chart;
  const size = Math.min(clockSize * letters, (0.5 * box.width) / widestOf(text.split('\n')));
  const y = isHorizontal ? bottom - size * 0.6 : top + size * 0.6;
  const x = isHorizontal ? box.left + box.width : right;
  const clockPosition = { x: toHundredths(x), y: toHundredths(y), align: 'right' } as const;
  const state = {
    ...clockPosition,
    text,
    fontSize: toHundredths(size),
    fontWeight: 700,
    opacity: clockOpacity,
  };
  return [['middle', textPart(chart, state, { isValue: true, turn: null })]];
}
