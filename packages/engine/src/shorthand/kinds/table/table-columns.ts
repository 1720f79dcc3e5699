import { readValueFormat, valueFormatRule } from '../../../formulas/value-format.ts';
import { fieldsOf, isMap } from '../../../project/check.ts';
import { joinWords, showValue } from '../../../project/problem-text.ts';
import { areAmounts, type CellFormat, isCellValue, usualAlignment, usualFormat } from './cell-texts.ts';
import { type CellAlignment, cellAlignments } from './table.ts';
import type { TableProblem } from './table-data.ts';

/** A column of a table. */
export interface TableColumn {
  /** Its name in the data. */
  readonly key: string;
  readonly align: CellAlignment;
  /** In pixels; null as wide as its texts. */
  readonly width: number | null;
  readonly format: CellFormat;
  /** Whether its digits have equal widths, and its numbers count when they change. */
  readonly isOfNumbers: boolean;
}

type Options = Readonly<Record<string, unknown>>;

interface Choice {
  readonly key: string;
  readonly options: Options;
  readonly place: readonly (string | number)[];
}

const optionNames = ['id', 'align', 'width', 'format'] as const;

const columnsRule =
  'must be a list of names or of objects with align, width and format, or an object with one for each name';

/** The widest column, in pixels. */
const widest = 100_000;

const share = /^\d+(?:\.\d+)?%$/;

/**
 * Reads `columns` of a table: names choose and order those of the data, options in a list are for the column with their
 * `id` or at their place. Shares refer to the width `whole`. Adds each problem to `problems`.
 */
export function readColumns(
  written: unknown,
  keys: readonly string[],
  valuesOf: (key: string) => readonly unknown[],
  whole: number,
  problems: TableProblem[],
): readonly TableColumn[] {
  return choicesOf(written, keys, problems).map(({ key, options, place }) => {
    const report = (field: string, message: string) => problems.push({ place: [...place, field], message });
    const names = isMap(written) ? optionNames.slice(1) : optionNames;
    const unknown = Object.keys(options).find((name) => !(names as readonly string[]).includes(name));
    if (unknown !== undefined)
      report(unknown, `is no field of a column, which has ${joinWords(names, 'and')}`);
    const values = valuesOf(key).filter(isCellValue);
    const { align = usualAlignment(values), width, format } = options;
    const side = cellAlignments.find((one) => one === align);
    if (side === undefined)
      report('align', `must be ${joinWords(cellAlignments, 'or')}, but is ${showValue(align)}`);
    const length = width === undefined ? null : lengthOf(width, whole);
    if (length === undefined)
      report('width', `must be pixels, or a share of the table such as "30%", but is ${showValue(width)}`);
    const read =
      format === undefined
        ? usualFormat(values)
        : typeof format === 'string'
          ? readValueFormat(format, usualFormat(values))
          : null;
    if (read === null) {
      report('format', `must be ${valueFormatRule}, but is ${showValue(format)}`);
    }
    return {
      ...{ key, align: side ?? 'left', width: length ?? null, format: read ?? usualFormat(values) },
      isOfNumbers: areAmounts(values),
    };
  });
}

/** The length in pixels of a width as written; undefined if it is none. */
function lengthOf(width: unknown, whole: number): number | undefined {
  const isShare = typeof width === 'string' && share.test(width);
  const length = isShare ? (Number.parseFloat(width) / 100) * whole : width;
  return typeof length === 'number' && length > 0 && length <= widest ? length : undefined;
}

function choicesOf(written: unknown, keys: readonly string[], problems: TableProblem[]): readonly Choice[] {
  // The id of a row is its name.
  const shown = keys.filter((key) => key !== 'id');
  const usual = shown.map((key): Choice => ({ key, options: {}, place: [] }));
  if (written === undefined) return usual;
  const noColumn = (name: unknown, place: Choice['place']) => {
    const keyList = keys.length === 0 ? 'has none' : `has ${joinWords(keys.map(showValue), 'and')}`;
    problems.push({
      place,
      message: `is ${showValue(name)}, which is no column of the table; that ${keyList}`,
    });
  };
  if (isMap(written)) {
    for (const [name, options] of Object.entries(written)) {
      if (!keys.includes(name)) noColumn(name, [name]);
      if (!isMap(options))
        problems.push({ place: [name], message: `must be an object, but is ${showValue(options)}` });
    }
    const optionsOf = (key: string): Options => {
      const options = Object.hasOwn(written, key) ? written[key] : undefined;
      return fieldsOf(options);
    };
    const all = keys.includes('id') && Object.hasOwn(written, 'id') ? keys : shown;
    return all.map((key) => ({ key, options: optionsOf(key), place: [key] }));
  }
  if (!Array.isArray(written) || written.length === 0) {
    problems.push({ place: [], message: `${columnsRule}, but is ${showValue(written)}` });
    return usual;
  }
  const isNamed = written.some((one) => typeof one === 'string' || (isMap(one) && one.id !== undefined));
  const choices: Choice[] = [];
  for (const [index, one] of written.entries()) {
    if (typeof one !== 'string' && !isMap(one)) {
      problems.push({ place: [index], message: `must be a name or an object, but is ${showValue(one)}` });
      continue;
    }
    const name = typeof one === 'string' ? one : isNamed ? one.id : shown[index];
    const key = keys.find((known) => known === name);
    if (key === undefined) {
      if (isNamed) noColumn(name, typeof one === 'string' ? [index] : [index, 'id']);
      else
        problems.push({
          place: [index],
          message: `is one too many; the table has ${shown.length === 1 ? '1 column' : `${shown.length} columns`}`,
        });
      continue;
    }
    if (choices.some((choice) => choice.key === key)) {
      problems.push({ place: [index], message: `names the column ${showValue(key)} again; name each once` });
      continue;
    }
    choices.push({ key, options: typeof one === 'string' ? {} : one, place: [index] });
  }
  // Options by their place leave the columns after them as they are.
  return isNamed ? choices : [...choices, ...usual.slice(written.length)];
}
