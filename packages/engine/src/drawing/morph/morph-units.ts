import type { Color } from '../../timeline/color.ts';
import type { ColoredOutline } from '../colored-outline.ts';
import type { EquationMark } from '../equation/equation-layout.ts';
import { memoizeByObject } from '../memoize-by-object.ts';
import { type Outline, transformOutline } from '../outline.ts';
import { positionOf, type SetText } from '../set-text.ts';
import type { GlyphLayer } from '../text/text-layout.ts';
import type { SymbolKind } from './symbol-kinds.ts';

/** The smallest part that moves as a whole: a symbol of an equation, a letter, or a word of joined letters. */
export interface MorphUnit {
  /** Equal units have equal keys. */
  readonly key: string;
  /** Number of letters or symbols. */
  readonly weight: number;
  readonly glyphs: readonly MorphGlyph[];
  /** Its place in an equation; undefined for a letter. */
  readonly symbol?: MorphSymbol;
}

/** What a symbol of an equation is, and where. */
export interface MorphSymbol {
  readonly kind: SymbolKind;
  /** Its parts in the terms around it, such as `num sup` for an exponent in a numerator; empty on the line itself. */
  readonly role: string;
  /** The part of the role from the first one in smaller type, such as `sup`; empty for full size. */
  readonly script: string;
  /** The line of the equation or the row of a table that it is in. */
  readonly line: number;
  /** The terms around it, from the outermost one; a bar or a root belongs to the last one. */
  readonly terms: readonly number[];
  /** The piece that `\class` marks. */
  readonly mark: EquationMark | undefined;
  /** Size of its type, 1 on the line itself. */
  readonly size: number;
}

/** A glyph in its place, in em. */
export interface MorphGlyph extends ColoredOutline {
  /** Whether the stroke of the object goes around it. */
  readonly isStroked: boolean;
  /** Its place, by which spans paint it. */
  readonly place: number;
}

/** Units side by side that can move together: a row of terms, or of words. */
export type MorphRow = readonly MorphItem[];

/** An index of a unit, or a term with rows of its own, such as a fraction. */
export type MorphItem = number | MorphTerm;

export interface MorphTerm {
  readonly kind: string;
  readonly rows: readonly MorphRow[];
}

/** The units of a text or an equation. */
export interface MorphContent {
  /** In reading order. */
  readonly units: readonly MorphUnit[];
  readonly row: MorphRow;
  /** Whether single units must keep their order, as the letters of a text do. */
  readonly keepsOrder: boolean;
  /** Whether units leave, move and enter one after another, so that no two of them meet. */
  readonly takesTurns?: true;
}

/** Middles of units by which near ones are found, in em. */
export type Middles = readonly (readonly [x: number, y: number])[];

/** Contents with more units are too long to be followed by eye; their matching would take too long as well. */
export const maxUnits = 800;

/** Scripts whose letters join or change beside each other, by their ISO 15924 codes: only whole words can move. */
const joiningScripts = new Set([
  ...[
    'Arab',
    'Syrc',
    'Mand',
    'Mong',
    'Nkoo',
    'Adlm',
    'Rohg',
    'Deva',
    'Beng',
    'Guru',
    'Gujr',
    'Orya',
    'Taml',
    'Telu',
  ],
  ...['Knda', 'Mlym', 'Sinh', 'Thai', 'Laoo', 'Tibt', 'Mymr', 'Khmr'],
]);

/** Identifies outlines that are the same object. */
const outlineNumbers = new WeakMap<Outline, number>();
let outlineCount = 0;

function numberOf(outline: Outline): number {
  let number = outlineNumbers.get(outline);
  if (number === undefined) {
    number = outlineCount++;
    outlineNumbers.set(outline, number);
  }
  return number;
}

/** Returns the letters of a text in their words, which spaces separate; null if there are too many. */
export const textContent = memoizeByObject((text: SetText): MorphContent | null => {
  const units: MorphUnit[] = [];
  const words = text.lines.flatMap(({ glyphs, isRightToLeft }) => {
    // Letters that take the same place in the text, such as a letter and its mark, stay together.
    const letters = lettersOf(glyphs);
    if (isRightToLeft) letters.sort((one, other) => one.first - other.first);
    return wordsOf(letters).map((word) => ({ word, isJoined: isJoined(word) }));
  });
  const count = words.reduce((sum, { word, isJoined }) => sum + (isJoined ? 1 : word.length), 0);
  if (count > maxUnits) return null;
  const row = words.map(({ word, isJoined }): MorphItem => {
    if (isJoined) return addUnit(text, units, word);
    return { kind: 'word', rows: [word.map((letter) => addUnit(text, units, [letter]))] };
  });
  return { units, row, keepsOrder: true };
});

