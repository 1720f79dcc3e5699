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
export const maxTextParts = 800;

/** Letters of these scripts join or change beside each other, so only their words can move. */
const joined =
  /[\p{Script=Arab}\p{Script=Syrc}\p{Script=Mand}\p{Script=Mong}\p{Script=Nkoo}\p{Script=Adlm}\p{Script=Rohg}\p{Script=Deva}\p{Script=Beng}\p{Script=Guru}\p{Script=Gujr}\p{Script=Orya}\p{Script=Taml}\p{Script=Telu}\p{Script=Knda}\p{Script=Mlym}\p{Script=Sinh}\p{Script=Thai}\p{Script=Laoo}\p{Script=Tibt}\p{Script=Mymr}\p{Script=Khmr}]/u;

/** Scripts without spaces between words, whose characters are nearly words. */
const ideographs = /^[\p{Script=Hani}\p{Script=Hira}\p{Script=Kana}]/u;

/** Created for the first text that needs it, because that takes 30 ms. */
let segmenter: Intl.Segmenter | undefined;

/**
 * Returns the letters or the words of a text in reading order. A word ends at a space; in Chinese and Japanese, every
 * character is one, with the punctuation after it. The letters of scripts that join them are as whole as their words.
 */
export function rangesOfParts(text: string, by: 'letter' | 'word'): readonly PartRange[] {
  const words = [...text.matchAll(/\S+/gu)].map(({ 0: word, index }) => ({ word, start: index }));
  return words.flatMap(({ word, start }) => {
    const whole = { start, end: start + word.length };
    const isDivided =
      by === 'letter' ? !joined.test(word) : /[\p{Script=Hani}\p{Script=Hira}\p{Script=Kana}]/u.test(word);
    if (!isDivided) return [whole];
    segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
    const ranges: { start: number; end: number }[] = [];
    let endsWord = true;
    for (const { segment, index } of segmenter.segment(word)) {
      const [from, to] = [start + index, start + index + segment.length];
      const isIdeograph = ideographs.test(segment);
      const isMark = /^\p{P}/u.test(segment);
      const last = ranges.at(-1);
      // Punctuation stays with the character before it.
      const begins = by === 'letter' || last === undefined || (!isMark && (isIdeograph || endsWord));
      if (begins) ranges.push({ start: from, end: to });
      else last.end = to;
      endsWord = isIdeograph;
    }
    return ranges;
  });
}

/**
 * Returns the number of parts of a text, at least 1. Lines that are made by wrapping do not count, because nobody has
 * set them yet.
 */
export function countParts(text: string, by: TextPart): number {
  const lines = text.split('\n').filter((line) => line.trim() !== '').length;
  if (by === 'line') return Math.max(1, lines);
  const count = rangesOfParts(text, by).length;
  return Math.max(1, count > maxTextParts ? lines : count);
}
