import type { ObjectKind } from '../language/kinds.ts';
import type { CompositionState } from '../project/schema.ts';
import {
  type ColorChannel,
  colorAt,
  isConstant,
  isConstantList,
  type ListChannel,
  lineChannel,
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

/** The part of an ellipse that is drawn. Angles in degrees, clockwise from the top. */
export interface Arc {
  readonly start: number;
  readonly end: number;
  /** Share of the radius, 0 to 1, that stays empty. */
  readonly innerRadius: number;
}

/** Dashes of a stroke, in the object's own pixels. */
export interface Dash {
  /** Lengths of dashes and gaps in turn. */
  readonly lengths: readonly number[];
  /** Position in the pattern at which the stroke starts. */
  readonly offset: number;
}

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
export interface PictureFit {
  readonly fit: 'stretch' | 'cover' | 'contain';
  /** The point of the picture that stays in view, as shares of its width and height. */
  readonly focusX: number;
  readonly focusY: number;
  readonly zoom: number;
}

interface FitChannel {
  readonly fit: SwitchChannel<PictureFit['fit']>;
  readonly focusX: NumberChannel;
  readonly focusY: NumberChannel;
  readonly zoom: NumberChannel;
}

interface ArcChannel {
  readonly start: NumberChannel;
  readonly end: NumberChannel;
  readonly innerRadius: NumberChannel;
}

interface DashChannel {
  readonly lengths: ListChannel;
  readonly offset: NumberChannel;
}

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
  readonly arc: ArcChannel | null;
  readonly dash: DashChannel | null;
  readonly points: PointsChannel | null;
  readonly lineDetails: LineDetailsChannel | null;
  readonly pictureFit: FitChannel | null;
  readonly letterSpacing: NumberChannel | null;
  readonly played: ColorChannel | null;
}

/** The values of these channels at one time. */
export interface ShapeDetails {
  readonly arc: Arc | null;
  readonly dash: Dash | null;
  readonly points: PathPoints | null;
  readonly lineDetails: LineDetails | null;
  readonly pictureFit: PictureFit | null;
  /** Space between letters, in pixels. */
  readonly letterSpacing: number;
  /** The colour of the part of a waveform that has been played; null if it is that of the rest. */
  readonly played: Color | null;
}

const fullTurn: readonly [number, number] = [0, 360];

