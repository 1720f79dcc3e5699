import { orderedEntries } from '../../../project/key-order.ts';
import { mustBe, type Path, showValue } from '../../../project/problem-text.ts';
import { type Problems, valueRule } from '../../../project/problems.ts';
import { maxAmount, maxCells, maxLabelLength, maxSeries } from './chart-limits.ts';

/** A label with a number for each column; null where it has none. */
export interface Row {
  readonly label: string;
  readonly values: readonly (number | null)[];
  /** Whether it is the sum of those before it. */
  readonly isTotal?: true;
  /** Whether its label is only its number. */
  readonly isNumbered?: true;
}

/** The data of a chart in one composition. */
export interface ChartTable {
  /** The names of the columns. */
  readonly columns: readonly string[];
  /** Whether the author named them; otherwise their names are numbers. */
  readonly isNamed: boolean;
  readonly rows: readonly Row[];
}

/** What the data of a kind of charts can be. */
export interface DataForm {
  readonly maxRows: number;
  /** What a chart with one number a label is, for messages; none for kinds of several. */
  readonly single?: string;
  /** What rows may be without labels: numbers, or the places of points. */
  readonly takes?: 'numbers' | 'points' | 'columns' | undefined;
  readonly hasTotals?: true | undefined;
}

export const dataExamples =
  '{ "Mon": 48, "Tue": 52 }, for several series { "Mon": { "2025": 48, "2026": 52 } }, rows such as ["Mon", 48], or the name of a CSV file';

/** How messages call what a row draws. */
const nouns = { values: 'values', numbers: 'numbers', points: 'points', columns: 'rows' } as const;

const amount = `a number from -1e12 to 1e12`;
const labelRule = `a label of 1 to ${maxLabelLength} characters`;

/** A row as its author wrote it: numbers by column, or in their order. */
interface WrittenRow {
  readonly label: string;
  readonly cells: readonly (readonly [column: string | number, value: unknown, place: Path])[];
  readonly isNamed: boolean;
  readonly isNumbered?: true;
  readonly place: Path;
}

/** Reads the data of a chart; null, with the reasons among the problems, if they are none. */
export function readChartData(
  data: unknown,
  at: Path,
  problems: Problems,
  form: DataForm,
): ChartTable | null {
  const before = problems.count;
  const { rows, header } = Array.isArray(data)
    ? listedRows(data, at, problems, form)
    : { rows: labelledRows(data as Readonly<Record<string, unknown>>, at), header: undefined };
  if (problems.count > before) return null;
  if (rows.length === 0 || rows.length > form.maxRows) {
    const rule = `must have 1 to ${form.maxRows} ${nouns[form.takes ?? 'values']}, but has ${rows.length}`;
    problems.add(at, 'count', rule);
    return null;
  }
  const columns = columnsOf(rows, header, at, problems, form);
  if (columns === null) return null;
  const index = new Map(columns.map((name, position): [string | number, number] => [name, position]));
  const labels = uniqueLabels(rows, form);
  const table = rows.map(({ cells, isNamed, isNumbered }, row): Row => {
    const values: (number | null)[] = columns.map(() => null);
    const isTotal = form.hasTotals === true && cells[0]?.[1] === 'total';
    for (const [column, value, place] of isTotal ? [] : cells) {
      const position = isNamed ? index.get(column) : Number(column);
      if (position === undefined || value === null) continue;
      if (isAmount(value)) values[position] = value;
      else problems.add(place, valueRule(value), mustBe(amount, value));
    }
    const label = labels[row] ?? '';
    return { label, values, ...(isTotal && { isTotal }), ...(isNumbered && { isNumbered }) };
  });
  if (form.takes === undefined || form.takes === 'columns') reportTwice(rows, at, problems);
  if (
    table.every(({ values, isTotal }) => !isTotal && values.every((value) => value === null)) &&
    problems.count === before
  )
    problems.add(at, 'count', 'has no number; give at least one label a number');
  const isNamed = header !== undefined || rows.some((row) => row.isNamed);
  return problems.count > before ? null : { columns, isNamed, rows: table };
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= maxAmount;
}

function labelledRows(data: Readonly<Record<string, unknown>>, at: Path): WrittenRow[] {
  return orderedEntries(data).map(([label, value]) => rowOf(label, value, [...at, label]));
}

/** Rows of a list: each begins with its label; a first one without numbers names the columns. */
function listedRows(data: readonly unknown[], at: Path, problems: Problems, { takes }: DataForm) {
  const [first] = data;
  const isHeader =
    Array.isArray(first) && first.length > 1 && first.every((cell) => typeof cell === 'string');
  const header = isHeader ? (first.slice(1) as readonly string[]) : undefined;
  const rows: WrittenRow[] = [];
  for (const [index, row] of data.entries()) {
    if (isHeader && index === 0) continue;
    const place = [...at, index];
    const numbered = numberedRow(row, index, place, takes);
    if (numbered !== null) {
      rows.push(numbered);
      continue;
    }
    if (!Array.isArray(row) || row.length < 2) {
      problems.add(place, valueRule(row), mustBe('a row such as ["Mon", 48]', row));
      continue;
    }
    const [label, ...cells] = row as readonly unknown[];
    if (typeof label !== 'string' || label === '' || label.length > maxLabelLength) {
      problems.add([...place, 0], valueRule(label), mustBe(labelRule, label));
      continue;
    }
    rows.push({
      label,
      cells: cells.map((value, column) => [column, value, [...place, column + 1]]),
      isNamed: false,
      place,
    });
  }
  return { rows, header };
}

