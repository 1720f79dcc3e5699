import { labelFields } from '../../language/kinds.ts';
import { isMap } from '../../project/check.ts';
import type { Path } from '../../project/problem-text.ts';
import { readColor } from '../themes/theme-colors.ts';
import { inkFor } from './label-ink.ts';
import type { Fields, SceneDraft } from './scene-draft.ts';

interface Mention {
  readonly value: unknown;
  readonly path: Path;
  readonly places?: ReadonlyMap<string, Path>;
}

/** The fields of letters that a row or a whole table gives its cells. */
const shared = labelFields.filter((field) => field !== 'text' && field !== 'wrapWidth');

/**
 * Gives the cells of tables what a composition changes in the letters of their row or of the whole table. The fill of a
 * row changes the colour of texts that have none of their own, so that they stay easy to read.
 */
export function spreadLetters(draft: SceneDraft, mentions: Map<string, Mention>): void {
  for (const [table, { rows, inks }] of draft.tables) {
    for (const row of rows.keys()) spread(draft, mentions, table, row, true);
    takeFrom(mentions, table);
    for (const [row, cells] of rows) {
      for (const cell of cells) {
        if (fieldOf(mentions.get(cell), 'textColor') !== undefined) inks.delete(cell);
        else spreadInk(draft, mentions, { row, cell, inks });
        spread(draft, mentions, row, cell, false);
        // A cell with a fill of its own has letters that are easy to read on it.
        spreadInk(draft, mentions, { row: cell, cell, inks });
      }
      takeFrom(mentions, row);
    }
  }
}

function fieldOf(mention: Mention | undefined, field: string): unknown {
  return isMap(mention?.value) ? mention.value[field] : undefined;
}

/** Adds the letters of a mention to one of its parts, unless the part has its own. */
function spread(
  draft: SceneDraft,
  mentions: Map<string, Mention>,
  from: string,
  to: string,
  isRow: boolean,
): void {
  const whole = mentions.get(from);
  if (!isMap(whole?.value)) return;
  const fields = shared.filter((field) => fieldOf(whole, field) !== undefined);
  if (fields.length === 0 || (isRow && draft.objects[to] === undefined)) return;
  const own = mentions.get(to);
  if (own?.value === false) return;
  const written = isMap(own?.value) ? own.value : {};
  const places = new Map(own?.places);
  const given: Fields = {};
  for (const field of fields) {
    if (written[field] !== undefined) continue;
    given[field] = whole.value[field];
    places.set(field, whole.places?.get(field) ?? [...whole.path, field]);
  }
  if (Object.keys(given).length === 0) return;
  mentions.set(to, { value: { ...given, ...written }, path: own?.path ?? whole.path, places });
}

/** Removes the letters from a mention that has given them to its parts. */
function takeFrom(mentions: Map<string, Mention>, id: string): void {
  const mention = mentions.get(id);
  if (!isMap(mention?.value)) return;
  const rest = Object.entries(mention.value).filter(
    ([field]) => !(shared as readonly string[]).includes(field),
  );
  const isAll = rest.length === Object.keys(mention.value).length;
  if (isAll) return;
  if (rest.length === 0) mentions.delete(id);
  else mentions.set(id, { ...mention, value: Object.fromEntries(rest) });
}

/** Colours the text of a cell so that it is easy to read on the fill that a composition gives its row or itself. */
function spreadInk(
  draft: SceneDraft,
  mentions: Map<string, Mention>,
  {
    row,
    cell,
    inks,
  }: { readonly row: string; readonly cell: string; readonly inks: ReadonlyMap<string, unknown> },
): void {
  const fill = fieldOf(mentions.get(row), 'fill');
  const plain = inks.get(cell);
  const own = mentions.get(cell);
  if (typeof fill !== 'string' || plain === undefined || own?.value === false) return;
  if (fieldOf(own, 'textColor') !== undefined && row !== cell) return;
  const color = readColor(fill, draft.theme);
  const ground = 'value' in color ? color.value : fill;
  const isNone = ground === 'none' || ground === 'transparent';
  const textColor = isNone ? plain : inkFor(ground, draft.theme);
  const written = isMap(own?.value) ? own.value : {};
  if (written.textColor !== undefined) return;
  const whole = mentions.get(row);
  const path = whole?.path ?? [];
  mentions.set(cell, { ...own, value: { ...written, textColor }, path: own?.path ?? path });
}
