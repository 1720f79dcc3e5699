/** Rounds to some digits after the point: thousandths of a pixel are invisible, and such numbers are easy to read. */
export function rounded(value: number, digits = 3): number {
  const scale = 10 ** digits;
  // Minus zero becomes zero.
  return Math.round(value * scale) / scale + 0;
}

/** Rounds to two digits after the point. */
export function toHundredths(value: number): number {
  return rounded(value, 2);
}

/** The nearest number from 0 to 1. */
export function clampUnit(value: number): number {
  return Math.max(0, Math.min(1, value));
}
