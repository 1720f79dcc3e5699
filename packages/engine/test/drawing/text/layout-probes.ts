import type { Outline } from '../../../src/drawing/outline.ts';
import { eastAsianLanguages } from '../../../src/drawing/text/east-asian-language.ts';
import { FontCoverage } from '../../../src/drawing/text/font-coverage.ts';
import { clusterLine } from '../../../src/drawing/text/grapheme-clusters.ts';
import { itemizeParagraph, runsOf } from '../../../src/drawing/text/itemization.ts';
import type { PlacedGlyph, TextLayout } from '../../../src/drawing/text/text-layout.ts';

export function glyphsOf(layout: TextLayout): PlacedGlyph[] {
  return layout.lines.flatMap((line) => line.glyphs);
}

export function outlinesOf(layout: TextLayout): Outline[] {
  return glyphsOf(layout).flatMap(
    ({ outline, layers }) => layers?.map((layer) => layer.outline) ?? [outline],
  );
}

/** Returns the graphemes in visual order, left to right, each by its first index. */
export function visualOrderOf(layout: TextLayout): number[] {
  return glyphsOf(layout)
    .toSorted((a, b) => a.x - b.x)
    .map((glyph) => glyph.firstGrapheme);
}

/** Returns the extremes of an outline's points; for a glyph without curves, these are its bounds. */
export function extentOf({ points }: Outline): { left: number; top: number; right: number; bottom: number } {
  const xs = points.filter((_, i) => i % 2 === 0);
  const ys = points.filter((_, i) => i % 2 === 1);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

const coverage = new FontCoverage();

/** Returns the runs of a line, in reading order, as "font: text". */
export function fontRunsOf(line: string, text: string = line): string[] {
  const { clusters } = clusterLine(line, 0);
  const codePointsOf = (part: string) => Array.from(part, (character) => character.codePointAt(0) ?? 0);
  const lines = [line, ...text.split('\n')].map(codePointsOf);
  const [language] = eastAsianLanguages(lines, coverage);
  return runsOf(itemizeParagraph(clusters, language, coverage).pieces).map(
    (run) => `${run.font ?? 'missing'}: ${String.fromCodePoint(...run.codePoints)}`,
  );
}

/** Returns the text of each line of a wrapped layout, trimmed. */
export function wrappedLines(text: string, layout: TextLayout): string[] {
  const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });
  const graphemes = Array.from(segmenter.segment(text), ({ segment }) => segment);
  const isSpace = (grapheme: string | undefined) => grapheme !== undefined && /^[\s\u200b]+$/u.test(grapheme);
  // Counts visible characters, because spaces at the end of a line have no graphemes.
  const starts = layout.lines.map(({ glyphs }) => Math.min(...glyphs.map((glyph) => glyph.firstGrapheme)));
  const lines: string[] = [];
  let at = 0;
  for (const [i, start] of starts.entries()) {
    const end = starts[i + 1] ?? Infinity;
    let line = '';
    for (let grapheme = start; grapheme < end && at < graphemes.length; grapheme++) line += graphemes[at++];
    while (isSpace(graphemes[at])) at++;
    lines.push(line.trim());
  }
  return lines;
}
