import type { Scene } from '../../project/schema.ts';

/** Letters smaller than this share of the frame's shorter side are hard to read. */
export const minLetterShare = 0.024;

/** The least height of letters that can be read, in scene pixels. */
export function leastLetters({ width, height }: Pick<Scene, 'width' | 'height'>): number {
  return minLetterShare * Math.min(width, height);
}

/** Letters larger than this share of the frame's height need less contrast, like bold headings in WCAG 2.2. */
export const largeShare = 0.033;
