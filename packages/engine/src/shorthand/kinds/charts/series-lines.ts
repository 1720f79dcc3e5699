import { rounded, toHundredths } from '../../../project/numbers.ts';
import { smoothLine } from '../../../timeline/smooth-line.ts';
import { type Chart, type ChartPart, type ChartParts, textPart, widestOf } from './chart.ts';
import { type SeriesPlot, seriesAxis, uprightSeriesPlot } from './series-plot.ts';

/** Most labels of a chart whose lines have dots, and how high names at the ends of lines are, in font sizes. */
const mostDots = 24;
const nameHeight = 1.15;

/** Opacities of areas: on each other, and beside each other. */
const opaque = 0.9;
export const translucent = 0.3;

/** A point of a line in scene pixels; with the other end of the area under it. */
interface Point {
  readonly label: string;
  readonly value: number;
  readonly x: number;
  readonly y: number;
  readonly under: number;
}

/** The name of a part of a series; the only series of a chart is not named. */
function partOf({ series }: Chart, name: string, part: string): string {
  return series.length === 1 ? part : `${name}.${part}`;
}

function idOf(chart: Chart, name: string, part: string): string {
  return chart.series.length === 1 ? part : `${chart.nameOf(name)}-${part}`;
}

/** Draws lines of several series, with a dot for each value. */
export function drawSeriesLines(chart: Chart): ChartParts {
  return drawLines(chart, false);
}

/** Draws areas below lines: in front of each other, or on each other. */
export function drawSeriesAreas(chart: Chart): ChartParts {
  return drawLines(chart, true);
}

/** The area of lines, beside the names at their ends. */
export function linesPlot(chart: Chart): SeriesPlot {
  const { series, fontSize, hasEndLabels } = chart;
  const end = hasEndLabels ? (widestOf(series) + 0.8) * fontSize : 0;
  return uprightSeriesPlot(chart, { isOrdered: true, end });
}

function drawLines(chart: Chart, hasAreas: boolean): ChartParts {
  const { tables, hasEndLabels, valueText } = chart;
  const plot = linesPlot(chart);
  const parts = seriesAxis(chart, plot);
  const lines = pointsBySeries(chart, plot);
  if (hasAreas)
    for (const [name, points] of lines)
      parts.set(idOf(chart, name, 'area'), areaPart(chart, plot, name, points));
  const most = Math.max(...tables.map(({ rows }) => rows.length));
  const hasDots = !hasAreas && most <= mostDots;
  for (const [name, points] of lines) {
    parts.set(idOf(chart, name, 'line'), linePart(chart, plot, name, points, hasAreas ? 'across' : 'length'));
    for (const point of points) {
      const id = chart.series.length === 1 ? chart.nameOf(point.label) : chart.nameOf(point.label, name);
      if (hasDots) parts.set(id, dotPart(chart, name, point));
      if (valueText !== null) parts.set(`${id}-value`, valuePart(chart, name, point, valueText));
    }
  }
  if (hasEndLabels) for (const [id, part] of endNames(chart, plot, lines)) parts.set(id, part);
  return parts;
}

/** The points of each line; labels without a number have none. */
function pointsBySeries(chart: Chart, { along, at, base }: SeriesPlot): ReadonlyMap<string, Point[]> {
  const { table, series, isStacked } = chart;
  const sums = table.rows.map(() => 0);
  const lines = series.map((name): [string, Point[]] => {
    const column = table.columns.indexOf(name);
    const points = table.rows.flatMap(({ label, values }, index): Point[] => {
      const value = values[column] ?? (isStacked ? 0 : null);
      if (value === null) return [];
      const from = isStacked ? (sums[index] ?? 0) : 0;
      sums[index] = from + value;
      const under = from === 0 ? base : at(from);
      return [{ label, value, x: along(index), y: at(from + value), under }];
    });
    return [name, points];
  });
  return new Map(lines.filter(([, points]) => points.length > 0));
}

/** The box of a path across the plot, and places in it as shares. */
function pathBox({ left, right, top, bottom }: SeriesPlot) {
  const box = {
    x: toHundredths(left),
    y: toHundredths(top),
    width: toHundredths(right - left),
    height: toHundredths(bottom - top),
  };
  const share = (x: number, y: number) => [
    rounded((x - left) / (right - left), 5),
    rounded((y - top) / (bottom - top), 5),
  ];
  return { box, share };
}

function linePart(
  chart: Chart,
  plot: SeriesPlot,
  name: string,
  line: readonly Point[],
  grows: ChartPart['grows'],
): ChartPart {
  const { box, share } = pathBox(plot);
  const points = line.map(({ x, y }) => share(x, y));
  return {
    kind: 'path',
    state: {
      ...box,
      stroke: chart.colorOf(name),
      strokeWidth: chart.strokeWidth ?? toHundredths(Math.max(3, chart.fontSize / 6)),
      // A single point is no line.
      points: points.length > 1 ? points : [...points, ...points],
      ...(chart.isSmooth && { smooth: true }),
    },
    entry: {},
    mention: chart.series.length === 1 ? 'line' : name,
    turn: name,
    series: name,
    grows,
  };
}

