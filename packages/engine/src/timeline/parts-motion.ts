import type { TextPart } from '../language/text-parts.ts';
import { clampUnit } from '../project/numbers.ts';
import type { TransitionTrack } from '../project/schema.ts';
import { interpolateNumber } from './channel.ts';
import type { ChannelBuilder } from './channel-builder.ts';
import { type EasingFunction, easingFunction } from './easing.ts';
import { type KeyedValues, keyedValueAt, keyedValues } from './keyframes.ts';
import type { TimingProgress } from './timing.ts';

/** What is added to a part of a text, such as a word. Lengths are in the object's own pixels. */
export interface PartPose {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  /** In degrees, clockwise. */
  readonly rotation: number;
  /** 0 to 1. */
  readonly opacity: number;
  /** Standard deviation. */
  readonly blur: number;
  /** The share that is seen, from the side where its line starts: 0 to 1. */
  readonly reveal: number;
}

/** How the parts of a text enter or leave one after another. */
interface PartsMotion {
  readonly by: TextPart;
  /** Times in milliseconds: of all parts, and between the starts of two neighbours. */
  readonly duration: number;
  readonly stagger: number;
  readonly isLeaving: boolean;
  readonly easing: EasingFunction;
  /** Before a part enters, and after it leaves. */
  readonly begin: PartPose;
  /** How much of `begin` is left while a part enters; null for what the easing leaves. */
  readonly settle: KeyedValues<number> | null;
  /** All that it was made from: motions with equal sources are equal. */
  readonly source: readonly unknown[];
}

/** The motion of the parts of a text at one time. */
export interface PartsNow {
  readonly motion: PartsMotion;
  /** Milliseconds since the first part started. */
  readonly elapsed: number;
}

/** The motion of the parts of a text over a transition. `timing` is an index in the timing table. */
export interface PartsChannel {
  readonly timing: number;
  readonly motion: PartsMotion;
}

const atRest: PartPose = { x: 0, y: 0, scale: 1, rotation: 0, opacity: 1, blur: 0, reveal: 1 };

/** Each part moves for at least this share of the time of all. */
const leastShare = 0.25;

/** The channel of the parts of an object that enters or leaves; null if it moves as a whole. */
export function partsChannel(
  track: TransitionTrack,
  isLeaving: boolean,
  channels: ChannelBuilder,
): PartsChannel | null {
  const { by, stagger = 0, begin, settle } = track;
  if (by === undefined) return null;
  const { duration, easing } = channels.trackTiming;
  const points = settle?.map(([at, value, own]) => ({ at, value, easing: own }));
  return {
    timing: channels.timingIndex(null),
    motion: {
      ...{
        by,
        duration,
        stagger,
        isLeaving,
        source: [by, duration, stagger, isLeaving, easing, begin, settle],
      },
      easing: easingFunction(easing),
      // Without any change, they fade.
      begin: { ...atRest, ...(begin ?? { opacity: 0 }) },
      settle: points && !isLeaving ? keyedValues(1, 0, easing, points, ({ value }) => value) : null,
    },
  };
}

/** Whether no part is seen: before an object enters and after it leaves. */
export function areHidden({ timing, motion }: PartsChannel, { elapsed }: TimingProgress): boolean {
  return motion.isLeaving ? elapsed[timing] >= 1 : elapsed[timing] < 0;
}

/** The motion at the given progress of its transition; null if all parts rest. */
export function partsAt({ timing, motion }: PartsChannel, { elapsed }: TimingProgress): PartsNow | null {
  const share = elapsed[timing];
  const rests = motion.isLeaving ? share < 0 : share >= 1;
  return rests ? null : { motion, elapsed: Math.max(0, share) * motion.duration };
}

/**
 * Returns the pose of a part by its turn; null if it is at rest. A stagger that leaves too little time for each of
 * `count` parts becomes smaller.
 */
export function partPoseAt({ motion, elapsed }: PartsNow, turn: number, count: number): PartPose | null {
  const { duration, stagger, isLeaving, easing, begin, settle } = motion;
  const partDuration = Math.max(duration - stagger * (count - 1), duration * leastShare);
  const spacing = count > 1 ? (duration - partDuration) / (count - 1) : 0;
  const share = (elapsed - turn * spacing) / partDuration;
  if (isLeaving ? share <= 0 : share >= 1) return null;
  const fraction = clampUnit(share);
  const left = isLeaving
    ? easing(fraction)
    : settle === null
      ? 1 - easing(fraction)
      : keyedValueAt(settle, fraction, interpolateNumber);
  const between = (from: number, to: number) => to + (from - to) * left;
  const unit = (from: number) => clampUnit(between(from, 1));
  return {
    x: between(begin.x, 0),
    y: between(begin.y, 0),
    scale: between(begin.scale, 1),
    rotation: between(begin.rotation, 0),
    opacity: unit(begin.opacity),
    blur: Math.max(0, between(begin.blur, 0)),
    reveal: unit(begin.reveal),
  };
}
