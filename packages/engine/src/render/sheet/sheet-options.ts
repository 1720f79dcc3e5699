import { wrongValues } from '../options/check-options.ts';
import { optionTable } from '../options/option-table.ts';
import type { SheetOptions } from '../options/render-options.ts';
import { RenderError } from '../render-error.ts';

export interface CheckedSheetOptions {
  readonly moments: number | undefined;
  readonly every: number | undefined;
  readonly times: readonly number[] | undefined;
  readonly columns: number | undefined;
  readonly width: number;
}

/** Fills in defaults; throws a RenderError `invalid-option` that names every value that is not allowed. */
export function checkSheetOptions(options: SheetOptions): CheckedSheetOptions {
  const problems = [...wrongValues('sheet', options).values()];
  const choices = (['moments', 'every', 'times'] as const).filter((name) => options[name] !== undefined);
  if (choices.length > 1) {
    problems.push(`${choices.join(' and ')} exclude each other; use one of them`);
  }
  if (problems.length > 0) throw new RenderError('invalid-option', problems);
  const { moments, every, times, columns, width = optionTable.width.sheet.default } = options;
  return { moments, every, times, columns, width };
}
