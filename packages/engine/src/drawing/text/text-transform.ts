import type { CompositionState } from '../../project/schema.ts';

/** How the letters of a text are changed before they are set. */
export type TextTransform = NonNullable<CompositionState['textTransform']>;

/** A text with other letters, and how places in both correspond, in UTF-16 units. */
export interface TransformedText {
  readonly text: string;
  /** Returns the place in the transformed text for one in the original. */
  placeOf(original: number): number;
  /** Returns the place in the original text for one in the transformed text. */
  originalOf(place: number): number;
}

/** A letter at the start of a word. An apostrophe belongs to the word around it. */
const wordStart = /(?<![\p{L}\p{M}\p{N}]['’]?)\p{L}/gu;

/** Digraphs that are one letter, with only their first part capital at the start of a word. */
const titleCase: Readonly<Record<string, string>> = {
  ǆ: 'ǅ',
  Ǆ: 'ǅ',
  ǉ: 'ǈ',
  Ǉ: 'ǈ',
  ǌ: 'ǋ',
  Ǌ: 'ǋ',
  ǳ: 'ǲ',
  Ǳ: 'ǲ',
};

/** Changes the case of a text by the mappings of Unicode, which can make it longer: ß becomes SS. */
export function transformText(text: string, transform: TextTransform): TransformedText {
  if (transform === 'none') return { text, placeOf: (place) => place, originalOf: (place) => place };
  const starts = transform === 'capitalize' ? wordStarts(text) : undefined;
  // Only as a whole, the sigma at the end of a word gets its form. It has the same length.
  const lowered = transform === 'lowercase' ? text.toLowerCase() : '';
  let shown = '';
  const places: number[] = [];
  const originals: number[] = [];
  let original = 0;
  for (const character of text) {
    const changed =
      starts === undefined
        ? transform === 'uppercase'
          ? character.toUpperCase()
          : lowered.slice(shown.length, shown.length + character.toLowerCase().length)
        : starts.has(original)
          ? capital(character)
          : character;
    for (let i = 0; i < character.length; i++) places.push(shown.length + Math.min(i, changed.length));
    for (let i = 0; i < changed.length; i++) originals.push(original + Math.min(i, character.length - 1));
    shown += changed;
    original += character.length;
  }
  places.push(shown.length);
  originals.push(original);
  return {
    text: shown,
    placeOf: (place) => places[Math.min(place, text.length)],
    originalOf: (place) => originals[Math.min(place, shown.length)],
  };
}

function wordStarts(text: string): ReadonlySet<number> {
  return new Set(Array.from(text.matchAll(wordStart), ({ index }) => index));
}

function capital(letter: string): string {
  const titleLetter = titleCase[letter];
  if (titleLetter !== undefined) return titleLetter;
  const [first = '', ...others] = letter.toUpperCase();
  return first + others.join('').toLowerCase();
}
