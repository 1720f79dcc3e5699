import { clampUnit } from '../../project/numbers.ts';
import type { AxesField } from '../../project/object-schemas.ts';
import type { Appearance } from '../../timeline/appearance.ts';
import {
  type AxesView,
  type AxisRange,
  cornersBeforeMatrix,
  placeOnAxes,
  shareOf,
} from '../../timeline/axes.ts';
import { noSpacing } from '../../timeline/lettering.ts';
import { identityMatrix } from '../../timeline/matrix.ts';
import type { Bounds } from '../bounds.ts';
import { type DisplayNode, plainGroup } from '../display-list.ts';
import { fill, stroke, together } from '../draw-shape.ts';
import { textStyleOf } from '../lettering-style.ts';
import { joinOutlines, type Outline } from '../outline.ts';
import { fadedPaint } from '../paint.ts';
import { type Placement, setText } from '../set-text.ts';
import { arrowHead, line } from '../shapes.ts';
import { trimOutline } from '../trim-outline.ts';
import type { Typesetters } from '../typesetters.ts';
import { clipLines } from './clip-lines.ts';
import { labelStyle, type Tick, ticksOf } from './ticks.ts';

/** Opacity of grid lines, and of those through the origin of axes with a matrix. */
const gridOpacity = 0.22;
const mappedGridOpacity = 0.5;
const mainLineOpacity = 0.9;

/** A flatter map needs more lines than anybody can tell apart. */
const flattestGrid = 1e-3;

/** Lengths as shares of the font size. */
const tickShare = 0.28;
const labelGap = 0.45;
const titleGap = 0.5;
const arrowShare = 0.9;

/** Space between two labels, in font sizes; fewer are written without it. */
const labelSpace = 0.6;

/** Axes ready to be drawn, in their own pixels. */
interface Drawn {
  readonly view: AxesView;
  readonly field: AxesField;
  readonly appearance: Appearance;
  readonly typesetters: Typesetters;
  readonly box: Bounds;
  /** Places of the axes: that of y across, that of x down. */
  readonly origin: { readonly x: number; readonly y: number };
  readonly ticks: { readonly x: readonly Tick[]; readonly y: readonly Tick[] };
}

/** Returns the nodes of axes, centred on the origin: their grid, lines, ticks and labels. */
export function drawAxes(appearance: Appearance, field: AxesField, typesetters: Typesetters): DisplayNode[] {
  const { axes: view } = appearance;
  if (view === null || view.width === 0 || view.height === 0) return [];
  const [right, bottom] = [Math.abs(view.width) / 2, Math.abs(view.height) / 2];
  const drawn: Drawn = {
    ...{ view, field, appearance, typesetters },
    box: { left: -right, top: -bottom, right, bottom },
    origin: {
      x: (axisShare(view.x) - 0.5) * view.width,
      y: (0.5 - axisShare(view.y)) * view.height,
    },
    ticks: { x: ticksOf(view.x), y: ticksOf(view.y) },
  };
  if (![drawn.origin.x, drawn.origin.y].every(Number.isFinite)) return [];
  return [
    ...(field.grid === true ? drawGrid(drawn) : []),
    ...drawLines(drawn),
    ...drawLabels(drawn),
    ...drawTitles(drawn),
  ];
}

/** The share of an axis at which the other one crosses it: at 0, or else at its beginning. */
function axisShare(range: AxisRange): number {
  if (range.scale !== 'linear') return 0;
  const share = shareOf(range, 0);
  return share >= 0 && share <= 1
    ? share
    : Math.min(range.from, range.to) > 0 === range.to > range.from
      ? 0
      : 1;
}

/** The place of a tick of x, across, and of one of y, down. */
const across = ({ width }: AxesView, { share }: Tick): number => (share - 0.5) * width;
const down = ({ height }: AxesView, { share }: Tick): number => (0.5 - share) * height;

/** The share of the writing of axes in which their lines are drawn; ticks and labels follow in the rest. */
const shaftShare = 0.8;

/** A tick, with its line of the grid and its label, comes when the tip of its axis has reached it. */
function writtenShare({ share }: Tick, write: number): number {
  return clampUnit((write - shaftShare * share) / (1 - shaftShare));
}

function drawGrid(drawn: Drawn): DisplayNode[] {
  const { view, box, appearance } = drawn;
  const { write } = appearance;
  if (view.matrix !== null) return drawMappedGrid(drawn);
  const lines = [
    ...drawn.ticks.x.map((tick) => {
      const x = across(view, tick);
      return {
        tick,
        outline: line(x, box.bottom, x, box.bottom + (box.top - box.bottom) * writtenShare(tick, write)),
      };
    }),
    ...drawn.ticks.y.map((tick) => {
      const y = down(view, tick);
      return {
        tick,
        outline: line(box.left, y, box.left + (box.right - box.left) * writtenShare(tick, write), y),
      };
    }),
  ];
  const begun = lines.filter(({ tick }) => writtenShare(tick, write) > 0);
  return strokesBy(begun, gridOpacity, gridStroke(appearance));
}

