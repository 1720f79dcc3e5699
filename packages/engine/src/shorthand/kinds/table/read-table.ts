import { broken, isMap } from '../../../project/check.ts';
import { type Path, showValue } from '../../../project/problem-text.ts';
import { ItemList } from '../../desugar/items.ts';
import { inkFor } from '../../desugar/label-ink.ts';
import { tableOf } from '../../desugar/read-items.ts';
import { type Fields, mapIn, type ReadObject, type SceneDraft } from '../../desugar/scene-draft.ts';
import { readShares } from '../../desugar/shares.ts';
import { RunningText } from '../../formula-texts.ts';
import type { ReadingObject, ShorthandKind } from '../shorthand-kind.ts';
import { type CellText, isCellValue } from './cell-texts.ts';
import { maxCellLetters, maxCells, type PlannedRow, type TablePlan } from './table.ts';
import { readColumns, type TableColumn } from './table-columns.ts';
import { readTableData, type TableData, type TableProblem } from './table-data.ts';
import { type TableLetters, tableLetters } from './table-looks.ts';
import { cellNames, headerName, makeRow, reservedNames } from './table-rows.ts';

/** The data of a table in one composition, with the names of its rows. */
interface Shown {
  readonly data: TableData;
  readonly names: readonly string[];
  readonly place: Path;
  /** Whether the data are CSV, in which places have no paths. */
  readonly isText: boolean;
}

/** The rows and cells of a table are its members, in every composition that has data of its own. */
export const table: ShorthandKind = {
  members: {
    read: (draft, owner, readObject) => new TableReader(draft, owner, readObject).read(owner.data),
    fields: ['data'],
    source: 'the rows of a table are in its data',
  },
};

class TableReader {
  readonly #draft: SceneDraft;
  readonly #owner: ReadingObject;
  readonly #readObject: ReadObject;
  readonly #letters: TableLetters;
  readonly #header: unknown;
  readonly #list = new ItemList();
  /** The names of rows by the keys of their items. */
  readonly #names = new Map<string, string>();
  readonly #isTextColored: boolean;

  constructor(draft: SceneDraft, owner: ReadingObject, readObject: ReadObject) {
    this.#draft = draft;
    this.#owner = owner;
    this.#readObject = readObject;
    this.#header = owner.object.header;
    this.#isTextColored = owner.state.textColor !== undefined;
    this.#letters = tableLetters(draft, owner.state);
  }

