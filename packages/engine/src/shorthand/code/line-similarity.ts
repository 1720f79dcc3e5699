/** A word, a number or a sign. */
const wordPattern = /[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu;

const wordsByLine = new Map<string, ReadonlyMap<string, number>>();

/** Lines whose words are kept for further comparisons. */
const maxKept = 20_000;

/** Returns the share of words that two lines have in common, from 0 to 1; signs count less than words. */
export function similarityOf(one: string, other: string): number {
  const [first, second] = [wordsOf(one), wordsOf(other)];
  let [common, all] = [0, 0];
  for (const [word, count] of first) {
    const weight = weightOf(word);
    all += count * weight;
    common += 2 * Math.min(count, second.get(word) ?? 0) * weight;
  }
  for (const [word, count] of second) all += count * weightOf(word);
  return all === 0 ? 0 : common / all;
}

function weightOf(word: string): number {
  return /^[\p{L}\p{N}_]/u.test(word) ? 1 : 0.25;
}

function wordsOf(line: string): ReadonlyMap<string, number> {
  const known = wordsByLine.get(line);
  if (known !== undefined) return known;
  const words = new Map<string, number>();
  for (const [word] of line.matchAll(wordPattern)) words.set(word, (words.get(word) ?? 0) + 1);
  if (wordsByLine.size >= maxKept) wordsByLine.clear();
  wordsByLine.set(line, words);
  return words;
}
