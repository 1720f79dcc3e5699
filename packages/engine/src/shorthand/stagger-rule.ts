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
  /** The composition to which all of them leave, if they do. */
  readonly leavingTo?: string | undefined;
}): string {
  const { start, last, count, duration, own, leavingTo } = times;
  const largest = Math.floor((duration - start - own) / (count - 1));
  // Without room for a stagger of 1 ms, or for a single object, a smaller one does not help.
  const wayOut =
    largest >= 1 && count > 1
      ? `lower the stagger to at most ${largest} ms or make the transition longer`
      : 'make the transition longer';
  const verb = leavingTo === undefined ? 'start' : 'leave';
  const to = leavingTo === undefined ? '' : ` to ${leavingTo}`;
  const others = leavingTo === undefined ? '' : ', or write an "exit" of their own';
  const rule = `${count} objects ${verb} one after another, the last at ${showNumber(last)} ms`;
  return `${rule}, but the transition${to} lasts ${showNumber(duration)} ms; ${wayOut}${others}`;
}
