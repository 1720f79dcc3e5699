import { closestName } from '../../names/closest-name.ts';
import { colorSchema } from '../../project/field-schemas.ts';
import { showValue } from '../../project/problem-text.ts';
import { hexColor } from '../css-colors.ts';
import type { Theme } from './theme.ts';
import { chartColors, isThemeColor, themeColors } from './theme-names.ts';

/** The fields of a state that have a colour. */
export const colorFields = ['fill', 'stroke', 'textColor'] as const;

const word = /^[A-Za-z][\w-]*$/;

/** Whether a value is a colour of the full format or of CSS. */
export function isPlainColor(value: unknown): boolean {
  return typeof value === 'string' && colorSchema.safeParse(hexColor(value)).success;
}

/** Returns the colour that a word stands for, or the rule that it breaks. Other values stay as they are. */
export function readColor(value: unknown, theme: Theme | undefined): { value: unknown } | { rule: string } {
  if (typeof value !== 'string' || !word.test(value)) return { value };
  if (theme !== undefined && isThemeColor(value)) return { value: theme.colors[value] };
  if (isPlainColor(value)) return { value };
  if (theme !== undefined) return theme.isKnown ? { rule: unknownColor(value) } : { value: '#000000' };
  return isThemeColor(value) || value === chartColors ? { rule: missingTheme(value, 'color') } : { value };
}

/** Returns the colours of a chart with those of the theme in place of its words, or the rule that one breaks. */
export function readColors(value: unknown, theme: Theme | undefined): { value: unknown } | { rule: string } {
  if (value === chartColors && theme !== undefined) return { value: [...theme.colors.charts] };
  if (typeof value !== 'object' || value === null) return readColor(value, theme);
  if (!Object.values(value).some((one) => typeof one === 'string' && word.test(one))) return { value };
  const read = Object.entries(value).map(([key, one]) => [key, readColor(one, theme)] as const);
  const wrong = read.find(([, one]) => 'rule' in one)?.[1];
  if (wrong !== undefined) return wrong;
  const entries = read.map(([key, one]) => [key, 'value' in one ? one.value : undefined]);
  return { value: Array.isArray(value) ? entries.map(([, one]) => one) : Object.fromEntries(entries) };
}

/** The rule that a word of themes breaks in a film without one. */
export function missingTheme(name: string, noun: 'color' | 'style'): string {
  return `is ${showValue(name)}, a ${noun} of themes, but the film has no theme; add "theme": "midnight", or another one`;
}

function unknownColor(name: string): string {
  const closest = closestName(name, themeColors);
  const meant = closest === undefined ? '' : `; did you mean ${showValue(closest)}?`;
  return `is ${showValue(name)}, which is neither a color of the theme (${themeColors.join(', ')}) nor one of CSS${meant}`;
}
