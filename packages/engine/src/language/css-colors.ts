import cssColors from 'color-name';
import colorString from 'color-string';

export const cssColorNames = Object.keys(cssColors) as [
  keyof typeof cssColors,
  ...(keyof typeof cssColors)[],
];

/** The functions and the short form of CSS that the full format does not have. */
const cssForms = /^(#[0-9a-f]{4}|(rgb|hsl|hwb)a?\([^()]{1,100}\))$/i;

/** Converts a colour of CSS to the full format: a name, `rgb()`, `hsl()`, `hwb()` or `#rgba`; anything else unchanged. */
export function hexColor(color: string): string {
  if (isCssColorName(color)) return `#${Buffer.from(cssColors[color]).toString('hex')}`;
  const channels = cssForms.test(color) ? colorString.get.rgb(color.toLowerCase()) : null;
  if (channels === null) return color;
  const [red = 0, green = 0, blue = 0, alpha = 1] = channels;
  return colorString.to.hex(red, green, blue, alpha)?.toLowerCase() ?? color;
}

function isCssColorName(color: string): color is keyof typeof cssColors {
  return Object.hasOwn(cssColors, color);
}
