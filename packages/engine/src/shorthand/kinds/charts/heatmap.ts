import { toHundredths } from '../../../project/numbers.ts';
import type { ShorthandKind } from '../shorthand-kind.ts';
import { fitLabels, type LabelFit } from './category-labels.ts';
import {
  type Chart,
  type ChartPart,
  type ChartParts,
  fontSizeFor,
  lettersInside,
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

/** Where the cells of a heatmap are, and the sizes of its texts. Lengths are scene pixels. */
interface Cells {
  readonly left: number;
  readonly top: number;
  /** Of a cell with the space beside it. */
  readonly width: number;
  readonly height: number;
  readonly gap: number;
  readonly labelSize: number;
  /** The names of columns, and how they fit. */
  readonly names: readonly string[];
  readonly fit: LabelFit;
  /** Null if values would be too small. */
  readonly valueSize: number | null;
}

function cellsOf(chart: Chart): Cells {
  const { box, table, fontSize, hasLabels, valueText } = chart;
  const labels = table.rows.map(({ label }) => label);
  const labelSize = fontSizeFor(labels, box.width * 0.25, fontSize);
  const left = box.left + (hasLabels ? widestOf(labels) * labelSize + fontSize * 0.6 : 0);
  const width = (box.left + box.width - left) / table.columns.length;
  const names = table.isNamed && hasLabels ? table.columns : [];
  const fit = fitLabels(names, width, fontSize, { isOrdered: true, height: box.height });
  const top = box.top + (names.length > 0 ? fit.room : 0);
  const height = (box.top + box.height - top) / table.rows.length;
  const texts = table.rows.flatMap(({ values }) => values.map((value) => valueText?.(value ?? 0) ?? ''));
  const size = Math.min(fontSizeFor(texts, width * 0.8, fontSize), toHundredths(height * 0.6));
  const valueSize = valueText !== null && size >= fontSize * leastLetters ? size : null;
  const gap = gapShare * Math.min(width, height);
  return { left, top, width, height, gap, labelSize, names, fit, valueSize };
}

/** Draws a cell for each number, with a row for each label and a column for each name. */
function drawHeatmap(chart: Chart): ChartParts {
  const cells = cellsOf(chart);
  const colors = colorRange(chart);
  const parts = new Map<string, ChartPart>();
  for (const [row, { label, values }] of chart.table.rows.entries()) {
    const y = toHundredths(cells.top + (row + 0.5) * cells.height);
    if (chart.hasLabels) {
      const x = toHundredths(cells.left - chart.fontSize * 0.6);
      const state = { x, y, text: label, fontSize: cells.labelSize, align: 'right' } as const;
      const others = { mention: `${label}.label`, turn: label };
      parts.set(`${chart.nameOf(label)}-label`, textPart(chart, state, others));
    }
    for (const [column, name] of chart.table.columns.entries()) {
      const value = values[column] ?? null;
      if (value === null) continue;
      const x = toHundredths(cells.left + (column + 0.5) * cells.width);
      const made = cellParts(chart, cells, { label, name, value, x, y, fill: colors(value) });
      for (const [id, part] of made) parts.set(id, part);
    }
  }
  return new Map([...parts, ...columnNames(chart, cells)]);
}

/** A cell, and the value in it. */
function cellParts(
  chart: Chart,
  { width, height, gap, valueSize }: Cells,
  cell: { label: string; name: string; value: number; x: number; y: number; fill: string },
): [string, ChartPart][] {
  const { label, name, value, x, y, fill } = cell;
  const id = chart.nameOf(label, name);
  const mention = `${label}.${name}`;
  const size = { width: toHundredths(width - gap), height: toHundredths(height - gap) };
  const cornerRadius = chart.cornerRadius ?? toHundredths(gap);
  const shape: ChartPart = {
    kind: 'rectangle',
    state: { x, y, ...size, fill, cornerRadius },
    entry: {},
    mention,
    groups: [label, name],
    turn: label,
  };
  if (valueSize === null) return [[id, shape]];
  const state = {
    x,
    y,
    text: chart.valueText?.(value) ?? '',
    fontSize: valueSize,
    fill: lettersInside(fill),
  };
  const groups = [`${label}.value`, `${name}.value`];
  const others = { mention: `${mention}.value`, groups, turn: label, isValue: true };
  return [
    [id, shape],
    [`${id}-value`, textPart(chart, state, others)],
  ];
}

/** The names of columns above them. */
function columnNames(chart: Chart, { left, top, width, names, fit }: Cells): [string, ChartPart][] {
  return names.flatMap((name, column): [string, ChartPart][] => {
    if (column % fit.every !== 0) return [];
    const labelPosition = {
      x: toHundredths(left + (column + 0.5) * width),
      y: toHundredths(top - fit.room / 2),
    };
    const state = { ...labelPosition, text: name, fontSize: fit.size };
    return [[`${chart.nameOf(name)}-name`, textPart(chart, state, { mention: `${name}.label`, turn: null })]];
  });
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
