import type { ComputedPlot } from '../../formulas/plot-formula.ts';
import { clampUnit } from '../../project/numbers.ts';
import type { Appearance } from '../../timeline/appearance.ts';
import {
  type AxesView,
  cornersBeforeMatrix,
  inverseOf,
  numberAtShare,
  placeOnAxes,
} from '../../timeline/axes.ts';
import type { PlotNow } from '../../timeline/plots.ts';
import { type Bounds, expandBounds, hasArea } from '../bounds.ts';
import { type DisplayNode, plainGroup } from '../display-list.ts';
import { dashed, fill, stroke } from '../draw-shape.ts';
import { type Outline, OutlineBuilder } from '../outline.ts';
import { fadedPaint, type Painted, withGradients } from '../paint.ts';
import { ellipse } from '../shapes.ts';
import { trimOutline } from '../trim-outline.ts';
import { addPolygon, clipLines } from './clip-lines.ts';
import { type CurvePiece, type Point, sampleCurve } from './sample-curve.ts';
import { traceZeros } from './trace-equation.ts';

/** Opacity of an area without a fill, which has the colour of the curve. */
const areaOpacity = 0.3;

/** Radius of a point, in stroke widths, and at least. */
const radiusShare = 1.6;
const minRadius = 4;

/**
 * Share of the writing in which a point grows, when the tip of a line through all of them reaches it. Longer, the last ones
 * would be ahead of it.
 */
const pointShare = 0.04;

/** Share of the distance between two bars of data that stays free. */
const barGap = 0.06;

/** Bars of an area have a gap if they are at least this wide, in pixels. */
const minSeparateBar = 6;

/** A plot at one time, with its box in the pixels of its axes. */
interface Drawn {
  readonly now: PlotNow;
  readonly box: Bounds;
  readonly appearance: Painted;
}

/** Returns the nodes of a plot in the coordinates of its axes: its area, and its curve, points or bars. */
export function drawPlot(given: Appearance): DisplayNode[] {
  const { plot: now } = given;
  if (now === null) return [];
  const [across, down] = [Math.abs(now.view.width) / 2, Math.abs(now.view.height) / 2];
  const box = { left: -across, top: -down, right: across, bottom: down };
  if (!hasArea(box)) return [];
  const drawn = { now, box, appearance: withGradients(given, () => box) };
  if (now.formula === null) return drawData(drawn);
  const outline = writtenOutline(drawn, linesOf(now, now.formula, box));
  return [...drawArea(drawn, outline), ...strokeOf(drawn, outline)];
}

/** The part of lines that is written. */
function writtenOutline({ box, appearance }: Drawn, lines: readonly (readonly number[])[]): Outline {
  return trimOutline(clipLines(lines, box), appearance.write);
}

function strokeOf({ appearance }: Drawn, outline: Outline): DisplayNode[] {
  return stroke(dashed(outline, appearance), appearance);
}

/** Returns the lines of the curve of a formula, in pixels. */
function linesOf(now: PlotNow, formula: ComputedPlot, box: Bounds): number[][] {
  if (formula.form === 'equation') return zerosOf(now, formula.difference);
  return piecesOf(now, formula, box).map(({ points }) => points);
}

function piecesOf(
  now: PlotNow,
  formula: Exclude<ComputedPlot, { form: 'equation' }>,
  box: Bounds,
  range?: readonly [number, number],
): CurvePiece[] {
  const { view, values } = now;
  const pointAt = (parameter: number): Point => {
    switch (formula.form) {
      case 'y':
        return placeOnAxes(view, parameter, formula.value(parameter, values));
      case 'x':
        return placeOnAxes(view, formula.value(parameter, values), parameter);
      case 'r': {
        const radius = formula.value(parameter, values);
        return placeOnAxes(view, radius * Math.cos(parameter), radius * Math.sin(parameter));
      }
      case 'point':
        return placeOnAxes(view, formula.x(parameter, values), formula.y(parameter, values));
    }
  };
  const isOver = formula.form === 'y' || formula.form === 'x';
  const seen = range ?? (isOver ? seenRange(now, formula.form) : now.tRange);
  if (seen === null || !seen.every(Number.isFinite)) return [];
  const size = isOver
    ? formula.form === 'y'
      ? view.width
      : view.height
    : 2 * (Math.abs(view.width) + Math.abs(view.height));
  const isSeen = (one: Point, other: Point) =>
    Math.max(one[0], other[0]) >= box.left &&
    Math.min(one[0], other[0]) <= box.right &&
    Math.max(one[1], other[1]) >= box.top &&
    Math.min(one[1], other[1]) <= box.bottom;
  return sampleCurve(pointAt, seen, intervalsFor(size), isSeen);
}

