import type { Bounds } from '../../drawing/bounds.ts';
import { toHundredths } from '../../project/numbers.ts';

/** Formats a number for a message: at most two digits after the point. */
export function showNumber(value: number): string {
  return String(toHundredths(value));
}

/** Formats a time of the film for a message, such as 2.31s. */
export function showTime(timeMs: number): string {
  return `${Math.round(timeMs) / 1000}s`;
}

/** Formats a painted box for a message. */
export function showBounds({ left, top, right, bottom }: Bounds): string {
  return `from ${showNumber(left)}, ${showNumber(top)} to ${showNumber(right)}, ${showNumber(bottom)}`;
}
