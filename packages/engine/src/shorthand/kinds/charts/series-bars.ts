import { toHundredths } from '../../../project/numbers.ts';
import {
  type Chart,
  type ChartPart,
  type ChartParts,
  fontSizeFor,
  lettersInside,
  textPart,
} from './chart.ts';
import type { Row } from './read-data.ts';
import { leaving, lyingSeriesPlot, type SeriesPlot, seriesAxis, uprightSeriesPlot } from './series-plot.ts';

/** Share of its slot that a label's bars take, and of its own that a bar takes beside others. */
const groupShare = 0.74;
const barShare = 0.92;

/** Smallest letters of values, as a share of others; narrower bars have none. */
const leastLetters = 0.6;

/** A bar of a series, from a value to another one. */
interface Bar {
  readonly series: string;
  readonly value: number;
  readonly from: number;
  readonly to: number;
  /** Middle and thickness along the axis. */
  readonly middle: number;
  readonly thickness: number;
}

export function barsPlot(chart: Chart): SeriesPlot {
  return chart.isHorizontal ? lyingSeriesPlot(chart) : uprightSeriesPlot(chart);
}

/** Draws bars of several series: beside each other, or on each other. */
export function drawSeriesBars(chart: Chart): ChartParts {
  const plot = barsPlot(chart);
  const parts = seriesAxis(chart, plot);
  const valueSize = valueSizeOf(chart, plot);
  for (const [index, row] of chart.table.rows.entries()) {
    for (const bar of barsOf(chart, row, plot.along(index), plot.slot)) {
      const name = chart.nameOf(row.label, bar.series);
      const mention = `${row.label}.${bar.series}`;
      const groups = [row.label, bar.series];
      const shared = { turn: row.label, ...leaving(chart, plot) };
      parts.set(name, { ...barPart(chart, plot, bar), ...shared, mention, groups });
      const value = valuePart(chart, plot, bar, valueSize);
      const texts = groups.map((group) => `${group}.value`);
      if (value !== null)
        parts.set(`${name}-value`, { ...value, ...shared, mention: `${mention}.value`, groups: texts });
    }
  }
  return parts;
}

function barsOf({ table, series, isStacked }: Chart, { values }: Row, along: number, slot: number): Bar[] {
  const share = (slot * groupShare) / (isStacked ? 1 : series.length);
  const bars: Bar[] = [];
  let [above, below] = [0, 0];
  for (const [index, name] of series.entries()) {
    const value = values[table.columns.indexOf(name)] ?? null;
    if (value === null) continue;
    const from = !isStacked ? 0 : value < 0 ? below : above;
    if (value < 0) below += value;
    else above += value;
    const middle = isStacked ? along : along + (index - (series.length - 1) / 2) * share;
    const thickness = isStacked ? share : share * barShare;
    bars.push({ series: name, value, from, to: from + value, middle, thickness });
  }
  return bars;
}

function barPart(chart: Chart, { at, base }: SeriesPlot, bar: Bar): ChartPart {
  const { isHorizontal, isStacked, cornerRadius } = chart;
  const [start, end] = [bar.from === 0 ? base : at(bar.from), at(bar.to)];
  const [middle, length] = [toHundredths((start + end) / 2), toHundredths(Math.abs(end - start))];
  const [along, thickness] = [toHundredths(bar.middle), toHundredths(bar.thickness)];
  const radius = cornerRadius ?? (isStacked ? 0 : toHundredths(Math.min(10, thickness / 12)));
  const look = { fill: chart.colorOf(bar.series), cornerRadius: radius };
  const isNegative = bar.value < 0;
  return isHorizontal
    ? {
        kind: 'rectangle',
        state: { x: middle, y: along, width: length, height: thickness, ...look },
        entry: { x: toHundredths(base), width: 0 },
        base: isNegative ? 'right' : 'left',
      }
    : {
        kind: 'rectangle',
        state: { x: along, y: middle, width: thickness, height: length, ...look },
        entry: { y: toHundredths(base), height: 0 },
        base: isNegative ? 'top' : 'bottom',
      };
}

/** One size for all values, at which each fits beside or in its bar. */
function valueSizeOf(chart: Chart, { slot }: SeriesPlot): number {
  const { tables, series, valueText, isHorizontal, isStacked, fontSize } = chart;
  if (valueText === null) return fontSize;
  const share = (slot * groupShare) / (isStacked ? 1 : series.length);
  if (isHorizontal) return toHundredths(Math.min(fontSize, share * 0.9));
  const numbers = tables.flatMap(({ rows }) => rows.flatMap(({ values }) => values));
  const texts = numbers.flatMap((value) => (value === null ? [] : [valueText(value)]));
  return fontSizeFor(texts, share, fontSize);
}

/** The value beside a bar, or in one of a stack if that has the room; null for none. */
function valuePart(chart: Chart, { at, base }: SeriesPlot, bar: Bar, size: number): ChartPart | null {
  const { valueText, isHorizontal, isStacked } = chart;
  if (valueText === null || size < leastLetters * chart.fontSize) return null;
  const [start, end] = [bar.from === 0 ? base : at(bar.from), at(bar.to)];
  const text = valueText(bar.value);
  const look = { text, fontSize: size };
  const along = toHundredths(bar.middle);
  const positionAt = (value: number) => (isHorizontal ? { x: value, y: along } : { x: along, y: value });
  const entry = { ...positionAt(toHundredths(base)), text: valueText(0) };
  if (isStacked) {
    const needed = isHorizontal ? text.length * 0.64 * size : size * 1.3;
    if (Math.abs(end - start) < needed) return null;
    const fill = lettersInside(chart.colorOf(bar.series));
    const state = { ...positionAt(toHundredths((start + end) / 2)), ...look, fill };
    return textPart(chart, state, { entry, isValue: true });
  }
  const isNegative = bar.value < 0;
  const side = size * (isHorizontal ? 0.4 : 0.8) * (isNegative === isHorizontal ? -1 : 1);
  const align = isHorizontal ? { align: isNegative ? ('right' as const) : ('left' as const) } : {};
  const state = { ...positionAt(toHundredths(end + side)), ...look, ...align };
  return textPart(chart, state, {
    entry: { ...entry, ...positionAt(toHundredths(base + side)) },
    isValue: true,
  });
}
