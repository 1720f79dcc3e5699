import type { PlotField, SceneObject } from '../project/object-schemas.ts';
import { extendedProperties } from '../project/properties/extended.ts';
import type { CompositionState } from '../project/schema.ts';
import { type AxesChannels, type AxesView, areConstantAxes, axesAt } from './axes.ts';
import {
  isConstant,
  isConstantList,
  type ListChannel,
  listAt,
  listChannel,
  type NumberChannel,
  numberAt,
  type SwitchChannel,
  switchAt,
} from './channel.ts';
import type { ChannelBuilder } from './channel-builder.ts';
import { doesMove, type PlotFunctions, type Variables } from './scene-formulas.ts';
import type { TimingProgress } from './timing.ts';

/** What a plot shows at one time. */
export interface PlotNow {
  readonly view: AxesView;
  /** Null for a plot of points. */
  readonly formula: PlotFunctions | null;
  /** The values of the variables of the formulas; 0 for those that they do not use. */
  readonly values: readonly number[];
  readonly marks: NonNullable<PlotField['marks']>;
  /** x and y of each point in turn. */
  readonly points: readonly number[];
  /** The part of x that is drawn; null for all of it. */
  readonly xRange: readonly [from: number, to: number] | null;
  readonly tRange: readonly [from: number, to: number];
  readonly area: AreaNow | null;
}

/** The area between a plot and its base. */
interface AreaNow {
  readonly from: number;
  readonly to: number;
  /** Number of bars; null for a smooth area. */
  readonly steps: number | null;
  /** A number, or a plot of y. */
  readonly base: number | PlotFunctions;
}

/** What a plot shows during a transition. */
export interface PlotChannels {
  readonly axes: AxesChannels;
  readonly formula: PlotFunctions | null;
  /** Indices of the variables of its formulas. */
  readonly variables: ReadonlySet<number>;
  readonly doesMove: boolean;
  readonly marks: PlotNow['marks'];
  readonly points: ListChannel | null;
  readonly xRange: readonly [NumberChannel, NumberChannel] | null;
  readonly tRange: readonly [NumberChannel, NumberChannel];
  readonly area: AreaChannels | null;
}

interface AreaChannels {
  readonly from: NumberChannel;
  readonly to: NumberChannel;
  readonly steps: NumberChannel | null;
  readonly base: SwitchChannel<number | PlotFunctions>;
}

interface PlotSides {
  readonly from: CompositionState;
  readonly to: CompositionState;
}

/** Builds the channels of a plot on axes. */
export function plotChannels(
  { id, plot = {} }: Pick<SceneObject, 'id' | 'plot'>,
  sides: PlotSides,
  axes: AxesChannels,
  channels: ChannelBuilder,
  variables: Variables | null,
): PlotChannels {
  const { from, to } = sides;
  const compiled = plot.formula === undefined ? null : (variables?.formulas.plot(id) ?? null);
  const base = areaChannels(sides, channels, variables);
  const used = [...(compiled?.variables ?? []), ...(base?.variables ?? [])];
  const hasPoints = from.dataPoints !== undefined || to.dataPoints !== undefined;
  return {
    axes,
    formula: compiled?.computed ?? null,
    variables: new Set(used),
    doesMove: variables !== null && doesMove(variables, used),
    marks: plot.marks ?? 'line',
    points: hasPoints
      ? listChannel(from.dataPoints?.flat(), to.dataPoints?.flat(), channels.timingIndex('dataPoints'))
      : null,
    xRange: rangeChannels('x', sides, channels),
    tRange: rangeChannels('t', sides, channels) ?? [0, 2 * Math.PI],
    area: base?.area ?? null,
  };
}

function rangeChannels(
  name: 'x' | 't',
  { from, to }: PlotSides,
  channels: ChannelBuilder,
): readonly [NumberChannel, NumberChannel] | null {
  const field = `${name}Range` as const;
  const [start, end] = [`${name}Start`, `${name}End`] as const;
  const isComputed = [start, end].some((one) => channels.hasFormula(one));
  if (from[field] === undefined && to[field] === undefined && !isComputed) return null;
  const [startFrom = 0, endFrom = 0] = from[field] ?? to[field] ?? extendedProperties[field].initial;
  const [startTo = 0, endTo = 0] = to[field] ?? from[field] ?? extendedProperties[field].initial;
  return [channels.number(start, startFrom, startTo), channels.number(end, endFrom, endTo)];
}

/** An area that only one side has is that of the other one, too: it fades with its fill. */
function areaChannels(
  { from, to }: PlotSides,
  channels: ChannelBuilder,
  variables: Variables | null,
): { readonly area: AreaChannels; readonly variables: readonly number[] } | null {
  const [one, other] = [from.area ?? to.area, to.area ?? from.area];
  if (one === undefined || other === undefined) return null;
  const used: number[] = [];
  const baseOf = ({ base = 0 }: typeof one): number | PlotFunctions => {
    if (typeof base === 'number') return base;
    const compiled = variables?.formulas.plot(base);
    used.push(...(compiled?.variables ?? []));
    return compiled?.computed.form === 'y' ? compiled.computed : 0;
  };
  const steps = one.steps ?? other.steps;
  const area = {
    from: channels.number('areaStart', one.from, other.from),
    to: channels.number('areaEnd', one.to, other.to),
    steps:
      steps === undefined && !channels.hasFormula('areaSteps')
        ? null
        : channels.number('areaSteps', one.steps ?? 0, other.steps ?? 0),
    base: { timing: channels.timingIndex('area'), from: baseOf(one), to: baseOf(other) },
  };
  return { area, variables: used };
}

/** Whether a plot shows the same throughout a transition. */
export function isConstantPlot({ axes, doesMove, points, xRange, tRange, area }: PlotChannels): boolean {
  return (
    !doesMove &&
    areConstantAxes(axes) &&
    (points === null || isConstantList(points)) &&
    [...(xRange ?? []), ...tRange].every(isConstant) &&
    (area === null || [area.from, area.to, area.steps ?? 0, area.base].every(isConstant))
  );
}

/** What a plot shows at the given progress of a transition. */
export function plotAt(channels: PlotChannels, progress: TimingProgress): PlotNow {
  const { formula, variables, marks, points, xRange, tRange, area } = channels;
  const now = progress.variables ?? [];
  const rangeAt = ([from, to]: readonly [NumberChannel, NumberChannel]) =>
    [numberAt(from, progress), numberAt(to, progress)] as const;
  return {
    view: axesAt(channels.axes, progress),
    formula,
    values: now.map((value, index) => (variables.has(index) ? value : 0)),
    marks,
    points: (points && listAt(points, progress)) ?? [],
    xRange: xRange && rangeAt(xRange),
    tRange: rangeAt(tRange),
    area: area && {
      from: numberAt(area.from, progress),
      to: numberAt(area.to, progress),
      steps: area.steps === null ? null : numberAt(area.steps, progress),
      base: switchAt(area.base, progress),
    },
  };
}
