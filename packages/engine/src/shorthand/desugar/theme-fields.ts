import { labelFields } from '../../language/kind-fields.ts';
import { kinds } from '../../language/kind-table.ts';
import { hasLetters, isKind, isLabelled } from '../../language/kinds.ts';
import { shorthandKind } from '../kinds/shorthand-kinds.ts';
import { readableColor } from './label-ink.ts';
import type { Fields, SceneDraft } from './scene-draft.ts';

/** Fields that only some kinds of objects have. */
const ofSomeKinds: ReadonlySet<string> = new Set(
  Object.values(kinds).flatMap(({ fields }): readonly string[] => fields),
);

/** Returns the fields that a theme gives an object of a kind without any style. */
export function themeDefaults({ theme, background }: Grounds, kind: unknown): Fields {
  return theme === undefined ? {} : { ...shorthandKind(kind).themed?.({ theme, background }) };
}

/** Returns the fields of a theme's style that objects of a kind have. */
export function themeStyle({ theme, background }: Grounds, name: string, kind: unknown): Fields {
  const style = theme !== undefined && Object.hasOwn(theme.styles, name) ? theme.styles[name] : undefined;
  if (style === undefined) return {};
  const fields = Object.entries(style).filter(([field]) => isFor(field, kind));
  const read = Object.fromEntries(fields);
  if (hasLetters(kind) && read.fill !== undefined)
    read.fill = readableColor(read.fill, { theme, background });
  return read;
}

type Grounds = Pick<SceneDraft, 'theme' | 'background'>;

function isFor(field: string, kind: unknown): boolean {
  if (!isKind(kind)) return false;
  // A label is wrapped to its shape.
  if (isLabelled(kind) && field !== 'wrapWidth' && (labelFields as readonly string[]).includes(field))
    return true;
  return !ofSomeKinds.has(field) || (kinds[kind].fields as readonly string[]).includes(field);
}
