import { failure, type Result, success } from '@render-service/engine/text';

/** A token of a JSON text: a string, a sign, or a number or word. */
interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Tokens of one text that take the place of tokens of another; the ends are exclusive. */
interface Hunk {
  readonly from: number;
  readonly to: number;
  readonly newFrom: number;
  readonly newTo: number;
}

/** More differences mean that another document was written. Bounds the time of a comparison. */
const maxDifferences = 1500;

/** Why two changes of a text cannot both be kept. */
const samePlace = 'the file has changed in the same place';

/**
 * Makes the change from `base` to `edited` in `current`, which somebody else has made from `base`. Spaces between
 * tokens are not compared. Fails with a sentence if both have changed the same place.
 */
export function mergeTexts(base: string, edited: string, current: string): Result<string> {
  if (current === base) return success(edited);
  const [old, ours, theirs] = [tokensOf(base), tokensOf(edited), tokensOf(current)];
  const changes = hunksBetween(old, ours);
  const others = hunksBetween(old, theirs);
  if (!changes || !others) return failure('the file has changed too much');
  let merged = '';
  let done = 0;
  for (const { from, to, newFrom, newTo } of changes) {
    if (others.some((other) => isSamePlace({ from, to }, other))) return failure(samePlace);
    const shift = others
      .filter((other) => other.to <= from)
      .reduce((sum, other) => sum + other.newTo - other.newFrom - (other.to - other.from), 0);
    const [first, last] = [theirs[from + shift], theirs[to + shift - 1]];
    const [start, end] = from < to ? [first?.start, last?.end] : [last?.end ?? 0, last?.end ?? 0];
    const before = ours[newFrom - 1];
    const added = edited.slice(
      from < to ? (ours[newFrom]?.start ?? 0) : (before?.end ?? 0),
      ours[newTo - 1]?.end ?? 0,
    );
    merged += current.slice(done, start) + (newFrom < newTo ? added : '');
    done = end ?? done;
  }
  return success(merged + current.slice(done));
}

/** Whether two changes concern the same tokens. What is added beside others could be meant on either side of them. */
function isSamePlace({ from, to }: Pick<Hunk, 'from' | 'to'>, other: Hunk): boolean {
  if (from === to) return other.from <= from && from <= other.to;
  return other.from < to && from < other.to;
}

function tokensOf(text: string): readonly Token[] {
  const found = text.matchAll(/"(?:[^"\\]|\\.)*"?|[{}[\]:,]|[^\s{}[\]:,"]+/g);
  return [...found].map(({ 0: token, index }) => ({ text: token, start: index, end: index + token.length }));
}

/** The differences in the order of the texts; undefined if there are too many. */
function hunksBetween(old: readonly Token[], next: readonly Token[]): readonly Hunk[] | undefined {
  const shorter = Math.min(old.length, next.length);
  let start = 0;
  while (start < shorter && old[start]?.text === next[start]?.text) start++;
  let ending = 0;
  while (ending < shorter - start && old.at(-1 - ending)?.text === next.at(-1 - ending)?.text) ending++;
  const pairs = equalPairs(old.slice(start, old.length - ending), next.slice(start, next.length - ending));
  if (!pairs) return undefined;
  const hunks: Hunk[] = [];
  let [from, newFrom] = [start, start];
  const all = [...pairs.map(([one, other]) => [one + start, other + start] as const)];
  for (const [one, other] of [...all, [old.length - ending, next.length - ending] as const]) {
    if (one > from || other > newFrom) hunks.push({ from, to: one, newFrom, newTo: other });
    [from, newFrom] = [one + 1, other + 1];
  }
  return hunks;
}

/**
 * Pairs equal tokens by the algorithm of Myers, "An O(ND) difference algorithm", which keeps as many as possible.
 * Undefined if more than `maxDifferences` are left over.
 */
function equalPairs(
  old: readonly Token[],
  next: readonly Token[],
): readonly (readonly [number, number])[] | undefined {
  /** The furthest old token on each diagonal, after each number of differences. */
  const furthest: Map<number, number>[] = [];
  let reached = new Map([[1, 0]]);
  for (
    let differences = 0;
    differences <= Math.min(maxDifferences, old.length + next.length);
    differences++
  ) {
    const now = new Map<number, number>();
    furthest.push(reached);
    for (let diagonal = -differences; diagonal <= differences; diagonal += 2) {
      let one = startOn(diagonal, differences, reached);
      while (
        one < old.length &&
        one - diagonal < next.length &&
        old[one]?.text === next[one - diagonal]?.text
      )
        one++;
      now.set(diagonal, one);
      if (one >= old.length && one - diagonal >= next.length)
        return pairsAlong(furthest, old.length, next.length);
    }
    reached = now;
  }
  return undefined;
}

/** Whether a diagonal is entered from the one above it, by a new token, and not by leaving out an old one. */
function comesDown(diagonal: number, differences: number, reached: ReadonlyMap<number, number>): boolean {
  const [left, right] = [reached.get(diagonal - 1) ?? -1, reached.get(diagonal + 1) ?? -1];
  return diagonal === -differences || (diagonal !== differences && left < right);
}

function startOn(diagonal: number, differences: number, reached: ReadonlyMap<number, number>): number {
  return comesDown(diagonal, differences, reached)
    ? (reached.get(diagonal + 1) ?? 0)
    : (reached.get(diagonal - 1) ?? 0) + 1;
}

/** Follows the shortest way back from the ends of both texts. */
function pairsAlong(
  furthest: readonly ReadonlyMap<number, number>[],
  oldLength: number,
  nextLength: number,
): readonly (readonly [number, number])[] {
  const pairs: [number, number][] = [];
  let [one, other] = [oldLength, nextLength];
  for (let differences = furthest.length - 1; differences >= 0; differences--) {
    const reached = furthest[differences] ?? new Map<number, number>();
    const diagonal = one - other;
    const start = startOn(diagonal, differences, reached);
    while (one > start) pairs.push([--one, --other]);
    if (comesDown(diagonal, differences, reached)) other--;
    else one--;
  }
  return pairs.reverse();
}