/** The lines of the grid as the matrix carries them; more of them than without it, so that they fill the box. */
function drawMappedGrid({ view, box, appearance, ticks }: Drawn): DisplayNode[] {
  const corners = cornersBeforeMatrix(view, flattestGrid);
  const { write } = appearance;
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const wide = (range: AxisRange, values: readonly number[]): AxisRange => ({
    ...range,
    from: Math.min(range.from, ...values),
    to: Math.max(range.to, ...values),
  });
  const [x, y] = [wide(view.x, xs), wide(view.y, ys)];
  const through = (from: readonly [number, number], to: readonly [number, number]) =>
    trimOutline(clipLines([[...placeOnAxes(view, ...from), ...placeOnAxes(view, ...to)]], box), write);
  const lines = [
    ...ticksOf(x).map((tick) => ({ tick, outline: through([tick.value, y.from], [tick.value, y.to]) })),
    ...ticksOf(y).map((tick) => ({ tick, outline: through([x.from, tick.value], [x.to, tick.value]) })),
  ];
  const isMain = ({ tick }: (typeof lines)[number]) => tick.value === 0;
  const pen = gridStroke(appearance);
  const still = [
    ...ticks.x.map((tick) => ({
      tick,
      outline: line(across(view, tick), box.bottom, across(view, tick), box.top),
    })),
    ...ticks.y.map((tick) => ({
      tick,
      outline: line(box.left, down(view, tick), box.right, down(view, tick)),
    })),
  ];
  return [
    ...strokesBy(still, gridOpacity * 0.5 * write, pen),
    ...strokesBy(
      lines.filter((one) => !isMain(one)),
      mappedGridOpacity,
      pen,
    ),
    ...strokesBy(lines.filter(isMain), mainLineOpacity, { ...pen, strokeWidth: appearance.strokeWidth }),
  ];
}

type Pen = Pick<Appearance, 'stroke' | 'strokeWidth'>;

function gridStroke({ stroke, strokeWidth }: Appearance): Pen {
  return { stroke, strokeWidth: Math.max(1, strokeWidth / 2) };
}

/** Strokes lines together that have the same opacity. */
function strokesBy(
  lines: readonly { readonly tick: Tick; readonly outline: Outline }[],
  opacity: number,
  pen: Pen,
): DisplayNode[] {
  const byOpacity = new Map<number, Outline[]>();
  for (const { tick, outline } of lines) {
    byOpacity.set(tick.opacity, [...(byOpacity.get(tick.opacity) ?? []), outline]);
  }
  return [...byOpacity].flatMap(([own, outlines]) =>
    stroke(together(outlines), { ...pen, stroke: pen.stroke && fadedPaint(pen.stroke, own * opacity) }),
  );
}

function drawLines({ view, field, appearance, box, origin, ticks }: Drawn): DisplayNode[] {
  const { write, fontSize, strokeWidth } = appearance;
  const extra = field.arrows === true ? arrowShare * fontSize : 0;
  const length = { x: box.right - box.left + extra, y: box.bottom - box.top + extra };
  const written = Math.min(1, write / shaftShare);
  const shafts = [
    trimOutline(line(box.left, origin.y, box.left + length.x, origin.y), written),
    trimOutline(line(origin.x, box.bottom, origin.x, box.bottom - length.y), written),
  ];
  const heads =
    field.arrows === true && write >= 1
      ? [
          { outline: arrowHead(length.x, 0, strokeWidth), matrix: [1, 0, 0, 1, box.left, origin.y] as const },
          {
            outline: arrowHead(0, -length.y, strokeWidth),
            matrix: [1, 0, 0, 1, origin.x, box.bottom] as const,
          },
        ]
      : [];
  const half = field.ticks === false ? 0 : (tickShare * fontSize) / 2;
  const marks = [
    ...ticks.x.map((tick) => {
      const x = across(view, tick);
      const reach = half * writtenShare(tick, write);
      return { tick, outline: line(x, origin.y - reach, x, origin.y + reach) };
    }),
    ...ticks.y.map((tick) => {
      const y = down(view, tick);
      const reach = half * writtenShare(tick, write);
      return { tick, outline: line(origin.x - reach, y, origin.x + reach, y) };
    }),
  ];
  const lines = joinOutlines([...shafts.map((outline) => ({ outline, matrix: identityMatrix })), ...heads]);
  const begun = marks.filter(({ tick }) => writtenShare(tick, write) > 0);
  return [...stroke(lines, appearance), ...(half === 0 ? [] : strokesBy(begun, 1, appearance))];
}

