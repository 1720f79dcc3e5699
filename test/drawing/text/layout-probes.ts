import type { Outline } from '../../../src/drawing/outline.ts';
import { eastAsianLanguages } from '../../../src/drawing/text/east-asian-language.ts';
import { FontCoverage } from '../../../src/drawing/text/font-coverage.ts';
import { clusterLine } from '../../../src/drawing/text/grapheme-clusters.ts';
import { itemizeLine } from '../../../src/drawing/text/itemization.ts';
import type { PlacedGlyph, TextLayout } from '../../../src/drawing/text/text-layout.ts';

export function glyphsOf(layout: TextLayout): PlacedGlyph[] {
  return layout.lines.flatMap((line) => line.glyphs);
}

export function outlinesOf(layout: TextLayout): Outline[] {
  return glyphsOf(layout).map((glyph) => glyph.outline);
}

/** The graphemes in the order they stand, left to right, each by its first index. */
export function visualOrderOf(layout: TextLayout): number[] {
  return glyphsOf(layout)
    .toSorted((a, b) => a.x - b.x)
    .map((glyph) => glyph.firstGrapheme);
}

/** The extremes of an outline's points; for a glyph without curves, its bounds. */
export function extentOf({ points }: Outline): { left: number; top: number; right: number; bottom: number } {
  const xs = points.filter((_, i) => i % 2 === 0);
  const ys = points.filter((_, i) => i % 2 === 1);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

const coverage = new FontCoverage();

/** The stretches of a line, in reading order, as "font: text". */
export function fontRunsOf(line: string, text: string = line): string[] {
  const { clusters } = clusterLine(line, 0);
  const codePointsOf = (part: string) => Array.from(part, (character) => character.codePointAt(0) ?? 0);
  const lines = [line, ...text.split('\n')].map(codePointsOf);
  const [language] = eastAsianLanguages(lines, coverage);
  return itemizeLine(clusters, language, coverage).runs.map(
    (run) => `${run.font ?? 'missing'}: ${String.fromCodePoint(...run.codePoints)}`,
  );
}
