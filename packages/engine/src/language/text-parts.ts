import { segmenterOf } from './segmenters.ts';

/** Parts of a text that can move one after another. */
export const textParts = ['letter', 'word', 'line'] as const;

export type TextPart = (typeof textParts)[number];

/** Whether a value is the name of a part. */
export function isTextPart(value: unknown): value is TextPart {
  return (textParts as readonly unknown[]).includes(value);
}

/** A range of a text in UTF-16 units: from `start` up to `end`. */
interface PartRange {
  readonly start: number;
  readonly end: number;
}

/** Texts with more parts have more than an eye can follow, and move by lines. */
const maxTextParts = 800;

/** Letters of these scripts join or change beside each other, so only their words can move. */
const joined =
  /[\p{Script=Arab}\p{Script=Syrc}\p{Script=Mand}\p{Script=Mong}\p{Script=Nkoo}\p{Script=Adlm}\p{Script=Rohg}\p{Script=Deva}\p{Script=Beng}\p{Script=Guru}\p{Script=Gujr}\p{Script=Orya}\p{Script=Taml}\p{Script=Telu}\p{Script=Knda}\p{Script=Mlym}\p{Script=Sinh}\p{Script=Thai}\p{Script=Laoo}\p{Script=Tibt}\p{Script=Mymr}\p{Script=Khmr}]/u;

/** Scripts without spaces between words, whose characters are nearly words. */
const ideograph = /[\p{Script=Hani}\p{Script=Hira}\p{Script=Kana}]/u;

/**
 * Returns the letters or the words of a text in reading order; null if there are too many. A word ends at a space; in
 * Chinese and Japanese, every character is one, with the punctuation after it. The letters of scripts that join them are
 * as whole as their words.
 */
export function rangesOfParts(text: string, by: 'letter' | 'word'): readonly PartRange[] | null {
  const ranges: PartRange[] = [];
  for (const { 0: word, index: start } of text.matchAll(/\S+/gu)) {
    const isDivided = by === 'letter' ? !joined.test(word) : ideograph.test(word);
    if (!isDivided) ranges.push({ start, end: start + word.length });
    else for (const range of partsOfWord(word, start, by)) if (ranges.push(range) > maxTextParts) return null;
    if (ranges.length > maxTextParts) return null;
  }
  return ranges;
}

function* partsOfWord(word: string, start: number, by: 'letter' | 'word'): Generator<PartRange> {
  let last: { start: number; end: number } | undefined;
  let endsWord = true;
  for (const { segment, index } of segmenterOf('grapheme').segment(word)) {
    const isIdeograph = ideograph.test(segment);
    const isMark = /^\p{P}/u.test(segment);
    const begins = by === 'letter' || last === undefined || (!isMark && (isIdeograph || endsWord));
    const end = start + index + segment.length;
    if (last !== undefined && !begins) last.end = end;
    else {
      if (last !== undefined) yield last;
      last = { start: start + index, end };
    }
    endsWord = isIdeograph;
  }
  if (last !== undefined) yield last;
}

/**
 * Returns the number of parts of a text, at least 1. Lines that are made by wrapping do not count, because nobody has
 * set them yet.
 */
export function countParts(text: string, by: TextPart): number {
  const lines = text.split('\n').filter((line) => line.trim() !== '').length;
  if (by === 'line') return Math.max(1, lines);
  return Math.max(1, rangesOfParts(text, by)?.length ?? lines);
}
