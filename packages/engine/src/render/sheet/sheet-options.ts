import { mustBe } from '../../project/problem-text.ts';
import { maxOutputSide } from '../capabilities.ts';
import { type Option, readAllowed } from '../options/option-table.ts';
import type { RenderControl } from '../options/render-options.ts';
import { RenderError } from '../render-error.ts';

/** Options of a contact sheet; all have defaults. */
export interface SheetOptions {
  /** Number of evenly spaced moments. */
  readonly moments?: number | undefined;
  /** Milliseconds between two moments, instead of `moments`. */
  readonly every?: number | undefined;
  /** The moments in milliseconds of project time, instead of `moments`. */
  readonly times?: readonly number[] | undefined;
  /** Pictures per row. */
  readonly columns?: number | undefined;
  /** Width of the sheet in pixels. */
  readonly width?: number | undefined;
}

/** Cancellation and time limit of a sheet. */
export type SheetControl = Pick<RenderControl, 'signal' | 'timeoutMs'>;

/** Most pictures on a sheet. */
export const maxMoments = 100;

export const maxColumns = 20;

/** Of a sheet in pixels. */
export const maxSheetHeight = 8192;

export type SheetOptionName = Exclude<keyof SheetOptions, 'times'>;

/** Every numeric option of a contact sheet; `checkSheetOptions` also checks combinations. */
export const sheetOptionTable: { readonly [Name in SheetOptionName]-?: Option<number> } = {
  moments: {
    values: { type: 'integer', minimum: 1, maximum: maxMoments },
    default: undefined,
    flag: 'moments',
    placeholder: 'N',
    help: `number of evenly spaced moments, 1 to ${maxMoments} (default: each hold and transition once)`,
    description: `Number of evenly spaced moments, 1 to ${maxMoments}.`,
  },
  every: {
    values: { type: 'number', minimum: 1 },
    default: undefined,
    flag: 'every',
    placeholder: 'MS',
    help: 'milliseconds between two moments',
    description: 'Milliseconds from one moment to the next, instead of `moments`.',
  },
  columns: {
    values: { type: 'integer', minimum: 1, maximum: maxColumns },
    default: undefined,
    flag: 'columns',
    placeholder: 'N',
    help: `1 to ${maxColumns} (default 4, more for a sheet over ${maxSheetHeight} pixels high)`,
    description: `Pictures in a row, 1 to ${maxColumns}.`,
  },
  width: {
    values: { type: 'integer', minimum: 320, maximum: maxOutputSide },
    default: 1600,
    flag: 'width',
    placeholder: 'PIXELS',
    help: `width of the sheet, 320 to ${maxOutputSide} (default 1600)`,
    description: 'Width of the sheet in pixels.',
  },
};

export const sheetOptionNames = Object.keys(sheetOptionTable) as readonly SheetOptionName[];

export interface CheckedSheetOptions {
  readonly moments: number | undefined;
  readonly every: number | undefined;
  readonly times: readonly number[] | undefined;
  readonly columns: number | undefined;
  readonly width: number;
}

/** Fills in defaults; throws a RenderError `invalid-option` that names every value that is not allowed. */
export function checkSheetOptions(options: SheetOptions): CheckedSheetOptions {
  const problems: string[] = [];
  const read = (name: SheetOptionName): number | undefined => {
    const { values, default: preset } = sheetOptionTable[name];
    const value = options[name];
    if (value === undefined) return preset;
    const result = readAllowed<number>(values, value);
    if (result.ok) return result.value;
    problems.push(...result.problems.map((problem) => `${name} ${problem}`));
    return undefined;
  };
  const moments = read('moments');
  const every = read('every');
  const columns = read('columns');
  const width = read('width');
  const { times } = options;
  if (times !== undefined && !areTimes(times)) {
    problems.push(
      `times ${mustBe(`a list of 1 to ${maxMoments} numbers of milliseconds, each 0 or more`, times)}`,
    );
  }
  const choices = (['moments', 'every', 'times'] as const).filter((name) => options[name] !== undefined);
  if (choices.length > 1) {
    problems.push(`${choices.join(' and ')} exclude each other; use one of them`);
  }
  if (problems.length > 0 || width === undefined) throw new RenderError('invalid-option', problems);
  return { moments, every, times, columns, width };
}

function areTimes(times: unknown): boolean {
  return (
    Array.isArray(times) &&
    times.length > 0 &&
    times.length <= maxMoments &&
    times.every((timeMs) => Number.isFinite(timeMs) && timeMs >= 0)
  );
}
