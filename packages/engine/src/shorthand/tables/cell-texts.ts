import { loadTimeLibraries } from '../../formulas/libraries.ts';
import { minSeparated, numberFormat, separateThousands } from '../../formulas/number-format.ts';
import { RunningText } from '../formula-texts.ts';
import type { CellAlignment } from './table.ts';

/** What a cell can show. */
export type CellValue = string | number | boolean | null | RunningText;

/** The text of a cell, whose numbers may run with the variables of a film. */
export type CellText = string | RunningText;

/** Most decimal places that a column without a format has. */
const maxDecimals = 6;

/** From here on, a number is written with an exponent. */
const maxPlain = 1e15;

/** Texts for true and false. */
const marks = { yes: '✓', no: '–' } as const;

const amount = /^[^\p{L}\p{N}]{0,3}\d[\d.,'’\u00a0\u202f ]*(?:\s?(?:%|\p{Sc}|\p{L}{1,3}))?$/u;
const date = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?$/;
const rightToLeft = /^[^\p{L}]*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

/** Whether a value can be the content of a cell. */
export function isCellValue(value: unknown): value is CellValue | undefined {
  return (
    value === null ||
    value instanceof RunningText ||
    ['undefined', 'string', 'number', 'boolean'].includes(typeof value)
  );
}

/** Writes a value into a cell. */
export type CellFormat = (value: CellValue | undefined) => CellText;

/**
 * Returns the format that `format` of a column names: one of d3 for numbers or dates, or a text around `{value}` or
 * `{value:.1f}`; null for anything else.
 */
export function readCellFormat(format: string, values: readonly unknown[]): CellFormat | null {
  const usual = usualFormat(values);
  const [, before = '', specifier, after = ''] = /^(.*?)\{value(?::([^{}]*))?\}(.*)$/s.exec(format) ?? [];
  if (format.includes('{value')) {
    if (!format.includes(`${before}{value`) || (specifier === undefined && !format.includes('{value}')))
      return null;
    const inner = specifier === undefined ? usual : readSpecifier(specifier, usual);
    if (inner === null) return null;
    return (value) => {
      const text = inner(value);
      return typeof text !== 'string' || text === '' ? text : `${before}${text}${after}`;
    };
  }
  return readSpecifier(format, usual);
}

function readSpecifier(specifier: string, usual: CellFormat): CellFormat | null {
  const ofNumbers = numberFormat(specifier);
  if (ofNumbers !== null) return (value) => (typeof value === 'number' ? ofNumbers(value) : usual(value));
  if (!/%[-_0]?[A-Za-z]/.test(specifier)) return null;
  return (value) => {
    if (typeof value !== 'string' || !date.test(value)) return usual(value);
    const time = Date.parse(value);
    return Number.isFinite(time) ? loadTimeLibraries().utcFormat(specifier)(new Date(time)) : value;
  };
}

/** Returns the format of a column without one: its numbers have the same number of decimal places. */
export function usualFormat(values: readonly unknown[]): CellFormat {
  const numbers = values.filter((value) => typeof value === 'number');
  const decimals = Math.min(maxDecimals, Math.max(0, ...numbers.map(decimalsOf)));
  const isSeparated = numbers.some((value) => Math.abs(value) >= minSeparated);
  const isPlain = numbers.every((value) => Math.abs(value) < maxPlain);
  return (value) => {
    if (value === undefined || value === null) return '';
    if (typeof value === 'boolean') return value ? marks.yes : marks.no;
    if (typeof value === 'string' || value instanceof RunningText) return value;
    if (!isPlain) return String(value).replaceAll('-', '−');
    const digits = Math.abs(value).toFixed(decimals);
    const text = isSeparated ? separateThousands(digits) : digits;
    return value < 0 && /[1-9]/.test(text) ? `−${text}` : text;
  };
}

function decimalsOf(value: number): number {
  const text = String(Math.abs(value));
  if (text.includes('e')) return maxDecimals;
  return text.includes('.') ? text.length - text.indexOf('.') - 1 : 0;
}

/** Whether all values of a column are numbers, or amounts such as "9 €". */
export function areAmounts(values: readonly unknown[]): boolean {
  const written = values.filter(isWritten);
  return written.length > 0 && written.every(isAmount);
}

function isAmount(value: unknown): boolean {
  if (value instanceof RunningText) return amount.test(value.template.replace(/\$\{[^}]*\}/g, '0'));
  return typeof value === 'number' || (typeof value === 'string' && amount.test(value.trim()));
}

/** The side at which a column without `align` has its texts. */
export function usualAlignment(values: readonly unknown[]): CellAlignment {
  const written = values.filter(isWritten);
  if (areAmounts(written)) return 'right';
  if (written.length > 0 && written.every((value) => typeof value === 'boolean')) return 'center';
  const texts = written.filter((value) => typeof value === 'string');
  return 2 * texts.filter((text) => rightToLeft.test(text)).length > texts.length ? 'right' : 'left';
}

function isWritten(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}
