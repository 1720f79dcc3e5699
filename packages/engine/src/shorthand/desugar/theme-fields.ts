import {
  boxFields,
  contentOf,
  hasLetters,
  isKind,
  isLabelled,
  kinds,
  labelFields,
} from '../../language/kinds.ts';
import type { Theme } from '../themes/theme.ts';
import { chartColors } from '../themes/theme-names.ts';
import { readableColor } from './label-ink.ts';
import type { Fields, SceneDraft } from './scene-draft.ts';

/** Fields that only some kinds of objects have. */
const ofSomeKinds: ReadonlySet<string> = new Set(
  Object.values(kinds).flatMap(({ fields }): readonly string[] => fields),
);

/** Fields of cards that the ground of code has. */
const cardFields: readonly string[] = [...boxFields, 'padding'];

/** Returns the fields that a theme gives an object of a kind without any style. */
export function themeDefaults({ theme, background }: Grounds, kind: unknown): Fields {
  if (theme === undefined) return {};
  switch (contentOf(kind)) {
    case 'icon':
      return { fill: readableColor('text', { theme, background }) };
    case 'letters':
      return {
        fill: readableColor('text', { theme, background }),
        ...(kind === 'text' && bodyFamily(theme)),
      };
    case 'line':
      return { stroke: 'line' };
    case 'shape':
      return { fill: 'accent' };
    case 'axes':
      return {
        ...{ stroke: 'line', fill: readableColor('muted', { theme, background }) },
        fontSize: theme.styles.caption?.fontSize,
        ...bodyFamily(theme),
      };
    case 'plot':
    case 'waveform':
      return { stroke: 'accent' };
    case 'chart':
      return {
        ...{ fill: 'text', colors: kind === 'pie' ? chartColors : 'accent' },
        // The labels of a pie take its room.
        fontSize: theme.styles[kind === 'pie' ? 'caption' : 'body']?.fontSize,
        ...bodyFamily(theme),
        // Bars are rounded, except in a theme of sharp corners.
        ...(kind === 'bars' && theme.radius === 0 && { cornerRadius: 0 }),
      };
    case 'figure':
      return kind === 'code' ? fieldsOfCode(theme) : {};
    case 'children':
      return kind === 'group' ? {} : { gap: theme.gap };
    default:
      return {};
  }
}

/** Code has the box of a card as its ground. */
function fieldsOfCode({ styles, fonts }: Theme): Fields {
  const box = Object.entries(styles.card ?? {}).filter(([field]) => cardFields.includes(field));
  return { ...Object.fromEntries(box), ...(fonts.mono !== 'mono' && { fontFamily: fonts.mono }) };
}

function bodyFamily({ fonts }: Theme): Fields {
  return fonts.body === 'Inter' ? {} : { fontFamily: fonts.body };
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
