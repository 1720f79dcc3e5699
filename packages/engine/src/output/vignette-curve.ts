/** The distance from the middle at which a vignette begins, as a share of that of the corners. */
export const vignetteStart = 0.35;

/** How dark a vignette is at a share of the way from the middle to the corners, from 0 to 1: a smoothstep. */
export function vignetteCurve(distance: number): number {
  const share = Math.min(1, Math.max(0, (distance - vignetteStart) / (1 - vignetteStart)));
  return share * share * (3 - 2 * share);
}
