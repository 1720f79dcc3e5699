/** Created when they are needed, because the first takes 30 ms. */
const segmenters = new Map<string, Intl.Segmenter>();

/** Divides texts by the rules of no language, so that the result is the same on every machine. */
export function segmenterOf(granularity: 'grapheme' | 'word' | 'sentence'): Intl.Segmenter {
  const segmenter = segmenters.get(granularity) ?? new Intl.Segmenter('und', { granularity });
  segmenters.set(granularity, segmenter);
  return segmenter;
}