function intervalsFor(pixels: number): number {
  return Math.max(96, Math.min(1024, Math.round(Math.abs(pixels) / 8)));
}

/** The part of x, or of y, that is drawn: what is both on the axes and in the range of the plot; null for none. */
function seenRange({ view, xRange }: PlotNow, form: 'y' | 'x'): readonly [number, number] | null {
  const [low, high] = rangeBeforeMatrix(view, form === 'y' ? 'x' : 'y');
  if (form !== 'y' || xRange === null) return [low, high];
  const [from, to] = [Math.max(low, Math.min(...xRange)), Math.min(high, Math.max(...xRange))];
  return from < to ? [from, to] : null;
}

/** The x, or the y, of all points that a matrix can carry into the box. */
function rangeBeforeMatrix(view: AxesView, axis: 'x' | 'y'): readonly [low: number, high: number] {
  const { from, to } = view[axis];
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  const corners = view.matrix === null ? [] : cornersBeforeMatrix(view);
  const all = corners
    .map(([x, y]) => (axis === 'x' ? x : y))
    .filter((value) => Math.abs(value) < 1e3 * Math.max(high - low, 1));
  return [Math.min(low, ...all), Math.max(high, ...all)];
}

/** Size of the squares in which the zeros of an equation are searched, in pixels, and their maximum number. */
const squareSize = 8;
const maxSquares = 25_000;

function zerosOf(
  { view, values }: PlotNow,
  difference: Extract<ComputedPlot, { form: 'equation' }>['difference'],
): number[][] {
  const { width, height } = view;
  const inverse = inverseOf(view);
  if (inverse === null) return [];
  const area = Math.abs(width * height);
  const size = Math.max(squareSize, Math.sqrt(area / maxSquares));
  const columns = Math.max(8, Math.ceil(Math.abs(width) / size));
  const rows = Math.max(8, Math.ceil(Math.abs(height) / size));
  const valueAt = (column: number, row: number) => {
    const [x, y] = inverse(numberAtShare(view.x, column / columns), numberAtShare(view.y, 1 - row / rows));
    return difference(x, y, values);
  };
  return traceZeros({ columns, rows, valueAt }).map((points) =>
    points.map((place, index) =>
      index % 2 === 0 ? (place / columns - 0.5) * width : (place / rows - 0.5) * height,
    ),
  );
}

/** Returns the area of a plot as far as the tip of its curve has come. */
function drawArea(drawn: Drawn, curve: Outline): DisplayNode[] {
  const { now, box, appearance } = drawn;
  const { area, formula } = now;
  if (area === null || formula?.form !== 'y') return [];
  const { stroke: ofCurve, write } = appearance;
  const paint = appearance.fill ?? (ofCurve && fadedPaint(ofCurve, areaOpacity));
  if (!paint || write <= 0) return [];
  const { points } = curve;
  const [first = box.left, tip = box.left] = [points[0], points.at(-2)];
  const seen = write >= 1 ? box : { ...box, ...(tip < first ? { left: tip } : { right: tip }) };
  return fill(
    area.steps === null ? smoothArea(drawn, area, formula, seen) : bars(drawn, area, formula, seen),
    paint,
  );
}

type Area = NonNullable<PlotNow['area']>;
type Explicit = Extract<ComputedPlot, { form: 'y' | 'x' | 'r' }>;

function baseAt({ base }: Area, x: number, values: PlotNow['values']): number {
  if (typeof base === 'number') return base;
  return base.form === 'y' ? base.value(x, values) : 0;
}

function smoothArea({ now, box }: Drawn, area: Area, formula: Explicit, seen: Bounds): Outline {
  const { view, values } = now;
  const [low, high] = rangeBeforeMatrix(view, 'x');
  const range = [
    Math.max(low, Math.min(area.from, area.to)),
    Math.min(high, Math.max(area.from, area.to)),
  ] as const;
  const builder = new OutlineBuilder();
  if (!(range[0] < range[1])) return builder.build();
  for (const { points, parameters } of piecesOf(now, formula, box, range)) {
    const corners: Point[] = parameters.map((_, index) => [
      points[2 * index] ?? NaN,
      points[2 * index + 1] ?? NaN,
    ]);
    const base = parameters.toReversed().flatMap((x): Point[] => {
      const point = placeOnAxes(view, x, baseAt(area, x, values));
      return point.every(Number.isFinite) ? [point] : [];
    });
    addPolygon(builder, [...corners, ...base], seen);
  }
  return builder.build();
}

