import { extname } from 'node:path';
import { maxInputBytes } from '../../project/limits.ts';
import { readCsv } from './csv-rows.ts';
import type { DataFile } from './data-file.ts';
import { decodeText } from './decode-text.ts';
import { jsonArrayRows } from './json-array-rows.ts';
import { fieldsOfJson } from './json-fields.ts';
import { DataError, type RowOrProblem } from './row.ts';

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

/**
 * Reads JSON Lines, one object per line. Empty lines are skipped; a line that is not an object is one unreadable row.
 */
async function* jsonLinesRows(text: AsyncIterable<string>, name: string): AsyncIterable<RowOrProblem> {
  let line = 0;
  let number = 0;
  for await (const content of linesOf(text, name)) {
    line++;
    if (content.trim() === '') continue;
    number++;
    const fields = fieldsOfJson(content);
    yield fields.ok
      ? { number, line, fields: fields.value }
      : { number, line, problem: fields.problems.join('; ') };
  }
}

async function* linesOf(text: AsyncIterable<string>, name: string): AsyncIterable<string> {
  let parts: string[] = [];
  let length = 0;
  for await (const chunk of text) {
    let from = 0;
    for (let feed = chunk.indexOf('\n'); feed >= 0; feed = chunk.indexOf('\n', from)) {
      parts.push(chunk.slice(from, feed));
      yield parts.join('');
      parts = [];
      length = 0;
      from = feed + 1;
    }
    parts.push(chunk.slice(from));
    length += chunk.length - from;
    if (length > maxInputBytes) throw new DataError(name, 'has a line of more than 32 MiB');
  }
  yield parts.join('');
}
