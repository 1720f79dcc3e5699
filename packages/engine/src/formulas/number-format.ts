import { loadNumberFormats } from './libraries.ts';

/** Writes a number into a text. */
export type NumberFormat = (value: number) => string;

/** The syntax of d3-format: [[fill]align][sign][symbol][0][width][,][.precision][~][type]. */
const pattern = /^(?:.?[<>=^])?[+\-( ]?[$#]?0?(\d+)?,?(?:\.(\d+))?~?([a-zA-Z%])?$/u;
const types = 'efgrs%pbodxXn';
const maxWidth = 100;
const maxPrecision = 20;

/** Returns the format with this specifier of d3-format, such as `.1f`; null for a wrong one. */
export function numberFormat(specifier: string): NumberFormat | null {
  const [all, width = '0', precision = '0', type = 'g'] = pattern.exec(specifier) ?? [];
  const isKnown = all !== undefined && all !== '' && types.includes(type);
  if (!isKnown || Number(width) > maxWidth || Number(precision) > maxPrecision) return null;
  let format: NumberFormat | undefined;
  return (value) => {
    format ??= loadNumberFormats().format(specifier);
    return format(value);
  };
}

const usualDecimals = 6;

/** Writes a number with up to six decimals, or `decimals`, and a minus sign like those of the other formats. */
export function plainNumber(value: number, decimals: number = usualDecimals): string {
  const digits = withoutZeros(Math.abs(value).toFixed(decimals));
  return value < 0 && digits !== '0' ? `−${digits}` : digits;
}

/** The decimals of `plainNumber` for numbers of a size, however small it is. */
export function plainDecimals(size: number): number {
  return Math.max(usualDecimals, significantDecimals(size));
}

/**
 * Returns the number of decimals with which each of several numbers is written beside the others: the same for all, at
 * most `most`, except that small numbers have as many as they need not to read as 0.
 */
export function sharedDecimals(values: readonly number[], most: number): (value: number) => number {
  const largest = values.reduce((size, value) => Math.max(size, Math.abs(value)), 0);
  const limit = Math.max(most, significantDecimals(largest));
  const shared = values.reduce((decimals, value) => Math.max(decimals, decimalsOf(value, limit)), 0);
  return (value) => {
    const readsAsZero = value !== 0 && Math.abs(value) < 0.5 * 10 ** -shared;
    return readsAsZero ? decimalsOf(value, significantDecimals(value)) : shared;
  };
}

/** The decimals that are not 0 at the end, of at most `most`. */
function decimalsOf(value: number, most: number): number {
  const [, decimals = ''] = withoutZeros(Math.abs(value).toFixed(most)).split('.');
  return decimals.length;
}

const significantDigits = 3;
const mostDecimals = 100;

/** The decimals of the third digit of a number. */
function significantDecimals(value: number): number {
  if (value === 0) return 0;
  const decimals = significantDigits - 1 - Math.floor(Math.log10(Math.abs(value)));
  return Math.min(mostDecimals, Math.max(0, decimals));
}

function withoutZeros(fixed: string): string {
  return fixed.includes('.') ? fixed.replace(/\.?0+$/, '') : fixed;
}

/** From this number on, thousands are separated. Years and other numbers of four digits are not. */
export const minSeparated = 10_000;

/** Separates the thousands of a number that is written in digits. */
export function separateThousands(text: string): string {
  return text.replace(/\d(?=(\d{3})+(?!\d))(?<!\.\d*)/g, '$&,');
}
