import { readValueFormat, valueFormatRule } from '../../../formulas/value-format.ts';
import { didYouMean } from '../../../names/closest-name.ts';
import { mustBe, type Path, showValue } from '../../../project/problem-text.ts';
import { type Problems, valueRule } from '../../../project/problems.ts';
import type { ResolvedState } from '../../schema.ts';
import { dataFile, isFilePath } from '../../sources.ts';
import type { ChartForm } from './chart-form.ts';
import { maxAmount, maxBins, maxPoints, maxRows, maxValues, unknownData } from './chart-limits.ts';
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
  const { takes, hasTotals, noun = 'this chart' } = form;
  const hasOne = form.drawSeries === undefined && (takes === undefined || takes === 'numbers');
  const most = takes === 'numbers' ? maxRows : takes === 'points' ? maxPoints : maxValues;
  const dataForm = { maxRows: most, takes, hasTotals, ...(hasOne && { single: noun }) };
  const table = readChartData(data, at, problems, dataForm);
  if (table === null) return noData;
  checkShares(table, at, problems, form);
  checkRange(state, table, place, problems, form);
  const { sort, keep } = state;
  const sign = sort === 'ascending' ? 1 : -1;
  const inOrder = (one: Row, other: Row) => sign * (sumOf(one) - sumOf(other));
  const rows = isSorted(state) ? table.rows.toSorted(inOrder) : table.rows;
  return rows === table.rows && keep === undefined ? table : { ...table, rows: rows.slice(0, keep) };
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

/** Reports numbers that are beyond the ends of the axis, or that its scale cannot show. */
function checkRange(
  state: ResolvedState,
  table: ChartTable,
  place: Path,
  problems: Problems,
  form: ChartForm,
): void {
  const { min, max, stack, axisScale } = state;
  const isStacked = stack === true && table.columns.length > 1;
  const numbers = form.numbersOf?.(table, [table], undefined) ?? numbersOf(table, isStacked);
  const noun = stack === true ? 'sum' : 'value';
  const most = numbers.reduce((largest, value) => Math.max(largest, value), Number.NEGATIVE_INFINITY);
  const least = numbers.reduce((smallest, value) => Math.min(smallest, value), Number.POSITIVE_INFINITY);
  if (max !== undefined && most > max) {
    const rule = `must be at least ${most}, the largest ${noun}, but is ${max}`;
    problems.add([...place, 'max'], 'chart-data', rule);
  }
  if (min !== undefined && (least < min || min === max)) {
    const rule =
      min === max
        ? `must be less than max, which is ${max}`
        : `must be at most ${least}, the smallest ${noun}`;
    problems.add([...place, 'min'], 'chart-data', `${rule}, but is ${min}`);
  }
  if (axisScale !== 'log') return;
  if (stack === true) {
    const rule = 'is "log", on which parts of a sum have no lengths that add up; remove it, or stack';
    problems.add([...place, 'axisScale'], 'chart-data', rule);
  } else if (least <= 0 || (min !== undefined && min <= 0)) {
    const what = least <= 0 ? `the data have ${least}` : `min is ${min}`;
    const rule = `is "log", which has no place for 0 or less, but ${what}; remove it, or leave that out`;
    problems.add([...place, 'axisScale'], 'chart-data', rule);
  }
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
  const { sort } = state;
  for (const field of ['values', 'format'] as const) {
    const format = state[field];
    if (typeof format !== 'string' || format === before?.[field]) continue;
    if (readValueFormat(format, String) !== null) continue;
    const rule = `must be ${field === 'values' ? 'true, false, ' : ''}${valueFormatRule}`;
    problems.add([...place, field], 'value', `${rule}, but is ${showValue(format)}`);
  }
  const { labels } = state;
  if (
    typeof labels === 'string' &&
    labels !== before?.labels &&
    labels !== 'end' &&
    !/%[-_0]?[A-Za-z]/.test(labels)
  ) {
    const rule = `must be true, false, "end" or a format of dates such as "%b %Y", but is ${showValue(labels)}`;
    problems.add([...place, 'labels'], 'value', rule);
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

/** Reports a number of bars that a histogram cannot have. */
export function checkBins(bins: unknown, place: Path, problems: Problems): void {
  if (bins === undefined || (Number.isInteger(bins) && Number(bins) >= 1 && Number(bins) <= maxBins)) return;
  problems.add(place, 'value', mustBe(`an integer from 1 to ${maxBins}`, bins));
}

/** What stands for the name of the data in the text of a chart, such as that of their column. */
export const keySign = '{key}';

/** Returns the text of a chart with the name of its data; null if it has none. */
export function textWithKey(text: string, { columns, isNamed }: ChartTable): string | null {
  if (!text.includes(keySign)) return text;
  const [key] = columns;
  return isNamed && columns.length === 1 && key !== undefined ? text.replaceAll(keySign, key) : null;
}

/** Reports a text with the name of data that have none. */
export function checkText({ text }: ResolvedState, table: ChartTable, place: Path, problems: Problems): void {
  if (text === undefined || textWithKey(text, table) !== null) return;
  const rule = `has ${keySign}, but the data have not one name; take them from a column such as "a.csv#1990", or write [["", "1990"], ["Mon", 48]]`;
  problems.add([...place, 'text'], 'chart-data', rule);
}

/** Reports annotations that are about nothing in the chart. */
export function checkAnnotations(
  { annotations = [] }: ResolvedState,
  tables: readonly ChartTable[],
  place: Path,
  problems: Problems,
): void {
  const labels = new Set(tables.flatMap(({ rows }) => rows.map(({ label }) => label)));
  const columns = tables.flatMap(({ columns }) => columns);
  const isPart = (text: string) =>
    columns.some((name) => text.endsWith(`.${name}`) && labels.has(text.slice(0, -name.length - 1)));
  for (const [index, { at }] of annotations.entries()) {
    const ends = Array.isArray(at) ? (at as readonly unknown[]) : [at];
    const isList = Array.isArray(at);
    const path = [...place, 'annotations', index, 'at'];
    const isNumber = ends.every((end) => typeof end === 'number' && Math.abs(end) <= maxAmount);
    const isText = ends.every((end) => typeof end === 'string');
    if (isList ? ends.length !== 2 || !(isNumber || isText) : !(isNumber || isText)) {
      problems.add(
        path,
        valueRule(at),
        mustBe('a value, a label, or two of one sort such as ["Mon", "Wed"]', at),
      );
      continue;
    }
    const unknown = isText
      ? ends.find((end) => !labels.has(String(end)) && (isList || !isPart(String(end))))
      : undefined;
    if (unknown === undefined) continue;
    const rule = `is ${showValue(unknown)}, which is no label of the data${didYouMean(unknown, [...labels], { show: showValue })}`;
    problems.add(path, 'unknown-id', rule);
  }
}
