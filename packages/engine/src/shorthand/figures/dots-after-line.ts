import type { CompositionState, Easing, TransitionTrack } from '../../project/schema.ts';
import { easingFunction } from '../../timeline/easing.ts';
import { smoothLine } from '../../timeline/smooth-line.ts';
import { isEntering, isLeaving } from '../appearing.ts';
import { keyframeId } from '../keyframe-id.ts';
import type { TracksToExpand } from '../tracks-to-expand.ts';
import type { MovingPart } from './figure.ts';
import { isDrawn } from './part-tracks.ts';

/** Longest time in which a dot and its value appear, in milliseconds, and as a share of the time of their line. */
const appearing = { longest: 250, share: 0.2 };

/** The share of the time of a line in which its axis is there, so that it never is behind the line. */
const axisShare = 0.4;

/**
 * The share of the time of a line from which a stagger of its dots sets its pace. It would be written hastily with a shorter
 * one.
 */
const longStagger = 0.5;

type Tracks = Record<string, TransitionTrack>;

/** A dot of a line, or the value beside it. */
interface Dot {
  readonly id: string;
  /** The share of the line's length at which it is. */
  readonly share: number;
}

/**
 * Lets the dots and values of each line that is written appear when its tip reaches them, and leave before it goes back.
 * With a long stagger, the line follows the dots instead. `trackOf` makes the track of a part without one.
 */
export function dotsAfterLines(
  expanded: Tracks,
  spec: TracksToExpand,
  trackOf: (id: string) => TransitionTrack | undefined,
): void {
  for (const [id, { figure, grows, series }] of spec.parts) {
    const line = expanded[id];
    const [from, to] = [spec.from[id], spec.to[id]];
    const enters = isEntering(from, to);
    const state = enters ? to : from;
    if (!isDrawn(grows) || !isWritten(line, grows) || state === undefined || state.closed) continue;
    if (!(enters || isLeaving(from, to))) continue;
    const { dots, axis } = partsBeside({ figure, series, grows }, state, enters, spec);
    const made: [Dot, TransitionTrack][] = [];
    for (const dot of dots) {
      const track = expanded[dot.id] ?? trackOf(dot.id);
      if (track !== undefined && track.opacityTiming === undefined) made.push([dot, track]);
    }
    const starts = made.map(([, { start }]) => start);
    const areas = grows === 'across' ? areasBelow(id, expanded, spec) : [];
    if (Math.max(...starts) - Math.min(...starts) > longStagger * line.duration) {
      followDots(line, made, enters);
      for (const area of areas) Object.assign(area, { keyframes: line.keyframes, easing: line.easing });
      continue;
    }
    const { start, duration } = line;
    for (const [{ id }, track] of followLine(line, made, enters)) expanded[id] = track;
    for (const area of areas) Object.assign(area, { start: line.start, duration: line.duration });
    for (const id of axis) {
      const track = expanded[id] ?? trackOf(id);
      if (track === undefined || track.start !== start || track.duration !== duration) continue;
      const time = Math.round(axisShare * duration);
      expanded[id] = { ...track, start: enters ? start : start + duration - time, duration: time };
    }
  }
}

/** The tracks of the areas below a line that appear together with it. */
function areasBelow(id: string, expanded: Tracks, { parts }: TracksToExpand): TransitionTrack[] {
  const [line, own] = [expanded[id], parts.get(id)];
  return [...parts].flatMap(([other, part]) => {
    const area = expanded[other];
    const isBelow = other !== id && part.figure === own?.figure && part.series === own.series;
    const isSame = area?.start === line?.start && area?.duration === line?.duration;
    return area !== undefined && isBelow && part.grows === 'across' && isSame ? [area] : [];
  });
}

function isWritten(track: TransitionTrack | undefined, grows: MovingPart['grows']): track is TransitionTrack {
  if (track?.type !== 'write' || !(track.duration > 0)) return false;
  const hasOwnTimes = track.revealTiming != null || (track.wipe !== undefined && grows !== 'across');
  return !hasOwnTimes && Object.values(track.keyframes ?? {}).every(({ property }) => property !== 'reveal');
}

