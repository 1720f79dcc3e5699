import { ContentError } from '../project/content-error.ts';
import type { TextRange } from '../project/find-words.ts';
import { problemAt } from '../project/problem.ts';
import type { Path } from '../project/problem-text.ts';
import type { Lettering } from '../timeline/lettering.ts';
import { type LetterPaints, spanIndexAt } from './painted-spans.ts';
import { notAPart, type Typesetters } from './typesetters.ts';

/**
 * Returns the paint of the glyphs of an equation; null without spans. Throws a ContentError that names `place` for a
 * span that is not a part of the equation.
 */
export function equationPaints(
  { text, spans, spanRanges }: Lettering,
  typesetters: Typesetters,
  place: Path,
): LetterPaints | null {
  if (spans === null) return null;
  const divisions = (spanRanges ?? [spans]).map((ranges) => {
    const indexes = typesetters.equationSpans(text, ranges);
    if (indexes !== null) return { ranges, indexes };
    const culprit = brokenSpan(text, ranges, typesetters) ?? { start: 0, end: text.length };
    throw new ContentError([problemAt(place, 'equation-span', notAPart(text, culprit))]);
  });
  return {
    spans,
    spanOf: (glyph) => spanIndexAt(spans, positionIn(divisions, glyph)),
    replacesColors: true,
  };
}

/** Number of spans that are tried one by one, because an equation may take seconds. */
const maxTrials = 20;

/** Returns the first span that is not a part of an equation by itself, or else the first of all; undefined if all are. */
export function brokenSpan(
  tex: string,
  spans: readonly TextRange[],
  typesetters: Typesetters,
): TextRange | undefined {
  if (typesetters.equationSpans(tex, spans) !== null) return undefined;
  return (
    spans.slice(0, maxTrials).find((span) => typesetters.equationSpans(tex, [span]) === null) ?? spans[0]
  );
}

interface Division {
  readonly ranges: readonly TextRange[];
  /** The range of each glyph. */
  readonly indexes: readonly (number | undefined)[];
}

/** Returns a position in the TeX that is in the ranges of a glyph and in no others; -1 if the glyph is in none. */
function positionIn(divisions: readonly Division[], glyph: number): number {
  const rangesOfGlyph = divisions.flatMap(({ ranges, indexes }) => ranges[indexes[glyph] ?? -1] ?? []);
  if (rangesOfGlyph.length === 0) return -1;
  let position = Math.max(...rangesOfGlyph.map(({ start }) => start));
  for (const { ranges, indexes } of divisions) {
    if (indexes[glyph] !== undefined) continue;
    for (const { start, end } of ranges) if (start <= position && position < end) position = end;
  }
  return position;
}
