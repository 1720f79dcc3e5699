import type { Motion, MotionOrigin, Subject } from '../../assertions/assertion.ts';
import type { Matrix } from '../../timeline/matrix.ts';
import type { Breakpoints } from './breakpoints.ts';
import type { FilmSampler } from './film-sampler.ts';
import { showNumber, showTime } from './show-values.ts';
import { momentMs } from './smooth-pieces.ts';

/** A motion of an object, measured from its start to its end. */
export interface MeasuredMotion {
  readonly type: Motion['type'];
  readonly startMs: number;
  readonly endMs: number;
  /** Pixels of both axes; degrees and 0; or the factors of both axes. */
  readonly change: readonly [number, number];
}

/** Smaller changes in a span are no motion: of pixels, degrees and logarithms of factors. */
const minChange = 1e-6;

/** Lengths, angles and factors of motions may differ by this share, or by this much. */
const shareApart = 0.002;
const degreesApart = 0.05;
const pixelsApart = 0.05;
const factorApart = 0.002;

/** A fixed point stays within this, in pixels. */
const originApart = 0.5;

/** Motions end when they should, within this time in milliseconds. */
const timeApart = 1;

/** What changes in a motion, so that equal changes add up. */
function quantityOf(
  type: Motion['type'],
  subject: Subject,
  sampler: FilmSampler,
): (timeMs: number) => readonly [number, number] | null {
  switch (type) {
    case 'moves':
      return (timeMs) => sampler.placeOf(subject, timeMs);
    case 'rotates':
      return (timeMs) => {
        const turn = sampler.turnOf(subject, timeMs);
        return turn && [turn.rotation, 0];
      };
    case 'scales':
      return (timeMs) => {
        const [x, y] = sidesOf(subject, timeMs, sampler) ?? [0, 0];
        return x > 0 && y > 0 ? [Math.log(x), Math.log(y)] : null;
      };
  }
}

/** The lengths of both sides of an object's own box, however it is turned. */
function sidesOf(subject: Subject, timeMs: number, sampler: FilmSampler): readonly [number, number] | null {
  const frame = sampler.ownFrameOf(subject, timeMs);
  if (frame === null) return null;
  const [a, b, c, d] = frame.matrix;
  // The box of letters changes with the text, which is no scaling.
  return [Math.hypot(a, b), Math.hypot(c, d)];
}

/**
 * Finds the motions of an object, in order. A motion lies within one transition, without a pause, and does not turn back.
 */
export function findMotions(
  type: Motion['type'],
  subject: Subject,
  sampler: FilmSampler,
  breakpoints: Breakpoints,
): MeasuredMotion[] {
  const quantity = quantityOf(type, subject, sampler);
  return breakpoints.transitions(subject.ids).flatMap((times) => {
    const motions: { startMs: number; endMs: number; change: readonly [number, number] }[] = [];
    for (const [index, endMs] of times.entries()) {
      const startMs = times[index - 1];
      if (startMs === undefined) continue;
      const change = changeIn(quantity, startMs, endMs);
      if (change === null) continue;
      const last = motions.at(-1);
      const goesOn = last?.endMs === startMs && isOnward(last.change, change);
      if (last === undefined || !goesOn) motions.push({ startMs, endMs, change });
      else {
        last.endMs = endMs;
        last.change = [last.change[0] + change[0], last.change[1] + change[1]];
      }
    }
    return motions.map(({ change: [x, y], ...times }): MeasuredMotion => {
      const change = type === 'scales' ? ([Math.exp(x), Math.exp(y)] as const) : ([x, y] as const);
      return { type, ...times, change };
    });
  });
}

/** Milliseconds from the ends of a motion, where an object that enters from nothing or shrinks to it is painted. */
const nearMs = [1e-3, 0.1, 1];

function changeIn(
  quantity: (timeMs: number) => readonly [number, number] | null,
  startMs: number,
  endMs: number,
): readonly [number, number] | null {
  const painted = (times: readonly number[]) => {
    for (const timeMs of times) {
      const value = timeMs >= startMs && timeMs < endMs ? quantity(timeMs) : null;
      if (value !== null) return value;
    }
    return null;
  };
  const first = painted([startMs, ...nearMs.map((ms) => startMs + ms)]);
  const last = painted([endMs - momentMs, ...nearMs.map((ms) => endMs - ms)]);
  if (first === null || last === null) return null;
  const change = [last[0] - first[0], last[1] - first[1]] as const;
  return Math.hypot(...change) > minChange ? change : null;
}

