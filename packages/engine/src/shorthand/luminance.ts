import { hexColor } from '../language/css-colors.ts';
import { contrastOf, luminanceOf } from '../timeline/color.ts';

/** Relative luminance (WCAG 2.2) of a colour, without its alpha; undefined for anything else. */
export function colorLuminance(color: unknown): number | undefined {
  if (typeof color !== 'string') return undefined;
  const digits = /^#([0-9a-f]{3,8})$/i.exec(hexColor(color))?.[1];
  if (digits === undefined) return undefined;
  const pairs = digits.length === 3 ? [...digits].map((digit) => digit + digit) : (digits.match(/../g) ?? []);
  const [red = 0, green = 0, blue = 0] = pairs.map((pair) => Number.parseInt(pair, 16));
  return luminanceOf({ red, green, blue });
}

/** Contrast (WCAG 2.2) of two colours: 1 to 21; undefined if one is not a colour. */
export function colorContrast(one: unknown, other: unknown): number | undefined {
  const [first, second] = [colorLuminance(one), colorLuminance(other)];
  if (first === undefined || second === undefined) return undefined;
  return contrastOf(first, second);
}
