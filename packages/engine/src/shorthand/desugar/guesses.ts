import {
  hasLetters,
  isChartKind,
  isGroupKind,
  isLine,
  isRound,
  isUnarranged,
  isWaveform,
} from '../../language/kinds.ts';
import type { Path } from '../../project/problem-text.ts';
import { readCssShadows } from '../css-paints.ts';
import { fitsState } from '../schema.ts';
import { colorFields, isPlainColor } from '../themes/theme-colors.ts';
import { isThemeColor } from '../themes/theme-names.ts';
import { readEasing } from './easings.ts';
import type { Guess } from './guess.ts';
import { readOwnNames } from './own-names.ts';
import type { Fields, SceneDraft } from './scene-draft.ts';

/** Smallest delay in milliseconds that is read as such. */
const minDelay = 10;

/** The kinds of objects whose fields are guessed. */
type Holder = 'object' | 'state' | 'track';

/** Returns the fields that are meant; undefined if the meaning is not certain. */
type Reading = (value: unknown, fields: Fields, kind: unknown) => Fields | undefined;

const isNumber = (value: unknown): value is number => typeof value === 'number';
const isText = (value: unknown): value is string => typeof value === 'string';
const isColor = (value: unknown) => isPlainColor(value) || (isText(value) && isThemeColor(value));

const numberAs =
  (name: string): Reading =>
  (value) =>
    isNumber(value) ? { [name]: value } : undefined;
const textAs =
  (name: string): Reading =>
  (value) =>
    isText(value) ? { [name]: value } : undefined;
const shadowAs: Reading = (value) =>
  isText(value) && readCssShadows(value, 1).ok ? { shadow: value } : undefined;
const childrenAs: Reading = (value, _, kind) =>
  isGroupKind(kind) && Array.isArray(value) ? { children: value } : undefined;

/** Words of CSS for `justify` and `align` of groups. */
const justifications: Readonly<Record<string, string>> = {
  ...{ start: 'start', 'flex-start': 'start', center: 'center', end: 'end', 'flex-end': 'end' },
  ...{ 'space-between': 'between', between: 'between', 'space-evenly': 'evenly', evenly: 'evenly' },
};
const alignments: Readonly<Record<string, string>> = {
  ...{ start: 'start', 'flex-start': 'start', center: 'center', end: 'end', 'flex-end': 'end' },
  ...{ stretch: 'stretch', baseline: 'baseline' },
};
const wordOfGroup =
  (name: string, words: Readonly<Record<string, string>>): Reading =>
  (value, _, kind) =>
    isText(value) && isGroupKind(kind) && !isUnarranged(kind) && Object.hasOwn(words, value)
      ? { [name]: words[value] }
      : undefined;

const places = /^(center|top|bottom|left|right)( (left|right))?$/;

/** Names of other tools, and names that shorthand had before, by the object that has them. */
const readings: Readonly<Record<Holder, Readonly<Record<string, Reading>>>> = {
  object: {
    type: textAs('kind'),
    parent: textAs('parentId'),
    of: childrenAs,
    items: childrenAs,
    members: childrenAs,
    elements: childrenAs,
  },
  state: {
    boxShadow: shadowAs,
    textShadow: shadowAs,
    dropShadow: shadowAs,
    color: (value, _, kind) =>
      isColor(value) ? { [isLine(kind) || isWaveform(kind) ? 'stroke' : 'fill']: value } : undefined,
    justifyContent: wordOfGroup('justify', justifications),
    alignItems: wordOfGroup('align', alignments),
    flexGrow: numberAs('flex'),
    content: textAs('text'),
    label: textAs('text'),
    w: numberAs('width'),
    h: numberAs('height'),
    alpha: numberAs('opacity'),
    rotate: numberAs('rotation'),
    borderRadius: numberAs('cornerRadius'),
    lineWidth: numberAs('strokeWidth'),
    size: (value, _, kind) => {
      if (!isNumber(value) || isGroupKind(kind) || isLine(kind)) return undefined;
      return hasLetters(kind) ? { fontSize: value } : { width: value, height: value };
    },
    radius: (value, _, kind) => {
      if (!isNumber(value)) return undefined;
      return isRound(kind) ? { width: 2 * value, height: 2 * value } : { cornerRadius: value };
    },
    position: (value) => (isText(value) && places.test(value) ? { place: value } : undefined),
    of: (value, { margin }) =>
      isText(value) ? { inside: value, ...(margin === undefined && { margin: 0 }) } : undefined,
    gap: (value, { margin }, kind) =>
      isNumber(value) && margin === undefined && !isGroupKind(kind) && kind !== undefined
        ? { margin: value }
        : undefined,
    padding: (value, { inside, margin }, kind) =>
      isNumber(value) && hasLetters(kind) && inside !== undefined && margin === undefined
        ? { margin: value }
        : undefined,
  },
  track: {
    // A small number is probably meant in seconds.
    delay: (value) => (isNumber(value) && value >= minDelay ? { start: value } : undefined),
    ease: (value) => ({ easing: readEasing(value) }),
    animation: textAs('type'),
  },
};