function isOnward(one: readonly [number, number], other: readonly [number, number]): boolean {
  return one[0] * other[0] + one[1] * other[1] > 0;
}

/** Why a motion is not the expected one, and how far it is from that: 0 to 1. */
export interface Mismatch {
  readonly reason: string;
  readonly distance: number;
}

/** Returns why a measured motion is not the expected one; empty if it is. */
export function mismatches(
  expected: Motion,
  found: MeasuredMotion,
  sampler: FilmSampler,
  endsWell: (timeMs: number) => readonly Mismatch[],
): readonly Mismatch[] {
  const reasons = [...amountMismatches(expected, found)];
  const { durationMs, origin, subject } = expected;
  const lastsMs = found.endMs - found.startMs;
  if (durationMs !== null && Math.abs(lastsMs - durationMs) > timeApart)
    reasons.push({
      reason: `lasts ${showTime(lastsMs)}, not ${showTime(durationMs)}`,
      distance: shareBetween(lastsMs, durationMs),
    });
  if (origin !== null) {
    const drift = driftOf(origin, subject, found, sampler);
    if (drift === null || drift > originApart)
      reasons.push({
        reason:
          drift === null ? 'has no fixed point' : `moves its fixed point by ${showNumber(drift)} pixels`,
        distance: halfWrong,
      });
  }
  return [...reasons, ...endsWell(found.endMs)];
}

/** The distance of a motion that is wrong in something else than an amount. */
export const halfWrong = 0.5;

/** How far apart two lengths are, as a share of the longer one. */
function shareBetween(one: number, other: number): number {
  const longer = Math.max(Math.abs(one), Math.abs(other));
  return longer === 0 ? 0 : Math.min(1, Math.abs(one - other) / longer);
}

function* amountMismatches(expected: Motion, { change: [x, y] }: MeasuredMotion): Generator<Mismatch> {
  const { type, direction, axes, grows, by } = expected;
  switch (type) {
    case 'moves': {
      const length = Math.hypot(x, y);
      if (direction !== null && !isDirected(x, y, direction)) {
        const along = (x * direction.x + y * direction.y) / (length * Math.hypot(direction.x, direction.y));
        yield { reason: `not ${showDirection(direction)}`, distance: (1 - along) / 2 };
      }
      if (by !== null && Math.abs(length - by) > Math.max(pixelsApart, shareApart * by))
        yield {
          reason: `by ${showNumber(length)} pixels, not ${showNumber(by)}`,
          distance: shareBetween(length, by),
        };
      return;
    }
    case 'rotates':
      if (direction !== null && Math.sign(x) !== direction.x)
        yield { reason: `turns ${x > 0 ? 'clockwise' : 'counterclockwise'}`, distance: 1 };
      if (by !== null && Math.abs(Math.abs(x) - by) > degreesApart)
        yield {
          reason: `turns by ${showNumber(Math.abs(x))} degrees, not ${showNumber(by)}`,
          distance: shareBetween(Math.abs(x), by),
        };
      return;
    case 'scales': {
      const scaled = axes === 'horizontal' ? [x] : axes === 'vertical' ? [y] : [x, y];
      const still = axes === 'horizontal' ? [y] : axes === 'vertical' ? [x] : [];
      const isEven = axes !== 'both' || Math.abs(x / y - 1) <= factorApart;
      const isRight =
        by === null || scaled.every((factor) => Math.abs(factor - by) <= factorApart * (by || 1));
      const isStill = still.every((factor) => Math.abs(factor - 1) <= factorApart);
      const isAway = axes !== null || by !== null || grows !== null;
      // A bar that becomes longer grows, although it stays as wide.
      const larger = scaled.map((factor) => (grows ? factor : 1 / factor));
      const growsWell =
        grows === null ||
        (larger.some((factor) => factor > 1) && larger.every((factor) => factor > 1 - factorApart));
      if (!isAway || (isEven && isRight && isStill && growsWell)) return;
      const amount = by === null ? (grows === false ? ' smaller' : ' larger') : ` by ${showNumber(by)}`;
      const along = axes === 'both' ? ' evenly' : axes === null ? '' : ` only ${axes}ly`;
      const distances = by === null ? [1] : scaled.map((factor) => shareBetween(factor, by));
      yield { reason: `not${amount}${along}`, distance: Math.max(...distances) };
    }
  }
}

