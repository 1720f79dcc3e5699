import { createRequire } from 'node:module';
import { showValue } from '../../project/problem-text.ts';
import { csvOptions, delimiterOf, describeCsvError, fieldCountRule, separatorLine } from './csv-syntax.ts';

/** An item of data with its fields by the names of their columns. */
export type CsvItem = Readonly<Record<string, string | number>>;

/** A number whose digits stay the same when it is written again: no code, telephone number or postcode. */
const number = /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i;
const maxDigits = 15;

/** Whether a string is the text of a table, and not the name of a file. */
export function isCsvText(data: string): boolean {
  return /[\r\n]/.test(data.trim());
}

/** A table with its columns in their order; names that are whole numbers, too. */
export interface CsvTable {
  readonly columns: readonly string[];
  readonly items: readonly CsvItem[];
  readonly delimiter: string;
}

/**
 * Reads the rows of comma-separated values with a header as items. Returns a problem in words for text that cannot be
 * read.
 */
export function readCsvItems(text: string): readonly CsvItem[] | string {
  const table = readCsvTable(text);
  return typeof table === 'string' ? table : table.items;
}

/** Reads comma-separated values with a header. Returns a problem in words for text that cannot be read. */
export function readCsvTable(text: string): CsvTable | string {
  const named = separatorLine.exec(text);
  const table = named === null ? text : text.slice(named[0].length);
  const delimiter = named?.[1] ?? delimiterOf(table);
  const records = recordsOf(table, delimiter);
  if (typeof records === 'string') return records;
  const [header = [], ...rows] = records;
  const columns = header.map((column) => column.trim());
  const twice = columns.find((column, index) => column !== '' && columns.indexOf(column) < index);
  if (twice !== undefined) return `has two columns named ${showValue(twice)}; rename one of them`;
  const wrong = rows.findIndex((row) => row.length !== columns.length);
  if (wrong >= 0) return `has a row ${wrong + 1} that ${fieldCountRule(rows[wrong] ?? [], columns)}`;
  const items = rows.map((row) => {
    const fields = columns.map((column, index) => [column, readCell(row[index] ?? '')] as const);
    return Object.fromEntries(fields.filter(([column]) => column !== ''));
  });
  return { columns: columns.filter((column) => column !== ''), items, delimiter };
}

function recordsOf(table: string, delimiter: string): string[][] | string {
  // `require` loads the parser at the first table: a document is read synchronously, and most have none.
  const { parse, CsvError }: typeof import('csv-parse/sync') = createRequire(import.meta.url)(
    'csv-parse/sync',
  );
  try {
    return parse(table, { ...csvOptions, delimiter, bom: true });
  } catch (error) {
    if (error instanceof CsvError) return describeCsvError(error);
    throw error;
  }
}

function readCell(cell: string): string | number {
  const text = cell.trim();
  return text.length <= maxDigits && number.test(text) ? Number(text) : text;
}
