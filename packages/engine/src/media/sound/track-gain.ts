import type { VolumeKeyframe } from '../../project/motion-schemas.ts';
import { type EasingFunction, easingFunction } from '../../timeline/easing.ts';
import { type SampleSpan, toSamples } from './sound.ts';
import type { ScheduledTrack } from './sound-schedule.ts';

/** The gain of a track at a sample of the film. */
export type Gain = (sample: number) => number;

/**
 * Returns the gain of a track that is heard in `span`: its volume or its keyframes, with its fades. Null for a gain that
 * does not change. A fade in has the gain 0 at the first sample and 1 at its end; a fade out has 1 at its start and 0 at
 * the end of the sound.
 */
export function gainOf(track: ScheduledTrack, { from, to }: SampleSpan): Gain | null {
  const { startMs, volume, fadeInMs = 0, fadeOutMs = 0, keyframes, keyedMs = 0 } = track;
  const [rise, fall] = [toSamples(fadeInMs), toSamples(fadeOutMs)];
  if (rise === 0 && fall === 0 && keyframes === undefined) return null;
  const keyed =
    keyframes === undefined ? () => volume : keyedGain(keyframes, toSamples(startMs), toSamples(keyedMs));
  return (sample) => {
    const risen = rise === 0 ? 1 : Math.min(1, (sample - from) / rise);
    const left = fall === 0 ? 1 : Math.min(1, (to - sample) / fall);
    return Math.max(0, risen) * Math.max(0, left) * keyed(sample);
  };
}

/** The samples between two keyframes, the gains of these, and how it gets from one to the other. */
interface Stretch extends SampleSpan {
  readonly low: number;
  readonly high: number;
  readonly ease: EasingFunction;
}

/** The gain by keyframes over `length` samples from `start` on. Before the first and after the last it stays. */
export function keyedGain(keyframes: readonly VolumeKeyframe[], start: number, length: number): Gain {
  // The sort is stable, so of two keyframes at the same time the later one applies.
  const sorted = keyframes.toSorted((one, other) => one.at - other.at);
  const points = sorted.filter(({ at }, index) => at !== sorted[index + 1]?.at);
  const stretches = points.slice(1).map((next, index): Stretch => {
    const { at, value, easing } = points[index] as VolumeKeyframe;
    const [from, to] = [start + at * length, start + next.at * length];
    return { from, to, low: value, high: next.value, ease: easingFunction(easing) };
  });
  const first = points.at(0)?.value ?? 1;
  const last = points.at(-1)?.value ?? 1;
  let index = 0;
  return (sample) => {
    while (index > 0 && sample < (stretches[index]?.from ?? Infinity)) index--;
    while (index < stretches.length && sample >= (stretches[index]?.to ?? Infinity)) index++;
    const stretch = stretches[index];
    if (stretch === undefined) return last;
    const { from, to, low, high, ease } = stretch;
    return sample < from ? first : low + (high - low) * ease((sample - from) / (to - from));
  };
}