/** Names that are fields of some kinds, so that their other meaning is not certain without a kind. */
const isFieldOf: Readonly<Record<string, (kind: unknown) => boolean>> = {
  label: isChartKind,
  of: (kind) => isWaveform(kind),
  gap: isGroupKind,
  padding: (kind) => !hasLetters(kind),
};

const isColorField = (field: string) => (colorFields as readonly string[]).includes(field);

const noPlaces: ReadonlyMap<string, Path> = new Map();

/**
 * Returns the fields of an object with certain guesses replaced, which are recorded, and those of a state with the names
 * of plain shorthand.
 */
export function readNames(
  draft: Pick<SceneDraft, 'guesses'> & Partial<Pick<SceneDraft, 'problems' | 'isComplete'>>,
  holder: Holder,
  fields: Fields,
  kind: unknown,
  path: Path,
  placeOf = (name: string): Path => [...path, name],
): ReadNames {
  const guessed = readGuesses(draft, holder, fields, kind, placeOf);
  if (holder !== 'state' || draft.isComplete === true) return guessed;
  const place = (name: string) => guessed.places.get(name) ?? placeOf(name);
  const named = readOwnNames(guessed.fields, kind, place, draft);
  if (named === undefined) return guessed;
  return { fields: named.fields, places: new Map([...guessed.places, ...named.places]) };
}

interface ReadNames {
  readonly fields: Fields;
  /** The places of fields with another name as written. */
  readonly places: ReadonlyMap<string, Path>;
}

function readGuesses(
  draft: Pick<SceneDraft, 'guesses'>,
  holder: Holder,
  fields: Fields,
  kind: unknown,
  placeOf: (name: string) => Path,
): ReadNames {
  const readingsOfHolder = readings[holder];
  // Most objects have none.
  if (!Object.keys(fields).some((name) => Object.hasOwn(readingsOfHolder, name)))
    return { fields, places: noPlaces };
  const places = new Map<string, Path>();
  let read = fields;
  for (const [name, reading] of Object.entries(readingsOfHolder)) {
    const value = fields[name];
    if (value === undefined || !Object.hasOwn(fields, name) || isFieldOf[name]?.(kind) === true) continue;
    const meant = reading(value, fields, kind);
    if (meant === undefined || Object.keys(meant).some((one) => fields[one] !== undefined)) continue;
    if (
      holder === 'state' &&
      !Object.entries(meant).every(
        ([one, its]) => isColorField(one) || one === 'shadow' || fitsState(one, its),
      )
    )
      continue;
    const { [name]: _, ...others } = read;
    read = { ...others, ...meant };
    for (const fieldName of Object.keys(meant)) places.set(fieldName, placeOf(name));
    draft.guesses.push({ path: placeOf(name).slice(0, -1), name, fields: meant as Guess['fields'] });
  }
  return { fields: read, places };
}
