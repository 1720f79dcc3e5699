import { toHundredths } from '../../../project/numbers.ts';
import type { ShorthandKind } from '../shorthand-kind.ts';
import { type Frame, faintOpacity, uprightTicks } from './axes.ts';
import { type Chart, type ChartPart, type ChartParts, textPart, themedChart, widestOf } from './chart.ts';
import { chartDrawer } from './draw-chart.ts';
import { type Box, placeIfFree } from './free-place.ts';
import { numberStyle, type Scale, scaleFor, shareOf, ticksOf } from './scales.ts';

/** Radii of points without sizes, and of the smallest and the largest one with sizes, in font sizes. */
const usualRadius = 0.3;
const smallestRadius = 0.16;
const largestRadius = 1.6;
const opacity = 0.8;

export const scatter: ShorthandKind = {
  themed: ({ theme }) => themedChart(theme, { colors: 'accent', letters: 'caption' }),
  draw: chartDrawer({
    draw: drawScatter,
    frame: frameOf,
    noun: 'a scatter chart',
    takes: 'points',
    hasAxis: true,
    isSpan: true,
    numbersOf: (table) => table.rows.flatMap(({ values: [, y] }) => (y == null ? [] : [y])),
  }),
};

/** A point in scene pixels. */
interface Point {
  readonly label: string;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly isNamed: boolean;
}

function acrossScale({ tables }: Chart): Scale {
  const numbers = tables.flatMap(({ rows }) => rows.flatMap(({ values: [x] }) => (x == null ? [] : [x])));
  return scaleFor(numbers, { isSpan: true });
}

function frameOf(chart: Chart): Frame {
  const { box, tickSize, scale, tickText, hasTicks, table, fontSize } = chart;
  const ticks = hasTicks ? (widestOf(ticksOf(scale).map(tickText)) + 0.6) * tickSize : 0;
  const titles = table.isNamed && hasTicks ? fontSize * 1.5 : 0;
  const [left, right] = [box.left + ticks, box.left + box.width - fontSize];
  const top = box.top + titles + tickSize / 2;
  const bottom = box.top + box.height - (hasTicks ? tickSize * 1.7 : 0) - titles;
  const across = acrossScale(chart);
  return {
    ...{ left, right, top, bottom, slot: 0 },
    at: (value) => bottom - shareOf(scale, value) * (bottom - top),
    along: (index) =>
      left + shareOf(across, chart.table.rows[index]?.values[0] ?? across.min) * (right - left),
  };
}

/** Draws a point for each row; the largest ones are behind the others, and get their labels first. */
function drawScatter(chart: Chart): ChartParts {
  const frame = frameOf(chart);
  const parts = new Map<string, ChartPart>(uprightTicks(chart, frame, faintOpacity));
  if (chart.hasTicks) for (const [id, part] of acrossTicks(chart, frame)) parts.set(id, part);
  const points = pointsOf(chart, frame).sort((one, other) => other.radius - one.radius);
  for (const { label, x, y, radius } of points) {
    const size = toHundredths(2 * radius);
    parts.set(chart.nameOf(label), {
      kind: 'circle',
      state: {
        x: toHundredths(x),
        y: toHundredths(y),
        width: size,
        height: size,
        fill: chart.colorOf(label),
        opacity,
      },
      entry: {},
    });
  }
  if (chart.hasLabels) for (const [id, part] of pointLabels(chart, frame, points)) parts.set(id, part);
  return parts;
}

function pointsOf(chart: Chart, { along, at }: Frame): Point[] {
  const sizes = chart.tables.flatMap(({ rows }) => rows.map(({ values: [, , size] }) => size ?? 0));
  const largest = sizes.reduce((one, other) => Math.max(one, other), 0);
  return chart.table.rows.flatMap(({ label, values: [x, y, size], isNumbered = false }, index): Point[] => {
    if (x == null || y == null) return [];
    // The area of a point is in proportion to its number.
    const share = largest > 0 ? Math.sqrt(Math.max(0, size ?? 0) / largest) : 0;
    const radius =
      largest > 0
        ? Math.max(smallestRadius, share * largestRadius) * chart.fontSize
        : usualRadius * chart.fontSize;
    return [{ label, x: along(index), y: at(y), radius, isNamed: !isNumbered }];
  });
}