/** The dots and values, and the ids of the axis and its labels, that appear with a line and have no tracks of their own. */
function partsBeside(
  { figure, series, grows }: Pick<MovingPart, 'figure' | 'series' | 'grows'>,
  line: CompositionState,
  enters: boolean,
  { parts, tracks, from, to }: TracksToExpand,
): { dots: Dot[]; axis: string[] } {
  const lengths = lengthsAlong(line, grows === 'across');
  const [dots, axis]: [Dot[], string[]] = [[], []];
  for (const [id, part] of parts) {
    const state = enters ? to[id] : from[id];
    const appears = enters ? isEntering(from[id], to[id]) : isLeaving(from[id], to[id]);
    if (part.figure !== figure || isDrawn(part.grows)) continue;
    if (part.series !== undefined && part.series !== series) continue;
    if (!appears || state === undefined || tracks.has(id)) continue;
    if (part.label === null || part.key.endsWith('-label')) {
      axis.push(id);
      continue;
    }
    const distances = lengths.map(({ x }) => Math.abs(line.x + x - state.x));
    const nearest = lengths[distances.indexOf(Math.min(...distances))];
    if (nearest !== undefined) dots.push({ id, share: nearest.share });
  }
  return { dots, axis };
}

/** Number of lines that replace a curve. */
const linesPerCurve = 16;

/** The x of each point of a path, from its start, and the share of its length, or of its width, there. */
function lengthsAlong({ points = [], width, height, smooth }: CompositionState, isAcross: boolean) {
  const places = points.flatMap(([x = 0, y = 0]) => [x * width, y * height]);
  let [fromX = 0, fromY = 0] = places;
  let length = 0;
  const along = [{ x: fromX, length }];
  const cubics = smooth === true ? smoothLine(places, false) : [];
  for (let at = 2; at < places.length; at += 2) {
    const [toX = 0, toY = 0] = places.slice(at, at + 2);
    const [c1x, c1y, c2x, c2y] = cubics[at / 2 - 1] ?? [fromX, fromY, toX, toY];
    let [lastX, lastY] = [fromX, fromY];
    for (let step = 1; step <= linesPerCurve; step++) {
      const t = step / linesPerCurve;
      const [x, y] = [cubicAt(fromX, c1x, c2x, toX, t), cubicAt(fromY, c1y, c2y, toY, t)];
      length += Math.hypot(x - lastX, y - lastY);
      [lastX, lastY] = [x, y];
    }
    along.push({ x: toX, length });
    [fromX, fromY] = [toX, toY];
  }
  const [first = 0, last = 0] = [along[0]?.x, along.at(-1)?.x];
  if (isAcross) return along.map(({ x }) => ({ x, share: last > first ? (x - first) / (last - first) : 0 }));
  return along.map((point) => ({ x: point.x, share: length > 0 ? point.length / length : 0 }));
}

function cubicAt(a: number, b: number, c: number, d: number, t: number): number {
  const rest = 1 - t;
  return rest ** 3 * a + 3 * rest * rest * t * b + 3 * rest * t * t * c + t ** 3 * d;
}

/** Shortens the line by the time of a dot, and returns the tracks of the dots. */
function followLine(line: TransitionTrack, dots: readonly [Dot, TransitionTrack][], enters: boolean) {
  const { start, duration, easing } = line;
  const time = Math.round(Math.min(appearing.longest, appearing.share * duration));
  line.duration = duration - time;
  if (!enters) line.start = start + time;
  return dots.map(([dot, track]): [Dot, TransitionTrack] => {
    const reached = fractionAt(easing, enters ? dot.share : 1 - dot.share);
    return [dot, { ...track, start: start + Math.round(reached * line.duration), duration: time }];
  });
}

/** Steps that halve an interval to less than a millisecond of the longest transition. */
const halvings = 24;

/** The fraction of a span at which an easing reaches a progress. */
function fractionAt(easing: Easing, progress: number): number {
  const ease = easingFunction(easing);
  let [low, high] = [0, 1];
  for (let step = 0; step < halvings; step++) {
    const middle = (low + high) / 2;
    if (ease(middle) < progress) low = middle;
    else high = middle;
  }
  return high;
}

/** Lets the tip of a line reach each dot when that starts to appear, or leave it when that is gone. */
function followDots(line: TransitionTrack, dots: readonly [Dot, TransitionTrack][], enters: boolean): void {
  const reached = new Map<number, number>();
  for (const [{ share }, { start, duration }] of dots) {
    const time = (enters ? start : start + duration) - line.start;
    const at = Math.max(0, Math.min(1, time / line.duration));
    const progress = enters ? share : 1 - share;
    reached.set(progress, Math.max(at, reached.get(progress) ?? 0));
  }
  const inOrder = [...reached].sort(([one], [other]) => one - other);
  const property = 'reveal';
  const keyframes = inOrder.map(([value, at], index) => [
    keyframeId(property, index),
    { at, value, easing: 'linear' as const, property },
  ]);
  line.keyframes = { ...line.keyframes, ...Object.fromEntries(keyframes) };
  line.easing = 'linear';
}
