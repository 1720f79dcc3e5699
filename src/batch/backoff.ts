/** Milliseconds after the given try, from 1, that double with each up to a longest wait; between half and all of that. */
export function delayAfter(attempt: number, first: number, longest = Infinity): number {
  return withJitter(Math.min(longest, first * 2 ** (attempt - 1)));
}

/** Between half and all of it, so that many who wait do not come back at the same moment. */
export function withJitter(ms: number): number {
  return Math.ceil(ms * (0.5 + Math.random() / 2));
}
