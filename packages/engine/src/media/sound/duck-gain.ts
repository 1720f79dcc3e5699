import { mixRate, type SampleSpan, toSamples } from './sound.ts';
import type { ScheduledDuck } from './sound-schedule.ts';
import type { Gain } from './track-gain.ts';

/** A track is heard while its samples are above this level, in decibels of full scale. */
const heardDb = -50;
/** The same as a sample. */
const heardLevel = 10 ** (heardDb / 20);

/** Pauses up to this length never end a sound: between the waves of a deep tone there is silence, too. */
const shortestPause = mixRate / 20;

/**
 * Returns the longest pause, in samples, that does not bring the ducked track back: it would be at its full volume for less time than
 * it takes to change, which sounds like pumping between sentences.
 */
export function longestIgnoredPause({ attackMs, releaseMs }: ScheduledDuck): number {
  return Math.max(shortestPause, 2 * (toSamples(attackMs) + toSamples(releaseMs)));
}

/** Returns how much of the film before and after a part decides on the gain in that part, in samples. */
export function duckReach(duck: ScheduledDuck): number {
  return toSamples(duck.attackMs) + toSamples(duck.releaseMs) + longestIgnoredPause(duck) + 1;
}

/** Collects the stretches in which a sound is heard, from samples in ascending order. */
export class HeardStretches {
  readonly stretches: { from: number; to: number }[] = [];
  readonly #ignoredPause: number;

  /** `ignoredPause` is the longest pause, in samples, that does not end a sound. */
  constructor(ignoredPause: number) {
    this.#ignoredPause = ignoredPause;
  }

  add(sample: number, left: number, right: number): void {
    if (Math.abs(left) <= heardLevel && Math.abs(right) <= heardLevel) return;
    const last = this.stretches.at(-1);
    if (last !== undefined && sample - last.to <= this.#ignoredPause) last.to = sample + 1;
    else this.stretches.push({ from: sample, to: sample + 1 });
  }
}

/** Joins the stretches of several tracks, and those between which the pause is too short. */
export function joinStretches(all: readonly (readonly SampleSpan[])[], ignoredPause: number): SampleSpan[] {
  const sorted = all.flat().sort((one, other) => one.from - other.from);
  const joined: { from: number; to: number }[] = [];
  for (const { from, to } of sorted) {
    const last = joined.at(-1);
    if (last !== undefined && from - last.to <= ignoredPause) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}

/**
 * Returns the gain of a ducked track. It falls in a line to `to` within `attack` from the start of each stretch, and
 * comes back within `release` from its end. The pauses between the stretches must be long enough for that.
 */
export function duckGain(stretches: readonly SampleSpan[], { to, attackMs, releaseMs }: ScheduledDuck): Gain {
  const [attack, release] = [toSamples(attackMs), toSamples(releaseMs)];
  const lowered = (samples: number) => (samples >= attack ? to : 1 - ((1 - to) * samples) / attack);
  let index = -1;
  return (sample) => {
    while (index >= 0 && sample < (stretches[index]?.from ?? Infinity)) index--;
    while (sample >= (stretches[index + 1]?.from ?? Infinity)) index++;
    const stretch = stretches[index];
    if (stretch === undefined) return 1;
    if (sample < stretch.to) return lowered(sample - stretch.from);
    if (release === 0) return 1;
    const lowest = lowered(stretch.to - stretch.from);
    return Math.min(1, lowest + ((1 - to) * (sample - stretch.to)) / release);
  };
}
