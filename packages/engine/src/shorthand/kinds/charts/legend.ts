import { toHundredths } from '../../../project/numbers.ts';
import { type Chart, type ChartPart, type ChartParts, textPart, widestOf } from './chart.ts';
import { ticksOf } from './scales.ts';

/** In font sizes: a square of colour, the space beside it, between two names, and the height of a row. */
const square = 0.8;
const beside = 0.4;
const between = 1.2;
const rowHeight = 1.6;

/** Largest share of the width that a legend takes beside a chart. */
const maxShare = 0.35;

interface Item {
  readonly name: string;
  readonly left: number;
  readonly middle: number;
}

/** Draws the legend of a chart, and returns the chart in the room that is left. */
export function besideLegend(chart: Chart): { readonly chart: Chart; readonly parts: ChartParts } {
  const { legend, series, box } = chart;
  if (legend === null) return { chart, parts: new Map() };
  const isInRows = legend === 'top' || legend === 'bottom';
  const room = isInRows ? box.width : maxShare * box.width;
  const size = Math.min(chart.fontSize, room / (widestOf(series) + square + beside));
  return isInRows ? inRows(chart, size, legend) : inColumn(chart, size, legend ?? 'inside');
}

function inRows(chart: Chart, size: number, side: 'top' | 'bottom') {
  const { box, series } = chart;
  const items: Item[] = [];
  let [left, row] = [box.left, 0];
  for (const name of series) {
    const width = (square + beside + widestOf([name])) * size;
    if (left > box.left && left + width > box.left + box.width) [left, row] = [box.left, row + 1];
    items.push({ name, left, middle: (row + 0.5) * rowHeight * size });
    left += width + between * size;
  }
  const height = (row + 1) * rowHeight * size;
  const room = height + 0.5 * size;
  const top = side === 'top' ? box.top : box.top + box.height - height;
  const parts = itemParts(
    chart,
    items.map((item) => ({ ...item, middle: top + item.middle })),
    size,
  );
  const smaller = { ...box, top: side === 'top' ? box.top + room : box.top, height: box.height - room };
  return { chart: { ...chart, box: smaller }, parts };
}

function inColumn(chart: Chart, size: number, side: 'left' | 'right' | 'inside') {
  const { box, series } = chart;
  const width = (widestOf(series) + square + beside) * size;
  const height = series.length * rowHeight * size;
  const isLeft = side === 'left' || (side === 'inside' && isLowAtStart(chart));
  const inset = side === 'inside' && isLeft ? tickRoom(chart) : 0;
  const left = isLeft ? box.left + inset : box.left + box.width - width;
  const top = side === 'inside' ? box.top + chart.fontSize / 2 : box.top + (box.height - height) / 2;
  const items = series.map((name, index) => ({ name, left, middle: top + (index + 0.5) * rowHeight * size }));
  const parts = itemParts(chart, items, size);
  if (side === 'inside') return { chart, parts };
  const room = width + between * size;
  const smaller = { ...box, left: isLeft ? box.left + room : box.left, width: box.width - room };
  return { chart: { ...chart, box: smaller }, parts };
}

/** Whether the values at the beginning are lower than those at the end, so that a legend has room above them. */
function isLowAtStart({ tables, isStacked }: Chart): boolean {
  const tops = tables.flatMap(({ rows }) =>
    rows.map(({ values }, index): readonly [share: number, top: number] => {
      const numbers = values.map((value) => value ?? 0);
      const top = isStacked ? numbers.reduce((sum, value) => sum + value, 0) : Math.max(...numbers);
      return [(index + 0.5) / rows.length, top];
    }),
  );
  const highest = (isIn: (share: number) => boolean) =>
    tops.reduce((most, [share, top]) => (isIn(share) ? Math.max(most, top) : most), Number.NEGATIVE_INFINITY);
  return highest((share) => share < 0.4) <= highest((share) => share > 0.6);
}

/** Width of the numbers beside an upright axis. */
function tickRoom({ hasTicks, isHorizontal, tickText, scale, tickSize }: Chart): number {
  if (!hasTicks || isHorizontal) return 0;
  return (widestOf(ticksOf(scale).map(tickText)) + 1.2) * tickSize;
}

function itemParts(chart: Chart, items: readonly Item[], size: number): Map<string, ChartPart> {
  const parts = new Map<string, ChartPart>();
  for (const { name, left, middle } of items) {
    const id = `legend-${chart.nameOf(name)}`;
    const side = toHundredths(square * size);
    parts.set(id, {
      kind: 'rectangle',
      state: {
        x: toHundredths(left + side / 2),
        y: toHundredths(middle),
        width: side,
        height: side,
        fill: chart.colorOf(name),
        cornerRadius: chart.cornerRadius === 0 ? 0 : toHundredths(side / 5),
      },
      entry: {},
      mention: `legend.${name}`,
      groups: ['legend.parts'],
      turn: null,
      grows: 'nothing',
    });
    const x = toHundredths(left + side + beside * size);
    const state = {
      x,
      y: toHundredths(middle),
      text: name,
      fontSize: toHundredths(size),
      align: 'left',
    } as const;
    const mention = `legend.${name}.label`;
    parts.set(`${id}-label`, textPart(chart, state, { mention, groups: ['legend'], turn: null }));
  }
  return parts;
}
