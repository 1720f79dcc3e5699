import { isMap } from '../../../project/check.ts';
import { idPattern } from '../../../project/field-schemas.ts';
import { orderedKeys } from '../../../project/key-order.ts';
import { showValue } from '../../../project/problem-text.ts';
import { isCsvText, readCsvTable } from '../../csv/csv-items.ts';
import { maxColumns, maxRows } from './table.ts';

/** The columns of rows that are single values, and of the keys of an object. */
const keyColumn = 'key';
const valueColumn = 'value';

/** The rows of a table as written. */
export interface TableData {
  /** The names of the columns in their order. */
  readonly columns: readonly string[];
  /** The texts of a header, one for each column; null if the columns have no names. */
  readonly titles: readonly unknown[] | null;
  /** What `each` would make items of: a list, or an object by key. */
  readonly items: unknown;
  /** The values of each row by column, in the order of `items`. */
  readonly rows: readonly ReadonlyMap<string, unknown>[];
  /** Whether rows are lists, whose cells have places by their index. */
  readonly isOfLists: boolean;
  /** The place of each row in the data. */
  readonly places: readonly (string | number)[];
}

/** Why data are no table, and where in them. */
export interface TableProblem {
  readonly place: readonly (string | number)[];
  readonly message: string;
}

const rowRule = 'all rows must be written the same way: as lists, as objects, or as single values';

/**
 * Reads the data of a table: a list of lists, of objects or of values, an object with a row for each key, or CSV. The
 * first list is the header if `header` is true; a list of names names the columns of lists.
 */
export function readTableData(data: unknown, header: unknown): TableData | TableProblem {
  if (typeof data === 'string') return isCsvText(data) ? csvData(data) : wrongData(data);
  if (Array.isArray(data)) return listData(data, header);
  if (!isMap(data)) return wrongData(data);
  const keys = orderedKeys(data);
  const inner = listData(
    keys.map((key) => data[key]),
    header === true ? undefined : header,
  );
  if ('message' in inner) {
    const [row, ...rest] = inner.place;
    return { ...inner, place: row === undefined ? [] : [keys[Number(row)] ?? row, ...rest] };
  }
  const rows = inner.rows.map((row, index) => new Map([[keyColumn, keys[index]], ...row]));
  if (keys.length === 0) return { ...inner, items: [] };
  const columns = [keyColumn, ...inner.columns.filter((column) => column !== keyColumn)];
  // Other keys cannot be names of rows.
  const items = keys.every((key) => idPattern.test(key)) ? data : inner.items;
  // The keys have no name.
  const titles = inner.titles && columns.map((column) => (column === keyColumn ? '' : column));
  return { ...inner, columns, titles, rows, items, places: keys };
}

function wrongData(data: unknown): TableProblem {
  const rule = 'must be a list of rows, each a list or an object, an object with a row for each key, or CSV';
  return { place: [], message: `${rule}, but is ${showValue(data)}` };
}

function csvData(text: string): TableData | TableProblem {
  const table = readCsvTable(text);
  if (typeof table === 'string') return { place: [], message: `is CSV that ${table}` };
  const wrong = tooLarge(table.items.length, table.columns.length);
  if (wrong !== null) return wrong;
  return {
    ...{
      columns: table.columns,
      titles: table.columns,
      isOfLists: false,
      items: table.items,
      places: [...table.items.keys()],
    },
    rows: table.items.map((item) => new Map(Object.entries(item))),
  };
}

function listData(list: readonly unknown[], header: unknown): TableData | TableProblem {
  const [first] = list;
  const isLists = Array.isArray(first);
  const names = isLists && header === true ? first : header;
  const start = isLists && header === true ? 1 : 0;
  const items = list.slice(start);
  const places = [...items.keys()].map((index) => index + start);
  const kindOf = (row: unknown) => (Array.isArray(row) ? 'lists' : isMap(row) ? 'objects' : 'values');
  const kind = kindOf(first);
  const other = items.findIndex((row) => kindOf(row) !== kind);
  if (other >= 0) {
    const [one, its] = [kindOf(items[other]), kind].map((word) => oneOf[word as keyof typeof oneOf]);
    return { place: [other + start], message: `is ${one}, but the first row is ${its}; ${rowRule}` };
  }
  const widest = (rows: readonly unknown[]) =>
    rows.reduce((most: number, row) => Math.max(most, Array.isArray(row) ? row.length : 0), 0);
  if (kind === 'lists') {
    const columns = columnsOfLists(Array.isArray(names) ? names : null, widest(items));
    const long = items.findIndex((row) => Array.isArray(row) && row.length > columns.length);
    if (long >= 0) {
      const count = (items[long] as unknown[]).length;
      const rule = `has ${count} cells, but the header has ${columns.length}; write as many`;
      return { place: [long + start], message: rule };
    }
    const wrong = tooLarge(items.length, columns.length);
    if (wrong !== null) return wrong;
    const rows = items.map((row) => new Map((row as unknown[]).map((one, at) => [columns[at] ?? '', one])));
    return { columns, titles: Array.isArray(names) ? names : null, isOfLists: true, items, rows, places };
  }
  const columns =
    kind === 'objects'
      ? [...new Set(items.flatMap((row) => orderedKeys(row as object)))]
      : list.length > 0
        ? [valueColumn]
        : [];
  const wrong = tooLarge(items.length, columns.length);
  if (wrong !== null) return wrong;
  const rows = items.map((row) => new Map(isMap(row) ? Object.entries(row) : [[valueColumn, row]]));
  return { columns, titles: kind === 'objects' ? columns : null, isOfLists: false, items, rows, places };
}

const oneOf = { lists: 'a list', objects: 'an object', values: 'a single value' } as const;

/** The names of the columns of lists: those of the header that are texts and occur once, else their index. */
function columnsOfLists(names: readonly unknown[] | null, count: number): string[] {
  if (names === null) return Array.from({ length: count }, (_, index) => String(index));
  const texts = names.map((name) =>
    typeof name === 'string' || typeof name === 'number' ? String(name).trim() : '',
  );
  const taken = new Set(texts);
  return texts.map((text, index) => {
    if (text !== '' && texts.indexOf(text) === texts.lastIndexOf(text)) return text;
    let free = index;
    while (taken.has(String(free))) free++;
    taken.add(String(free));
    return String(free);
  });
}

function tooLarge(rows: number, columns: number): TableProblem | null {
  if (rows > maxRows) return { place: [], message: `must have at most ${maxRows} rows, but has ${rows}` };
  if (columns > maxColumns)
    return { place: [], message: `must have at most ${maxColumns} columns, but has ${columns}` };
  return null;
}
