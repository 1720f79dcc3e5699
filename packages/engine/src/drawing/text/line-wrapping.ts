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
