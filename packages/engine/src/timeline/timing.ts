import type { Timing } from '../project/motion-schemas.ts';
import type { Easing } from '../project/schema.ts';
import { type EasingFunction, easingFunction } from './easing.ts';

/** A timing with its easing function. Times count from the start of the transition. */
interface ResolvedTiming {
  readonly start: number;
  readonly end: number;
  readonly duration: number;
  /** Null for a step: 0 before the end, then 1. */
  readonly easing: EasingFunction | null;
}

/** The times of a transition or a hold in the film, in milliseconds. */
export interface SegmentClock {
  readonly startMs: number;
  /** The time of the film at which each side began to be entered. */
  readonly enteredMs: readonly [from: number, to: number];
}

/** Progress of each timing of a transition at one time, by the timing's index in its table. */
export interface TimingProgress {
  /** Elapsed fraction of the span: -1 before its start, 1 from its end. */
  readonly elapsed: Float64Array;
  /** The progress, 0 to 1: the fraction with the easing applied. */
  readonly eased: Float64Array;
  /** Milliseconds since the start of the transition. */
  readonly timeMs: number;
  /** The values of the scene's variables; missing in a scene without formulas. */
  readonly variables?: readonly number[];
}

/**
 * The distinct timings of one transition. Properties with equal timings share one, so that each easing is computed
 * once per frame, however many objects use it.
 */
export class TimingTable {
  readonly #timings: ResolvedTiming[] = [];
  readonly #indexByKey = new Map<string, number>();

  /** Returns the index of a timing, and adds it if it is new. A step ignores the easing. */
  indexOf(timing: Timing, isStep: boolean): number {
    const key = `${timing.start} ${timing.duration} ${isStep ? 'step' : easingKey(timing.easing)}`;
    const cached = this.#indexByKey.get(key);
    if (cached !== undefined) return cached;
    const index = this.#timings.length;
    this.#timings.push({
      start: timing.start,
      end: timing.start + timing.duration,
      duration: timing.duration,
      easing: isStep ? null : easingFunction(timing.easing),
    });
    this.#indexByKey.set(key, index);
    return index;
  }

  /** Returns the progress of all timings at `timeMs` after the start of the transition. */
  progressAt(timeMs: number): TimingProgress {
    const timings = this.#timings;
    const elapsed = new Float64Array(timings.length);
    const eased = new Float64Array(timings.length);
    for (let index = 0; index < timings.length; index++) {
      const timing = timings[index];
      const fraction = elapsedFraction(timing, timeMs);
      elapsed[index] = fraction;
      eased[index] = easedFraction(timing, fraction);
    }
    return { elapsed, eased, timeMs };
  }
}

/** Compares with the end first, so a span of zero length is over at its start and never divides by zero. */
function elapsedFraction(timing: ResolvedTiming, timeMs: number): number {
  if (timeMs >= timing.end) return 1;
  if (timeMs < timing.start) return -1;
  return (timeMs - timing.start) / timing.duration;
}

function easedFraction(timing: ResolvedTiming, fraction: number): number {
  if (fraction >= 1) return 1;
  if (fraction <= 0 || timing.easing === null) return 0;
  return timing.easing(fraction);
}

function easingKey(easing: Easing): string {
  if (typeof easing === 'string') return easing;
  return `${easing.x1} ${easing.y1} ${easing.x2} ${easing.y2}`;
}
