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

const decimals = 6;

/** Writes a number with up to six decimals, and a minus sign like those of the other formats. */
export function plainNumber(value: number): string {
  const fixed = Math.abs(value).toFixed(decimals);
  const digits = fixed.includes('.') ? fixed.replace(/\.?0+$/, '') : fixed;
  return value < 0 && digits !== '0' ? `−${digits}` : digits;
}

/** From this number on, thousands are separated. Years and other numbers of four digits are not. */
export const minSeparated = 10_000;

/** Separates the thousands of a number that is written in digits. */
export function separateThousands(text: string): string {
  return text.replace(/\d(?=(\d{3})+(?!\d))(?<!\.\d*)/g, '$&,');
}