/** The area between a line and what is below it, whose edges follow the same curves. */
function areaPart(chart: Chart, plot: SeriesPlot, name: string, line: readonly Point[]): ChartPart {
  const { box, share } = pathBox(plot);
  const edge = (height: 'y' | 'under') => {
    const corners = line.map((point): [number, number] => [point.x, point[height]]);
    return chart.isSmooth ? curved(corners) : corners;
  };
  const outline = [...edge('y'), ...edge('under').reverse()].map(([x, y]) => share(x, y));
  const { isStacked } = chart;
  return {
    kind: 'path',
    state: {
      ...box,
      points: outline,
      closed: true,
      fill: chart.colorOf(name),
      stroke: 'none',
      opacity: isStacked ? opaque : translucent,
    },
    entry: {},
    mention: partOf(chart, name, 'area'),
    groups: [`${name}.parts`],
    turn: name,
    series: name,
    grows: 'across',
  };
}

/** Places on each cubic of a smooth line. */
const stepsPerCubic = 8;

/** Returns places along the smooth line through corners. */
export function curved(corners: readonly (readonly [number, number])[]): [number, number][] {
  const [first = [0, 0]] = corners;
  const places: [number, number][] = [[first[0], first[1]]];
  let [fromX, fromY] = first;
  for (const [ax, ay, bx, by, x, y] of smoothLine(corners.flat(), false)) {
    for (let step = 1; step <= stepsPerCubic; step++) {
      const t = step / stepsPerCubic;
      const rest = 1 - t;
      const between = (a: number, b: number, c: number, d: number) =>
        rest ** 3 * a + 3 * rest * rest * t * b + 3 * rest * t * t * c + t ** 3 * d;
      places.push([between(fromX, ax, bx, x), between(fromY, ay, by, y)]);
    }
    [fromX, fromY] = [x, y];
  }
  return places;
}

function dotPart(chart: Chart, name: string, { label, x, y }: Point): ChartPart {
  const size = toHundredths(Math.max(8, chart.fontSize / 2.5));
  return {
    kind: 'circle',
    state: { x: toHundredths(x), y: toHundredths(y), width: size, height: size, fill: chart.colorOf(name) },
    entry: {},
    mention: chart.series.length === 1 ? label : `${label}.${name}`,
    groups: [label, partOf(chart, name, 'parts')],
    turn: name,
    series: name,
  };
}

function valuePart(
  chart: Chart,
  name: string,
  { label, value, x, y }: Point,
  text: (value: number) => string,
): ChartPart {
  const labelPosition = { x: toHundredths(x), y: toHundredths(y - chart.fontSize * 0.95) };
  const state = { ...labelPosition, text: text(value), fontSize: chart.fontSize, fill: chart.colorOf(name) };
  const mention = chart.series.length === 1 ? `${label}.value` : `${label}.${name}.value`;
  const groups = [`${label}.value`, partOf(chart, name, 'parts')];
  const others = { mention, groups, turn: name, series: name };
  return textPart(chart, state, { entry: { text: text(0) }, isValue: true, ...others });
}

/** The names of lines at their ends, in their colours, moved apart where they would overlap. */
function endNames(
  chart: Chart,
  { top, bottom }: SeriesPlot,
  lines: ReadonlyMap<string, readonly Point[]>,
): [string, ChartPart][] {
  const { fontSize } = chart;
  const ends = [...lines].flatMap(([name, points]) => {
    const last = points.at(-1);
    return last === undefined ? [] : [{ name, x: last.x, y: last.y }];
  });
  ends.sort((one, other) => one.y - other.y);
  const places = movedApart(
    ends.map(({ y }) => y),
    nameHeight * fontSize,
    [top, bottom],
  );
  return ends.map(({ name, x }, index): [string, ChartPart] => {
    const state = {
      x: toHundredths(x + fontSize * 0.6),
      y: toHundredths(places[index] ?? 0),
      text: name,
      fontSize,
      align: 'left',
      fill: chart.colorOf(name),
    } as const;
    const others = { mention: `${name}.label`, turn: name, series: name };
    return [`${chart.nameOf(name)}-name`, textPart(chart, state, others)];
  });
}

/** Returns places in order with a least distance between them, each as near as that allows to where it was. */
export function movedApart(
  places: readonly number[],
  distance: number,
  [low, high]: readonly [number, number],
): number[] {
  const moved = [...places];
  for (let index = 1; index < moved.length; index++)
    moved[index] = Math.max(moved[index] ?? 0, (moved[index - 1] ?? low) + distance);
  let most = high;
  for (let index = moved.length - 1; index >= 0; index--) {
    moved[index] = Math.min(moved[index] ?? 0, most);
    most = (moved[index] ?? 0) - distance;
  }
  return moved;
}
