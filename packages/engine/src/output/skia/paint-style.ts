import type { Color } from '../../timeline/color.ts';

/** Formats a colour for the canvas. */
export function cssColor({ red, green, blue, alpha }: Color): string {
  // Without an exponent, which the canvas does not support.
  const opacity = Math.round(alpha * 1e6) / 1e6;
  return `rgba(${Math.round(red)}, ${Math.round(green)}, ${Math.round(blue)}, ${opacity < 1e-6 ? 0 : opacity.toFixed(6)})`;
}
