/**
 * A colour in sRGB, not premultiplied: red, green and blue from 0 to 255 (fractions occur between two
 * colours), alpha from 0 to 1. The colour `none`, which paints nothing, is null.
 */
export interface Color {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly alpha: number;
}

/**
 * The colour `transparent`, compared by identity: only it, and not an authored colour with alpha 0, takes on the red,
 * green and blue of the colour it is blended with.
 */
const transparentColor: Color = { red: 0, green: 0, blue: 0, alpha: 0 };

/**
 * Parses `none` (null), `transparent`, `#rgb`, `#rrggbb` or `#rrggbbaa`. Throws TypeError for any other text, which no
 * validated project contains.
 */
export function parseColor(text: string): Color | null {
  if (text === 'none') return null;
  if (text === 'transparent') return transparentColor;
  if (!/^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/.test(text)) {
    throw new TypeError(
      `a colour must be none, transparent, #rgb, #rrggbb or #rrggbbaa, not ${JSON.stringify(text)}`,
    );
  }
  const digits = text.length === 4 ? text.slice(1).replace(/./g, '$&$&') : text.slice(1);
  const channel = (index: number): number => Number.parseInt(digits.slice(2 * index, 2 * index + 2), 16);
  return {
    red: channel(0),
    green: channel(1),
    blue: channel(2),
    alpha: digits.length === 8 ? channel(3) / 255 : 1,
  };
}

/**
 * Returns the colour at `progress` (0 to 1) between two colours, blending each channel in sRGB, including alpha.
 * `transparent` counts as the other colour with alpha 0; `none` cannot be blended, so it switches at 0.5. At 0 and 1
 * the result is the object `from` or `to` itself.
 */
export function interpolateColor(from: Color | null, to: Color | null, progress: number): Color | null {
  if (progress <= 0 || from === to) return from;
  if (progress >= 1) return to;
  if (from === null || to === null) return progress < 0.5 ? from : to;
  const hueOfFrom = from === transparentColor ? to : from;
  const hueOfTo = to === transparentColor ? from : to;
  return {
    red: hueOfFrom.red + (hueOfTo.red - hueOfFrom.red) * progress,
    green: hueOfFrom.green + (hueOfTo.green - hueOfFrom.green) * progress,
    blue: hueOfFrom.blue + (hueOfTo.blue - hueOfFrom.blue) * progress,
    alpha: from.alpha + (to.alpha - from.alpha) * progress,
  };
}

/** Returns a colour as `#rrggbb`, or as `#rrggbbaa` if it is translucent. */
export function showColor({ red, green, blue, alpha }: Color): string {
  const hex = (channel: number) => Math.round(channel).toString(16).padStart(2, '0');
  return `#${hex(red)}${hex(green)}${hex(blue)}${alpha < 1 ? hex(alpha * 255) : ''}`;
}

/** The relative luminance of a colour without its alpha, 0 to 1 (WCAG 2.2). */
export function luminanceOf({ red, green, blue }: Omit<Color, 'alpha'>): number {
  const linear = (channel: number) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** The contrast ratio of two luminances, 1 to 21 (WCAG 2.2). */
export function contrastOf(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}
