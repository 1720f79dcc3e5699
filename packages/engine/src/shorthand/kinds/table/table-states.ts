import { hexColor } from '../../../language/css-colors.ts';
import { labelFields } from '../../../language/kind-fields.ts';
import { isMap } from '../../../project/check.ts';
import type { Path } from '../../../project/problem-text.ts';
import { inkFor } from '../../desugar/label-ink.ts';
import type { Fields, SceneDraft } from '../../desugar/scene-draft.ts';
import { readColor } from '../../themes/theme-colors.ts';

interface Mention {
  readonly value: unknown;
  readonly path: Path;
  readonly places?: ReadonlyMap<string, Path>;
}

/** From this alpha on, of 255, a fill decides which letters are easy to read. */
const halfOpaque = 128;

/** The fields of letters that a row or a whole table gives its cells. */
const shared = labelFields.filter((field) => field !== 'text' && field !== 'wrapWidth');

/**
 * Gives the cells of tables what a composition changes in the letters of their row or of the whole table. The fill of a
 * row changes the colour of texts that have none of their own, so that they stay easy to read.
 */
export function spreadLetters(draft: SceneDraft, mentions: Map<string, Mention>): void {
  for (const [table, { rows, inks, fills }] of draft.tables) {
    for (const row of rows.keys()) spread(mentions, table, row);
    takeFrom(mentions, table);
    for (const [row, cells] of rows) {
      const isRowFilled = readFill(mentions, row, fills);
      for (const cell of cells) {
        spread(mentions, row, cell);
        const isFilled = readFill(mentions, cell, fills) || isRowFilled;
        if (fieldOf(mentions.get(cell), 'textColor') !== undefined) inks.delete(cell);
        const plain = inks.get(cell);
        if (!isFilled || plain === undefined) continue;
        const ground = [fills.get(cell), fills.get(row)].map((fill) => groundOf(draft, fill)).find(Boolean);
        setInk(mentions, { row, cell, ink: ground === undefined ? plain : inkFor(ground, draft.theme) });
      }
      takeFrom(mentions, row);
    }
  }
}

/** Records the fill that a composition gives a row or a cell. Whether it does. */
function readFill(mentions: ReadonlyMap<string, Mention>, id: string, fills: Map<string, unknown>): boolean {
  const fill = fieldOf(mentions.get(id), 'fill');
  if (fill !== undefined) fills.set(id, fill);
  return fill !== undefined;
}

/** The colour behind the texts of a filled row or cell; undefined for a fill through which one mostly sees. */
function groundOf({ theme }: SceneDraft, fill: unknown): string | undefined {
  const read = readColor(fill, theme);
  const color = 'value' in read ? read.value : fill;
  if (typeof color !== 'string' || color === 'none' || color === 'transparent') return undefined;
  const [, alpha = 'ff'] = /^#[0-9a-f]{6}([0-9a-f]{2})$/i.exec(hexColor(color)) ?? [];
  return Number.parseInt(alpha, 16) < halfOpaque ? undefined : color;
}

function fieldOf(mention: Mention | undefined, field: string): unknown {
  return isMap(mention?.value) ? mention.value[field] : undefined;
}

/** Adds the letters of a mention to one of its parts, unless the part has its own. */
function spread(mentions: Map<string, Mention>, from: string, to: string): void {
  const whole = mentions.get(from);
  if (!isMap(whole?.value)) return;
  const fields = shared.filter((field) => fieldOf(whole, field) !== undefined);
  if (fields.length === 0) return;
  const mention = mentions.get(to);
  if (mention?.value === false) return;
  const written = isMap(mention?.value) ? mention.value : {};
  const places = new Map(mention?.places);
  const given: Fields = {};
  for (const field of fields) {
    if (written[field] !== undefined) continue;
    given[field] = whole.value[field];
    places.set(field, whole.places?.get(field) ?? [...whole.path, field]);
  }
  if (Object.keys(given).length === 0) return;
  mentions.set(to, { value: { ...given, ...written }, path: mention?.path ?? whole.path, places });
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

/** Colours the text of a cell so that it is easy to read on its fill or that of its row. */
function setInk(
  mentions: Map<string, Mention>,
  { row, cell, ink }: { readonly row: string; readonly cell: string; readonly ink: unknown },
): void {
  const mention = mentions.get(cell);
  if (mention?.value === false) return;
  const written = isMap(mention?.value) ? mention.value : {};
  const path = mention?.path ?? mentions.get(row)?.path ?? [];
  mentions.set(cell, { ...mention, value: { ...written, textColor: ink }, path });
}
