import { extname } from 'node:path';
import { readCsv } from './csv-rows.ts';
import type { DataFile } from './data-file.ts';
import { decodeText } from './decode-text.ts';
import { jsonArrayRows } from './json-array-rows.ts';
import { jsonLinesRows } from './json-lines-rows.ts';
import type { RowOrProblem } from './row.ts';

export interface RowTable {
  /** Columns of a table with a header; undefined if each row has its own fields. */
  readonly columns: readonly string[] | undefined;
  readonly rows: AsyncIterable<RowOrProblem>;
}

const noRows: AsyncIterable<RowOrProblem> = {
  async *[Symbol.asyncIterator]() {},
};

const csvExtensions: readonly string[] = ['.csv', '.tsv', '.tab'];
const linesExtensions: readonly string[] = ['.jsonl', '.ndjson'];

/**
 * Reads the rows of a CSV file with a header, a JSON array or JSON Lines as they are requested. The extension sets the
 * format; without a known one, `[` begins an array and `{` begins lines. Throws a DataError for data that cannot be
 * read.
 */
export async function readRows(file: DataFile, signal: AbortSignal): Promise<RowTable> {
  const { name } = file;
  const { start, text } = await peek(decodeText(file.read(signal), name));
  const extension = extname(file.path).toLowerCase();
  if (linesExtensions.includes(extension)) return { columns: undefined, rows: jsonLinesRows(text, name) };
  if (!csvExtensions.includes(extension)) {
    if (start === '[') return { columns: undefined, rows: jsonArrayRows(text, name) };
    if (start === '{' || extension === '.json')
      return { columns: undefined, rows: jsonLinesRows(text, name) };
  }
  return (await readCsv(text, name)) ?? { columns: undefined, rows: noRows };
}

/** Returns the first character that is not white space, and the whole text. */
async function peek(
  text: AsyncIterable<string>,
): Promise<{ readonly start: string; readonly text: AsyncIterable<string> }> {
  const iterator = text[Symbol.asyncIterator]();
  let before = '';
  while (before.trim() === '') {
    const next = await iterator.next();
    if (next.done) break;
    before += next.value;
  }
  async function* whole() {
    yield before;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { start: before.trim().charAt(0), text: whole() };
}