  read(data: unknown): void {
    const draft = this.#draft;
    const { id, name, object, state, placeOf } = this.#owner;
    const { header, columns: written, lines } = object;
    for (const field of ['header', 'columns', 'lines']) delete object[field];
    for (const field of ['data', ...Object.keys(this.#letters.cells)]) delete state[field];
    object.children = [];
    draft.parameters.set(id, new Set(['data']));
    this.#refuse();
    if (data === undefined) {
      const example = 'such as [{ "name": "Ada", "score": 12 }], a list of lists, or CSV';
      draft.problems.add(placeOf('data'), 'missing-field', `is required for a table: its rows, ${example}`);
      return;
    }
    if (header !== undefined && typeof header !== 'boolean' && !Array.isArray(header)) {
      const rule = `must be true, false or a list of texts, but is ${showValue(header)}`;
      draft.problems.add(placeOf('header'), 'value', rule);
      return;
    }
    if (lines !== undefined && typeof lines !== 'boolean')
      draft.problems.add(placeOf('lines'), 'value', `must be true or false, but is ${showValue(lines)}`);
    const begin = this.#read(data, placeOf('data'));
    if (begin === null) return;
    const later = draft.compositions.flatMap(({ key, written: composition, path }) => {
      const stateData = mapIn(mapIn(composition, 'states'), name).data;
      const tableHere =
        stateData === undefined ? null : this.#read(stateData, [...path, 'states', name, 'data']);
      return tableHere === null ? [] : [{ key, one: tableHere }];
    });
    const isKeyed = areKeyed([begin, ...later.map(({ one }) => one)].map((one) => one.data));
    const first = this.#shown(begin, isKeyed);
    if (first === null) return;
    const changed = new Map<string, Shown>();
    for (const { key, one } of later) {
      const shown = this.#shown(one, isKeyed);
      if (shown !== null) changed.set(key, shown);
    }
    const all = [first, ...changed.values()];
    const keys = [...new Set(all.flatMap((one) => one.data.columns))];
    const columns = this.#columns(written, keys, all);
    const named = all.find((one) => one.data.columns.length > 0) ?? first;
    const titles = this.#titles(columns, named.data);
    if (columns.length === 0) {
      if (!draft.unreadGroups.has(id) && keys.length === 0)
        draft.problems.add(placeOf('data'), 'value', 'has no columns; write at least one row, or columns');
      return;
    }
    if (!this.#areBounded(columns, all)) return;
    this.#make({ columns, titles, first, changed, hasLines: lines !== false });
  }

  /** Refuses the fields of other groups, which would have no effect. */
  #refuse(): void {
    const { id, object, state, placeOf } = this.#owner;
    const writtenLook = this.#draft.looks.get(id)?.own;
    for (const field of ['gap', 'align', 'justify', 'equal']) {
      const isWritten = field === 'equal' ? object.equal !== undefined : writtenLook?.has(field) === true;
      delete object[field];
      delete state[field];
      if (!isWritten) continue;
      const rule = 'is a field of rows and grids; a table has columns, each with align and width';
      this.#draft.problems.add(placeOf(field), 'wrong-kind', rule);
    }
  }

  /** Reads the data of one composition; null with a problem. */
  #read(written: unknown, place: Path): Omit<Shown, 'names'> | null {
    const draft = this.#draft;
    const text = tableOf(draft, this.#owner.id, written, place);
    const data = readTableData(text, this.#header);
    if ('message' in data) {
      this.#report([data], place);
      return null;
    }
    return { data, place, isText: typeof text === 'string' };
  }

  /** Finds out which rows of the data are rows of earlier data; null with a problem. */
  #shown(read: Omit<Shown, 'names'>, isKeyed: boolean): Shown | null {
    const { data, place } = read;
    const items = this.#list.next(data.items, isKeyed ? firstTexts(data) : undefined);
    if (typeof items === 'string') {
      this.#draft.problems.add(place, 'value', items);
      return null;
    }
    return { ...read, names: items.map(({ key }) => this.#nameFor(key)) };
  }

  #report(problems: readonly TableProblem[], place: Path): void {
    for (const problem of problems)
      this.#draft.problems.add([...place, ...problem.place], 'value', problem.message);
  }

  /** The name of a row: that of its item, unless it is the name of something else. */
  #nameFor(key: string): string {
    const existing = this.#names.get(key);
    if (existing !== undefined) return existing;
    const taken = new Set(this.#names.values());
    let name = key;
    for (let count = 2; reservedNames.has(name) || taken.has(name); count++) name = `${key}-${count}`;
    this.#names.set(key, name);
    return name;
  }

  #columns(written: unknown, keys: readonly string[], all: readonly Shown[]): readonly TableColumn[] {
    const problems: TableProblem[] = [];
    const sizes: Fields = { width: this.#owner.state.width };
    readShares(this.#draft, sizes, {}, this.#owner.path);
    const whole = typeof sizes.width === 'number' ? sizes.width : this.#draft.frame.width;
    const valuesOf = (key: string) => all.flatMap(({ data }) => data.rows.map((row) => row.get(key)));
    // Columns of data that are not read yet are unknown.
    const isUnread = this.#draft.unreadGroups.has(this.#owner.id);
    const columns = readColumns(isUnread ? undefined : written, keys, valuesOf, whole, problems);
    this.#report(problems, this.#owner.placeOf('columns'));
    return columns;
  }

  /** The texts of the header; null without one. `data` are the first ones that have columns. */
  #titles(columns: readonly TableColumn[], data: TableData): readonly CellText[] | null {
    const header = this.#header;
    const { problems, unreadGroups } = this.#draft;
    const hasHeader = header === undefined ? data.titles !== null : header !== false;
    if (!hasHeader) return null;
    if (!Array.isArray(header))
      return columns.map(({ key }) => {
        const at = data.columns.indexOf(key);
        return (data.titles === null || at < 0 ? null : textOf(data.titles[at])) ?? key;
      });
    const place = this.#owner.placeOf('header');
    // The header of lists names all columns of the data, even those that the table leaves out.
    const count = data.isOfLists ? data.columns.length : columns.length;
    if (header.length !== count && !unreadGroups.has(this.#owner.id)) {
      const texts = header.length === 1 ? '1 text' : `${header.length} texts`;
      const rule = `has ${texts}, but the table has ${count === 1 ? '1 column' : `${count} columns`}; write one for each`;
      problems.add(place, 'count', rule);
    }
    return columns.map(({ key }, index) => {
      const at = data.isOfLists ? data.columns.indexOf(key) : index;
      const title: unknown = header[at];
      const text = textOf(title);
      const isLong = typeof text === 'string' && text.length > maxCellLetters;
      if (isLong || (text === null && title !== undefined && title !== broken)) {
        const rule = `must be a text of at most ${maxCellLetters} letters, but is ${showValue(title)}`;
        problems.add([...place, at], 'value', rule);
      }
      return isLong ? '' : (text ?? '');
    });
  }

  /** Whether all values can be cells; adds a problem for the first one that cannot. */
  #areBounded(columns: readonly TableColumn[], all: readonly Shown[]): boolean {
    const { problems } = this.#draft;
    const rows = new Set(all.flatMap(({ names }) => names)).size;
    if (rows * columns.length > maxCells) {
      const rule = `must have at most ${maxCells} cells in all compositions, but has ${rows} rows of ${columns.length}`;
      problems.add(all[0]?.place ?? [], 'count', rule);
      return false;
    }
    let isGood = true;
    for (const { data, place, isText } of all) {
      for (const [at, row] of data.rows.entries()) {
        for (const { key } of columns) {
          const value = row.get(key);
          const where = `in row ${at + 1}, column ${showValue(key)} `;
          const isLong = typeof value === 'string' && value.length > maxCellLetters;
          if (value === broken || (isCellValue(value) && !isLong)) continue;
          const rule = isLong
            ? `has ${value.length} letters; a cell has at most ${maxCellLetters}`
            : `must be a text, a number, true, false or null, but is ${showValue(value)}`;
          const inRow = Array.isArray(value) || isMap(value) || isLong;
          const list = data.isOfLists ? data.columns.indexOf(key) : key;
          const path = isText || !inRow ? place : [...place, data.places[at] ?? at, list];
          problems.add(path, 'value', `${where}${rule}`);
          isGood = false;
        }
      }
    }
    return isGood;
  }

  #make({
    columns,
    titles,
    first,
    changed,
    hasLines,
  }: {
    readonly columns: readonly TableColumn[];
    readonly titles: readonly CellText[] | null;
    readonly first: Shown;
    readonly changed: ReadonlyMap<string, Shown>;
    readonly hasLines: boolean;
  }): void {
    const draft = this.#draft;
    const { id, name, object, state, placeOf } = this.#owner;
    const textsOf = ({ data, names }: Shown) =>
      new Map(
        names.map((row, at) => [
          row,
          columns.map(({ key, format }) => textIn(format, data.rows[at]?.get(key))),
        ]),
      );
    const texts = new Map([[first, textsOf(first)]]);
    for (const changedCell of changed.values()) texts.set(changedCell, textsOf(changedCell));
    const parts = cellNames(columns.map(({ key }) => key));
    const rows: PlannedRow[] = [];
    const cellsOf = new Map<string, readonly string[]>();
    const inks = new Map<string, unknown>();
    const add = (row: string, values: readonly (readonly CellText[])[]) => {
      const isHeader = row === headerName;
      const letters = this.#letters;
      const tableRow = { name: `${name}.${row}`, isHeader, columns, parts, values, letters, hasLines };
      const made = makeRow(draft, { ...tableRow, place: placeOf('data') }, this.#readObject);
      rows.push(made);
      cellsOf.set(
        made.id,
        made.cells.map((cell) => cell.id),
      );
      if (this.#isTextColored) return;
      const plain = isHeader ? letters.header.textColor : undefined;
      for (const cell of made.cells) inks.set(cell.id, plain ?? inkFor(draft.background, draft.theme));
    };
    if (titles !== null) add(headerName, [titles]);
    const names = [...new Set([first, ...changed.values()].flatMap((one) => one.names))];
    for (const row of names)
      add(
        row,
        [...texts.values()].map((one) => one.get(row) ?? []).filter((one) => one.length > 0),
      );
    const idOfRow = (row: string) => draft.names.idFor(`${name}.${row}`);
    const head = titles === null ? [] : [idOfRow(headerName)];
    const ids = rows.map((row) => row.id);
    const orderOf = (shown: Shown) => [...head, ...shown.names.map(idOfRow)];
    object.children = draft.provenance.set(ids, placeOf('data'));
    const order = orderOf(first);
    if (order.length < ids.length) state.children = draft.provenance.set(order, placeOf('data'));
    const plan: TablePlan = {
      fontSize: this.#letters.fontSize,
      growth: this.#letters.growth,
      columns: columns.map(({ align, width }) => ({ align, width })),
      rows,
    };
    state.table = plan;
    object.state = state;
    draft.tables.set(id, { rows: cellsOf, inks, fills: new Map() });
    this.#change({ rows, first, changed, texts, orderOf });
  }

  /** Adds the states with which later data change the table, and hides the rows that data do not have. */
  #change({
    rows,
    first,
    changed,
    texts,
    orderOf,
  }: {
    readonly rows: readonly PlannedRow[];
    readonly first: Shown;
    readonly changed: ReadonlyMap<string, Shown>;
    readonly texts: ReadonlyMap<Shown, ReadonlyMap<string, readonly CellText[]>>;
    readonly orderOf: (shown: Shown) => readonly string[];
  }): void {
    const draft = this.#draft;
    const { id, name } = this.#owner;
    const byId = new Map(rows.map((row) => [row.id, row]));
    const last = new Map(texts.get(first));
    // Without rows and a header there is nothing to draw a box around.
    const around = [draft.boxes.get(id), draft.carriers.get(id)].filter((one) => one !== undefined);
    let shown = first;
    for (const { key } of draft.compositions) {
      const next = changed.get(key);
      if (next !== undefined) {
        const states: Record<string, Fields> = draft.itemStates.get(key) ?? {};
        for (const row of next.names) {
          const rowId = draft.names.idFor(`${name}.${row}`);
          const now = texts.get(next)?.get(row) ?? [];
          const before = last.get(row);
          // A new row has the texts with which it was made, if it was never shown.
          for (const [at, text] of now.entries()) {
            const cell = byId.get(rowId)?.cells[at];
            if (cell?.label == null || before === undefined || before[at] === text) continue;
            states[cell.id] = { ...states[cell.id], text };
          }
          last.set(row, now);
          if (!shown.names.includes(row)) states[rowId] = { ...states[rowId] };
        }
        if (orderOf(shown).length === 0) for (const cellId of around) states[cellId] = { ...states[cellId] };
        states[id] = { ...states[id], children: orderOf(next) };
        shown = next;
      }
      const present = new Set(orderOf(shown));
      if (present.size === 0) for (const aroundId of around) draft.absent.get(key)?.add(aroundId);
      for (const row of rows) if (!present.has(row.id)) draft.absent.get(key)?.add(row.id);
    }
  }
}

/** Whether rows are known by their first column: in all data, it has a text of its own for each row. */
function areKeyed(all: readonly TableData[]): boolean {
  return all.every((data) => {
    const texts = firstTexts(data);
    return texts.every((text) => text !== '') && new Set(texts).size === texts.length;
  });
}

/** The texts of the first column, without its numbers. */
function firstTexts({ columns, rows }: TableData): string[] {
  const first = columns.find((column) => column !== 'id') ?? '';
  return rows.map((row) => row.get(first)).map((value) => (typeof value === 'string' ? value.trim() : ''));
}

function textIn(format: TableColumn['format'], value: unknown): CellText {
  return isCellValue(value) ? format(value) : '';
}

/** The text of a header; null if it cannot be one. */
function textOf(value: unknown): CellText | null {
  if (value === null) return '';
  if (value instanceof RunningText) return value;
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : null;
}
