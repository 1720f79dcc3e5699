import { showValue } from '../../project/problem-text.ts';
import { failure, type Result, success } from '../../project/result.ts';
import { isCsvText } from '../../shorthand/csv/csv-items.ts';
import { readNumbers } from '../../shorthand/csv/read-numbers.ts';
import { maxAmount, maxLabelLength, maxValues } from '../../shorthand/kinds/charts/chart-limits.ts';
import { readCsv } from './csv-rows.ts';
import { decodeText } from './decode-text.ts';
import { DataError } from './row.ts';

/** A label with its value. */
type Datum = readonly [label: string, value: number];

/** A row of the file, before its number is read. */
interface WrittenRow {
  readonly label: string;
  readonly cell: string;
  readonly line: number;
}

/**
 * Reads the data of a chart from a CSV file with a header: labels from the first column, values from a column by name,
 * or from the second one. For anything else, returns a problem as a clause about the file, such as
 * "which is empty".
 */
export async function readChartData(
  bytes: Uint8Array,
  column: string | undefined,
): Promise<Result<readonly Datum[]>> {
  try {
    const table = await readCsv(decodeText(once(bytes), ''), '');
    if (table === undefined) return failure('which is empty; it needs a header and a row for each value');
    const [labels = '', second = ''] = table.columns;
    const values = column ?? second;
    if (!table.columns.includes(values) || table.columns.length < 2 || values === '') {
      const known = table.columns.filter((name) => name !== '').map((name) => showValue(name));
      return failure(
        column === undefined
          ? `which has only the column ${known.join(', ')}, but needs labels in the first and values in the second`
          : `which has no column ${showValue(column)}; choose one of ${known.join(', ')}`,
      );
    }
    const written: WrittenRow[] = [];
    for await (const row of table.rows) {
      if ('problem' in row) return failure(`in which line ${row.line} ${row.problem}`);
      if (written.length === maxValues) {
        return failure(`which has more than ${maxValues} values, the most of a chart; leave some out`);
      }
      const label = String(row.fields[labels] ?? '').trim();
      const cell = String(row.fields[values] ?? '').trim();
      if (label === '')
        return failure(`which has no label in line ${row.line}; the first column must have one`);
      if (label.length > maxLabelLength) {
        return failure(
          `which has a label of ${label.length} characters in line ${row.line}; shorten it to ${maxLabelLength}`,
        );
      }
      written.push({ label, cell, line: row.line });
    }
    const numbers = readNumbers(
      written.map(({ cell }) => cell),
      table.delimiter,
    );
    const wrong = written.findIndex((_, index) => !(Math.abs(numbers[index] ?? Number.NaN) <= maxAmount));
    if (wrong >= 0) return failure(describeWrong(written[wrong] as WrittenRow, values));
    const data = written.map(({ label }, index): Datum => [label, numbers[index] ?? 0]);
    return data.length > 0 ? success(data) : failure('which has a header but no values');
  } catch (error) {
    if (error instanceof DataError) return failure(`which ${error.problem}`);
    throw error;
  }
}

function describeWrong({ cell, line }: WrittenRow, column: string): string {
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
