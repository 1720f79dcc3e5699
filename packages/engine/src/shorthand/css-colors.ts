import cssColors from 'color-name';

export const cssColorNames = Object.keys(cssColors) as [
  keyof typeof cssColors,
  ...(keyof typeof cssColors)[],
];

/** Converts a colour to the full format: a CSS name to its hexadecimal form, anything else unchanged. */
export function hexColor(color: string): string {
  return isCssColorName(color) ? `#${Buffer.from(cssColors[color]).toString('hex')}` : color;
}

function isCssColorName(color: string): color is keyof typeof cssColors {
  return Object.hasOwn(cssColors, color);
}
