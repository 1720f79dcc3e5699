import type { SceneObject } from '../project/object-schemas.ts';
import { extendedProperties } from '../project/properties/extended.ts';
import type { CompositionState } from '../project/schema.ts';
import { isConstant, type NumberChannel, numberAt } from './channel.ts';
import type { ChannelBuilder } from './channel-builder.ts';
import { niceStep, stepOfPi } from './nice-step.ts';
import type { TimingProgress } from './timing.ts';

/** How the numbers of an axis are spread along it. */
export type AxisScale = 'linear' | 'log' | 'time';

/** The numbers of one axis at one time. */
export interface AxisRange {
  /** The numbers at the left or at the bottom, and at the other end. */
  readonly from: number;
  readonly to: number;
  readonly scale: AxisScale;
  /** Distances of the ticks on both sides of a transition, and the share of the second ones. */
  readonly steps: readonly [from: number, to: number, share: number];
}

/** The coordinates of axes at one time. Their box is centred on their own origin. */
export interface AxesView {
  readonly width: number;
  readonly height: number;
  readonly x: AxisRange;
  readonly y: AxisRange;
  /** The linear map, row by row, that carries what is on the axes; null for none. */
  readonly matrix: readonly [m11: number, m12: number, m21: number, m22: number] | null;
}

/** The coordinates of axes during a transition. */
export interface AxesChannels {
  readonly width: NumberChannel;
  readonly height: NumberChannel;
  readonly x: AxisChannels;
  readonly y: AxisChannels;
  readonly matrix: readonly [NumberChannel, NumberChannel, NumberChannel, NumberChannel] | null;
  readonly hasEqualUnits: boolean;
  readonly timing: number;
}

interface AxisChannels {
  readonly from: NumberChannel;
  readonly to: NumberChannel;
  readonly scale: AxisScale;
  readonly steps: readonly [from: number, to: number];
}

/** Approximate distance of ticks by default, in font sizes. */
const tickDistance = 4;

/** Builds the channels of the coordinates of axes, whose size has its own channels. */
export function axesChannels(
  { axes = {} }: Pick<SceneObject, 'axes'>,
  { from, to }: { readonly from: CompositionState; readonly to: CompositionState },
  { width, height }: Pick<AxesChannels, 'width' | 'height'>,
  channels: ChannelBuilder,
): AxesChannels {
  const axis = (name: 'x' | 'y'): AxisChannels => {
    const field = `${name}Range` as const;
    const length = name === 'x' ? 'width' : 'height';
    const ends = [from, to].map((state) => {
      const [start = 0, end = 0, step] = state[field] ?? extendedProperties[field].initial;
      const count = Math.max(2, Math.abs(state[length]) / (tickDistance * Math.max(1, state.fontSize)));
      // Labels in multiples of pi need ticks there.
      const usualStep = axes[`${name}Labels`] === 'pi' ? stepOfPi : niceStep;
      return { start, end, step: step ?? usualStep(start, end, count) };
    });
    const [first, last] = [ends[0], ends[1]];
    if (first === undefined || last === undefined) throw new TypeError('a transition has two sides');
    return {
      from: channels.number(`${name}Start`, first.start, last.start),
      to: channels.number(`${name}End`, first.end, last.end),
      scale: axes[`${name}Scale`] ?? 'linear',
      steps: [first.step, last.step],
    };
  };
  return {
    width,
    height,
    x: axis('x'),
    y: axis('y'),
    matrix: matrixChannels(from, to, channels),
    hasEqualUnits: axes.equalUnits === true,
    timing: channels.timingIndex('width'),
  };
}

const cells = ['m11', 'm12', 'm21', 'm22'] as const;

function matrixChannels(
  from: CompositionState,
  to: CompositionState,
  channels: ChannelBuilder,
): AxesChannels['matrix'] {
  const isMapped = cells.some((cell) => channels.hasFormula(cell));
  if (from.matrix === undefined && to.matrix === undefined && !isMapped) return null;
  const [m11, m12, m21, m22] = cells.map((cell, index) =>
    channels.number(cell, cellOf(from, index), cellOf(to, index)),
  );
  if (m11 === undefined || m12 === undefined || m21 === undefined || m22 === undefined) return null;
  return [m11, m12, m21, m22];
}

function cellOf({ matrix }: CompositionState, index: number): number {
  const isDiagonal = index % 3 === 0;
  return matrix?.[index >> 1]?.[index & 1] ?? (isDiagonal ? 1 : 0);
}

