import { toHundredths } from '../../../project/numbers.ts';
import { chartColors } from '../../themes/theme-names.ts';
import type { ShorthandKind } from '../shorthand-kind.ts';
import {
  type Chart,
  type ChartPart,
  type ChartParts,
  fontSizeFor,
  letterWidth,
  textPart,
  themedChart,
} from './chart.ts';
import { chartDrawer } from './draw-chart.ts';

/** The share of the hole that the text in it takes, and its largest size, in font sizes of the labels. */
const middleShare = 0.72;
const middleScale = 2.4;

/** Least radius, as a share of the shorter side: labels become smaller before the pie does. */
const minRadius = 0.25;

export const pie: ShorthandKind = {
  // The labels take its room.
  themed: ({ theme }) => themedChart(theme, { colors: chartColors, letters: 'caption' }),
  draw: chartDrawer({ draw: drawPie, noun: 'a pie', hasShares: true }),
};

/** Draws a pie, or a ring, of values that are shares of their sum. */
export function drawPie(chart: Chart): ChartParts {
  const { data, allData, box, hasLabels, valueText, nameOf, colorOf, innerRadius, middle } = chart;
  const total = data.reduce((sum, [, value]) => sum + value, 0);
  const textOf = (label: string, value: number) =>
    [hasLabels ? label : '', valueText?.(value) ?? ''].filter((part) => part !== '').join(' ');
  const longest = Math.max(0, ...allData.map(([label, value]) => [...textOf(label, value)].length));
  const emsBeside = longest === 0 ? 0 : 0.8 + longest * letterWidth;
  const leastRadius = minRadius * Math.min(box.width, box.height);
  const fontSize = Math.min(chart.fontSize, Math.max(0, box.width / 2 - leastRadius) / (emsBeside || 1));
  const beside = fontSize * emsBeside;
  const above = longest === 0 ? 0 : fontSize * 1.6;
  const radius = Math.max(0, Math.min(box.width / 2 - beside, box.height / 2 - above));
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const parts = new Map<string, ChartPart>();
  let sum = 0;
  for (const [label, value] of data) {
    const name = nameOf(label);
    const start = angleOf(sum / total);
    sum += value;
    const end = angleOf(sum / total);
    const size = { width: toHundredths(2 * radius), height: toHundredths(2 * radius) };
    parts.set(name, {
      kind: 'circle',
      state: {
        x: toHundredths(x),
        y: toHundredths(y),
        ...size,
        fill: colorOf(label),
        sweep: [start, end],
        ...(innerRadius > 0 && { innerRadius }),
      },
      // A sector opens from the top when it enters.
      entry: { sweep: [0, 0] },
    });
    const middle = ((start + end) / 2 / 180) * Math.PI;
    const [across, up] = [Math.sin(middle), Math.cos(middle)];
    const text = textOf(label, value);
    if (text === '' || value === 0) continue;
    const align = across < -0.05 ? 'right' : across > 0.05 ? 'left' : 'center';
    const labelPosition = {
      x: toHundredths(x + across * (radius + fontSize * 0.6)),
      y: toHundredths(y - up * (radius + fontSize * 0.9)),
    };
    parts.set(
      `${name}-label`,
      textPart(
        chart,
        { ...labelPosition, text, fontSize, align },
        { entry: { text: textOf(label, 0) }, isValue: true },
      ),
    );
  }
  if (middle !== undefined && innerRadius > 0) {
    const room = 2 * radius * innerRadius * middleShare;
    const size = fontSizeFor(middle.split('\n'), room, middleScale * fontSize);
    const state = { x: toHundredths(x), y: toHundredths(y), text: middle, fontSize: size, fontWeight: 700 };
    parts.set('middle', textPart(chart, state, { isValue: true }));
  }
  return parts;
}

function angleOf(share: number): number {
  return Math.round(share * 36_000) / 100;
}