/** Returns a row without a label, which numbers and points may be; null for others. */
function numberedRow(row: unknown, index: number, place: Path, takes: DataForm['takes']): WrittenRow | null {
  const label = String(index + 1);
  if (takes === 'numbers' && typeof row === 'number')
    return { label, cells: [[0, row, place]], isNamed: false, isNumbered: true, place };
  if (takes !== 'points' || !Array.isArray(row) || typeof row[0] !== 'number') return null;
  const cells = row.map((value: unknown, column) => [column, value, [...place, column]] as const);
  return { label, cells, isNamed: false, isNumbered: true, place };
}

/** Labels as written; those of points and numbers may repeat, and get a number then. */
function uniqueLabels(rows: readonly WrittenRow[], { takes }: DataForm): readonly string[] {
  if (takes !== 'points' && takes !== 'numbers') return rows.map(({ label }) => label);
  const counts = new Map<string, number>();
  return rows.map(({ label }) => {
    const count = (counts.get(label) ?? 0) + 1;
    counts.set(label, count);
    return count === 1 ? label : `${label} (${count})`;
  });
}

function rowOf(label: string, value: unknown, place: Path): WrittenRow {
  if (Array.isArray(value)) {
    const cells = value.map((cell: unknown, column) => [column, cell, [...place, column]] as const);
    return { label, cells, isNamed: false, place };
  }
  if (typeof value === 'object' && value !== null) {
    const entries = orderedEntries(value as Readonly<Record<string, unknown>>);
    const cells = entries.map(([column, cell]) => [column, cell, [...place, column]] as const);
    return { label, cells, isNamed: true, place };
  }
  return { label, cells: [[0, value, place]], isNamed: false, place };
}

/** The names of the columns; null, with a problem, if the rows do not have the same ones. */
function columnsOf(
  rows: readonly WrittenRow[],
  header: readonly string[] | undefined,
  at: Path,
  problems: Problems,
  form: DataForm,
): readonly string[] | null {
  const named = rows.find(({ isNamed }) => isNamed);
  const plain = rows.find(({ isNamed }) => !isNamed);
  if (named !== undefined && plain !== undefined) {
    const rule = `has no names for its numbers, but ${showValue(named.label)} has; write every label in the same way`;
    problems.add(plain.place, 'value', rule);
    return null;
  }
  const names =
    named !== undefined
      ? [...new Set(rows.flatMap(({ cells }) => cells.map(([column]) => String(column))))]
      : (header ?? rows[0].cells.map((_, column) => String(column + 1)));
  const other = named === undefined && rows.find(({ cells }) => cells.length !== names.length);
  if (other) {
    const than = header === undefined ? `${showValue(rows[0].label)} has` : 'the first row names';
    problems.add(
      other.place,
      'count',
      `has ${countOf(other.cells.length)}, but ${than} ${names.length}; write null where there is none`,
    );
    return null;
  }
  const wrong = names.find((name) => name === '' || name.length > maxLabelLength);
  if (wrong !== undefined || new Set(names).size < names.length) {
    const rule =
      wrong === undefined
        ? 'has two columns of one name; rename one'
        : `has the column ${showValue(wrong)}, but a name has 1 to ${maxLabelLength} characters`;
    problems.add(at, 'value', rule);
    return null;
  }
  return fits(names, rows, at, problems, form) ? names : null;
}

function fits(
  names: readonly string[],
  rows: readonly WrittenRow[],
  at: Path,
  problems: Problems,
  { single, takes }: DataForm,
): boolean {
  if (takes === 'points' && (names.length < 2 || names.length > 3)) {
    const rule = `has ${countOf(names.length)} for each point, but needs 2, or 3 with a size: [x, y, size]`;
    problems.add(at, 'chart-data', rule);
  } else if (names.length === 0) problems.add(at, 'count', 'has no number; give each label at least one');
  else if (single !== undefined && names.length > 1) {
    const rule = `has ${names.length} numbers for ${showValue(rows[0]?.label)}, but ${single} has one for each label; use bars`;
    problems.add(at, 'chart-data', rule);
  } else if (names.length > maxSeries)
    problems.add(at, 'count', `must have at most ${maxSeries} series, but has ${names.length}`);
  else if (takes !== 'points' && names.length > 1 && names.length * rows.length > maxCells) {
    const rule = `must have at most ${maxCells} numbers, but has ${names.length * rows.length}; leave some out`;
    problems.add(at, 'count', rule);
  } else return true;
  return false;
}

function countOf(count: number): string {
  return `${count} ${count === 1 ? 'number' : 'numbers'}`;
}

function reportTwice(rows: readonly WrittenRow[], at: Path, problems: Problems): void {
  const labels = new Set<string>();
  const twice = rows.find(({ label }) => labels.size === labels.add(label).size);
  if (twice === undefined) return;
  const rule = `has the label ${showValue(twice.label)} twice; give each value a label of its own`;
  problems.add(at, 'repeated-id', rule);
}