/** Bars as high as the curve in their middles. */
function bars({ now }: Drawn, area: Area, formula: Explicit, seen: Bounds): Outline {
  const { view, values } = now;
  const count = Math.round(area.steps ?? 0);
  const builder = new OutlineBuilder();
  const step = (area.to - area.from) / count;
  const [left] = placeOnAxes(view, area.from, 0);
  const [right] = placeOnAxes(view, area.from + step, 0);
  const gap = Math.abs(right - left) >= minSeparateBar ? (0.5 * step) / Math.abs(right - left) : 0;
  for (let index = 0; index < count; index++) {
    const from = area.from + index * step;
    const middle = from + step / 2;
    const height = formula.value(middle, values);
    const base = baseAt(area, middle, values);
    const corners = [
      placeOnAxes(view, from + gap, base),
      placeOnAxes(view, from + gap, height),
      placeOnAxes(view, from + step - gap, height),
      placeOnAxes(view, from + step - gap, base),
    ];
    if (corners.flat().every(Number.isFinite)) addPolygon(builder, corners, seen);
  }
  return builder.build();
}

function drawData(drawn: Drawn): DisplayNode[] {
  const { now, box, appearance } = drawn;
  const { points, marks, view } = now;
  const { write, writeOrder } = appearance;
  const places: Point[] = [];
  for (let index = 0; index + 1 < points.length; index += 2) {
    places.push([points[index] ?? NaN, points[index + 1] ?? NaN]);
  }
  if (marks === 'line') {
    const line = places.flatMap(([x, y]) => [...placeOnAxes(view, x, y)]);
    return strokeOf(drawn, writtenOutline(drawn, line.every(Number.isFinite) ? [line] : []));
  }
  const shown = (index: number) => {
    if (write >= 1) return 1;
    return writeOrder === 'sequential' ? clampUnit(places.length * write - index) : write;
  };
  const paint = appearance.fill ?? appearance.stroke;
  if (marks === 'points') {
    const radius = Math.max(minRadius, radiusShare * appearance.strokeWidth);
    const reach = expandBounds(box, 1e-6);
    const pixels = places.map(([x, y]) => placeOnAxes(view, x, y));
    const shares = sharesAlong(pixels);
    return pixels.flatMap(([left, top], index) => {
      const reached = (shares[index] ?? 0) * (1 - pointShare);
      const isInTurn = write >= 1 || writeOrder === 'sequential';
      const size = 2 * radius * (isInTurn ? shown(index) : clampUnit((write - reached) / pointShare));
      const isSeen = left >= reach.left && left <= reach.right && top >= reach.top && top <= reach.bottom;
      if (!isSeen || size <= 0) return [];
      const children = fill(ellipse(size, size), paint);
      return children.length === 0
        ? []
        : [{ ...plainGroup, matrix: [1, 0, 0, 1, left, top] as const, children }];
    });
  }
  const builder = new OutlineBuilder();
  const half = (barDistance(places) * (1 - barGap)) / 2;
  for (const [index, [x, y]] of places.entries()) {
    const height = y * shown(index);
    if (!(Number.isFinite(height) && height !== 0)) continue;
    const [left, top] = placeOnAxes(view, x - half, height);
    const [right, bottom] = placeOnAxes(view, x + half, 0);
    if (![left, top, right, bottom].every(Number.isFinite)) continue;
    const corners: Point[] = [
      [left, bottom],
      [left, top],
      [right, top],
      [right, bottom],
    ];
    addPolygon(builder, corners, box);
  }
  return fill(builder.build(), paint);
}

/** The share of the way through all points at which each of them is. */
function sharesAlong(places: readonly Point[]): number[] {
  let length = 0;
  const lengths = places.map(([x, y], index) => {
    const [beforeX, beforeY] = places[index - 1] ?? [x, y];
    length += Math.hypot(x - beforeX, y - beforeY);
    return length;
  });
  return lengths.map((one) => (length > 0 ? one / length : 0));
}

/** The smallest distance of two neighbouring bars; 1 for a single one. */
function barDistance(places: readonly Point[]): number {
  const sorted = places.map(([x]) => x).sort((one, other) => one - other);
  const gaps = sorted.slice(1).map((x, index) => x - (sorted[index] ?? x));
  const positive = gaps.filter((gap) => gap > 0);
  return positive.length === 0 ? 1 : positive.reduce((least, gap) => Math.min(least, gap));
}
