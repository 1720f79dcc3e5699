import { showNumber } from '../problem-text.ts';

/** In milliseconds: what sums of binary fractions may be off, as in 0.1 + 0.2 <= 0.3. */
const rounding = 1e-6;

/** Whether `first + second` stays within `limit`, rounding errors forgiven; all in milliseconds. */
export function endsWithin(first: number, second: number, limit: number): boolean {
  return first + second <= limit + rounding;
}

/** The sentence about an end that lies too late, such as `start + duration (900) exceeds … (800)`. */
export function exceeds(what: string, end: number, whose: string, limit: number): string {
  return `${what} (${showNumber(end)}) exceeds ${whose} duration (${showNumber(limit)})`;
}
