import { toHundredths } from '../../../project/numbers.ts';
import type { ResolvedState } from '../../schema.ts';
import type { LabelFit } from './category-labels.ts';
import { type Chart, type ChartPart, digitWidth, fontSizeFor, textPart } from './chart.ts';
import { baseOf, shareOf, ticksOf } from './scales.ts';

/** Heights of the rows of labels and of values, in font sizes. */
export const labelRow = 1.7;
const valueRow = 1.5;

/** Size of the letters on the axis of one series, in font sizes. */
export const tickShare = 0.8;

/** The area of the data of a chart, whose annotations are placed in it. Lengths are scene pixels. */
export interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** The place of a value on its axis, and of a label on the other one, where each has a slot. */
  readonly at: (value: number) => number;
  readonly along: (index: number) => number;
  readonly slot: number;
}

/** The area of vertical bars or of a line, and the y of each value. */
export interface UprightPlot {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly at: (value: number) => number;
}

/** The area of horizontal bars, and the x of each value. */
interface LyingPlot {
  readonly top: number;
  readonly bottom: number;
  readonly at: (value: number) => number;
}

/** Leaves room around the values of a chart for its labels, values and ticks. */
export function uprightPlot(chart: Chart, fit: LabelFit | null = null): UprightPlot {
  const { box, fontSize, tickSize, allData, scale, hasLabels, hasTicks, tickText, valueText } = chart;
  const hasNegative = allData.some(([, value]) => value < 0);
  const values = valueText === null ? 0 : fontSize * valueRow;
  const top = box.top + (hasTicks ? Math.max(values, fontSize / 2) : values);
  const bottom =
    box.top + box.height - (hasLabels ? (fit?.room ?? fontSize * labelRow) : 0) - (hasNegative ? values : 0);
  const tickTexts = hasTicks ? ticksOf(scale).map(tickText) : [];
  const tickWidth = Math.max(0, ...tickTexts.map((text) => text.length * digitWidth * tickSize));
  const left = box.left + (hasTicks ? tickWidth + fontSize * 0.6 : 0);
  const at = (value: number) => bottom - shareOf(scale, value) * (bottom - top);
  return { left, right: box.left + box.width, top, bottom, at };
}

/** The area of vertical bars or of a line with slots for its labels. */
export function uprightFrame(chart: Chart, fit: LabelFit | null = null): Frame {
  const plot = uprightPlot(chart, fit);
  const slot = (plot.right - plot.left) / Math.max(1, chart.data.length);
  return { ...plot, slot, along: (index) => plot.left + (index + 0.5) * slot };
}

/** Length of a mark on an axis, in font sizes. */
const markLength = 0.4;

/** Heights of digits, and the space between them and a line, in font sizes. */
const digitHeight = 0.76;
const lineSpace = 0.2;

/**
 * Returns the place of the middle of a value beside a bar or a dot, in an upright chart: `away` from the middle, or
 * farther in that direction, where no tick and no marked value strikes it through. `side` is -1 above and 1 below.
 */
export function besideTicks(
  { scale, hasTicks, annotations }: Chart,
  at: (value: number) => number,
  middle: number,
  side: 1 | -1,
  size: number,
): number {
  const marked = annotations.flatMap(({ at: value }) => (typeof value === 'number' ? [value] : []));
  const values = [...(hasTicks ? ticksOf(scale) : []), ...marked];
  if (values.length === 0) return middle;
  const half = (digitHeight * size) / 2;
  const room = half + lineSpace * size;
  let titlePosition = middle;
  for (const line of values.map(at).toSorted((one, other) => side * (one - other))) {
    if (Math.abs(line - titlePosition) < room) titlePosition = line + side * room;
  }
  // Lines that are too close to each other strike it through anyway.
  return Math.abs(titlePosition - middle) <= 2 * room ? titlePosition : middle;
}

/** The base line of a chart; with ticks, a line and a number for each round value. */
export function uprightTicks(
  chart: Chart,
  { left, right, at }: UprightPlot,
  opacity?: number,
): [string, ChartPart][] {
  const across = { x: toHundredths(left), width: toHundredths(right - left), height: 0 };
  return ticks(
    chart,
    (value) => ({
      line: { ...across, y: toHundredths(at(value)) },
      number: { x: toHundredths(left - chart.fontSize * 0.6), y: toHundredths(at(value)), align: 'right' },
    }),
    opacity,
  );
}

/** A line and a number for each round value of horizontal bars; only marks where lines would cross values. */
export function lyingTicks(chart: Chart, { top, bottom, at }: LyingPlot): [string, ChartPart][] {
  const { scale, fontSize, tickSize, tickText, valueText } = chart;
  const [first = 0, second = first] = ticksOf(scale);
  const room = Math.abs(at(second) - at(first)) * 0.8;
  const size = fontSizeFor(ticksOf(scale).map(tickText), room, tickSize);
  return ticks(chart, (value) => {
    const from = value === baseOf(scale) || valueText === null ? top : bottom - fontSize * markLength;
    return {
      line: {
        x: toHundredths(at(value)),
        y: toHundredths(from),
        width: 0,
        height: toHundredths(bottom - from),
      },
      number: { x: toHundredths(at(value)), y: toHundredths(bottom + fontSize * 0.9), fontSize: size },
    };
  });
}

/** Opacity of the lines of an axis, and of those on which texts stand. */
const gridOpacity = 0.15;
export const faintOpacity = 0.1;

function ticks(
  { scale, hasTicks, tickText, tickSize, letters, annotations }: Chart,
  place: (value: number) => { readonly line: ResolvedState; readonly number: ResolvedState },
  opacity = annotations.length > 0 ? faintOpacity : gridOpacity,
): [string, ChartPart][] {
  const line = (value: number, opacity: number): ChartPart => ({
    kind: 'path',
    state: { ...place(value).line, stroke: letters.fill, strokeWidth: 2, opacity },
    entry: {},
  });
  const base = baseOf(scale);
  const values = hasTicks ? ticksOf(scale) : [];
  // The data need a line to begin at.
  const first: [string, ChartPart][] = values.includes(base) ? [] : [['base', line(base, 0.5)]];
  const parts = values.flatMap((value, index): [string, ChartPart][] => {
    const number = {
      fontSize: toHundredths(tickSize),
      ...place(value).number,
      text: tickText(value),
    };
    return [
      [`tick-${index}`, line(value, value === base ? 0.5 : opacity)],
      [`tick-${index}-label`, textPart({ letters }, number)],
    ];
  });
  return [...first, ...parts];
}
