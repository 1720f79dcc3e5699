import { wordsOfCue } from '../../../project/cue-words.ts';

/** Words that are shown for a time, in milliseconds of the film or of a recording. */
export interface Cue {
  readonly startMs: number;
  readonly endMs: number;
  /** Its words are divided by spaces, line breaks or zero-width spaces. */
  readonly text: string;
  /** When each word of the text is spoken, if that is known. */
  readonly words?: readonly WordTime[];
}

export type WordTime = readonly [startMs: number, endMs: number];

/** A word of a cue with its time, and what divides it from the word before it. */
export interface SpokenWord {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
  /** A space, a line break, or a zero-width space between words of a script without spaces. */
  readonly before: string;
}

/** The most words and bytes of a file with cues. */
export const maxSpokenWords = 100_000;
export const maxCueFileBytes = 5 * 1024 ** 2;

/** Divides words in scripts that write no spaces. */
export const zeroWidthSpace = '\u200b';

/** The times that a film can have; a day is beyond every film. */
const maxTimeMs = 24 * 3_600_000;

/** Rounds a time to milliseconds from 0 to a day; undefined for anything but a finite number. */
export function timeOf(ms: unknown): number | undefined {
  if (typeof ms !== 'number' || !Number.isFinite(ms)) return undefined;
  return Math.min(Math.max(Math.round(ms), 0), maxTimeMs);
}

/** Returns the words of a text, each with what divides it from the one before. */
export function wordsOf(text: string): readonly Pick<SpokenWord, 'text' | 'before'>[] {
  let last = 0;
  return wordsOfCue(text).map(({ start, end }) => {
    const gap = text.slice(last, start);
    last = end;
    const before = gap.includes('\n') ? '\n' : gap.includes(' ') ? ' ' : zeroWidthSpace;
    return { text: text.slice(start, end), before };
  });
}

/**
 * Returns the words of a cue with their times. Times that the cue does not have are shared out by the letters of its
 * words.
 */
export function spokenWords(cue: Cue): SpokenWord[] {
  const words = wordsOf(cue.text);
  const times = cue.words?.length === words.length ? cue.words : sharedTimes(cue, words);
  return words.map((word, index) => {
    const [startMs, endMs] = times[index] ?? [cue.startMs, cue.endMs];
    return { ...word, startMs, endMs };
  });
}

function sharedTimes(
  { startMs, endMs }: Cue,
  words: readonly { readonly text: string }[],
): readonly WordTime[] {
  // A short word takes time too.
  const weights = words.map(({ text }) => [...text].length + 1);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let done = 0;
  return weights.map((weight): WordTime => {
    const start = startMs + Math.round(((endMs - startMs) * done) / total);
    done += weight;
    return [start, startMs + Math.round(((endMs - startMs) * done) / total)];
  });
}

/** Returns a cue of words that follow each other. */
export function cueOfWords(words: readonly SpokenWord[]): Cue {
  const text = words.map((word, index) => (index === 0 ? '' : word.before) + word.text).join('');
  const startMs = words[0]?.startMs ?? 0;
  return {
    startMs,
    endMs: words.reduce((latest, word) => Math.max(latest, word.endMs), startMs),
    text,
    words: words.map((word): WordTime => [word.startMs, word.endMs]),
  };
}

/** Puts cues in order. Those without a text or a duration are left out. */
export function orderedCues(cues: readonly Cue[]): Cue[] {
  return cues
    .filter(({ startMs, endMs, text }) => endMs > startMs && text !== '')
    .toSorted((one, other) => one.startMs - other.startMs);
}