function showDirection({ x, y }: { readonly x: number; readonly y: number }): string {
  const words = [y < 0 ? 'up' : y > 0 ? 'down' : '', x < 0 ? 'left' : x > 0 ? 'right' : ''];
  return words.filter((word) => word !== '').join(' ');
}

/** Whether a move goes where it should: straight for one axis, anywhere between for two. */
function isDirected(x: number, y: number, direction: { readonly x: number; readonly y: number }): boolean {
  const most = 0.01 * Math.hypot(x, y);
  const fits = (change: number, sign: number) =>
    sign === 0 ? Math.abs(change) <= most : change * sign > most;
  return fits(x, direction.x) && fits(y, direction.y);
}

const driftSteps = 24;

/** By how much a point of the object moves in the frame during a motion; null if the object is not painted. */
function driftOf(
  origin: MotionOrigin,
  subject: Subject,
  { startMs, endMs }: MeasuredMotion,
  sampler: FilmSampler,
): number | null {
  const frame = sampler.ownFrameOf(subject, startMs) ?? sampler.ownFrameOf(subject, startMs + 1e-3);
  if (frame === null) return null;
  const { left, right, top, bottom } = frame.box;
  const [u, v] =
    origin.kind === 'share'
      ? [left + origin.x * (right - left), top + origin.y * (bottom - top)]
      : inverted(frame.matrix, origin.x, origin.y);
  const point = transformed(frame.matrix, u, v);
  let drift = 0;
  for (let step = 1; step <= driftSteps; step++) {
    const timeMs = startMs + ((endMs - momentMs - startMs) * step) / driftSteps;
    const now = sampler.ownFrameOf(subject, timeMs);
    if (now === null) return null;
    const [x, y] = transformed(now.matrix, u, v);
    drift = Math.max(drift, Math.hypot(x - point[0], y - point[1]));
  }
  return drift;
}

function transformed([a, b, c, d, e, f]: Matrix, x: number, y: number): readonly [number, number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

function inverted([a, b, c, d, e, f]: Matrix, x: number, y: number): readonly [number, number] {
  const determinant = a * d - b * c;
  return [(d * (x - e) - c * (y - f)) / determinant, (a * (y - f) - b * (x - e)) / determinant];
}

/** Describes a measured motion for a message. */
export function showMotion({ type, startMs, endMs, change: [x, y] }: MeasuredMotion): string {
  const when = `from ${showTime(startMs)} to ${showTime(endMs)}`;
  switch (type) {
    case 'moves':
      return `moves by ${showNumber(x)}, ${showNumber(y)} ${when}`;
    case 'rotates':
      return `rotates by ${showNumber(Math.abs(x))} degrees ${x > 0 ? 'clockwise' : 'counterclockwise'} ${when}`;
    case 'scales':
      return `scales by ${showNumber(x)} horizontally and ${showNumber(y)} vertically ${when}`;
  }
}

/** Whether two motions are in an order of time. */
export function isOrdered(
  one: MeasuredMotion,
  order: 'before' | 'while' | 'after',
  other: MeasuredMotion,
): boolean {
  if (order === 'while') return one.startMs < other.endMs && other.startMs < one.endMs;
  const [first, second] = order === 'before' ? [one, other] : [other, one];
  return first.endMs <= second.startMs + timeApart;
}

/** The two motions that are nearest to an order of time. */
export function nearestPair(
  ones: readonly MeasuredMotion[],
  order: 'before' | 'while' | 'after',
  others: readonly MeasuredMotion[],
): readonly [MeasuredMotion, MeasuredMotion] | undefined {
  const late = (first: MeasuredMotion, second: MeasuredMotion) => first.endMs - second.startMs;
  const apart = (one: MeasuredMotion, other: MeasuredMotion) => {
    if (order === 'while') return -Math.min(late(one, other), late(other, one));
    return order === 'before' ? late(one, other) : late(other, one);
  };
  const pairs = ones.flatMap((one) => others.map((other) => [one, other] as const));
  return pairs.toSorted((a, b) => apart(...a) - apart(...b))[0];
}
