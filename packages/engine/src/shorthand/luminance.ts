import { hexColor } from '../language/css-colors.ts';

/** Relative luminance (WCAG 2.2) of a colour, without its alpha; undefined for anything else. */
export function luminanceOf(color: unknown): number | undefined {
  if (typeof color !== 'string') return undefined;
  const digits = /^#([0-9a-f]{3,8})$/i.exec(hexColor(color))?.[1];
  if (digits === undefined) return undefined;
  const pairs = digits.length === 3 ? [...digits].map((digit) => digit + digit) : (digits.match(/../g) ?? []);
  const [red = 0, green = 0, blue = 0] = pairs.map((pair) => {
    const share = Number.parseInt(pair, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast (WCAG 2.2) of two colours: 1 to 21; undefined if one is not a colour. */
export function colorContrast(one: unknown, other: unknown): number | undefined {
  const [first, second] = [luminanceOf(one), luminanceOf(other)];
  if (first === undefined || second === undefined) return undefined;
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}
