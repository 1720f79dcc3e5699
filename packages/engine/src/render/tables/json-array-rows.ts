import { maxInputBytes } from '../../project/limits.ts';
import { fieldsOfJson } from './json-fields.ts';
import { DataError, type RowOrProblem } from './row.ts';

/**
 * Reads the rows of a JSON array of objects, one by one. Throws a DataError if the array is not well formed; an item
 * that is not an object of fields is one unreadable row.
 */
export async function* jsonArrayRows(text: AsyncIterable<string>, name: string): AsyncIterable<RowOrProblem> {
  let number = 0;
  for await (const { item, line } of itemsOf(text, name)) {
    number++;
    const fields = fieldsOfJson(item);
    yield fields.ok
      ? { number, line, fields: fields.value }
      : { number, line, problem: fields.problems.join('; ') };
  }
}

interface Item {
  readonly item: string;
  /** Line where the item begins. */
  readonly line: number;
}

/** Tokens for finding the end of an item: escape sequences, punctuation, line ends and the rest of its values. */
const tokens = /\\.|["[\]{},\n]|[^\s"\\[\]{},]+/gs;
const cutEscape = /(?<!\\)(?:\\\\)*\\$/;

/** Splits the array at its commas, as text; each item is parsed separately. */
async function* itemsOf(text: AsyncIterable<string>, name: string): AsyncIterable<Item> {
  let line = 1;
  const fault = (problem: string) => new DataError(name, `is not valid JSON at line ${line}: ${problem}`);
  /** Open brackets, with that of the array. */
  let depth = 0;
  let isOver = false;
  let inString = false;
  let item = '';
  let itemLine: number | undefined;
  let afterComma = false;
  let carried = '';
  for await (const chunk of text) {
    const all = carried + chunk;
    const part = cutEscape.test(all) ? all.slice(0, -1) : all;
    carried = all.slice(part.length);
    let from = 0;
    for (const { 0: token, index } of part.matchAll(tokens)) {
      if (token === '\n') line++;
      else if (inString) inString = token !== '"';
      else if (isOver) {
        throw fault(`expected the end of the text after the array, but found ${JSON.stringify(token[0])}`);
      } else if (depth === 0) {
        if (token !== '[') throw fault(`expected an array, but found ${JSON.stringify(token[0])}`);
        depth = 1;
        from = index + 1;
      } else if (depth === 1 && (token === ',' || token === ']')) {
        const isMissing = itemLine === undefined && (token === ',' || afterComma);
        if (isMissing) throw fault(`expected a value, but found "${token}"`);
        if (itemLine !== undefined) yield { item: item + part.slice(from, index), line: itemLine };
        item = '';
        itemLine = undefined;
        from = index + 1;
        afterComma = token === ',';
        isOver = token === ']';
      } else {
        itemLine ??= line;
        inString = token === '"';
        if (token === '{' || token === '[') depth++;
        else if (token === '}' || token === ']') depth--;
        if (depth === 0) throw fault(`expected "," or "]", but found "${token}"`);
      }
    }
    if (depth > 0 && !isOver) item += part.slice(from);
    if (item.length > maxInputBytes) throw fault('the item is larger than 32 MiB');
  }
  if (!isOver) throw fault('expected "]" at the end of the array, but found the end of the text');
}
