import { toHundredths } from '../../../project/numbers.ts';
import type { ShorthandKind } from '../shorthand-kind.ts';
import {
  besideTicks,
  type Frame,
  labelRow,
  lyingTicks,
  uprightFrame,
  uprightPlot,
  uprightTicks,
} from './axes.ts';
import { categoryLabel, crammedLabels, plainLabels } from './category-labels.ts';
import {
  type Chart,
  type ChartPart,
  type ChartParts,
  digitWidth,
  fontSizeFor,
  textPart,
  themedChart,
} from './chart.ts';
import { chartDrawer } from './draw-chart.ts';
import { shareOf } from './scales.ts';
import { barsPlot, drawSeriesBars } from './series-bars.ts';

/** Share of its slot that a bar takes. */
const barShare = 0.64;

export const bars: ShorthandKind = {
  themed: ({ theme }) => ({
    ...themedChart(theme, { colors: 'accent', letters: 'body' }),
    // Bars are rounded, except in a theme of sharp corners.
    ...(theme.radius === 0 && { cornerRadius: 0 }),
  }),
  draw: chartDrawer({ draw: drawBars, drawSeries: drawSeriesBars, frame: frameOfBars }),
};

/** Draws a chart of bars: vertical, or horizontal with `isHorizontal`. */
function drawBars(chart: Chart): ChartParts {
  return chart.isHorizontal ? lyingBars(chart) : uprightBars(chart);
}

function frameOfBars(chart: Chart): Frame {
  if (chart.hasSeries) return barsPlot(chart);
  if (!chart.isHorizontal) return uprightFrame(chart, crammedLabels(chart, false));
  const { bottom, slot, right, left, at } = lyingPlot(chart);
  const { top } = chart.box;
  return { left, right, top, bottom, at, slot, along: (index) => top + (index + 0.5) * slot };
}

function uprightBars(chart: Chart): ChartParts {
  const { data, allData, box, fontSize, hasLabels, valueText, nameOf, colorOf } = chart;
  const fit = crammedLabels(chart, false);
  const plot = uprightPlot(chart, fit);
  const slot = (plot.right - plot.left) / Math.max(1, data.length);
  const width = toHundredths(slot * barShare);
  const labels = fit ?? plainLabels(chart, slot);
  const top = box.top + box.height - labels.room;
  const texts = allData.map(([, value]) => valueText?.(value) ?? '');
  const valueSize = fontSizeFor(texts, slot * 0.94, fontSize);
  const parts = new Map<string, ChartPart>(uprightTicks(chart, plot));
  const base = plot.at(0);
  const afterLast = { x: toHundredths(plot.left + (data.length + 0.5) * slot) };
  for (const [index, [label, value]] of data.entries()) {
    const name = nameOf(label);
    const x = toHundredths(plot.left + (index + 0.5) * slot);
    const end = plot.at(value);
    parts.set(name, {
      kind: 'rectangle',
      state: {
        x,
        y: toHundredths((base + end) / 2),
        width,
        height: toHundredths(Math.abs(end - base)),
        fill: colorOf(label),
        cornerRadius: chart.cornerRadius ?? toHundredths(Math.min(10, width / 12)),
      },
      entry: { y: toHundredths(base), height: 0 },
      base: value < 0 ? 'top' : 'bottom',
      end: afterLast,
    });
    if (valueText !== null) {
      const side = value < 0 ? 1 : -1;
      const away = side * valueSize * 0.8;
      const y = toHundredths(besideTicks(chart, plot.at, end + away, side, valueSize));
      const state = { x, y, text: valueText(value), fontSize: valueSize };
      parts.set(
        `${name}-value`,
        textPart(chart, state, {
          entry: { y: toHundredths(base + away), text: valueText(0) },
          end: afterLast,
          isValue: true,
        }),
      );
    }
    if (!hasLabels) continue;
    const labelled = categoryLabel(chart, labels, { label, index, x, top }, { end: afterLast });
    if (labelled !== null) parts.set(`${name}-label`, labelled);
  }
  return parts;
}