/** The channels of an object's shape between two states. `growth` is the size of one that grows or shrinks. */
export function shapeChannels(
  kind: ObjectKind,
  from: CompositionState,
  to: CompositionState,
  channels: ChannelBuilder,
  growth: NumberChannel = 1,
): ShapeChannels {
  return {
    arc: kind === 'circle' ? arcChannel(from, to, channels) : null,
    dash: dashChannel(from, to, channels),
    points: kind === 'path' ? pointsChannel(from, to, channels) : null,
    lineDetails: hasLineDetails(kind) ? lineDetailsChannel(kind, from, to, channels, growth) : null,
    pictureFit: kind === 'image' ? fitChannel(from, to, channels) : null,
    letterSpacing: kind === 'text' ? letterSpacingChannel(from, to, channels) : null,
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

function letterSpacingChannel(
  { letterSpacing: from }: CompositionState,
  { letterSpacing: to }: CompositionState,
  channels: ChannelBuilder,
): NumberChannel | null {
  const isAnimated = channels.hasKeyframes('letterSpacing') || channels.hasFormula('letterSpacing');
  if (from === undefined && to === undefined && !isAnimated) return null;
  return channels.number('letterSpacing', from ?? 0, to ?? 0);
}

function arcChannel(
  from: CompositionState,
  to: CompositionState,
  channels: ChannelBuilder,
): ArcChannel | null {
  const hasState = [from.sweep, to.sweep, from.innerRadius, to.innerRadius].some(
    (field) => field !== undefined,
  );
  const properties = ['sweepStart', 'sweepEnd', 'innerRadius'] as const;
  const isAnimated = properties.some((name) => channels.hasKeyframes(name) || channels.hasFormula(name));
  if (!hasState && !isAnimated) return null;
  const [startFrom, endFrom] = sweepOf(from);
  const [startTo, endTo] = sweepOf(to);
  return {
    start: channels.number('sweepStart', startFrom, startTo),
    end: channels.number('sweepEnd', endFrom, endTo),
    innerRadius: channels.number('innerRadius', from.innerRadius ?? 0, to.innerRadius ?? 0),
  };
}

function sweepOf({ sweep }: CompositionState): readonly [number, number] {
  const [start, end] = sweep ?? fullTurn;
  return start === undefined || end === undefined ? fullTurn : [start, end];
}

function dashChannel(
  from: CompositionState,
  to: CompositionState,
  channels: ChannelBuilder,
): DashChannel | null {
  if (from.dash === undefined && to.dash === undefined) return null;
  return {
    lengths: listChannel(from.dash, to.dash, channels.timingIndex('dash')),
    offset: channels.number('dashOffset', from.dashOffset ?? 0, to.dashOffset ?? 0),
  };
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
  from: CompositionState,
  to: CompositionState,
  channels: ChannelBuilder,
): FitChannel | null {
  const isPlain = ({ fit, focus, zoom }: CompositionState) => (fit ?? focus ?? zoom) === undefined;
  if (isPlain(from) && isPlain(to)) return null;
  const [fromX = 0.5, fromY = 0.5] = from.focus ?? [];
  const [toX = 0.5, toY = 0.5] = to.focus ?? [];
  const timing = channels.timingIndex('fit');
  return {
    fit: { timing, from: from.fit ?? 'stretch', to: to.fit ?? 'stretch' },
    focusX: lineChannel(fromX, toX, timing),
    focusY: lineChannel(fromY, toY, timing),
    zoom: lineChannel(from.zoom ?? 1, to.zoom ?? 1, timing),
  };
}

function fitAt({ fit, focusX, focusY, zoom }: FitChannel, progress: TimingProgress): PictureFit {
  return {
    fit: switchAt(fit, progress),
    focusX: numberAt(focusX, progress),
    focusY: numberAt(focusY, progress),
    zoom: numberAt(zoom, progress),
  };
}

/** Whether the shape stays the same throughout its transition. */
export function isConstantShape(channels: ShapeChannels): boolean {
  const { arc, dash, points, lineDetails, pictureFit, letterSpacing, played } = channels;
  return (
    (lineDetails === null || isConstantLine(lineDetails)) &&
    (letterSpacing === null || isConstant(letterSpacing)) &&
    (played === null || isConstant(played)) &&
    (arc === null || [arc.start, arc.end, arc.innerRadius].every(isConstant)) &&
    (pictureFit === null || Object.values(pictureFit).every(isConstant)) &&
    (dash === null || (isConstantList(dash.lengths) && isConstant(dash.offset))) &&
    (points === null ||
      (isConstantList(points.coordinates) && isConstant(points.isSmooth) && isConstant(points.isClosed)))
  );
}

/** The shape at the given progress of its transition. */
export function shapeAt(
  { arc, dash, points, lineDetails, pictureFit, letterSpacing, played }: ShapeChannels,
  progress: TimingProgress,
): ShapeDetails {
  return {
    arc: arc && arcAt(arc, progress),
    dash: dash && dashAt(dash, progress),
    points: points && pointsAt(points, progress),
    lineDetails: lineDetails && lineDetailsAt(lineDetails, progress),
    pictureFit: pictureFit && fitAt(pictureFit, progress),
    letterSpacing: letterSpacing === null ? 0 : numberAt(letterSpacing, progress),
    played: played && colorAt(played, progress),
  };
}

/** A whole ellipse is null, so that it is the same as in a state without these fields. */
function arcAt({ start, end, innerRadius }: ArcChannel, progress: TimingProgress): Arc | null {
  const arc = {
    start: numberAt(start, progress),
    end: numberAt(end, progress),
    innerRadius: numberAt(innerRadius, progress),
  };
  return arc.start === fullTurn[0] && arc.end === fullTurn[1] && arc.innerRadius === 0 ? null : arc;
}

function dashAt({ lengths, offset }: DashChannel, progress: TimingProgress): Dash | null {
  const list = listAt(lengths, progress);
  return list && { lengths: list, offset: numberAt(offset, progress) };
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
