import { isLine, type ObjectKind } from '../../language/kinds.ts';
import { colorContrast, colorLuminance } from '../luminance.ts';
import type { Theme } from '../themes/theme.ts';
import { readColor } from '../themes/theme-colors.ts';
import type { Fields, SceneDraft } from './scene-draft.ts';

const [dark, light] = ['#0f172a', '#ffffff'];

/** Relative luminance (WCAG 2.2) from which dark letters are easier to read than white ones. */
const brightFrom = 0.25;

/** Least contrast (WCAG 2.2, level AA) of text. */
const readable = 4.5;

/** Returns the colour of a label without one: one that is easy to read on its owner. */
export function inkOn(state: Fields, kind: unknown, { background, theme }: Grounds): string {
  const ground = isLine(kind as ObjectKind) ? background : (groundOf(state.fill ?? light) ?? background);
  return inkFor(ground, theme);
}

/** What is behind an object, and the theme of the film. */
export type Grounds = Pick<SceneDraft, 'background' | 'theme'>;

/**
 * Returns a colour that is easy to read on a ground: that of the theme's texts or of its background if one is, else
 * dark or white.
 */
export function inkFor(ground: unknown, theme: Theme | undefined): string {
  const { text, background } = theme?.colors ?? {};
  const readableInk = [text, background].find((ink) => (colorContrast(ink, ground) ?? 0) >= readable);
  if (readableInk !== undefined) return readableInk;
  const luminance = colorLuminance(ground);
  return luminance !== undefined && luminance > brightFrom ? dark : light;
}

/** A fill that hides what is behind it. */
function groundOf(fill: unknown): unknown {
  return fill === 'none' || fill === 'transparent' ? undefined : fill;
}

/** Returns a colour of the theme for letters, or one that is easier to read on their ground. */
export function readableColor(word: unknown, { background, theme }: Grounds): unknown {
  const read = readColor(word, theme);
  const color = 'value' in read ? read.value : word;
  const contrast = colorContrast(color, background);
  return contrast === undefined || contrast >= readable ? word : inkFor(background, theme);
}
