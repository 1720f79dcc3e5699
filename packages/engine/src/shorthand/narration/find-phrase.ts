import { distanceOf } from '../../names/closest-name.ts';
import type { SpokenWord } from '../kinds/captions/cue.ts';
import { isUnspaced } from '../kinds/captions/letters.ts';

/** Words that are spoken, how often they were spoken before, and a shift in milliseconds. */
export interface Phrase {
  readonly letters: string;
  /** From 1; undefined for the next time. */
  readonly occurrence: number | undefined;
  readonly shiftMs: number;
}

/** Spoken words as one string of letters without spaces, signs and case, and the time of each letter. */
export interface SpokenLetters {
  readonly letters: string;
  /** The places in `letters` where words begin, and its end. */
  readonly borders: ReadonlySet<number>;
  /** For each word: its first letter in `letters`, and when it begins. */
  readonly words: readonly (SpokenWord & { readonly first: number })[];
}

const parts =
  /^(?<words>.*?)(?:\s*#(?<occurrence>\d{1,4}))?(?:\s+(?<shift>[+-]\s?\d{1,6}(?:\.\d{1,6})?)\s?(?<unit>ms|s))?$/s;

/** Reads words such as "and merge#2 -0.2s"; undefined for a text without letters. */
export function parsePhrase(text: string): Phrase | undefined {
  const { words = '', occurrence, shift, unit } = parts.exec(text.trim())?.groups ?? {};
  const letters = lettersOf(words);
  if (letters === '') return undefined;
  const shiftMs = shift === undefined ? 0 : Number(shift.replace(/\s/, '')) * (unit === 's' ? 1000 : 1);
  return { letters, occurrence: occurrence === undefined ? undefined : Number(occurrence), shiftMs };
}

/** Letters and digits alone, so that signs, case and accents do not matter. */
function lettersOf(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Prepares the words of a scene, in order of their times. */
export function spokenLetters(words: readonly SpokenWord[]): SpokenLetters {
  let letters = '';
  const placed = words.map((word) => {
    const first = letters.length;
    letters += lettersOf(word.text);
    return { ...word, first };
  });
  return { letters, words: placed, borders: new Set([...placed.map(({ first }) => first), letters.length]) };
}

/** When the phrase is spoken, each time, in milliseconds and in order. */
export function timesOfPhrase({ letters }: Phrase, spoken: SpokenLetters): number[] {
  const times: number[] = [];
  for (let at = spoken.letters.indexOf(letters); at >= 0; at = spoken.letters.indexOf(letters, at + 1)) {
    const time = timeAt(at, letters, spoken);
    if (time !== undefined) times.push(time);
  }
  // Several may speak at once.
  return times.sort((one, other) => one - other);
}

/** The time of a place in the letters; undefined inside a word, except in scripts without spaces. */
function timeAt(at: number, phrase: string, { letters, words, borders }: SpokenLetters): number | undefined {
  const isDivided = !isUnspaced(phrase[0] ?? '') && !isUnspaced(phrase.at(-1) ?? '');
  if (isDivided && !(borders.has(at) && borders.has(at + phrase.length))) return undefined;
  const index = lastAtOrBefore(at, words);
  const word = words[index];
  if (word === undefined) return undefined;
  const next = words[index + 1]?.first ?? letters.length;
  const share = next === word.first ? 0 : (at - word.first) / (next - word.first);
  return Math.round(word.startMs + share * (word.endMs - word.startMs));
}

function lastAtOrBefore(at: number, words: SpokenLetters['words']): number {
  let first = 0;
  for (let end = words.length; first < end; ) {
    const middle = (first + end) >> 1;
    if ((words[middle]?.first ?? 0) <= at) first = middle + 1;
    else end = middle;
  }
  return first - 1;
}

const maxCandidates = 3;

/** Words that are compared with a phrase that is not spoken, and the longest phrase for which this is done. */
const maxCompared = 2000;
const maxComparedLetters = 60;

/** The spoken words that are most like a phrase, as somebody would write them, with their times. */
export function nearestPhrases(
  { letters }: Phrase,
  spoken: SpokenLetters,
): readonly { readonly text: string; readonly startMs: number }[] {
  if (letters.length > maxComparedLetters) return [];
  const candidates = spoken.words.slice(0, maxCompared).map(({ first, startMs }, index) => {
    const end = endOfWords(index, first + letters.length, spoken);
    const said = spoken.letters.slice(first, end.letter);
    return { index, end: end.word, startMs, distance: distanceOf(said, letters) };
  });
  return candidates
    .filter(({ distance }) => distance * 2 <= letters.length)
    .sort((one, other) => one.distance - other.distance)
    .slice(0, maxCandidates)
    .map(({ index, end, startMs }) => ({ text: textOf(spoken.words.slice(index, end)), startMs }));
}

/** The end of the words from one on that have letters up to a place. */
function endOfWords(index: number, place: number, { words, letters }: SpokenLetters) {
  let word = index + 1;
  while (word < words.length && (words[word]?.first ?? 0) < place) word++;
  return { word, letter: words[word]?.first ?? letters.length };
}

function textOf(words: readonly SpokenWord[]): string {
  return words
    .map(({ text, before }, index) => (index === 0 ? '' : before === '\n' ? ' ' : before) + text)
    .join('');
}
