import { toHundredths } from '../../../project/numbers.ts';
import type { ShorthandKind } from '../shorthand-kind.ts';
import { type Frame, uprightTicks } from './axes.ts';
import {
  type Chart,
  type ChartPart,
  type ChartParts,
  fontSizeFor,
  textPart,
  themedChart,
  widestOf,
} from './chart.ts';
import { chartDrawer } from './draw-chart.ts';
import type { ChartTable } from './read-data.ts';
import { scaleFor, shareOf, ticksOf } from './scales.ts';

/** About how many bars there are by default, and the space between them in pixels. */
const usualBins = 12;
const gap = 2;

export const histogram: ShorthandKind = {
  themed: ({ theme }) => themedChart(theme, { colors: 'accent', letters: 'caption' }),
  draw: chartDrawer({
    draw: drawHistogram,
    frame: frameOf,
    noun: 'a histogram',
    takes: 'numbers',
    hasAxis: true,
    numbersOf: (table, tables, bins) => binsOf(table, tables, bins).map(({ count }) => count),
  }),
};

/** How many numbers are from one to below another; the last bin has its upper end, too. */
interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Counts the numbers of a composition in round bins for all compositions. */
function binsOf(table: ChartTable, tables: readonly ChartTable[], bins: number = usualBins): Bin[] {
  const all = tables.flatMap(numbersIn);
  const scale = scaleFor(all, { steps: bins, isSpan: true });
  const edges = ticksOf(scale);
  const counts = edges.slice(1).map(() => 0);
  for (const number of numbersIn(table)) {
    const index = Math.floor((number - scale.min) / scale.step + 1e-9);
    counts[Math.max(0, Math.min(counts.length - 1, index))]++;
  }
  return counts.map((count, index) => ({ from: edges[index] ?? 0, to: edges[index + 1] ?? 0, count }));
}

function numbersIn({ rows }: ChartTable): number[] {
  return rows.flatMap(({ values: [value] }) => (value == null ? [] : [value]));
}

function frameOf(chart: Chart): Frame {
  const { box, tickSize, scale, hasTicks, hasLabels, tickText, valueText, fontSize } = chart;
  const left =
    box.left + (hasTicks ? (widestOf(ticksOf(scale).map(tickText)) + 0.6) * tickSize : fontSize / 2);
  const right = box.left + box.width - fontSize;
  const top = box.top + (valueText === null ? tickSize / 2 : fontSize * 1.5);
  const bottom = box.top + box.height - (hasLabels ? fontSize * 1.7 : 0);
  const count = binsOf(chart.table, chart.tables, chart.bins).length;
  const slot = (right - left) / count;
  return {
    ...{ left, right, top, bottom, slot },
    at: (value) => bottom - shareOf(scale, value) * (bottom - top),
    along: (index) => left + (index + 0.5) * slot,
  };
}

/** Draws a bar for each bin, whose edges are below the chart. */
function drawHistogram(chart: Chart): ChartParts {
  const frame = frameOf(chart);
  const bins = binsOf(chart.table, chart.tables, chart.bins);
  const parts = new Map<string, ChartPart>(uprightTicks(chart, frame));
  const texts = bins.map(({ count }) => chart.valueText?.(count) ?? '');
  const size = fontSizeFor(texts, frame.slot * 0.94, chart.fontSize);
  for (const [index, bin] of bins.entries()) {
    const label = `${bin.from} to ${bin.to}`;
    const x = toHundredths(frame.along(index));
    const name = chart.nameOf(label);
    const top = frame.at(bin.count);
    parts.set(name, {
      kind: 'rectangle',
      state: {
        x,
        y: toHundredths((top + frame.bottom) / 2),
        width: toHundredths(Math.max(1, frame.slot - gap)),
        height: toHundredths(frame.bottom - top),
        fill: chart.colorOf(label),
        ...(chart.cornerRadius !== undefined && { cornerRadius: chart.cornerRadius }),
      },
      entry: { y: toHundredths(frame.bottom), height: 0 },
      base: 'bottom',
    });
    if (chart.valueText === null || bin.count === 0) continue;
    const state = { x, y: toHundredths(top - size * 0.8), text: chart.valueText(bin.count), fontSize: size };
    const entry = { y: toHundredths(frame.bottom - size * 0.8), text: chart.valueText(0) };
    parts.set(`${name}-value`, textPart(chart, state, { entry, isValue: true }));
  }
  if (chart.hasLabels) for (const [id, part] of edgeLabels(chart, frame, bins)) parts.set(id, part);
  return parts;
}

/** The numbers below the edges of bars, as many as there is room for. */
function edgeLabels(
  chart: Chart,
  { left, slot, bottom }: Frame,
  bins: readonly Bin[],
): [string, ChartPart][] {
  const edges = [...bins.map(({ from }) => from), bins.at(-1)?.to ?? 0];
  const texts = edges.map((edge) => String(edge));
  const every = Math.max(1, Math.ceil(((widestOf(texts) + 0.8) * chart.fontSize) / slot));
  return edges.flatMap((_, index): [string, ChartPart][] => {
    if (index % every !== 0) return [];
    const labelPosition = {
      x: toHundredths(left + index * slot),
      y: toHundredths(bottom + chart.fontSize * 0.85),
    };
    const state = { ...labelPosition, text: texts[index] ?? '', fontSize: chart.fontSize };
    return [[`edge-${index}`, textPart(chart, state, { mention: `edges.${index + 1}`, turn: null })]];
  });
}
