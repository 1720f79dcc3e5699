import type { Easing, Timing } from '../project/schema.ts';
import { type EasingFunction, easingFunction } from './easing.ts';

/** When something moves within its transition, and how. */
interface Clock {
  readonly start: number;
  readonly end: number;
  readonly duration: number;
  /** Null: a step, 0 before the end and 1 from there on. */
  readonly easing: EasingFunction | null;
}

/** One moment of a transition as every one of its clocks shows it, by the clock's index. */
export interface Moment {
  /** Part of the span that has passed: -1 before its start, 1 and more from its end on. */
  readonly fractions: Float64Array;
  /** Progress with the easing applied, 0 to 1. */
  readonly progress: Float64Array;
}

/**
 * The clocks of one transition. Properties that move together share one, so that a moment works out each
 * distinct easing once, however many objects follow it.
 */
export class ClockTable {
  readonly #clocks: Clock[] = [];
  readonly #indexByKey = new Map<string, number>();

  /** Index of the clock for a timing; a step ignores the easing. */
  indexOf(timing: Timing, isStep: boolean): number {
    const key = `${timing.start} ${timing.duration} ${isStep ? 'step' : easingKey(timing.easing)}`;
    const known = this.#indexByKey.get(key);
    if (known !== undefined) return known;
    const index = this.#clocks.length;
    this.#clocks.push({
      start: timing.start,
      end: timing.start + timing.duration,
      duration: timing.duration,
      easing: isStep ? null : easingFunction(timing.easing),
    });
    this.#indexByKey.set(key, index);
    return index;
  }

  /** All clocks at `timeMs` after the transition's start. */
  momentAt(timeMs: number): Moment {
    const clocks = this.#clocks;
    const fractions = new Float64Array(clocks.length);
    const progress = new Float64Array(clocks.length);
    for (let index = 0; index < clocks.length; index++) {
      const clock = clocks[index];
      const fraction = fractionAt(clock, timeMs);
      fractions[index] = fraction;
      progress[index] = progressAt(clock, fraction);
    }
    return { fractions, progress };
  }
}

/** Compares with the end itself, so that a span is over exactly there and one of no length never divides. */
function fractionAt(clock: Clock, timeMs: number): number {
  if (timeMs >= clock.end) return 1;
  if (timeMs < clock.start) return -1;
  return (timeMs - clock.start) / clock.duration;
}

function progressAt(clock: Clock, fraction: number): number {
  if (fraction >= 1) return 1;
  if (fraction <= 0 || clock.easing === null) return 0;
  return clock.easing(fraction);
}

function easingKey(easing: Easing): string {
  if (typeof easing === 'string') return easing;
  return `${easing.x1} ${easing.y1} ${easing.x2} ${easing.y2}`;
}
