import { clampUnit } from '../../project/numbers.ts';
import { type Color, contrastOf, luminanceOf, showColor } from '../../timeline/color.ts';

/** The contrast ratio of two opaque colours, 1 to 21 (WCAG 2.2). */
export function colorContrast(one: Color, other: Color): number {
  return contrastOf(luminanceOf(one), luminanceOf(other));
}

/** Number of steps of lightness to try in each direction, one for each value of a channel. */
const steps = 255;

/** Number of steps from a translucent colour to an opaque one. */
const alphaStep = 0.05;

/**
 * Returns the colour of the same hue that `isReadable` accepts, as `#rrggbb` or `#rrggbbaa`: the same one but less
 * translucent, or the one that is nearest in lightness. Null if there is none.
 */
export function nearestReadable(color: Color, isReadable: (candidate: Color) => boolean): string | null {
  for (let alpha = color.alpha + alphaStep; alpha < 1 + alphaStep; alpha += alphaStep) {
    const candidate = { ...color, alpha: Math.min(1, alpha) };
    if (color.alpha < 1 && isReadable(candidate)) return showColor(candidate);
  }
  const { hue, saturation, lightness } = hslOf(color);
  for (let step = 1; step <= steps; step++) {
    for (const direction of [1, -1]) {
      const changed = lightness + (direction * step) / steps;
      if (changed <= -1 / steps || changed >= 1 + 1 / steps) continue;
      const candidate = colorOf(hue, saturation, clampUnit(changed), color.alpha);
      if (isReadable(candidate)) return showColor(candidate);
    }
  }
  return null;
}

/** Hue in sixths of a circle, saturation and lightness from 0 to 1. */
function hslOf({ red, green, blue }: Color): { hue: number; saturation: number; lightness: number } {
  const [r, g, b] = [red / 255, green / 255, blue / 255];
  const most = Math.max(r, g, b);
  const least = Math.min(r, g, b);
  const range = most - least;
  const lightness = (most + least) / 2;
  if (range === 0) return { hue: 0, saturation: 0, lightness };
  const sector = most === r ? (g - b) / range : most === g ? 2 + (b - r) / range : 4 + (r - g) / range;
  return { hue: (sector + 6) % 6, saturation: range / (1 - Math.abs(2 * lightness - 1)), lightness };
}

/** The colour with a hue, a saturation and a lightness (CSS Color 4, "HSL colors"), in whole channels. */
function colorOf(hue: number, saturation: number, lightness: number, alpha: number): Color {
  const amplitude = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number) => {
    const k = (offset + hue * 2) % 12;
    return Math.round(255 * (lightness - amplitude * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return { red: channel(0), green: channel(8), blue: channel(4), alpha };
}
