import type * as LineBreak from '#line-break';
import type { GraphemeCluster } from './grapheme-clusters.ts';

/** Finds the allowed line breaks of a paragraph. */
export interface LineBreaker {
  /** For each cluster, 1 if a line may start with it. */
  breaksBefore(paragraph: string, clusters: readonly GraphemeCluster[]): Uint8Array;
}

/**
 * Loads the Unicode line breaking algorithm (UAX 14). This takes tens of milliseconds, so it is skipped for projects
 * without wrapped text.
 */
export async function loadLineBreaker(): Promise<LineBreaker> {
  const { Rules } = await import('#line-break');
  return new UnicodeLineBreaker(new Rules({ example7: true }));
}

/** Scripts that put no spaces between words. UAX 14 leaves them to a dictionary. */
const dictionaryText = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+/gu;
const isDictionaryLetter = /^[\p{L}\p{M}]/u;

class UnicodeLineBreaker implements LineBreaker {
  readonly #rules: LineBreak.Rules;
  #words: Intl.Segmenter | undefined;

  constructor(rules: LineBreak.Rules) {
    this.#rules = rules;
  }

  breaksBefore(paragraph: string, clusters: readonly GraphemeCluster[]): Uint8Array {
    const offsets = new Uint8Array(paragraph.length + 1);
    for (const { position } of this.#rules.breaks(paragraph)) offsets[position] = 1;
    for (const { index, 0: words } of paragraph.matchAll(dictionaryText)) {
      for (const offset of this.#wordStarts(words)) offsets[index + offset] = 1;
    }
    return Uint8Array.from(clusters, ({ offset }) => offsets[offset]);
  }

  /** Returns the starts of words within a run of letters, except the first. */
  #wordStarts(text: string): number[] {
    this.#words ??= new Intl.Segmenter('th', { granularity: 'word' });
    const starts = Array.from(this.#words.segment(text), ({ index }) => index);
    return starts.filter(
      (start) =>
        start > 0 && isDictionaryLetter.test(text[start]) && isDictionaryLetter.test(text[start - 1]),
    );
  }
}