/** Returns the words, numbers and signs of a text, which move as wholes; null if there are too many. */
export const wordContent = memoizeByObject((text: SetText, source: string): MorphContent | null => {
  const units: MorphUnit[] = [];
  const row: MorphItem[] = [];
  for (const { glyphs, isRightToLeft } of text.lines) {
    const letters = lettersOf(glyphs);
    if (isRightToLeft) letters.sort((one, other) => one.first - other.first);
    for (const word of wordsOf(letters)) {
      const parts = isJoined(word) ? [word] : partsOf(word, (letter) => characterAt(text, source, letter));
      row.push({ kind: 'word', rows: [parts.map((part) => addUnit(text, units, part))] });
      if (units.length > maxUnits) return null;
    }
  }
  return { units, row, keepsOrder: true, takesTurns: true };
});

/** Divides a word into names and numbers, and single signs. */
function partsOf(word: readonly Letter[], characterOf: (letter: Letter) => string): Letter[][] {
  const parts: Letter[][] = [];
  let wasName = false;
  for (const letter of word) {
    const isName = /^[\p{L}\p{N}\p{M}_]/u.test(characterOf(letter));
    const last = parts.at(-1);
    if (isName && wasName && last !== undefined) last.push(letter);
    else parts.push([letter]);
    wasName = isName;
  }
  return parts;
}

function characterAt(text: SetText, source: string, { glyphs: [first] }: Letter): string {
  return first === undefined
    ? ''
    : String.fromCodePoint(source.codePointAt(positionOf(text, first.glyph)) ?? 0);
}

function isJoined(word: readonly Letter[]): boolean {
  return word.some(({ glyphs }) => glyphs.some(({ glyph }) => joiningScripts.has(glyph.script)));
}

type SetGlyph = SetText['lines'][number]['glyphs'][number];

interface Letter {
  /** Places in the text. */
  first: number;
  end: number;
  readonly glyphs: SetGlyph[];
}

/** Joins glyphs that draw the same characters. */
function lettersOf(glyphs: readonly SetGlyph[]): Letter[] {
  const letters: Letter[] = [];
  for (const placed of glyphs) {
    const { firstGrapheme: first, endGrapheme: end } = placed.glyph;
    const letter = letters.at(-1);
    if (letter !== undefined && first < letter.end && letter.first < end) {
      letter.glyphs.push(placed);
      letter.first = Math.min(letter.first, first);
      letter.end = Math.max(letter.end, end);
    } else letters.push({ first, end, glyphs: [placed] });
  }
  return letters;
}

/** A space draws nothing, so it is a gap between the places of two letters. */
function wordsOf(letters: readonly Letter[]): Letter[][] {
  const words: Letter[][] = [];
  let end = -1;
  for (const letter of letters) {
    const word = words.at(-1);
    if (word !== undefined && letter.first === end) word.push(letter);
    else words.push([letter]);
    end = letter.end;
  }
  return words;
}

function addUnit(text: SetText, units: MorphUnit[], letters: readonly Letter[]): number {
  const glyphs = letters.flatMap((letter) => letter.glyphs);
  const [first] = glyphs;
  const left = first?.x ?? 0;
  const top = first?.y ?? 0;
  // Marks and joined letters in other places make another unit.
  const key = glyphs
    .map(({ glyph, x, y }) => `${numberOf(glyph.outline)} ${(x - left).toFixed(3)} ${(y - top).toFixed(3)}`)
    .join(' ');
  const placed = glyphs.flatMap((glyph) => placedGlyphs(text, glyph));
  return units.push({ key, weight: letters.length, glyphs: placed }) - 1;
}

function placedGlyphs(text: SetText, { glyph, x, y }: SetGlyph): MorphGlyph[] {
  const position = positionOf(text, glyph);
  const glyphWith = (outline: Outline, color: Color | null, isStroked: boolean): MorphGlyph => ({
    outline: transformOutline(outline, [1, 0, 0, 1, x, y]),
    color,
    isStroked,
    place: position,
  });
  if (glyph.layers === undefined) return [glyphWith(glyph.outline, null, true)];
  return glyph.layers.map(({ outline, color }: GlyphLayer) => glyphWith(outline, color, false));
}
