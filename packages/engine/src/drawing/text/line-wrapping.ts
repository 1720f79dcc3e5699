import type { GraphemeCluster } from './grapheme-clusters.ts';

/** A paragraph to be broken into lines. Lengths are in em. */
export interface WrappableParagraph {
  readonly clusters: readonly GraphemeCluster[];
  /** The advance of each cluster. */
  readonly advances: Float64Array;
  /** For each cluster, 1 if a line may start with it. */
  readonly breaksBefore: Uint8Array;
  /** The advance of the hyphen that a soft hyphen at the end of a line becomes. */
  readonly hyphenAdvance: number;
}

/** A line: the clusters from `start` up to `end`, without the spaces up to `next`, where the next line starts. */
export interface WrappedLine {
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

const softHyphen = 0xad;

/** Rounding must not break a text at exactly its own width. */
const tolerance = 1e-9;

/**
 * Returns the line that starts at a cluster: as much as fits into `width`, up to the last opportunity for a break. A
 * word that is wider than a line by itself is broken between any two clusters, and one cluster always fits. Spaces at
 * the end of a line take no room.
 */
export function nextLine(paragraph: WrappableParagraph, start: number, width: number): WrappedLine {
  const { clusters, advances, breaksBefore, hyphenAdvance } = paragraph;
  let used = 0;
  /** Without the spaces at the end. */
  let inked = 0;
  let opportunity = -1;
  let at = start;
  for (; at < clusters.length; at++) {
    if (at > start && breaksBefore[at] === 1) {
      const hyphen = isSoftHyphen(clusters[at - 1]) ? hyphenAdvance : 0;
      if (inked + hyphen <= width + tolerance) opportunity = at;
    }
    used += advances[at];
    if (isBreakingSpace(clusters[at])) continue;
    // Invisible clusters, such as a soft hyphen, never start a line or fill one alone.
    const hasMore = inked > 0 || opportunity > start;
    if (used > width + tolerance && hasMore && advances[at] > 0) break;
    inked = used;
  }
  if (at === clusters.length && used <= width + tolerance) return { start, end: at, next: at };
  const next = at === clusters.length ? at : opportunity > start ? opportunity : at;
  let end = next;
  while (end > start && isBreakingSpace(clusters[end - 1])) end--;
  return { start, end, next };
}

/** Texts of more lines are read as running text, whose last line may be short. */
const mostBalancedLines = 4;

/** A last line of one word that is at most this share of the width is an orphan. */
const orphanShare = 0.4;

/** Halvings of the range in which the width of balanced lines lies. */
const halvings = 20;

/**
 * Returns the smallest width with which a paragraph has as many lines as with `width`, if its last line would be a single
 * short word there and fewer lines are single words with the smaller width; otherwise `width`.
 */
export function widthWithoutOrphan(paragraph: WrappableParagraph, width: number): number {
  const lines = linesWithin(paragraph, width);
  if (lines === null || !isOrphan(paragraph, lines, width)) return width;
  // Words stay whole.
  let [tooSmall, enough] = [Math.min(width, longestWord(paragraph)), width];
  for (let halving = 0; halving < halvings; halving++) {
    const middle = (tooSmall + enough) / 2;
    if (linesWithin(paragraph, middle)?.length === lines.length) enough = middle;
    else tooSmall = middle;
  }
  const single = (all: readonly WrappedLine[]) => all.filter((line) => isOneWord(paragraph, line)).length;
  const balanced = linesWithin(paragraph, enough);
  return balanced !== null && single(balanced) < single(lines) ? enough : width;
}

/** The lines of a paragraph; null for too many. */
function linesWithin(paragraph: WrappableParagraph, width: number): readonly WrappedLine[] | null {
  const lines: WrappedLine[] = [];
  for (let start = 0; start < paragraph.clusters.length; start = lines.at(-1)?.next ?? start) {
    if (lines.length === mostBalancedLines) return null;
    lines.push(nextLine(paragraph, start, width));
  }
  return lines;
}

function isOrphan(paragraph: WrappableParagraph, lines: readonly WrappedLine[], width: number): boolean {
  const last = lines.at(-1);
  if (last === undefined || lines.length === 1 || !isOneWord(paragraph, last)) return false;
  // In scripts without spaces, and after hyphens, a line may begin within a word.
  if (!isBreakingSpace(paragraph.clusters[last.start - 1])) return false;
  return lengthOf(paragraph, last.start, last.end) <= orphanShare * width;
}

/** Whether a line has no opportunity for a break. */
function isOneWord({ breaksBefore }: WrappableParagraph, { start, end }: WrappedLine): boolean {
  for (let at = start + 1; at < end; at++) if (breaksBefore[at] === 1) return false;
  return true;
}

/** The length of the longest part of a paragraph between two opportunities for a break, without its spaces. */
function longestWord(paragraph: WrappableParagraph): number {
  const { clusters, breaksBefore } = paragraph;
  let longest = 0;
  for (let start = 0, at = 1; at <= clusters.length; at++) {
    if (at < clusters.length && breaksBefore[at] !== 1) continue;
    let end = at;
    while (end > start && isBreakingSpace(clusters[end - 1])) end--;
    longest = Math.max(longest, lengthOf(paragraph, start, end));
    start = at;
  }
  return longest;
}

function lengthOf({ advances }: WrappableParagraph, start: number, end: number): number {
  return advances.subarray(start, end).reduce((sum, advance) => sum + advance, 0);
}

export function isSoftHyphen({ codePoints }: GraphemeCluster): boolean {
  return codePoints.length === 1 && codePoints[0] === softHyphen;
}

/** Whether the cluster is a space that takes no room at the end of a line. False for spaces that forbid a break. */
export function isBreakingSpace({ codePoints }: GraphemeCluster): boolean {
  return codePoints.every((codePoint) => {
    if (codePoint === 0x20 || codePoint === 0x1680 || codePoint === 0x3000) return true;
    if (codePoint === 0x205f || codePoint === 0x200b) return true;
    return codePoint >= 0x2000 && codePoint <= 0x200a && codePoint !== 0x2007;
  });
}
