import { toHundredths } from '../../../project/numbers.ts';
import type { ShorthandKind } from '../shorthand-kind.ts';
import { fitLabels } from './category-labels.ts';
import {
  type Chart,
  type ChartPart,
  type ChartParts,
  fontSizeFor,
  lettersOn,
  textPart,
  themedChart,
  widestOf,
} from './chart.ts';
import { chartDrawer } from './draw-chart.ts';

/** Space between cells, as a share of the shorter side of one, and the smallest letters in it, as a share of others. */
const gapShare = 0.06;
const leastLetters = 0.55;

/** The colours of the smallest and the largest number, without a theme. */
const usualColors = ['#dbeafe', '#1d4ed8'];

export const heatmap: ShorthandKind = {
  themed: ({ theme }) => ({
    ...themedChart(theme, { colors: 'charts', letters: 'caption' }),
    colors: ['surface', 'accent'],
  }),
  draw: chartDrawer({ draw: drawHeatmap, takes: 'columns', usualColors }),
};

/** Draws a cell for each number, with a row for each label and a column for each name. */
function drawHeatmap(chart: Chart): ChartParts {
  const { box, table, fontSize, hasLabels } = chart;
  const labels = table.rows.map(({ label }) => label);
  const size = fontSizeFor(labels, box.width * 0.25, fontSize);
  const left = box.left + (hasLabels ? widestOf(labels) * size + fontSize * 0.6 : 0);
  const width = (box.left + box.width - left) / table.columns.length;
  const names = table.isNamed && hasLabels ? table.columns : [];
  const fit = fitLabels(names, width, fontSize, { isOrdered: true, height: box.height });
  const top = box.top + (names.length > 0 ? fit.room : 0);
  const height = (box.top + box.height - top) / table.rows.length;
  const parts = new Map<string, ChartPart>();
  const colors = colorRange(chart);
  const texts = table.rows.flatMap(({ values }) =>
    values.map((value) => chart.valueText?.(value ?? 0) ?? ''),
  );
  const valueSize = Math.min(fontSizeFor(texts, width * 0.8, fontSize), toHundredths(height * 0.6));
  const hasValues = chart.valueText !== null && valueSize >= fontSize * leastLetters;
  const gap = gapShare * Math.min(width, height);
  for (const [row, { label, values }] of table.rows.entries()) {
    const y = toHundredths(top + (row + 0.5) * height);
    if (hasLabels) {
      const state = {
        x: toHundredths(left - fontSize * 0.6),
        y,
        text: label,
        fontSize: size,
        align: 'right',
      } as const;
      parts.set(
        `${chart.nameOf(label)}-label`,
        textPart(chart, state, { mention: `${label}.label`, turn: label }),
      );
    }
    for (const [column, name] of table.columns.entries()) {
      const value = values[column] ?? null;
      if (value === null) continue;
      const id = chart.nameOf(label, name);
      const x = toHundredths(left + (column + 0.5) * width);
      const fill = colors(value);
      const mention = `${label}.${name}`;
      parts.set(id, {
        kind: 'rectangle',
        state: {
          x,
          y,
          width: toHundredths(width - gap),
          height: toHundredths(height - gap),
          fill,
          cornerRadius: chart.cornerRadius ?? toHundredths(gap),
        },
        entry: {},
        mention,
        groups: [label, name],
        turn: label,
      });
      if (!hasValues) continue;
      const state = {
        x,
        y,
        text: chart.valueText?.(value) ?? '',
        fontSize: valueSize,
        fill: lettersOn(fill),
      };
      parts.set(
        `${id}-value`,
        textPart(chart, state, {
          mention: `${mention}.value`,
          turn: label,
          isValue: true,
          groups: [`${label}.value`, `${name}.value`],
        }),
      );
    }
  }
  for (const [column, name] of names.entries()) {
    if (column % fit.every !== 0) continue;
    const place = { x: toHundredths(left + (column + 0.5) * width), y: toHundredths(top - fit.room / 2) };
    parts.set(
      `${chart.nameOf(name)}-name`,
      textPart(chart, { ...place, text: name, fontSize: fit.size }, { mention: `${name}.label`, turn: null }),
    );
  }
  return parts;
}

/** Returns the colour of a number between those of the smallest and the largest one of all compositions. */
function colorRange(chart: Chart): (value: number) => string {
  const [low = '#000000', high = low] = chart.colorRange;
  const values = chart.tables.flatMap(({ rows }) =>
    rows.flatMap((row) => row.values.filter((value) => value !== null)),
  );
  const least = chart.least ?? values.reduce((one, other) => Math.min(one, other));
  const most = chart.most ?? values.reduce((one, other) => Math.max(one, other));
  return (value) => mixed(low, high, most > least ? (value - least) / (most - least) : 1);
}

/** Mixes two colours with six digits by their channels. */
function mixed(low: string, high: string, share: number): string {
  const channel = (color: string, at: number) => {
    const digits = color.length === 4 ? color.slice(1).replace(/./g, '$&$&') : color.slice(1, 7);
    return Number.parseInt(digits.slice(at, at + 2), 16) || 0;
  };
  const part = Math.max(0, Math.min(1, share));
  const channels = [0, 2, 4].map((at) =>
    Math.round(channel(low, at) + part * (channel(high, at) - channel(low, at))),
  );
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
