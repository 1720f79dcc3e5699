import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CsvError, type Info, parse } from 'csv-parse';
import { maxInputBytes } from '../../project/limits.ts';
import { showValue } from '../../project/problem-text.ts';
import { DataError, type FieldValue, type RowOrProblem } from './row.ts';

/** Earlier ones win if the header has equally many. Spreadsheets write all three, depending on the country. */
const delimiters = [',', ';', '\t'] as const;

const separatorLine = /^\s*"?sep=([,;\t|])"?[ \t]*(?:\r\n|\n|\r|$)/i;

export interface CsvTable {
  /** The names in the header, in order; a column with an empty name is ignored. */
  readonly columns: readonly string[];
  readonly rows: AsyncIterable<RowOrProblem>;
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
  const records = csvRecords(start, rest, named?.[1] ?? delimiterOf(start), name);
  const header = await records.next();
  if (header.done) return undefined;
  const columns = header.value.record.map((column) => column.trim());
  refuseRepeated(columns, name);
  const { record, emptyLines } = header.value;
  const linesBefore = named === null ? 1 : 2;
  return { columns, rows: csvRows(columns, linesBefore + emptyLines + linesOf(record), records) };
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
    const place = { number, line };
    line += linesOf(record);
    if (record.length !== columns.length) {
      const problem = `has ${count(record.length, 'field')}, but the header has ${columns.length}`;
      yield { ...place, problem };
      continue;
    }
    const fields: Record<string, FieldValue> = Object.create(null);
    for (const [index, column] of columns.entries()) if (column !== '') fields[column] = record[index] ?? '';
    yield { ...place, fields };
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
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxInputBytes,
  });
  // The loop also throws the failure of the stream.
  const copying = pipeline(Readable.from(joined(start, rest)), parser).catch(() => {});
  let skipped = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      yield { record, emptyLines: info.empty_lines - skipped };
      skipped = info.empty_lines;
    }
  } catch (error) {
    throw error instanceof CsvError ? new DataError(name, describe(error)) : error;
  } finally {
    parser.destroy();
    await copying;
  }
  return undefined;
}

function describe(error: CsvError): string {
  const line = 'lines' in error ? Number(error.lines) : 0;
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return `has a quoted field that is not closed before the end, line ${line}; write a quote inside it as ""`;
    case 'CSV_INVALID_CLOSING_QUOTE':
      return `has text after the closing quote of a field in line ${line}; write a quote inside it as ""`;
    case 'INVALID_OPENING_QUOTE':
      return `has a quote in the middle of a field in line ${line}; put the field in quotes and write the quote as ""`;
    case 'CSV_MAX_RECORD_SIZE':
      return `has a row of more than 32 MiB at line ${line}`;
    default:
      return error.message;
  }
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

/** The most frequent delimiter of the header, outside quotes. */
function delimiterOf(start: string): string {
  const [header = ''] = start
    .trimStart()
    .replaceAll(/"[^"]*"?/g, '')
    .split(/[\r\n]/, 1);
  const counts = delimiters.map((delimiter) => header.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
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

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
