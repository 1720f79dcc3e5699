import { showNumber } from '../project/problem-text.ts';

/** Describes a stagger whose last object starts after the end of the transition. */
export function staggerRule(times: {
  readonly start: number;
  readonly last: number;
  readonly count: number;
  /** Duration of the transition. */
  readonly duration: number;
  /** Duration of each object. */
  readonly own: number;
}): string {
  const { start, last, count, duration, own } = times;
  const largest = Math.floor((duration - start - own) / (count - 1));
  // Without room for a stagger of 1 ms, or for a single object, a smaller one does not help.
  const wayOut =
    largest >= 1 && count > 1
      ? `lower the stagger to at most ${largest} ms or make the transition longer`
      : 'make the transition longer';
  const rule = `${count} objects start one after another, the last at ${showNumber(last)} ms`;
  return `${rule}, but the transition lasts ${showNumber(duration)} ms; ${wayOut}`;
}
