import { showValue } from '../../project/problem-text.ts';
import { failure, type Result, success } from '../../project/result.ts';
import { maxSeries } from '../../shorthand/kinds/charts/chart-limits.ts';

/** What a chart takes from a CSV file. */
export interface Selection {
  /** The column of the labels: the first that is not named. */
  readonly label: string;
  readonly values: readonly string[];
  /** The names of the values in the chart; null for those of the second column, which the author did not name. */
  readonly names: readonly string[] | null;
  /** The rows that it takes: those with a value in a column. */
  readonly filters: readonly { readonly column: string; readonly value: string }[];
  /** A column of which each value is a series. */
  readonly spread: string | undefined;
}

/**
 * Reads what is after the `#` of a file: a column, several with commas, `*` for all, `year=1955` for the rows with a value, or
 * `country=*` for a series of each value.
 */
export function selectColumns(columns: readonly string[], selection: string | undefined): Result<Selection> {
  const [first = '', second = ''] = columns;
  if (selection === undefined) {
    if (columns.length < 2 || second === '')
      return failure(
        `which has only the column ${listed(columns)}, but needs labels in the first and values in the second`,
      );
    return success({ label: first, values: [second], names: null, filters: [], spread: undefined });
  }
  // A name may have a comma or an equals sign itself.
  const items = columns.includes(selection) ? [selection] : selection.split(',').map((item) => item.trim());
  const plain = items.filter((item) => columns.includes(item) || !item.includes('='));
  const conditions = items
    .filter((item) => !plain.includes(item))
    .map((item) => ({
      column: item.slice(0, item.indexOf('=')).trim(),
      value: item.slice(item.indexOf('=') + 1).trim(),
    }));
  const spread = conditions.filter(({ value }) => value === '*');
  const filters = conditions.filter(({ value }) => value !== '*');
  const named = [...plain.filter((item) => item !== '*'), ...conditions.map(({ column }) => column)];
  const unknown = named.find((name) => name === '' || !columns.includes(name));
  if (unknown !== undefined)
    return failure(`which has no column ${showValue(unknown)}; choose one of ${listed(columns)}`);
  const label = columns.find((name) => !named.includes(name)) ?? first;
  const rest = columns.filter((name) => name !== label && name !== '' && !named.includes(name));
  const isAll = plain.includes('*');
  const values = isAll ? rest : plain.length > 0 ? plain : rest.slice(0, 1);
  if (values.length === 0) return failure(`which has no column for the values; it has ${listed(columns)}`);
  if (values.length > maxSeries)
    return failure(
      `which has ${values.length} columns, but a chart has at most ${maxSeries}; name some of ${listed(columns)}`,
    );
  if (spread.length > 1 || (spread.length > 0 && values.length > 1))
    return failure('of which only one column can become several series; name one, and one column of values');
  const key = filters.map(({ value }) => value).join(' ');
  const names = values.length === 1 && key !== '' ? [key] : values;
  return success({ label, values, names, filters, spread: spread[0]?.column });
}

/** Most columns that a message lists. */
const maxListed = 20;

function listed(columns: readonly string[]): string {
  const names = columns.filter((name) => name !== '').map((name) => showValue(name));
  const more = names.length > maxListed ? `, … (${names.length} in all)` : '';
  return `${names.slice(0, maxListed).join(', ')}${more}`;
}
