import type { ResolvedState } from '../schema.ts';
import { type Chart, type ChartPart, digitWidth, rounded, textPart } from './chart.ts';
import { ticksOf } from './scales.ts';

/** Heights of the rows of labels and of values, in font sizes. */
export const labelRow = 1.7;
const valueRow = 1.5;

/** Size of the letters on an axis, in font sizes. */
const tickShare = 0.8;

/** The area in which upright bars stand or a line runs, and the y of each value. */
export interface UprightPlot {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly at: (value: number) => number;
}

/** The area in which lying bars are, and the x of each value. */
interface LyingPlot {
  readonly top: number;
  readonly bottom: number;
  readonly at: (value: number) => number;
}

/** Leaves room around the values of a chart for its labels, values and ticks. */
export function uprightPlot({
  box,
  fontSize,
  allData,
  scale,
  hasLabels,
  hasTicks,
  valueText,
}: Chart): UprightPlot {
  const hasNegative = allData.some(([, value]) => value < 0);
  const values = valueText === null ? 0 : fontSize * valueRow;
  const top = box.top + (hasTicks ? Math.max(values, fontSize / 2) : values);
  const bottom = box.top + box.height - (hasLabels ? fontSize * labelRow : 0) - (hasNegative ? values : 0);
  const tickTexts = hasTicks ? ticksOf(scale).map(String) : [];
  const tickWidth = Math.max(0, ...tickTexts.map((text) => text.length * digitWidth * fontSize * tickShare));
  const left = box.left + (hasTicks ? tickWidth + fontSize * 0.6 : 0);
  const at = (value: number) => bottom - ((value - scale.min) / (scale.max - scale.min)) * (bottom - top);
  return { left, right: box.left + box.width, top, bottom, at };
}

/** The line on which a chart stands; with ticks, a line and a number for each round value. */
export function uprightTicks(chart: Chart, { left, right, at }: UprightPlot): [string, ChartPart][] {
  const across = { x: rounded(left), width: rounded(right - left), height: 0 };
  return ticks(chart, (value) => ({
    line: { ...across, y: rounded(at(value)) },
    number: { x: rounded(left - chart.fontSize * 0.6), y: rounded(at(value)), align: 'right' },
  }));
}

/** A line and a number for each round value of lying bars. */
export function lyingTicks(chart: Chart, { top, bottom, at }: LyingPlot): [string, ChartPart][] {
  const down = { y: rounded(top), width: 0, height: rounded(bottom - top) };
  return ticks(chart, (value) => ({
    line: { ...down, x: rounded(at(value)) },
    number: { x: rounded(at(value)), y: rounded(bottom + chart.fontSize * 0.9) },
  }));
}

function ticks(
  { scale, hasTicks, fontSize, letters }: Chart,
  place: (value: number) => { readonly line: ResolvedState; readonly number: ResolvedState },
): [string, ChartPart][] {
  const line = (value: number, opacity: number): ChartPart => ({
    kind: 'path',
    state: { ...place(value).line, stroke: letters.fill, strokeWidth: 2, opacity },
    entry: {},
  });
  if (!hasTicks) return [['base', line(0, 0.5)]];
  return ticksOf(scale).flatMap((value, index): [string, ChartPart][] => {
    const number = { ...place(value).number, text: String(value), fontSize: rounded(fontSize * tickShare) };
    return [
      [`tick-${index}`, line(value, value === 0 ? 0.5 : 0.15)],
      [`tick-${index}-label`, textPart({ letters }, number)],
    ];
  });
}
