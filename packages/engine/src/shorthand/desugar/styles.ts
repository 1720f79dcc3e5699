import { isDeepStrictEqual } from 'node:util';
import { kinds } from '../../language/kind-table.ts';
import { isKind, isPicture } from '../../language/kinds.ts';
import { didYouMean } from '../../names/closest-name.ts';
import { isMap } from '../../project/check.ts';
import { type Path, showValue } from '../../project/problem-text.ts';
import { missingTheme } from '../themes/theme-colors.ts';
import { themeStyles } from '../themes/theme-names.ts';
import type { Guess } from './guess.ts';
import { readNames } from './guesses.ts';
import type { Fields, SceneDraft } from './scene-draft.ts';
import { themeDefaults, themeStyle } from './theme-fields.ts';

/** Returns the names of the styles of an object or a state; reports those that the film does not have. */
export function styleNames(draft: SceneDraft, style: unknown, path: Path): string[] {
  if (style === undefined) return [];
  const names = Array.isArray(style) ? style : [style];
  return names.flatMap((name, index) => {
    const place = Array.isArray(style) ? [...path, index] : path;
    if (typeof name === 'string' && hasStyle(draft, name)) return [name];
    draft.problems.add(place, 'unknown-id', unknownStyle(draft, name));
    return [];
  });
}

/** Notes a style of the theme that has no field for a kind of object. */
export function noteIdleStyles(draft: SceneDraft, names: readonly string[], kind: unknown, path: Path): void {
  if (!isKind(kind) || draft.theme?.isKnown !== true) return;
  for (const name of names) {
    const isOfFilm = Object.hasOwn(draft.styles, name);
    const isLogo = isPicture(kind) && name === 'logo';
    if (isOfFilm || isLogo || Object.keys(themeStyle(draft, name, kind)).length > 0) continue;
    const { noun } = kinds[kind];
    const message = `the style ${showValue(name)} has no effect on ${noun}, because none of its fields are for one; remove it, or choose another style`;
    // The items of a group have one style.
    if (draft.notes.at(-1)?.message !== message) draft.notes.push({ path, message, rule: 'no-effect' });
  }
}

/** Whether the film or its theme has a style. */
export function hasStyle({ styles, theme }: SceneDraft, name: string): boolean {
  if (Object.hasOwn(styles, name)) return true;
  return theme !== undefined && (!theme.isKnown || Object.hasOwn(theme.styles, name));
}

function unknownStyle({ styles, theme }: SceneDraft, name: unknown): string {
  if (theme === undefined && (themeStyles as readonly unknown[]).includes(name))
    return missingTheme(String(name), 'style');
  const choices = [...new Set([...Object.keys(styles), ...Object.keys(theme?.styles ?? {})])];
  if (choices.length === 0)
    return `is ${showValue(name)}, but the film has no styles; add "styles": { ${showValue(name)}: { … } }`;
  const meant = didYouMean(name, choices, { show: showValue });
  return `is ${showValue(name)}, which is not a style of the film${theme === undefined ? '' : ' or its theme'}: ${choices.map(showValue).join(', ')}${meant}`;
}

/**
 * The fields of some styles together for a kind of object, each with its place, and what the theme gives the kind. Later
 * styles override earlier ones, and a style of the film the fields of the theme's style of that name.
 */
export function fieldsOfStyles(
  draft: SceneDraft,
  names: readonly string[],
  kind: unknown,
): Map<string, StyleField> {
  const fields = new Map<string, StyleField>();
  const addTheme = (ofTheme: Fields) => {
    for (const [field, value] of Object.entries(ofTheme)) fields.set(field, { value });
  };
  addTheme(themeDefaults(draft, kind));
  for (const name of names) {
    const { fields: ofTheme } = readNames({ guesses: [] }, 'state', themeStyle(draft, name, kind), kind, []);
    addTheme(ofTheme);
    const style = draft.styles[name];
    if (!isMap(style)) continue;
    const path = ['styles', name];
    const isWritten = draft.provenance.has(path);
    const guesses: Guess[] = [];
    const read = readNames({ ...draft, guesses }, 'state', style, kind, path);
    for (const [field, value] of Object.entries(read.fields))
      fields.set(field, isWritten ? { value, path: read.places.get(field) ?? [...path, field] } : { value });
    if (isWritten) for (const guess of guesses) addGuess(draft, guess);
  }
  return fields;
}

/** Records a guess once. One that means different fields for two kinds of objects has none that could replace it. */
function addGuess({ guesses }: SceneDraft, guess: Guess): void {
  const index = guesses.findIndex(
    ({ path, name }) => name === guess.name && isDeepStrictEqual(path, guess.path),
  );
  if (index < 0) guesses.push(guess);
  else if (!isDeepStrictEqual(guesses[index]?.fields, guess.fields))
    guesses[index] = { ...guess, fields: {} };
}

export interface StyleField {
  readonly value: unknown;
  /** Its place in the document; undefined for a field of the theme. */
  readonly path?: Path;
}

/** Adds fields of styles to a state, unless it sets them itself. */
export function addStyles(
  { provenance }: SceneDraft,
  state: Fields,
  fields: ReadonlyMap<string, StyleField>,
  isOwn: (field: string) => boolean,
): void {
  for (const [field, { value, path }] of fields) {
    if (isOwn(field)) continue;
    state[field] = value;
    if (path !== undefined) provenance.field(state, field, path);
  }
}
