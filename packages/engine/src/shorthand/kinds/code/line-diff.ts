/** A line of the earlier text, and what it becomes in the later one; both count from 0. */
export interface LinePair {
  readonly from: number;
  readonly to: number;
}

/** A part of both texts in which no line is paired yet. */
interface Gap {
  readonly from: readonly [start: number, end: number];
  readonly to: readonly [start: number, end: number];
}

/** Gaps with more pairs of lines are not compared line by line: nobody could follow so many changes. */
const maxPairs = 1_000_000;
const maxSimilarPairs = 10_000;

/** Lines are one line that changed if at least this share of their words is equal. */
const leastSimilarity = 0.5;
const leastStraySimilarity = 0.65;

/** A line that moves to another place must have this many letters: shorter ones, such as "}", are too common. */
const leastMovedLetters = 6;

/**
 * Pairs the lines of two texts: equal ones in order, equal ones in other places, then lines that only changed. No
 * line is in two pairs. Takes bounded time for any number of lines.
 */
export function pairLines(from: readonly string[], to: readonly string[]): LinePair[] {
  const equal = equalLines(from, to);
  const gaps = gapsBetween(equal, from.length, to.length);
  const moved = movedLines(from, to, gaps);
  const rest = gaps.flatMap((gap) => similarLines(from, to, gap, moved));
  const pairs = [...equal, ...moved, ...rest];
  return [...pairs, ...strayLines(from, to, pairs)].sort((one, other) => one.to - other.to);
}

/** Equal lines in order: those that both texts have once divide them, then as many as possible between these. */
function equalLines(from: readonly string[], to: readonly string[]): LinePair[] {
  const pairs: LinePair[] = [];
  const pending: Gap[] = [{ from: [0, from.length], to: [0, to.length] }];
  for (let gap = pending.pop(); gap !== undefined; gap = pending.pop()) {
    let [[start, end], [toStart, toEnd]] = [gap.from, gap.to];
    for (; start < end && toStart < toEnd && from[start] === to[toStart]; start++, toStart++)
      pairs.push({ from: start, to: toStart });
    for (; start < end && toStart < toEnd && from[end - 1] === to[toEnd - 1]; end--, toEnd--)
      pairs.push({ from: end - 1, to: toEnd - 1 });
    if (start === end || toStart === toEnd) continue;
    const inner: Gap = { from: [start, end], to: [toStart, toEnd] };
    const anchors = uniqueLines(from, to, inner);
    if (anchors.length === 0) {
      pairs.push(...longestCommon(from, to, inner));
      continue;
    }
    pairs.push(...anchors);
    pending.push(...gapsBetween(anchors, end, toEnd, start, toStart));
  }
  return pairs.sort((one, other) => one.from - other.from);
}

/** The lines that are in both sides of a gap exactly once, in their longest common order. */
function uniqueLines(from: readonly string[], to: readonly string[], gap: Gap): LinePair[] {
  const places = new Map<string, { from: number; to: number; counts: [number, number] }>();
  const count = (lines: readonly string[], [start, end]: readonly [number, number], side: 0 | 1) => {
    for (let index = start; index < end; index++) {
      const line = lines[index] ?? '';
      const occurrence = places.get(line) ?? { from: -1, to: -1, counts: [0, 0] };
      occurrence.counts[side]++;
      if (side === 0) occurrence.from = index;
      else occurrence.to = index;
      places.set(line, occurrence);
    }
  };
  count(from, gap.from, 0);
  count(to, gap.to, 1);
  const both = [...places.values()]
    .filter(({ counts }) => counts[0] === 1 && counts[1] === 1)
    .sort((one, other) => one.from - other.from);
  return longestIncrease(both);
}

/** The longest part of pairs, which are in order of `from`, that is also in order of `to`. */
function longestIncrease(pairs: readonly LinePair[]): LinePair[] {
  const ends: number[] = [];
  const before: number[] = [];
  for (const [index, { to }] of pairs.entries()) {
    let low = 0;
    for (let high = ends.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] ?? 0]?.to ?? 0) < to) low = middle + 1;
      else high = middle;
    }
    before[index] = ends[low - 1] ?? -1;
    ends[low] = index;
  }
  const chosen: LinePair[] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    const pair = pairs[index];
    if (pair !== undefined) chosen.push({ from: pair.from, to: pair.to });
  }
  return chosen.reverse();
}

/** A longest common subsequence of the lines in a gap; none in one that is too large. */
function longestCommon(from: readonly string[], to: readonly string[], gap: Gap): LinePair[] {
  return bestInOrder(gap, maxPairs, (one, other) => (from[one] === to[other] ? 1 : 0));
}

