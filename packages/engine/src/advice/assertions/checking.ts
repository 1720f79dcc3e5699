import type { Claim, Moment, When } from '../../assertions/assertion.ts';
import type { Budget } from '../../project/budget.ts';
import type { CompositionTimes } from '../../timeline/sequence.ts';
import type { Breakpoints } from './breakpoints.ts';
import type { FilmSampler } from './film-sampler.ts';
import { showTime } from './show-values.ts';

/** Why an assertion does not hold. */
export interface Failure {
  /** The first time at which it fails; missing for sentences about the whole film. */
  readonly atMs?: number;
  /** What the film has instead, with the values at that time. */
  readonly message: string;
  /** The claim that fails. */
  readonly claim?: Claim;
}

/** What assertions are checked with. */
export interface Checking {
  /** Measures the whole film. */
  readonly sampler: FilmSampler;
  /** Measures some objects of it, with less work. */
  readonly samplerOf: (ids: readonly string[]) => FilmSampler;
  /** The work of both that is left. */
  readonly work: Budget;
  readonly breakpoints: Breakpoints;
  readonly times: ReadonlyMap<string, ReadonlyMap<string, CompositionTimes>>;
  /** Integrated loudness of the film in LUFS. */
  readonly loudness: () => Promise<number>;
}

/** Half a frame at 60 frames per second is not seen. */
export const lengthApart = 0.5;

/** A span of the film. `isMoment` if it is a single time. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
  readonly isMoment: boolean;
}

/** Returns the time of a moment, which may lie beyond the film. */
function timeOf(moment: Moment, { sampler, times }: Pick<Checking, 'sampler' | 'times'>): number {
  switch (moment.kind) {
    case 'time':
      return moment.shiftMs;
    case 'before-end':
      return sampler.durationMs + moment.shiftMs;
    case 'composition': {
      const { entersMs, reachedMs, leftMs } = times.get(moment.scene)?.get(moment.composition) ?? nowhere;
      return { enters: entersMs, reached: reachedMs, left: leftMs }[moment.edge] + moment.shiftMs;
    }
  }
}

const nowhere: CompositionTimes = { entersMs: Number.NaN, reachedMs: Number.NaN, leftMs: Number.NaN };

/** Returns the span of a sentence; a failure if the film has no such times. */
export function spanOf({ from, to }: When, checking: Checking): Span | Failure {
  const { durationMs } = checking.sampler;
  const fromMs = timeOf(from, checking);
  const toMs = timeOf(to, checking);
  if (!(fromMs >= 0 && fromMs <= durationMs))
    return { message: `${showTime(fromMs)} is outside the film, which lasts ${showTime(durationMs)}` };
  if (toMs > durationMs + lengthApart)
    return { message: `${showTime(toMs)} is after the end of the film, which lasts ${showTime(durationMs)}` };
  if (from === to) return { fromMs, toMs, isMoment: true };
  if (toMs <= fromMs && durationMs > 0)
    return { message: `there is no time from ${showTime(fromMs)} to ${showTime(toMs)}` };
  return { fromMs, toMs: Math.min(toMs, durationMs), isMoment: durationMs === 0 };
}
