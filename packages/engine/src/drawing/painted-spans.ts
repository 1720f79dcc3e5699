import type { TextRange } from '../project/find-words.ts';
import type { Color } from '../timeline/color.ts';
import type { PaintedSpan } from '../timeline/spans.ts';

/** Paint of letters that differs from that of the object. */
export interface LetterPaint {
  /** Null paints nothing; undefined is the fill of the object. */
  readonly fill: Color | null | undefined;
  readonly opacity: number;
}

/** The paint of the letters of one content. */
export interface LetterPaints {
  readonly spans: readonly PaintedSpan[];
  /**
   * Returns the index of the span of a letter by its place, -1 outside of spans. The place is the position in a text,
   * and the number of the glyph in an equation.
   */
  spanOf(place: number): number;
  /** Whether the fill of a span replaces colours in the content: those of TeX, but not those of emoji. */
  readonly replacesColors: boolean;
}

/** Returns the paint of a letter by its place; null stands for a content without spans. */
export function paintOf(paints: LetterPaints | null, place: number): LetterPaint {
  return paints?.spans[paints.spanOf(place)] ?? plainPaint;
}

export const plainPaint: LetterPaint = { fill: undefined, opacity: 1 };

/** Returns the index of the span that contains a position in the text; -1 for a position outside of all spans. */
export function spanIndexAt(spans: readonly TextRange[], position: number): number {
  let first = 0;
  for (let last = spans.length; first < last; ) {
    const middle = (first + last) >> 1;
    if (spans[middle].end <= position) first = middle + 1;
    else last = middle;
  }
  return first < spans.length && spans[first].start <= position ? first : -1;
}

/** The ranges of spans as text; equal for spans that differ only in their paint. */
export function rangesKey(spans: readonly PaintedSpan[]): string {
  return spans.map(({ start, end }) => `${start}-${end}`).join();
}

/** Groups items by a key, in the order of the first item of each group. */
export function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
