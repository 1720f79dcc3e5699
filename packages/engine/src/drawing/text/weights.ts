/**
 * How a family gets weights for which it has no file. The outlines of its regular and its bold file have the same
 * points, so a weight lies on the line through both: at share 0 is the regular one, at 1 the bold one. Each list has
 * weights in ascending order with their shares, measured in files of the same weight.
 */
export type WeightShares = readonly (readonly [weight: number, share: number])[];

/** Returns the share for a weight, or for the nearest one that the family has. */
export function shareOf(shares: WeightShares, weight: number): number {
  let [lower, lowerShare] = shares[0];
  for (const [upper, upperShare] of shares) {
    if (weight <= upper) {
      if (upper === lower) return upperShare;
      return lowerShare + ((upperShare - lowerShare) * Math.max(0, weight - lower)) / (upper - lower);
    }
    [lower, lowerShare] = [upper, upperShare];
  }
  return lowerShare;
}

/** Whether a family has a weight. */
export function hasWeight(shares: WeightShares, weight: number): boolean {
  return weight >= shares[0][0] && weight <= shares[shares.length - 1][0];
}