function drawLabels(drawn: Drawn): DisplayNode[] {
  const { view, field, appearance, origin, ticks, box } = drawn;
  const { fontSize } = appearance;
  const gap = (labelGap + tickShare / 2) * fontSize;
  const { xLabels = 'auto', yLabels = 'auto' } = field;
  const crosses = (share: number, own: number) => Math.abs(share - own) < 1e-9;
  const isInside = origin.x > box.left && origin.x < box.right && origin.y > box.top && origin.y < box.bottom;
  const [crossX, crossY] = [axisShare(view.x), axisShare(view.y)];
  // Where the axes cross inside the box, a label would cover the other axis.
  const labelled = (labels: string, of: readonly Tick[], crossing: number) =>
    labels === 'none' ? [] : of.filter(({ share }) => !isInside || !crosses(share, crossing));
  const xs = labelled(xLabels, ticks.x, crossX);
  const ys = labelled(yLabels, ticks.y, crossY);
  const [showX, showY] = [labelStyle(xLabels, view.x), labelStyle(yLabels, view.y)];
  const below = xs.map((tick) => ({ tick, text: showX(tick.value) }));
  const widest = Math.max(0, ...below.map(({ text }) => widthOf(drawn, text))) + labelSpace * fontSize;
  const distance = Math.abs(view.width) * smallestGap(ticks.x.filter(({ opacity }) => opacity === 1));
  const every = Math.max(1, Math.ceil(widest / distance));
  return [
    ...below
      .filter((_, index) => index % every === (every === 1 ? 0 : firstWritten(below, every)))
      .flatMap(({ tick, text }) => {
        const at = [across(view, tick), origin.y + gap] as const;
        return drawText(drawn, text, at, { align: 'center', verticalAlign: 'top' }, tick);
      }),
    ...ys.flatMap((tick) => {
      const at = [origin.x - gap, down(view, tick)] as const;
      return drawText(drawn, showY(tick.value), at, { align: 'right', verticalAlign: 'middle' }, tick);
    }),
  ];
}

/** The first label that is written if there is room for every nth: so that 0 is one of them. */
function firstWritten(labels: readonly { readonly tick: Tick }[], every: number): number {
  const zero = labels.findIndex(({ tick }) => tick.value === 0);
  return zero < 0 ? 0 : zero % every;
}

function smallestGap(ticks: readonly Tick[]): number {
  let gap = 1;
  for (let index = 1; index < ticks.length; index++) {
    gap = Math.min(gap, Math.abs((ticks[index]?.share ?? 0) - (ticks[index - 1]?.share ?? 0)));
  }
  return gap;
}

/** Titles are at the ends of axes inside the box, and beside the labels of axes at its edge. */
function drawTitles(drawn: Drawn): DisplayNode[] {
  const { field, appearance, origin, box, view, ticks } = drawn;
  const { xLabel = '', yLabel = '', xLabels, yLabels = 'auto' } = field;
  const { fontSize } = appearance;
  const nodes: DisplayNode[] = [];
  const end = titleGap * fontSize + (field.arrows === true ? arrowShare * fontSize : 0);
  const atEnd: Tick = { value: 0, share: 1, opacity: 1 };
  if (xLabel.trim() !== '') {
    if (origin.y < box.bottom) {
      const at = [box.right + end, origin.y] as const;
      nodes.push(...drawText(drawn, xLabel, at, { align: 'left', verticalAlign: 'middle' }, atEnd));
    } else {
      const room = xLabels === 'none' ? 0 : 1.25 * fontSize;
      const at = [0, box.bottom + (labelGap + tickShare) * fontSize + room] as const;
      nodes.push(...drawText(drawn, xLabel, at, { align: 'center', verticalAlign: 'top' }, atEnd));
    }
  }
  if (yLabel.trim() !== '') {
    if (origin.x > box.left) {
      const at = [origin.x, box.top - end] as const;
      nodes.push(...drawText(drawn, yLabel, at, { align: 'center', verticalAlign: 'bottom' }, atEnd));
    } else {
      const show = labelStyle(yLabels, view.y);
      const widths = yLabels === 'none' ? [] : ticks.y.map(({ value }) => widthOf(drawn, show(value)));
      const x = box.left - (labelGap + tickShare + titleGap) * fontSize - Math.max(0, ...widths);
      const title = drawText(drawn, yLabel, [0, 0], { align: 'center', verticalAlign: 'bottom' }, atEnd);
      if (title.length > 0) nodes.push({ ...plainGroup, matrix: [0, -1, 1, 0, x, 0], children: title });
    }
  }
  return nodes;
}

function widthOf({ appearance, typesetters }: Drawn, text: string): number {
  return typesetters.text(text, textStyleOf(appearance.lettering, noSpacing)).width * appearance.fontSize;
}

function drawText(
  { appearance, typesetters }: Drawn,
  text: string,
  [x, y]: readonly [number, number],
  placement: Omit<Placement, 'lineHeight'>,
  tick: Tick,
): DisplayNode[] {
  const { fontSize, fill: color, write, lettering } = appearance;
  const opacity = tick.opacity * writtenShare(tick, write);
  const { outline } = setText(typesetters.text(text, textStyleOf(lettering, noSpacing)), {
    ...placement,
    lineHeight: null,
  }).whole;
  const children = fill(outline, color, opacity);
  if (children.length === 0 || fontSize < 1e-6) return [];
  return [{ ...plainGroup, matrix: [fontSize, 0, 0, fontSize, x, y], children }];
}