/** Numbers below the points, and what both axes show. */
function acrossTicks(chart: Chart, { left, right, top, bottom }: Frame): [string, ChartPart][] {
  const { tickSize, table, fontSize, box } = chart;
  const scale = acrossScale(chart);
  const write = numberStyle(scale);
  const ticks = ticksOf(scale);
  const widest = (widestOf(ticks.map((tick) => write(tick))) + 0.8) * tickSize;
  const every = Math.max(1, Math.ceil((widest * ticks.length) / (right - left)));
  const texts = ticks.flatMap((tick, index): [string, ChartPart][] => {
    if (index % every !== 0) return [];
    const x = toHundredths(left + shareOf(scale, tick) * (right - left));
    const state = {
      x,
      y: toHundredths(bottom + tickSize * 0.9),
      text: write(tick),
      fontSize: toHundredths(tickSize),
    };
    return [[`across-${index}-label`, textPart(chart, state, { mention: `across.${index}`, turn: null })]];
  });
  if (!table.isNamed) return texts;
  const [across = '', up = ''] = table.columns;
  const size = toHundredths(fontSize);
  const below = {
    x: toHundredths(right),
    y: toHundredths(box.top + box.height - size * 0.7),
    text: across,
    align: 'right',
  } as const;
  const above = {
    x: toHundredths(box.left),
    y: toHundredths(top - size * 1.1),
    text: up,
    align: 'left',
  } as const;
  const others = (mention: string) => ({ mention, groups: ['titles'], turn: null });
  return [
    ...texts,
    ['title-1', textPart(chart, { ...below, fontSize: size, opacity: 0.7 }, others('titles.1'))],
    ['title-2', textPart(chart, { ...above, fontSize: size, opacity: 0.7 }, others('titles.2'))],
  ];
}

/** Labels beside points, where they meet nothing; those without room are left out. */
function pointLabels(
  chart: Chart,
  { left, right, at }: Frame,
  points: readonly Point[],
): [string, ChartPart][] {
  const size = toHundredths(chart.fontSize * 0.9);
  const taken: Box[] = points.map(({ x, y, radius }) => ({ x, y, width: 2 * radius, height: 2 * radius }));
  const across = { x: (left + right) / 2, width: right - left, height: 1 };
  const lines = chart.hasTicks ? ticksOf(chart.scale).map((tick) => ({ ...across, y: at(tick) })) : [];
  const { box } = chart;
  // The numbers of the axis are on the left.
  const area = { ...box, left, width: box.left + box.width - left };
  return points.flatMap(({ label, x, y, radius, isNamed }): [string, ChartPart][] => {
    if (!isNamed) return [];
    const room = { width: widestOf([label]) * size, height: size * 1.15 };
    const aside = radius + size * 0.3 + room.width / 2;
    const away = radius + size * 0.75;
    const places = [
      { x: x + aside, y },
      { x: x - aside, y },
      { x, y: y - away },
      { x, y: y + away },
      { x: x + aside * 0.8, y: y - away * 0.8 },
      { x: x - aside * 0.8, y: y - away * 0.8 },
    ];
    const labelBox =
      placeIfFree(places, room, [...taken, ...lines], area) ?? placeIfFree(places, room, taken, area);
    if (labelBox === null) return [];
    taken.push({ ...labelBox, ...room });
    const state = { x: toHundredths(labelBox.x), y: toHundredths(labelBox.y), text: label, fontSize: size };
    return [[`${chart.nameOf(label)}-label`, textPart(chart, state)]];
  });
}
