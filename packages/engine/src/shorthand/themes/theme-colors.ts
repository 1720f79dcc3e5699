import { cssColorNames, hexColor } from '../../language/css-colors.ts';
import { didYouMean } from '../../names/closest-name.ts';
import { isMap } from '../../project/check.ts';
import { colorSchema } from '../../project/field-schemas.ts';
import { showValue } from '../../project/problem-text.ts';
import type { Theme } from './theme.ts';
import { chartColors, isThemeColor, themeColors } from './theme-names.ts';

/** The fields of a state that have a colour. */
export const colorFields = ['fill', 'stroke', 'textColor', 'spoken', 'ground', 'played'] as const;

const word = /^[A-Za-z][\w-]*$/;

/** Whether a value is a colour of the full format or of CSS. */
export function isPlainColor(value: unknown): boolean {
  return typeof value === 'string' && colorSchema.safeParse(hexColor(value)).success;
}

/** Returns the colour that a word means, or the rule that it breaks. Other values stay as they are. */
export function readColor(value: unknown, theme: Theme | undefined): { value: unknown } | { rule: string } {
  if (typeof value !== 'string' || !word.test(value)) return { value };
  if (theme !== undefined && isThemeColor(value)) return { value: theme.colors[value] };
  if (isPlainColor(value)) return { value };
  if (theme !== undefined) return theme.isKnown ? { rule: unknownColor(value) } : { value: anyColor };
  return isThemeColor(value) || value === chartColors ? { rule: missingTheme(value, 'color') } : { value };
}

/** Receives the rule that a colour breaks, with its key in a list or a map of colours. */
type Report = (rule: string, ...key: (string | number)[]) => void;

/** A colour in place of one that is reported. */
const anyColor = '#000000';

/** Returns a colour, or the colours of a chart, without the words of the theme. */
export function readColors(value: unknown, theme: Theme | undefined, report: Report): unknown {
  if (value === chartColors && theme !== undefined) return [...theme.colors.charts];
  const read = (one: unknown, ...key: (string | number)[]) => {
    const color = readColor(one, theme);
    if ('value' in color) return color.value;
    report(color.rule, ...key);
    return anyColor;
  };
  if (Array.isArray(value)) return value.map((one, index) => read(one, index));
  if (!isMap(value)) return read(value);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, read(one, key)]));
}

/** The rule that a word of themes breaks in a film without one. */
export function missingTheme(name: string, noun: 'color' | 'style'): string {
  return `is ${showValue(name)}, a ${noun} of themes, but the film has no theme; add "theme": "midnight", or another one`;
}

function unknownColor(name: string): string {
  const meant = didYouMean(name, [...themeColors, ...cssColorNames], { show: showValue });
  return `is ${showValue(name)}, which is neither a color of the theme (${themeColors.join(', ')}) nor one of CSS${meant}`;
}
