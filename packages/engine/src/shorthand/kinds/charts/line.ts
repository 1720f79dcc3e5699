import { rounded, toHundredths } from '../../../project/numbers.ts';
import type { ShorthandKind } from '../shorthand-kind.ts';
import { besideTicks, uprightFrame, uprightPlot, uprightTicks } from './axes.ts';
import { categoryLabel, crammedLabels } from './category-labels.ts';
import { type Chart, type ChartPart, type ChartParts, fontSizeFor, textPart, themedChart } from './chart.ts';
import type { ChartForm } from './chart-form.ts';
import { chartDrawer } from './draw-chart.ts';
import { shareOf } from './scales.ts';
import { drawSeriesLines, linesPlot } from './series-lines.ts';

/** Minimum height of a point, as a share of the plot, at which its value fits between its dot and the labels. */
const roomBelow = 0.15;

export const lineForm: ChartForm = {
  draw: drawLine,
  drawSeries: drawSeriesLines,
  frame: (chart) => (chart.hasSeries ? linesPlot(chart) : uprightFrame(chart)),
  hasTimes: true,
  unsorted:
    'is for bars and pies, because a line leads through its data in their order; remove it, or use kind bars',
};

export const line: ShorthandKind = {
  themed: ({ theme }) => themedChart(theme, { colors: 'accent', letters: 'body' }),
  draw: chartDrawer(lineForm),
};

/** Draws a chart of one line with a dot for each value. */
export function drawLine(chart: Chart): ChartParts {
  const { data, allData, box, fontSize, scale, hasLabels, valueText, nameOf, colorOf } = chart;
  const fit = crammedLabels(chart, true);
  const plot = uprightPlot(chart, fit);
  const { left, right, top, bottom } = plot;
  const slot = (right - left) / Math.max(1, data.length);
  const at = (value: number) => shareOf(scale, value);
  const labelSize = fontSizeFor(
    allData.map(([label]) => label),
    slot * 0.94,
    fontSize,
  );
  const valueSize = fontSizeFor(
    allData.map(([, value]) => valueText?.(value) ?? ''),
    slot * 0.94,
    fontSize,
  );
  const points = data.map(([, value], index) => [share((index + 0.5) / data.length), share(1 - at(value))]);
  const parts = new Map<string, ChartPart>(uprightTicks(chart, plot));
  parts.set('line', linePart(chart, plot, points));
  for (const [index, [label, value]] of data.entries()) {
    const name = nameOf(label);
    const x = toHundredths(left + (index + 0.5) * slot);
    const y = toHundredths(bottom - at(value) * (bottom - top));
    const size = toHundredths(Math.max(8, fontSize / 2.5));
    parts.set(name, {
      kind: 'circle',
      state: { x, y, width: size, height: size, fill: colorOf(label) },
      entry: {},
    });
    if (valueText !== null) {
      const side = isValley(data, index) && at(value) > roomBelow ? 1 : -1;
      const beside = besideTicks(chart, plot.at, y + side * valueSize * 0.95, side, valueSize);
      const state = {
        x,
        y: toHundredths(beside),
        text: valueText(value),
        fontSize: valueSize,
      };
      parts.set(`${name}-value`, textPart(chart, state, { entry: { text: valueText(0) }, isValue: true }));
    }
    if (hasLabels && fit !== null) {
      const part = categoryLabel(chart, fit, { label, index, x, top: box.top + box.height - fit.room });
      if (part !== null) parts.set(`${name}-label`, part);
    } else if (hasLabels) {
      const labelPosition = { x, y: toHundredths(box.top + box.height - fontSize * 0.8) };
      parts.set(`${name}-label`, textPart(chart, { ...labelPosition, text: label, fontSize: labelSize }));
    }
  }
  return parts;
}

/** The line through points, which are shares of the plot. */
function linePart(
  { data, colorOf, fontSize, strokeWidth, isSmooth }: Chart,
  { left, right, top, bottom }: ReturnType<typeof uprightPlot>,
  points: number[][],
): ChartPart {
  const [first = ['', 0]] = data;
  return {
    kind: 'path',
    state: {
      x: toHundredths(left),
      width: toHundredths(right - left),
      y: toHundredths(top),
      height: toHundredths(bottom - top),
      stroke: colorOf(first[0]),
      strokeWidth: strokeWidth ?? toHundredths(Math.max(3, fontSize / 6)),
      // A single point is no line.
      points: points.length > 1 ? points : [...points, ...points],
      ...(isSmooth && { smooth: true }),
    },
    entry: {},
  };
}

/** Whether a point is a local minimum of the line, so that there is space below it. */
function isValley(data: Chart['data'], index: number): boolean {
  const [before, value, after] = [index - 1, index, index + 1].map((at) => data[at]?.[1]);
  return (
    value !== undefined && before !== undefined && after !== undefined && before > value && after > value
  );
}

/** Shares of the box keep five digits. */
function share(value: number): number {
  return rounded(value, 5);
}
