import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CsvError, type Info, parse } from 'csv-parse';
import { maxInputBytes } from '../../project/limits.ts';
import { showValue } from '../../project/problem-text.ts';
import {
  csvOptions,
  delimiterOf,
  describeCsvError,
  fieldCountRule,
  separatorLine,
} from '../../shorthand/csv/csv-syntax.ts';
import { DataError, type FieldValue, type RowOrProblem } from './row.ts';

export interface CsvTable {
  /** The names in the header, in order; a column with an empty name is ignored. */
  readonly columns: readonly string[];
  readonly rows: AsyncIterable<RowOrProblem>;
  readonly delimiter: string;
}

/**
 * Reads rows of comma-separated values (RFC 4180) with a header. The header determines whether commas, semicolons or
 * tabs separate the values, unless a line such as `sep=;` before it names the delimiter, as spreadsheets write it.
 * Throws a DataError for mismatched quotes, since the rest cannot be read reliably; a row with too many or too few
 * fields is one unreadable row. Undefined without a header.
 */
export async function readCsv(text: AsyncIterable<string>, name: string): Promise<CsvTable | undefined> {
  let { start, rest } = await untilLineEnd(text);
  const named = separatorLine.exec(start);
  if (named !== null) ({ start, rest } = await untilLineEnd(joined(start.slice(named[0].length), rest)));
  const delimiter = named?.[1] ?? delimiterOf(start);
  const records = csvRecords(start, rest, delimiter, name);
  const header = await records.next();
  if (header.done) return undefined;
  const columns = header.value.record.map((column) => column.trim());
  refuseRepeated(columns, name);
  const { record, emptyLines } = header.value;
  const linesBefore = named === null ? 1 : 2;
  return { columns, rows: csvRows(columns, linesBefore + emptyLines + linesOf(record), records), delimiter };
}

async function* csvRows(
  columns: readonly string[],
  firstLine: number,
  records: AsyncIterable<CsvRecord>,
): AsyncIterable<RowOrProblem> {
  let number = 0;
  let line = firstLine;
  for await (const { record, emptyLines } of records) {
    number++;
    line += emptyLines;
    const rowAndLine = { number, line };
    line += linesOf(record);
    if (record.length !== columns.length) {
      yield { ...rowAndLine, problem: fieldCountRule(record, columns) };
      continue;
    }
    const fields: Record<string, FieldValue> = Object.create(null);
    for (const [index, column] of columns.entries()) if (column !== '') fields[column] = record[index] ?? '';
    yield { ...rowAndLine, fields };
  }
}

interface CsvRecord {
  readonly record: readonly string[];
  /** Skipped empty lines before it. */
  readonly emptyLines: number;
}

/** The parser counts a CRLF within quotes twice. */
function linesOf(record: readonly string[]): number {
  return record.reduce((sum, field) => sum + (field.match(/\r\n|\n|\r/g)?.length ?? 0), 1);
}

async function* csvRecords(
  start: string,
  rest: AsyncIterable<string>,
  delimiter: string,
  name: string,
): AsyncGenerator<CsvRecord, undefined> {
  const parser = parse({ ...csvOptions, delimiter, info: true });
  // The loop also throws the failure of the stream.
  const copying = pipeline(Readable.from(joined(start, rest)), parser).catch(() => {});
  let skipped = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      yield { record, emptyLines: info.empty_lines - skipped };
      skipped = info.empty_lines;
    }
  } catch (error) {
    throw error instanceof CsvError ? new DataError(name, describeCsvError(error)) : error;
  } finally {
    parser.destroy();
    await copying;
  }
  return undefined;
}

async function* joined(start: string, rest: AsyncIterable<string>): AsyncIterable<string> {
  yield start;
  yield* rest;
}

/** Returns the text at least up to the first line end, and the rest. */
async function untilLineEnd(
  text: AsyncIterable<string>,
): Promise<{ readonly start: string; readonly rest: AsyncIterable<string> }> {
  const iterator = text[Symbol.asyncIterator]();
  let start = '';
  let isBlank = true;
  while (start.length < maxInputBytes) {
    const next = await iterator.next();
    if (next.done) break;
    start += next.value;
    // Searches each part once, because a first line may be long and arrive in many parts.
    const part: string = isBlank ? next.value.trimStart() : next.value;
    isBlank &&= part === '';
    if (/[\r\n]/.test(part)) break;
  }
  return { start, rest: { [Symbol.asyncIterator]: () => iterator } };
}

function refuseRepeated(columns: readonly string[], name: string): void {
  const seen = new Set<string>();
  for (const column of columns) {
    if (column !== '' && seen.has(column)) {
      throw new DataError(name, `has two columns named ${showValue(column)}; rename one of them`);
    }
    seen.add(column);
  }
}
