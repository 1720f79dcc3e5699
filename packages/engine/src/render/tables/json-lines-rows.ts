import { maxInputBytes } from '../../project/limits.ts';
import { fieldsOfJson } from './json-fields.ts';
import { DataError, type RowOrProblem } from './row.ts';

/**
 * Reads JSON Lines, one object per line. Empty lines are skipped; a line that is not an object is one unreadable row.
 */
export async function* jsonLinesRows(text: AsyncIterable<string>, name: string): AsyncIterable<RowOrProblem> {
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
