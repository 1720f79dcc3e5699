import { readValueFormat, valueFormatRule } from '../../../formulas/value-format.ts';
import { type Path, showValue } from '../../../project/problem-text.ts';
import type { Problems } from '../../../project/problems.ts';
import type { ResolvedState } from '../../schema.ts';
import { dataFile, isFilePath } from '../../sources.ts';
import type { ChartForm } from './chart-form.ts';
import { maxValues, unknownData } from './chart-limits.ts';
import { type ChartTable, dataExamples, type Row, readChartData } from './read-data.ts';

const noData: ChartTable = { columns: [], isNamed: false, rows: [] };

/** Returns the data of a state, in the order of the chart. Adds problems. */
export function dataOfState(
  state: ResolvedState,
  place: Path,
  problems: Problems,
  form: ChartForm,
): ChartTable {
  const { data } = state;
  const at = [...place, 'data'];
  if (isUnknown(data)) return noData;
  if (data === undefined) {
    problems.add(at, 'missing-field', `is required for a chart: ${dataExamples}`);
    return noData;
  }
  if (typeof data === 'string') {
    const rule = "must be the name of a CSV file in the project's folder";
    problems.add(at, 'value', `${rule}, but is ${showValue(data)}`);
    return noData;
  }
  const single = form.drawSeries === undefined ? { single: form.noun ?? 'this chart' } : {};
  const table = readChartData(data, at, problems, { maxRows: maxValues, ...single });
  if (table === null) return noData;
  checkShares(table, at, problems, form);
  checkRange(state, table, place, problems);
  if (!isSorted(state)) return table;
  const sign = state.sort === 'ascending' ? 1 : -1;
  return { ...table, rows: table.rows.toSorted((one, other) => sign * (sumOf(one) - sumOf(other))) };
}

/** The numbers of a chart that its scale has to show: with `isStacked`, the sums of each label. */
export function numbersOf({ rows }: ChartTable, isStacked: boolean): number[] {
  return rows.flatMap(({ values }) => {
    const numbers = values.filter((value) => value !== null);
    if (!isStacked) return numbers;
    const sum = (sign: number) =>
      numbers.reduce((total, value) => (Math.sign(value) === sign ? total + value : total), 0);
    return [sum(1), sum(-1)];
  });
}

function checkRange(state: ResolvedState, table: ChartTable, place: Path, problems: Problems): void {
  if (state.max === undefined) return;
  const most = Math.max(...numbersOf(table, state.stack === true));
  if (most <= state.max) return;
  const rule = `must be at least ${most}, the largest ${state.stack === true ? 'sum' : 'value'}, but is ${state.max}`;
  problems.add([...place, 'max'], 'chart-data', rule);
}

function checkShares({ rows }: ChartTable, at: Path, problems: Problems, { hasShares }: ChartForm): void {
  if (!hasShares) return;
  const negative = rows.find(({ values: [value] }) => (value ?? 0) < 0);
  if (negative !== undefined) {
    const value = `the negative value ${negative.values[0]} of ${showValue(negative.label)}`;
    problems.add(at, 'chart-data', `has ${value}, but a pie shows shares; use bars`);
  } else if (rows.every(({ values: [value] }) => !value)) {
    const rule = 'has only zeros, but a pie shows shares of a sum; give it a value above 0';
    problems.add(at, 'chart-data', rule);
  }
}

/** Reports fields of a state that its kind of charts cannot use; `before` is the state before it. */
export function checkFields(
  state: ResolvedState,
  before: ResolvedState | undefined,
  place: Path,
  problems: Problems,
  { unsorted }: ChartForm,
): void {
  const { values, sort } = state;
  if (typeof values === 'string' && values !== before?.values && readValueFormat(values, String) === null) {
    const rule = `must be true, false, ${valueFormatRule}, but is ${showValue(values)}`;
    problems.add([...place, 'values'], 'value', rule);
  }
  if (unsorted !== undefined && sort !== before?.sort && isSorted(state))
    problems.add([...place, 'sort'], 'wrong-kind', unsorted);
}

export function isSorted({ sort = false }: ResolvedState): boolean {
  return sort !== false;
}

/** Whether data could not be read, for which a problem is already reported. */
export function isUnknown(data: ResolvedState['data']): boolean {
  return typeof data === 'string' && (data === unknownData || isFilePath(dataFile(data).file));
}

function sumOf({ values }: Row): number {
  return values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
}
