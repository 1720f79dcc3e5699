import { showValue } from '../../project/problem-text.ts';
import { failure, type Result, success } from '../../project/result.ts';
import { isCsvText } from '../../shorthand/csv/csv-items.ts';
import { readNumbers } from '../../shorthand/csv/read-numbers.ts';
import { maxAmount, maxLabelLength, maxRows, maxSeries } from '../../shorthand/kinds/charts/chart-limits.ts';
import { readCsv } from './csv-rows.ts';
import { decodeText } from './decode-text.ts';
import { DataError } from './row.ts';
import { type Selection, selectColumns } from './select-columns.ts';

/** A row of a chart: its label and its numbers; a first row without numbers names the columns. */
type Row = readonly (string | number | null)[];

/** A row of the file, before its numbers are read. */
interface WrittenRow {
  readonly label: string;
  readonly cells: readonly string[];
  /** The column of its own that a value of another one makes. */
  readonly key: string;
  readonly line: number;
}

/**
 * Reads the data of a chart from a CSV file with a header: labels from the first column, values from the second one, or
 * from the columns that `selection` names. For anything else, returns a problem as a clause about the file, such as
 * "which is empty".
 */
export async function readChartData(
  bytes: Uint8Array,
  selection: string | undefined,
): Promise<Result<readonly Row[]>> {
  try {
    const table = await readCsv(decodeText(once(bytes), ''), '');
    if (table === undefined) return failure('which is empty; it needs a header and a row for each value');
    const selected = selectColumns(table.columns, selection);
    if (!selected.ok) return selected;
    const written: WrittenRow[] = [];
    for await (const row of table.rows) {
      if ('problem' in row) return failure(`in which line ${row.line} ${row.problem}`);
      const read = readRow(row.fields, row.line, selected.value);
      if (read === null) continue;
      if (typeof read === 'string') return failure(read);
      if (written.length === maxRows)
        return failure(`which has more than ${maxRows} rows, the most of a chart; leave some out`);
      written.push(read);
    }
    if (written.length === 0) return failure(noRows(selected.value));
    return numbersOf(written, selected.value, table.delimiter);
  } catch (error) {
    if (error instanceof DataError) return failure(`which ${error.problem}`);
    throw error;
  }
}

function noRows({ filters }: Selection): string {
  if (filters.length === 0) return 'which has a header but no values';
  const wanted = filters.map(({ column, value }) => `${showValue(value)} in the column ${showValue(column)}`);
  return `which has no row with ${wanted.join(' and ')}`;
}

/** Returns the cells of a row; null for one that the filters leave out; or what is wrong with its label. */
function readRow(
  fields: Readonly<Record<string, unknown>>,
  line: number,
  { label: labels, values, filters, spread }: Selection,
): WrittenRow | string | null {
  const cellOf = (column: string) => String(fields[column] ?? '').trim();
  if (filters.some(({ column, value }) => cellOf(column) !== value)) return null;
  const label = cellOf(labels);
  if (label === '') return `which has no label in line ${line}; the first column must have one`;
  if (label.length > maxLabelLength)
    return `which has a label of ${label.length} characters in line ${line}; shorten it to ${maxLabelLength}`;
  return { label, cells: values.map(cellOf), key: spread === undefined ? '' : cellOf(spread), line };
}

function numbersOf(
  written: readonly WrittenRow[],
  { label, values, names, spread }: Selection,
  delimiter: string,
): Result<readonly Row[]> {
  const columns = values.map((_, column) => {
    const cells = written.map(({ cells }) => cells[column] ?? '');
    // Only several series can have gaps.
    const mayBeEmpty = values.length > 1 || spread !== undefined;
    return { numbers: readNumbers(cells, delimiter), cells, mayBeEmpty };
  });
  for (const [column, { numbers, cells, mayBeEmpty }] of columns.entries()) {
    const wrong = cells.findIndex(
      (cell, row) => !(mayBeEmpty && cell === '') && !(Math.abs(numbers[row] ?? Number.NaN) <= maxAmount),
    );
    if (wrong >= 0)
      return failure(describeWrong(cells[wrong] ?? '', written[wrong]?.line ?? 0, values[column] ?? ''));
  }
  const valueAt = (row: number, column: number) => {
    const { numbers, cells } = columns[column] ?? {};
    return cells?.[row] === '' ? null : (numbers?.[row] ?? null);
  };
  if (spread !== undefined) return spreadRows(written, label, (row) => valueAt(row, 0));
  const rows = written.map(
    ({ label }, row): Row => [label, ...values.map((_, column) => valueAt(row, column))],
  );
  return success(names === null ? rows : [[label, ...names], ...rows]);
}

/** One row for each label, with a column for each key. */
function spreadRows(
  written: readonly WrittenRow[],
  label: string,
  numberIn: (row: number) => number | null,
): Result<readonly Row[]> {
  const keys = [...new Set(written.map(({ key }) => key))];
  if (keys.length > maxSeries)
    return failure(
      `which has ${keys.length} series, but a chart has at most ${maxSeries}; name one value after "="`,
    );
  const rows = new Map<string, (number | null)[]>();
  for (const [index, row] of written.entries()) {
    const cells = rows.get(row.label) ?? keys.map(() => null);
    cells[keys.indexOf(row.key)] = numberIn(index);
    rows.set(row.label, cells);
  }
  return success([[label, ...keys], ...[...rows].map(([name, cells]): Row => [name, ...cells])]);
}

function describeWrong(cell: string, line: number, column: string): string {
  const place = `in line ${line} of the column ${showValue(column)}`;
  if (cell === '') return `which has an empty cell ${place}; write 0, or leave the row out`;
  return `which has ${showValue(cell)} ${place}, but needs a number from -1e12 to 1e12, such as 1234.5`;
}

/** Returns the text of a CSV file; for anything else, a problem as a clause about the file. */
export async function readTableText(bytes: Uint8Array): Promise<Result<string>> {
  try {
    let text = '';
    for await (const part of decodeText(once(bytes), '')) text += part;
    return isCsvText(text) ? success(text) : failure('which needs a header and a row for each item');
  } catch (error) {
    if (error instanceof DataError) return failure(`which ${error.problem}`);
    throw error;
  }
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
