const roundSteps = [1, 2, 5, 10];

/** Returns a round distance that divides a range into about `count` parts. */
export function niceStep(from: number, to: number, count: number): number {
  const range = Math.abs(to - from);
  if (!(range > 0 && Number.isFinite(range))) return 1;
  const power = 10 ** Math.floor(Math.log10(range / count));
  // Halfway between two of them, the larger one: labels need room.
  const step = roundSteps.find((one) => one * power * count * 1.2 >= range) ?? 10;
  return Number((step * power).toPrecision(12));
}

const partsOfPi = [1 / 12, 1 / 6, 1 / 4, 1 / 2, 1];

/** Like `niceStep`, but a simple part or a multiple of pi. */
export function stepOfPi(from: number, to: number, count: number): number {
  const step = niceStep(from / Math.PI, to / Math.PI, count);
  const isBetween = step >= 0.1 && step < 1;
  return Math.PI * (isBetween ? (partsOfPi.find((one) => one >= step) ?? 1) : step);
}
