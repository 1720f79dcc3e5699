import { loadTimeLibraries } from '../../../formulas/libraries.ts';
import { toHundredths } from '../../../project/numbers.ts';
import { type Frame, labelRow, lyingTicks, uprightTicks } from './axes.ts';
import { categoryLabel, fitLabels, type LabelFit } from './category-labels.ts';
import { type Chart, type ChartPart, fontSizeFor, textPart, widestOf } from './chart.ts';
import { baseOf, shareOf, ticksOf } from './scales.ts';
import { type TimeSpan, timeOf } from './times.ts';

/** The area of a chart of several series. `left` to `bottom` are its edges; lengths are scene pixels. */
export interface SeriesPlot extends Frame {
  readonly fit: LabelFit;
  /** Whether lines lead from label to label, so that these take no turns. */
  readonly isOrdered: boolean;
  /** The place of the base line: that of 0, or of the end of the scale that is nearest to it. */
  readonly base: number;
}

/** Returns the area of upright bars or of lines, with `end` pixels left free for names on the right. */
export function uprightSeriesPlot(chart: Chart, { isOrdered = false, end = 0 } = {}): SeriesPlot {
  const { box, fontSize, tickSize, table, scale, hasTicks, hasLabels, tickText, valueText } = chart;
  const values = valueText === null || chart.isStacked ? 0 : fontSize * 1.5;
  const ticks = hasTicks ? (widestOf(ticksOf(scale).map(tickText)) + 0.6) * tickSize : 0;
  const [left, right] = [box.left + ticks, box.left + box.width - end];
  const count = Math.max(1, table.rows.length);
  const slot = (right - left) / count;
  const labels = hasLabels && chart.times === null ? allLabelsOf(chart) : [];
  const most = Math.max(...chart.tables.map(({ rows }) => rows.length), 1);
  const fit = fitLabels(labels, (right - left) / most, fontSize, { isOrdered, height: box.height });
  const top = box.top + Math.max(values, hasTicks ? tickSize / 2 : 0);
  const bottom = box.top + box.height - (hasLabels ? fit.room : hasTicks ? tickSize / 2 : 0);
  const at = (value: number) => bottom - shareOf(scale, value) * (bottom - top);
  const timeAt = chart.times === null ? null : placeOfTimes(chart.times, left + fontSize, right - fontSize);
  const along = (index: number) => {
    const label = table.rows[index]?.label;
    return timeAt === null || label === undefined ? left + (index + 0.5) * slot : timeAt(timeOf(label));
  };
  return { left, right, top, bottom, at, slot, along, fit, isOrdered, base: at(baseOf(scale)) };
}

/** Returns the area of horizontal bars. */
export function lyingSeriesPlot(chart: Chart): SeriesPlot {
  const { box, fontSize, tickSize, table, scale, hasTicks, hasLabels, tickText, valueText } = chart;
  const bottom = box.top + box.height - (hasTicks ? tickSize * labelRow : 0);
  const slot = (bottom - box.top) / Math.max(1, table.rows.length);
  const labels = hasLabels ? allLabelsOf(chart) : [];
  const size = fontSizeFor(labels, box.width * 0.3, Math.min(fontSize, slot * 0.7));
  const labelRoom = hasLabels ? widestOf(labels) * size + fontSize * 0.5 : 0;
  const numbers = ticksOf(scale).map(tickText);
  const values = valueText === null || chart.isStacked ? 0 : (widestOf(numbers) + 0.5) * fontSize;
  const lastTick = hasTicks ? (widestOf(numbers.slice(-1)) * tickSize) / 2 : 0;
  const left = box.left + labelRoom;
  const right = box.left + box.width - Math.max(values, lastTick);
  const at = (value: number) => left + shareOf(scale, value) * (right - left);
  const along = (index: number) => box.top + (index + 0.5) * slot;
  const fit = { size, rotation: 0, every: 1, room: 0 };
  const isOrdered = false;
  return { left, right, top: box.top, bottom, at, slot, along, fit, isOrdered, base: at(baseOf(scale)) };
}

