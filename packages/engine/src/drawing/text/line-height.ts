import { outlineBounds } from '../bounds.ts';
import type { PlacedGlyph, TextLine } from './text-layout.ts';

/** Distance between the baselines of neighbouring lines in most scripts, in em. */
const usualLineHeight = 1.25;

/** Distance in scripts with marks far above and below their letters, in em. */
const tallLineHeights: Readonly<Record<string, number>> = { Arab: 1.6, Deva: 1.5 };

/** Minimum space between the ink of two lines if one of them is in such a script, in em. */
const minGap = 0.06;

/**
 * Returns the default distance between the baselines of lines in em. Where one of two neighbouring lines is in a tall
 * script, they never touch.
 */
export function lineHeightOf(lines: readonly TextLine[]): number {
  if (lines.length < 2) return usualLineHeight;
  let lineHeight = usualLineHeight;
  for (const [index, line] of lines.entries()) {
    const ofScript = tallLineHeight(line);
    if (ofScript === undefined) continue;
    lineHeight = Math.max(lineHeight, ofScript);
    const [before, after] = [lines[index - 1], lines[index + 1]];
    if (before !== undefined) lineHeight = Math.max(lineHeight, distanceBetween(before, line));
    if (after !== undefined) lineHeight = Math.max(lineHeight, distanceBetween(line, after));
  }
  return lineHeight;
}

function tallLineHeight({ glyphs }: TextLine): number | undefined {
  let tallest: number | undefined;
  for (const { script } of glyphs) {
    const height = tallLineHeights[script];
    if (height !== undefined) tallest = Math.max(tallest ?? 0, height);
  }
  return tallest;
}

/** Rounded up to hundredths, so that similar texts have equal distances. */
function distanceBetween(upper: TextLine, lower: TextLine): number {
  const depth = Math.max(...upper.glyphs.map((glyph) => reachOf(glyph).bottom), -Infinity);
  const height = -Math.min(...lower.glyphs.map((glyph) => reachOf(glyph).top), Infinity);
  return Math.ceil((depth + height + minGap) * 100) / 100;
}

function reachOf({ outline, y }: PlacedGlyph): { top: number; bottom: number } {
  const bounds = outlineBounds(outline);
  return bounds ? { top: bounds.top + y, bottom: bounds.bottom + y } : { top: Infinity, bottom: -Infinity };
}
