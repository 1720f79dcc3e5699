import { isLine, type ObjectKind } from '../../language/kinds.ts';
import { hexColor } from '../css-colors.ts';
import type { Fields } from './scene-draft.ts';

const [dark, light] = ['#0f172a', '#ffffff'];

/** Relative luminance (WCAG 2.2) from which dark letters are easier to read than white ones. */
const brightFrom = 0.25;

/** Returns the colour of a label without one: dark or white, whichever is easier to read on its owner. */
export function inkOn(state: Fields, kind: unknown, background: unknown): string {
  const ground = isLine(kind as ObjectKind) ? background : (groundOf(state.fill ?? light) ?? background);
  const luminance = luminanceOf(ground);
  return luminance !== undefined && luminance > brightFrom ? dark : light;
}

/** A fill that hides what is behind it. */
function groundOf(fill: unknown): unknown {
  return fill === 'none' || fill === 'transparent' ? undefined : fill;
}

function luminanceOf(color: unknown): number | undefined {
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