/** Whether axes keep their coordinates throughout a transition. */
export function areConstantAxes({ width, height, x, y, matrix }: AxesChannels): boolean {
  return (
    [width, height, x.from, x.to, y.from, y.to, ...(matrix ?? [])].every(isConstant) &&
    x.steps[0] === x.steps[1] &&
    y.steps[0] === y.steps[1]
  );
}

/** The coordinates of axes at the given progress of a transition. */
export function axesAt(channels: AxesChannels, progress: TimingProgress): AxesView {
  const share = progress.eased[channels.timing] ?? 1;
  const width = numberAt(channels.width, progress);
  const height = numberAt(channels.height, progress);
  const rangeOf = ({ from, to, scale, steps }: AxisChannels): AxisRange => ({
    from: numberAt(from, progress),
    to: numberAt(to, progress),
    scale,
    steps: [steps[0], steps[1], steps[0] === steps[1] ? 1 : share],
  });
  const matrix = channels.matrix?.map((cell) => numberAt(cell, progress)) ?? null;
  const [m11 = 1, m12 = 0, m21 = 0, m22 = 1] = matrix ?? [];
  const view = {
    ...{ width, height, x: rangeOf(channels.x), y: rangeOf(channels.y) },
    matrix: matrix && ([m11, m12, m21, m22] as const),
  };
  return channels.hasEqualUnits ? withEqualUnits(view) : view;
}

/** Extends the range of the axis with more room, around its middle. */
function withEqualUnits(view: AxesView): AxesView {
  const { width, height, x, y } = view;
  const unit = Math.min(Math.abs(width / (x.to - x.from)), Math.abs(height / (y.to - y.from)));
  if (!(unit > 0 && Number.isFinite(unit))) return view;
  return { ...view, x: extended(x, Math.abs(width) / unit), y: extended(y, Math.abs(height) / unit) };
}

function extended(range: AxisRange, length: number): AxisRange {
  const middle = (range.from + range.to) / 2;
  const half = (Math.sign(range.to - range.from) * length) / 2;
  return { ...range, from: middle - half, to: middle + half };
}

/** Returns the share of the way along an axis at which a number is, 0 at its start. */
export function shareOf({ from, to, scale }: AxisRange, value: number): number {
  if (scale !== 'log') return (value - from) / (to - from);
  return Math.log(value / from) / Math.log(to / from);
}

/** Returns the number at a share of the way along an axis. */
export function numberAtShare({ from, to, scale }: AxisRange, share: number): number {
  return scale === 'log' ? from * (to / from) ** share : from + (to - from) * share;
}

/** Returns the place of a point of the axes' coordinates, in their own pixels. */
export function placeOnAxes(view: AxesView, x: number, y: number): readonly [x: number, y: number] {
  const { width, height, matrix } = view;
  const [m11, m12, m21, m22] = matrix ?? unit;
  const [across, up] = matrix === null ? [x, y] : [m11 * x + m12 * y, m21 * x + m22 * y];
  return [(shareOf(view.x, across) - 0.5) * width, (0.5 - shareOf(view.y, up)) * height];
}

const unit = [1, 0, 0, 1] as const;

/**
 * Returns the inverse of the matrix of axes. Null if the map is flatter than `flattest`, the area of its unit square as
 * a share of the product of its rows' lengths.
 */
export function inverseOf(
  { matrix }: AxesView,
  flattest = 0,
): ((across: number, up: number) => readonly [x: number, y: number]) | null {
  if (matrix === null) return (across, up) => [across, up];
  const [m11, m12, m21, m22] = matrix;
  const determinant = m11 * m22 - m12 * m21;
  const largest = Math.max(1, Math.hypot(m11, m12) * Math.hypot(m21, m22));
  if (determinant === 0 || Math.abs(determinant) < flattest * largest) return null;
  return (across, up) => [(m22 * across - m12 * up) / determinant, (m11 * up - m21 * across) / determinant];
}

/** Returns the points that a matrix carries to the corners of axes; none if it has no inverse. */
export function cornersBeforeMatrix(view: AxesView, flattest = 0): (readonly [x: number, y: number])[] {
  const inverse = inverseOf(view, flattest);
  if (inverse === null) return [];
  const { x, y } = view;
  return [x.from, x.to].flatMap((across) => [y.from, y.to].map((up) => inverse(across, up)));
}
