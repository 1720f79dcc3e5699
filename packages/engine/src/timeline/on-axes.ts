import { type AxesChannels, type AxesView, areConstantAxes, axesAt, placeOnAxes } from './axes.ts';
import { isConstant, type NumberChannel, numberAt } from './channel.ts';
import { isConstantPlot, type PlotChannels, type PlotNow, plotAt } from './plots.ts';
import type { TimingProgress } from './timing.ts';

/** What an object has to do with axes: it is some, it is a plot, or it is a line between two of their points. */
export type CoordinateChannels =
  | { readonly kind: 'axes'; readonly axes: AxesChannels }
  | { readonly kind: 'plot'; readonly plot: PlotChannels }
  | {
      readonly kind: 'line';
      readonly axes: AxesChannels;
      readonly x: NumberChannel;
      readonly y: NumberChannel;
    };

/** The shape of a line. */
interface Line {
  readonly width: number;
  readonly height: number;
  readonly c1x: number;
  readonly c1y: number;
  readonly c2x: number;
  readonly c2y: number;
  readonly points: readonly number[] | null;
}

const lineFields = ['width', 'height', 'c1x', 'c1y', 'c2x', 'c2y', 'points'] as const;

/** The fields of an appearance that change with axes during a transition. */
export function changingOnAxes(
  channels: CoordinateChannels | null,
): readonly (keyof Line | keyof CoordinateDetails)[] {
  switch (channels?.kind) {
    case 'axes':
      return areConstantAxes(channels.axes) ? [] : ['axes'];
    case 'plot':
      return isConstantPlot(channels.plot) ? [] : ['plot'];
    case 'line':
      return areConstantAxes(channels.axes) && [channels.x, channels.y].every(isConstant) ? [] : lineFields;
    case undefined:
      return [];
  }
}

/** The coordinates of axes, and what a plot shows. */
export interface CoordinateDetails {
  /** Null for all objects but axes. */
  readonly axes: AxesView | null;
  /** Null for all objects but plots. */
  readonly plot: PlotNow | null;
}

export const noCoordinates: CoordinateDetails = { axes: null, plot: null };

/** Returns a shape with its coordinates; a line between points of axes is then one in pixels. */
export function withCoordinates<Shape extends Line>(
  shape: Shape,
  channels: CoordinateChannels,
  progress: TimingProgress,
): Shape & CoordinateDetails {
  switch (channels.kind) {
    case 'axes':
      return { ...shape, ...noCoordinates, axes: axesAt(channels.axes, progress) };
    case 'plot':
      return { ...shape, ...noCoordinates, plot: plotAt(channels.plot, progress) };
    case 'line': {
      const start = [numberAt(channels.x, progress), numberAt(channels.y, progress)] as const;
      return { ...shape, ...noCoordinates, ...lineOnAxes(axesAt(channels.axes, progress), start, shape) };
    }
  }
}

function lineOnAxes(
  view: AxesView,
  [x, y]: readonly [number, number],
  { width, height, c1x, c1y, c2x, c2y, points }: Line,
): Line {
  const [left, top] = placeOnAxes(view, x, y);
  const placed = (across: number, up: number) => {
    const [toX, toY] = placeOnAxes(view, x + across, y + up);
    return [toX - left, toY - top] as const;
  };
  const [endX, endY] = placed(width, height);
  if (points !== null) {
    const places: number[] = [];
    for (let index = 0; index + 1 < points.length; index += 2) {
      places.push(...placed(points[index] * width, points[index + 1] * height));
    }
    // They are shares of a width and a height of one pixel.
    return { width: 1, height: 1, c1x, c1y, c2x, c2y, points: places };
  }
  const [x1, y1] = placed(c1x, c1y);
  const [x2, y2] = placed(c2x, c2y);
  return { width: endX, height: endY, c1x: x1, c1y: y1, c2x: x2, c2y: y2, points };
}
