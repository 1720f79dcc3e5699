import { minSeparated, separateThousands, sharedDecimals } from '../../../formulas/number-format.ts';
import { RunningText } from '../../formula-texts.ts';
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

/** Returns the format of a column without one: its numbers have the same number of decimal places. */
export function usualFormat(values: readonly unknown[]): CellFormat {
  const numbers = values.filter((value) => typeof value === 'number');
  const decimalsOf = sharedDecimals(numbers, maxDecimals);
  const isSeparated = numbers.some((value) => Math.abs(value) >= minSeparated);
  const isPlain = numbers.every((value) => Math.abs(value) < maxPlain);
  return (value) => {
    if (value === undefined || value === null) return '';
    if (typeof value === 'boolean') return value ? marks.yes : marks.no;
    if (typeof value === 'string' || value instanceof RunningText) return value;
    if (!isPlain) return String(value).replaceAll('-', '−');
    const digits = Math.abs(value).toFixed(decimalsOf(value));
    const text = isSeparated ? separateThousands(digits) : digits;
    return value < 0 && /[1-9]/.test(text) ? `−${text}` : text;
  };
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
