/** Letters smaller than this share of the frame's shorter side are hard to read. */
const minLetterShare = 0.024;

/** The height of the smallest letters that are easy to read, in scene pixels. */
export function smallestLetters({
  width,
  height,
}: {
  readonly width: number;
  readonly height: number;
}): number {
  return minLetterShare * Math.min(width, height);
}

/** Letters larger than this share of the frame's height need less contrast, like bold headings in WCAG 2.2. */
export const largeShare = 0.033;
