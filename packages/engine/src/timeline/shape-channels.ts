import type { ObjectKind } from '../language/kinds.ts';
import type { CompositionState } from '../project/schema.ts';
import {
  type ColorChannel,
  colorAt,
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
import type { Color } from './color.ts';
import type { TimingProgress } from './timing.ts';

/** The points of a path. */
export interface PathPoints {
  /** x and y of each point in turn, as fractions of the object's width and height. */
  readonly coordinates: readonly number[];
  readonly isSmooth: boolean;
  readonly isClosed: boolean;
}

/** What a line has beside its ends. */
export interface LineDetails {
  readonly heads: NonNullable<CompositionState['heads']>;
  readonly headShape: NonNullable<CompositionState['headShape']>;
  /** The cubics of the line, or of that along which letters stand: both control points and the end of each in turn, in the object's own pixels. */
  readonly curves: readonly number[] | null;
  /** The shares of the length between which nothing is drawn. */
  readonly opening: readonly number[] | null;
}

/** How a picture fills its box. */
export type PictureFit = NonNullable<CompositionState['fit']>;

interface PointsChannel {
  readonly coordinates: ListChannel;
  readonly isSmooth: SwitchChannel<boolean>;
  readonly isClosed: SwitchChannel<boolean>;
}

interface LineDetailsChannel {
  readonly heads: SwitchChannel<LineDetails['heads']>;
  readonly headShape: SwitchChannel<LineDetails['headShape']>;
  readonly curves: ListChannel;
  readonly opening: ListChannel;
  /** The size of a line that grows or shrinks. */
  readonly growth: NumberChannel;
  /** The heads of a state without these fields. */
  readonly usual: LineDetails['heads'];
}

/** Fields that few objects have; null for an object without them. */
export interface ShapeChannels {
  readonly dash: ListChannel | null;
  readonly points: PointsChannel | null;
  readonly lineDetails: LineDetailsChannel | null;
  readonly fit: SwitchChannel<PictureFit> | null;
  readonly played: ColorChannel | null;
}

/** The values of these channels at one time. */
export interface ShapeDetails {
  /** Lengths of dashes and gaps in turn, in the object's own pixels. */
  readonly dash: readonly number[] | null;
  readonly points: PathPoints | null;
  readonly lineDetails: LineDetails | null;
  readonly fit: PictureFit;
  /** The colour of the part of a waveform that has been played; null if it is that of the rest. */
  readonly played: Color | null;
}

/** The channels of an object's shape between two states. `growth` is the size of one that grows or shrinks. */
export function shapeChannels(
  kind: ObjectKind,
  from: CompositionState,
  to: CompositionState,
  channels: ChannelBuilder,
  growth: NumberChannel = 1,
): ShapeChannels {
  return {
    dash: dashChannel(from, to, channels),
    points: kind === 'path' ? pointsChannel(from, to, channels) : null,
    lineDetails: hasLineDetails(kind) ? lineDetailsChannel(kind, from, to, channels, growth) : null,
    fit: kind === 'image' ? fitChannel(from, to, channels) : null,
    played: kind === 'waveform' ? playedChannel(from, to, channels) : null,
  };
}

function playedChannel(
  from: CompositionState,
  to: CompositionState,
  channels: ChannelBuilder,
): ColorChannel | null {
  if (from.played === undefined && to.played === undefined) return null;
  return channels.withStroke(from.played ?? from.stroke, to.played ?? to.stroke);
}

function dashChannel(
  { dash: from }: CompositionState,
  { dash: to }: CompositionState,
  channels: ChannelBuilder,
): ListChannel | null {
  if (from === undefined && to === undefined) return null;
  return listChannel(from, to, channels.timingIndex('dash'));
}

function pointsChannel(
  from: CompositionState,
  to: CompositionState,
  channels: ChannelBuilder,
): PointsChannel | null {
  if (from.points === undefined && to.points === undefined) return null;
  const timing = channels.timingIndex('points');
  return {
    coordinates: listChannel(from.points?.flat(), to.points?.flat(), timing),
    isSmooth: { timing, from: from.smooth ?? false, to: to.smooth ?? false },
    isClosed: { timing, from: from.closed ?? false, to: to.closed ?? false },
  };
}

const lineFields = ['heads', 'headShape', 'curves', 'opening'] as const;

/** Whether objects of a kind can be lines with curves, or texts along them. */
function hasLineDetails(kind: ObjectKind): boolean {
  return kind === 'arrow' || kind === 'path' || kind === 'text';
}

function lineDetailsChannel(
  kind: ObjectKind,
  from: CompositionState,
  to: CompositionState,
  channels: ChannelBuilder,
  growth: NumberChannel,
): LineDetailsChannel | null {
  const fields = kind === 'text' ? (['curves'] as const) : lineFields;
  if ([from, to].every((state) => fields.every((field) => state[field] === undefined))) return null;
  const timing = channels.timingIndex('curves');
  // A text along a line has nothing but its curves.
  const ofLine = (state: CompositionState): Partial<CompositionState> => (kind === 'text' ? {} : state);
  const usual: LineDetails['heads'] = kind === 'arrow' ? 'end' : 'none';
  return {
    heads: { timing, from: ofLine(from).heads ?? usual, to: ofLine(to).heads ?? usual },
    headShape: { timing, from: from.headShape ?? 'arrow', to: to.headShape ?? 'arrow' },
    curves: listChannel(from.curves?.flat(), to.curves?.flat(), timing),
    opening: listChannel(ofLine(from).opening, ofLine(to).opening, timing),
    ...{ growth, usual },
  };
}

/** A plain line is null, so that it is the same as in a state without these fields. */
function lineDetailsAt(channel: LineDetailsChannel, progress: TimingProgress): LineDetails | null {
  const size = numberAt(channel.growth, progress);
  const list = listAt(channel.curves, progress);
  const own = switchAt(channel.heads, progress);
  const details: LineDetails = {
    heads: own,
    headShape: own === 'none' ? 'arrow' : switchAt(channel.headShape, progress),
    curves: list === null || size === 1 ? list : list.map((length) => length * size),
    opening: listAt(channel.opening, progress),
  };
  const { heads, headShape, curves, opening } = details;
  const isPlain = curves === null && opening === null && heads === channel.usual && headShape === 'arrow';
  return isPlain ? null : details;
}

function isConstantLine({ heads, headShape, curves, opening, growth }: LineDetailsChannel): boolean {
  const areConstant = [heads, headShape, growth].every(isConstant);
  return areConstant && isConstantList(curves) && isConstantList(opening);
}

function fitChannel(
  { fit: from }: CompositionState,
  { fit: to }: CompositionState,
  channels: ChannelBuilder,
): SwitchChannel<PictureFit> | null {
  if (from === undefined && to === undefined) return null;
  return { timing: channels.timingIndex('fit'), from: from ?? 'stretch', to: to ?? 'stretch' };
}

/** Whether the shape stays the same throughout its transition. */
export function isConstantShape(channels: ShapeChannels): boolean {
  const { dash, points, lineDetails, fit, played } = channels;
  return (
    (lineDetails === null || isConstantLine(lineDetails)) &&
    (played === null || isConstant(played)) &&
    (fit === null || isConstant(fit)) &&
    (dash === null || isConstantList(dash)) &&
    (points === null ||
      (isConstantList(points.coordinates) && isConstant(points.isSmooth) && isConstant(points.isClosed)))
  );
}

/** The shape at the given progress of its transition. */
export function shapeAt(
  { dash, points, lineDetails, fit, played }: ShapeChannels,
  progress: TimingProgress,
): ShapeDetails {
  return {
    dash: dash && listAt(dash, progress),
    points: points && pointsAt(points, progress),
    lineDetails: lineDetails && lineDetailsAt(lineDetails, progress),
    fit: fit === null ? 'stretch' : switchAt(fit, progress),
    played: played && colorAt(played, progress),
  };
}

function pointsAt(points: PointsChannel, progress: TimingProgress): PathPoints | null {
  const coordinates = listAt(points.coordinates, progress);
  return (
    coordinates && {
      coordinates,
      isSmooth: switchAt(points.isSmooth, progress),
      isClosed: switchAt(points.isClosed, progress),
    }
  );
}