/** The axis of a chart of several series, and its labels. */
export function seriesAxis(chart: Chart, plot: SeriesPlot): Map<string, ChartPart> {
  const { isHorizontal, hasTicks, hasLabels, table } = chart;
  const lying = hasTicks ? lyingTicks(chart, plot) : [];
  const parts = new Map<string, ChartPart>(isHorizontal ? lying : uprightTicks(chart, plot));
  if (!hasLabels) return parts;
  if (chart.times !== null) return new Map([...parts, ...timeLabels(chart, plot, chart.times)]);
  for (const [index, { label }] of table.rows.entries()) {
    const others = {
      mention: `${label}.label`,
      turn: plot.isOrdered ? null : label,
      ...leaving(chart, plot),
    };
    const part = isHorizontal
      ? lyingLabel(chart, plot, label, index, others)
      : categoryLabel(chart, plot.fit, { label, index, x: plot.along(index), top: plot.bottom }, others);
    if (part !== null) parts.set(`${chart.nameOf(label)}-label`, part);
  }
  return parts;
}

/** Returns the place of times between the first and the last one. */
export function placeOfTimes({ first, last }: TimeSpan, left: number, right: number) {
  return (time: number) => left + ((time - first) / (last - first)) * (right - left);
}

/** Dates at round times below a chart, as many as there is room for. */
function timeLabels(
  chart: Chart,
  { left, right, bottom, fit }: SeriesPlot,
  span: TimeSpan,
): [string, ChartPart][] {
  const at = placeOfTimes(span, left + chart.fontSize, right - chart.fontSize);
  return datesIn(span, right - left, fit.size).map(({ time, text }): [string, ChartPart] => {
    const state = {
      x: toHundredths(at(time.getTime())),
      y: toHundredths(bottom + fit.size * 0.85),
      text,
      fontSize: fit.size,
    };
    return [timeId(time), textPart(chart, state, { mention: `time.${text}`, groups: ['time'], turn: null })];
  });
}

/** A round time of a span, and how it is written. */
interface WrittenDate {
  readonly time: Date;
  readonly text: string;
}

/** Returns the round times of a span, as many as there is room for in pixels, or those that `all` are. */
export function datesIn(
  span: TimeSpan,
  room: number,
  fontSize: number,
  all: readonly Date[] | null = null,
): readonly WrittenDate[] {
  const { utcTicks, usualTimeFormat, utcFormat } = loadTimeLibraries();
  const write = span.format === undefined ? usualTimeFormat(span.last - span.first) : utcFormat(span.format);
  const widest = (widestOf([write(new Date(span.first))]) + 1.2) * fontSize;
  const count = Math.max(1, Math.floor(room / widest));
  const times = all ?? utcTicks(new Date(span.first), new Date(span.last), count);
  // The library takes the count as a hint.
  const every = Math.max(1, Math.ceil(times.length / count));
  return times.filter((_, index) => index % every === 0).map((time) => ({ time, text: write(time) }));
}

/** Returns the part of an id for a time. */
export function timeId(time: Date): string {
  return `time-${time
    .toISOString()
    .replace(/[^0-9]+/g, '-')
    .slice(0, 19)}`;
}

function lyingLabel(
  chart: Chart,
  { left, along, fit }: SeriesPlot,
  text: string,
  index: number,
  others: Partial<ChartPart>,
): ChartPart {
  const x = toHundredths(left - chart.fontSize * 0.5);
  const state = { x, y: toHundredths(along(index)), text, fontSize: fit.size, align: 'right' } as const;
  return textPart(chart, state, others);
}

/** Where what belongs to a label goes when it leaves a sorted chart. */
export function leaving({ isHorizontal, table }: Chart, { along }: SeriesPlot): Pick<ChartPart, 'end'> {
  return { end: { [isHorizontal ? 'y' : 'x']: toHundredths(along(table.rows.length)) } };
}

function allLabelsOf({ tables }: Chart): string[] {
  return tables.flatMap(({ rows }) => rows.map(({ label }) => label));
}
