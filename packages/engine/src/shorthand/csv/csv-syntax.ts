import type { CsvError } from 'csv-parse';
import { maxInputBytes } from '../../project/limits.ts';

/** Earlier ones win if the header has equally many. Spreadsheets write all three, depending on the country. */
const delimiters = [',', ';', '\t'] as const;

export const separatorLine = /^\s*"?sep=([,;\t|])"?[ \t]*(?:\r\n|\n|\r|$)/i;

/** How values are separated from each other, whatever their delimiter. */
export const csvOptions = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  skip_empty_lines: true,
  max_record_size: maxInputBytes,
};

/** The most frequent delimiter of the header, outside quotes. */
export function delimiterOf(start: string): string {
  const [header = ''] = start
    .trimStart()
    .replaceAll(/"[^"]*"?/g, '')
    .split(/[\r\n]/, 1);
  const counts = delimiters.map((delimiter) => header.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** Describes a row with too many or too few fields. */
export function fieldCountRule(record: readonly string[], columns: readonly string[]): string {
  const fields = `${record.length} field${record.length === 1 ? '' : 's'}`;
  return `has ${fields}, but the header has ${columns.length}`;
}

/** Describes quotes that do not match, as a clause about the text. */
export function describeCsvError(error: CsvError): string {
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