/** The places of horizontal bars, and the sizes of their texts. */
function lyingPlot(chart: Chart) {
  const { data, allData, box, scale, fontSize: most, hasLabels, hasTicks, valueText } = chart;
  const bottom = box.top + box.height - (hasTicks ? most * labelRow : 0);
  const slot = (bottom - box.top) / Math.max(1, data.length);
  const fontSize = toHundredths(Math.min(most, slot * 0.6));
  const labels = allData.map(([label]) => label);
  const labelSize = hasLabels ? fontSizeFor(labels, box.width * 0.3, fontSize) : fontSize;
  const longest = Math.max(0, ...labels.map((label) => [...label].length));
  const texts = allData.map(([, value]) => valueText?.(value) ?? '');
  const valueWidth = Math.max(0, ...texts.map((text) => [...text].length)) * digitWidth * fontSize;
  const valueRoom = valueText === null ? 0 : valueWidth + fontSize * 0.5;
  const labelRoom = hasLabels ? Math.min(box.width * 0.3, longest * 0.56 * labelSize) + fontSize * 0.5 : 0;
  const right = box.left + box.width - valueRoom;
  const afterLabels = box.left + labelRoom;
  const least = Math.min(0, ...allData.map(([, value]) => value));
  const minShare = shareOf(scale, least);
  // The value beside the longest negative bar keeps away from the labels.
  const beforeMin = least < 0 ? (afterLabels + valueRoom - minShare * right) / (1 - minShare) : afterLabels;
  const left = Math.max(afterLabels, beforeMin);
  const at = (value: number) => left + shareOf(scale, value) * (right - left);
  return { bottom, slot, fontSize, labelSize, afterLabels, at, left, right };
}

function lyingBars(chart: Chart): ChartParts {
  const { data, box, hasLabels, hasTicks, valueText, nameOf, colorOf } = chart;
  const { bottom, slot, fontSize, labelSize, afterLabels, at } = lyingPlot(chart);
  const height = toHundredths(slot * barShare);
  const base = at(0);
  const afterLast = { y: toHundredths(box.top + (data.length + 0.5) * slot) };
  const parts = new Map<string, ChartPart>(hasTicks ? lyingTicks(chart, { top: box.top, bottom, at }) : []);
  for (const [index, [label, value]] of data.entries()) {
    const name = nameOf(label);
    const y = toHundredths(box.top + (index + 0.5) * slot);
    const end = at(value);
    parts.set(name, {
      kind: 'rectangle',
      state: {
        x: toHundredths((base + end) / 2),
        y,
        width: toHundredths(Math.abs(end - base)),
        height,
        fill: colorOf(label),
        cornerRadius: chart.cornerRadius ?? toHundredths(Math.min(10, height / 8)),
      },
      entry: { x: toHundredths(base), width: 0 },
      base: value < 0 ? 'right' : 'left',
      end: afterLast,
    });
    if (valueText !== null) {
      const side = value < 0 ? -1 : 1;
      const beside = (place: number) => place + side * fontSize * 0.4;
      const align = value < 0 ? 'right' : 'left';
      const state = { x: toHundredths(beside(end)), y, text: valueText(value), fontSize, align } as const;
      parts.set(
        `${name}-value`,
        textPart(chart, state, {
          entry: { x: toHundredths(beside(base)), text: valueText(0) },
          end: afterLast,
          isValue: true,
        }),
      );
    }
    if (hasLabels) {
      const state = {
        x: toHundredths(afterLabels - fontSize * 0.5),
        y,
        text: label,
        fontSize: labelSize,
        align: 'right',
      } as const;
      parts.set(`${name}-label`, textPart(chart, state, { end: afterLast }));
    }
  }
  return parts;
}
