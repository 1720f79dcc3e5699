/** Rounds to thousandths of a pixel: the difference is invisible, and the numbers are easy to read. */
export function rounded(length: number): number {
  return Math.round(length * 1000) / 1000 + 0;
}
