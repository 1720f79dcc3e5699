/** Letters smaller than this share of the frame's height are hard to read. */
export const minLetterShare = 0.024;

/** Letters larger than this share of the frame's height need less contrast, like bold headings in WCAG 2.2. */
export const largeShare = 0.033;
