import type * as LineBreak from '@cto.af/linebreak';
import type { GraphemeCluster } from './grapheme-clusters.ts';

/** Finds the allowed line breaks of a paragraph. */
export interface LineBreaker {
  /** For each cluster, 1 if a line may start with it. */
  breaksBefore(paragraph: string, clusters: readonly GraphemeCluster[]): Uint8Array;
  /**
   * The words of a paragraph, each with the signs that no line break separates from it, as in "$1,250,000" and "(one)".
   * Compounds with soft hyphens and words in scripts without spaces are one word, although a line may break in them.
   */
  words(paragraph: string): string[];
}

/**
 * Loads the Unicode line breaking algorithm (UAX 14). This takes tens of milliseconds, so it is skipped for projects
 * without wrapped text.
 */
export async function loadLineBreaker(): Promise<LineBreaker> {
  const { Rules } = await import('@cto.af/linebreak');
  return new UnicodeLineBreaker(new Rules({ example7: true }));
}

/** Scripts that put no spaces between words. UAX 14 leaves them to a dictionary. */
const dictionaryText = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+/gu;
/** Between letters of Korean, which UAX 14 may divide, as for other East Asian scripts. Readers expect whole words. */
const insideKoreanWord = /(?<=\p{sc=Hangul})(?=\p{sc=Hangul})/gu;
const isDictionaryLetter = /^[\p{L}\p{M}]/u;

class UnicodeLineBreaker implements LineBreaker {
  readonly #rules: LineBreak.Rules;
  #segmenter: Intl.Segmenter | undefined;

  constructor(rules: LineBreak.Rules) {
    this.#rules = rules;
  }

  breaksBefore(paragraph: string, clusters: readonly GraphemeCluster[]): Uint8Array {
    const offsets = this.#breaks(paragraph);
    return Uint8Array.from(clusters, ({ offset }) => offsets[offset]);
  }

  words(paragraph: string): string[] {
    const breaks = this.#breaks(paragraph);
    const starts = this.#segmentStarts(paragraph).filter((start) => start === 0 || breaks[start] === 1);
    return starts
      .map((start, at) => paragraph.slice(start, starts[at + 1]).trim())
      .filter((word) => word.length > 0);
  }

  /** For each offset in a paragraph, 1 if a line may start there. */
  #breaks(paragraph: string): Uint8Array {
    const offsets = new Uint8Array(paragraph.length + 1);
    for (const { position } of this.#rules.breaks(paragraph)) offsets[position] = 1;
    for (const { index } of paragraph.matchAll(insideKoreanWord)) offsets[index] = 0;
    for (const { index, 0: words } of paragraph.matchAll(dictionaryText)) {
      for (const offset of this.#wordStarts(words)) offsets[index + offset] = 1;
    }
    return offsets;
  }

  /** Returns the starts of words within a run of letters, except the first. */
  #wordStarts(text: string): number[] {
    return this.#segmentStarts(text).filter(
      (start) =>
        start > 0 && isDictionaryLetter.test(text[start]) && isDictionaryLetter.test(text[start - 1]),
    );
  }

  /** Returns the starts of words, and of the signs and spaces between them. */
  #segmentStarts(text: string): number[] {
    this.#segmenter ??= new Intl.Segmenter('th', { granularity: 'word' });
    return Array.from(this.#segmenter.segment(text), ({ index }) => index);
  }
}
