/**
 * Returns the milliseconds to wait after a try; tries count from 1. The wait doubles with each try up to `longest`,
 * with jitter.
 */
export function delayAfter(attempt: number, first: number, longest = Infinity): number {
  return withJitter(Math.min(longest, first * 2 ** (attempt - 1)));
}

/** A random wait from half to all of `ms`, so many waiting clients do not return at the same moment. */
export function withJitter(ms: number): number {
  return Math.ceil(ms * (0.5 + Math.random() / 2));
}