/** Lines of a gap that only changed. */
function similarLines(
  from: readonly string[],
  to: readonly string[],
  gap: Gap,
  taken: readonly LinePair[],
): LinePair[] {
  const gone = new Set(taken.map((pair) => pair.from));
  const come = new Set(taken.map((pair) => pair.to));
  const weightOf = (one: number, other: number) => {
    if (gone.has(one) || come.has(other)) return 0;
    const similarity = similarityOf(from[one] ?? '', to[other] ?? '');
    return similarity >= leastSimilarity ? similarity : 0;
  };
  const [rows, columns] = [gap.from[1] - gap.from[0], gap.to[1] - gap.to[0]];
  if (rows * columns <= maxSimilarPairs) return bestInOrder(gap, maxSimilarPairs, weightOf);
  // A word is replaced in many lines: each is compared with the one in its place.
  const inPlace = Array.from({ length: Math.min(rows, columns) }, (_, index) => ({
    from: gap.from[0] + index,
    to: gap.to[0] + index,
  }));
  return inPlace.filter((pair) => weightOf(pair.from, pair.to) > 0);
}

/** Pairs in order with the greatest sum of weights. Two lines without a weight are no pair. */
function bestInOrder(
  { from: [start, end], to: [toStart, toEnd] }: Gap,
  most: number,
  weightOf: (from: number, to: number) => number,
): LinePair[] {
  const [rows, columns] = [end - start, toEnd - toStart];
  if (rows === 0 || columns === 0 || rows * columns > most) return [];
  const width = columns + 1;
  const sums = new Float32Array((rows + 1) * width);
  const sumAt = (row: number, column: number) => sums[row * width + column] ?? 0;
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      const weight = weightOf(start + row, toStart + column);
      const paired = weight > 0 ? weight + sumAt(row + 1, column + 1) : 0;
      sums[row * width + column] = Math.max(paired, sumAt(row + 1, column), sumAt(row, column + 1));
    }
  }
  const pairs: LinePair[] = [];
  for (let row = 0, column = 0; row < rows && column < columns; ) {
    const sum = sumAt(row, column);
    if (sum === sumAt(row + 1, column)) row++;
    else if (sum === sumAt(row, column + 1)) column++;
    else pairs.push({ from: start + row++, to: toStart + column++ });
  }
  return pairs;
}

/** Lines of gaps that are the same in another place. */
function movedLines(from: readonly string[], to: readonly string[], gaps: readonly Gap[]): LinePair[] {
  const left = new Map<string, number[]>();
  for (const { from: range } of gaps) {
    for (let index = range[0]; index < range[1]; index++) {
      const line = (from[index] ?? '').trim();
      if (line.length >= leastMovedLetters) left.set(line, [...(left.get(line) ?? []), index]);
    }
  }
  return gaps.flatMap(({ to: range }) => {
    const pairs: LinePair[] = [];
    for (let index = range[0]; index < range[1]; index++) {
      const before = left.get((to[index] ?? '').trim())?.shift();
      if (before !== undefined) pairs.push({ from: before, to: index });
    }
    return pairs;
  });
}

/** Lines that changed and are in another place, the most similar ones first. */
function strayLines(from: readonly string[], to: readonly string[], pairs: readonly LinePair[]): LinePair[] {
  const gone = new Set(pairs.map((pair) => pair.from));
  const come = new Set(pairs.map((pair) => pair.to));
  const isFree = (line: string, index: number, taken: ReadonlySet<number>) =>
    !taken.has(index) && line.trim().length >= leastMovedLetters;
  const left = [...from.keys()].filter((index) => isFree(from[index] ?? '', index, gone));
  const right = [...to.keys()].filter((index) => isFree(to[index] ?? '', index, come));
  if (left.length * right.length > maxSimilarPairs) return [];
  const similar = left.flatMap((one) =>
    right.flatMap((other) => {
      const similarity = similarityOf(from[one] ?? '', to[other] ?? '');
      return similarity >= leastStraySimilarity ? [{ from: one, to: other, similarity }] : [];
    }),
  );
  const chosen: LinePair[] = [];
  for (const pair of similar.sort((one, other) => other.similarity - one.similarity)) {
    if (gone.has(pair.from) || come.has(pair.to)) continue;
    gone.add(pair.from);
    come.add(pair.to);
    chosen.push({ from: pair.from, to: pair.to });
  }
  return chosen;
}

/** The parts of both texts between pairs, which are in the order of both. */
function gapsBetween(pairs: readonly LinePair[], end: number, toEnd: number, start = 0, toStart = 0): Gap[] {
  const gaps: Gap[] = [];
  let [next, toNext] = [start, toStart];
  for (const { from, to } of [...pairs, { from: end, to: toEnd }]) {
    if (from > next || to > toNext) gaps.push({ from: [next, from], to: [toNext, to] });
    [next, toNext] = [from + 1, to + 1];
  }
  return gaps;
}

/** A word, a number or a sign. */
const wordPattern = /[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu;

const wordsByLine = new Map<string, ReadonlyMap<string, number>>();

/** Lines whose words are kept for further comparisons. */
const maxKept = 20_000;

/** Returns the share of words that two lines have in common, from 0 to 1; signs count less than words. */
function similarityOf(one: string, other: string): number {
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
  const cached = wordsByLine.get(line);
  if (cached !== undefined) return cached;
  const words = new Map<string, number>();
  for (const [word] of line.matchAll(wordPattern)) words.set(word, (words.get(word) ?? 0) + 1);
  if (wordsByLine.size >= maxKept) wordsByLine.clear();
  wordsByLine.set(line, words);
  return words;
}
