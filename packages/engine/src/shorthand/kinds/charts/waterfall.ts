import { toHundredths } from '../../../project/numbers.ts';
import type { ShorthandKind } from '../shorthand-kind.ts';
import { type Chart, type ChartPart, type ChartParts, fontSizeFor, textPart, themedChart } from './chart.ts';
import { chartDrawer } from './draw-chart.ts';
import type { ChartTable } from './read-data.ts';
import { type SeriesPlot, seriesAxis, uprightSeriesPlot } from './series-plot.ts';

/** Share of its slot that a bar takes. */
const barShare = 0.64;

/** The colours of totals, of increases and of decreases, without a theme. */
const usualColors = ['#3b82f6', '#10b981', '#ef4444'];

export const waterfall: ShorthandKind = {
  themed: ({ theme }) => ({
    ...themedChart(theme, { colors: 'charts', letters: 'caption' }),
    colors: ['accent', 'positive', 'negative'],
    ...(theme.radius === 0 && { cornerRadius: 0 }),
  }),
  draw: chartDrawer({
    draw: drawWaterfall,
    frame: uprightSeriesPlot,
    noun: 'a waterfall',
    hasTotals: true,
    numbersOf: (table) => stepsOf(table).flatMap(({ from, to }) => [from, to]),
    usualColors,
    colorKeyOf: (label, table) => {
      const step = stepsOf(table).find((one) => one.label === label);
      return step === undefined || step.isTotal ? 0 : step.to < step.from ? 2 : 1;
    },
  }),
};

/** A step from a sum to the next one; a total from 0. */
interface Step {
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly isTotal: boolean;
}

/** The first number is where the sum begins. */
function stepsOf({ rows }: ChartTable): Step[] {
  let sum = 0;
  return rows.map(({ label, values: [value], isTotal = false }, index): Step => {
    const from = isTotal ? 0 : sum;
    sum += value ?? 0;
    return { label, from, to: sum, isTotal: isTotal || index === 0 };
  });
}

/** Draws a bar for each step, between the sums before and after it. */
function drawWaterfall(chart: Chart): ChartParts {
  const plot = uprightSeriesPlot(chart);
  const parts = seriesAxis(chart, plot);
  const steps = stepsOf(chart.table);
  const size = valueSize(chart, plot, steps);
  for (const [index, step] of steps.entries()) {
    const name = chart.nameOf(step.label);
    if (index > 0) parts.set(`${name}-line`, connector(chart, plot, index, step));
    parts.set(name, barPart(chart, plot, index, step));
    if (chart.valueText !== null)
      parts.set(`${name}-value`, valuePart(chart, plot, index, step, chart.valueText, size));
  }
  return parts;
}

function barPart(chart: Chart, { along, slot, at, base }: SeriesPlot, index: number, step: Step): ChartPart {
  const start = step.isTotal ? base : at(step.from);
  const end = at(step.to);
  const width = toHundredths(slot * barShare);
  return {
    kind: 'rectangle',
    state: {
      x: toHundredths(along(index)),
      y: toHundredths((start + end) / 2),
      width,
      height: toHundredths(Math.abs(end - start)),
      fill: chart.colorOf(step.label),
      cornerRadius: chart.cornerRadius ?? toHundredths(Math.min(10, width / 12)),
    },
    entry: { y: toHundredths(start), height: 0 },
    base: end > start ? 'top' : 'bottom',
  };
}

/** The line from the bar before a step to it, at the sum between them. */
function connector(chart: Chart, { along, slot, at }: SeriesPlot, index: number, step: Step): ChartPart {
  const half = (slot * barShare) / 2;
  const left = along(index - 1) + half;
  const sum = step.isTotal ? step.to : step.from;
  const state = {
    x: toHundredths(left),
    y: toHundredths(at(sum)),
    width: toHundredths(along(index) - half - left),
    height: 0,
  };
  return {
    kind: 'path',
    state: { ...state, stroke: chart.letters.fill, strokeWidth: 2, opacity: 0.5 },
    entry: {},
    mention: `${step.label}.line`,
    groups: [`${step.label}.parts`],
    turn: step.label,
    grows: 'nothing',
  };
}

function valueSize({ fontSize, valueText }: Chart, { slot }: SeriesPlot, steps: readonly Step[]): number {
  const texts = steps.map((step) => (valueText === null ? '' : textOf(step, valueText)));
  return fontSizeFor(texts, slot * 0.94, fontSize);
}

/** Steps say by how much they change the sum, with their sign. */
function textOf({ from, to, isTotal }: Step, write: (value: number) => string): string {
  if (isTotal) return write(to);
  return to < from ? `−${write(from - to)}` : `+${write(to - from)}`;
}

function valuePart(
  chart: Chart,
  { along, at, base }: SeriesPlot,
  index: number,
  step: Step,
  write: (value: number) => string,
  fontSize: number,
): ChartPart {
  const top = Math.min(step.isTotal ? base : at(step.from), at(step.to));
  const state = {
    x: toHundredths(along(index)),
    y: toHundredths(top - fontSize * 0.8),
    text: textOf(step, write),
    fontSize,
  };
  return textPart(chart, state, {
    entry: { text: textOf({ ...step, from: 0, to: 0 }, write) },
    isValue: true,
  });
}
