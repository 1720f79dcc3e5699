import { isMap } from '../../../project/check.ts';
import type { Path } from '../../../project/problem-text.ts';
import type { Fields, ReadObject, SceneDraft } from '../../desugar/scene-draft.ts';
import type { CellText } from './cell-texts.ts';
import type { PlannedCell, PlannedRow } from './table.ts';
import type { TableColumn } from './table-columns.ts';
import { lineLook, type TableLetters } from './table-looks.ts';

/** The part of a table that is its header. */
export const headerName = 'header';

/** Names that parts of a table or of any group have. */
export const reservedNames: ReadonlySet<string> = new Set([headerName, 'box', 'frame', 'whole', 'label']);

/** The longest name of a cell. */
const maxNameLength = 60;

interface Row {
  /** Its full name, such as `plans.0`. */
  readonly name: string;
  readonly isHeader: boolean;
  readonly columns: readonly TableColumn[];
  /** The names of its cells. */
  readonly parts: readonly string[];
  /** The texts that its cells have, in each of the data. */
  readonly values: readonly (readonly CellText[])[];
  readonly letters: TableLetters;
  readonly hasLines: boolean;
  readonly place: Path;
}

/** Makes the group of a row, with its cells, their texts and a line. */
export function makeRow(
  draft: SceneDraft,
  { name, isHeader, columns, parts, values, letters, hasLines, place }: Row,
  readObject: ReadObject,
): PlannedRow {
  const read = (part: string, value: Fields) => {
    const made = draft.names.idFor(part);
    readObject(draft, { id: made, name: part, value, path: place });
    return made;
  };
  const id = read(name, { kind: 'row', gap: 0, padding: 0, children: [] });
  const members: string[] = [];
  const rowLetters = isHeader ? letters.header : letters.cells;
  const look = { kind: 'rectangle', fill: 'none', stroke: 'none', cornerRadius: 0, width: 100, height: 60 };
  const cells = columns.map(({ align, isOfNumbers }, at): PlannedCell => {
    const part = `${name}.${parts[at]}`;
    const texts = values.map((one) => one[at] ?? '');
    // A cell has a label if it ever has a text.
    const text = texts.find((one) => one !== '') ?? '';
    const cell = read(part, { ...look, ...rowLetters, text });
    members.push(cell);
    const label = draft.labels.get(cell) ?? null;
    const state = draft.objects[label ?? cell]?.state;
    if (!isMap(state)) return { id: cell, label: null };
    if (label === null) {
      for (const field of ['text', ...Object.keys(rowLetters)]) delete state[field];
      return { id: cell, label };
    }
    // The layout of the table places it.
    delete state.inside;
    Object.assign(state, {
      ...{ text: texts[0] ?? '', align, tabularNumbers: isOfNumbers && !isHeader },
      textTransition: isOfNumbers && counts(draft, part, texts) ? 'count' : 'crossfade',
    });
    members.push(label);
    return { id: cell, label };
  });
  const line = hasLines ? read(`${name}.whole.line`, lineLook(draft, letters, isHeader)) : null;
  if (line !== null) members.push(line);
  const group = draft.objects[id];
  if (group !== undefined) group.children = draft.provenance.set(members, place);
  return { id, cells, line };
}

/** Whether the texts of a cell differ only in their numbers, so that these can count. */
function counts({ mentioned }: SceneDraft, part: string, texts: readonly CellText[]): boolean {
  const isWritten = (mentioned.get(part) ?? []).some(({ text }) => text !== undefined);
  const written = texts.filter((text) => typeof text === 'string' && /\d/.test(text)) as string[];
  const others = new Set(written.map((text) => text.replaceAll(/[\d.,−]/g, '')));
  return !isWritten && others.size === 1 && written.length === texts.length;
}

/** The names of the cells of a row: those of the columns, without what separates the names of parts. */
export function cellNames(keys: readonly string[]): readonly string[] {
  const names: string[] = [];
  for (const [index, key] of keys.entries()) {
    const plain = key.replaceAll(/[.*#]+/g, '-').trim();
    const start = plain.slice(0, maxNameLength) || String(index);
    let name = start;
    for (let count = 2; reservedNames.has(name) || names.includes(name); count++) name = `${start}-${count}`;
    names.push(name);
  }
  return names;
}
