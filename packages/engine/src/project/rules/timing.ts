import { showNumber } from '../problem-text.ts';

/** Tolerance for rounding errors of sums, such as 0.1 + 0.2 <= 0.3, in milliseconds. */
const rounding = 1e-6;

/** Whether `first + second` is at most `limit`, apart from rounding errors; all in milliseconds. */
export function endsWithin(first: number, second: number, limit: number): boolean {
  return first + second <= limit + rounding;
}

/** Returns the message for an end that is too late, such as `start + duration (900) exceeds … (800)`. */
export function exceeds(what: string, end: number, whose: string, limit: number): string {
  return `${what} (${showNumber(end)}) exceeds ${whose} duration (${showNumber(limit)})`;
}
