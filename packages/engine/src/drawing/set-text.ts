import type { TextAlign, VerticalAlign } from '../timeline/lettering.ts';
import type { Bounds } from './bounds.ts';
import { memoizeByObject } from './memoize-by-object.ts';
import { joinOutlines, type Outline, transformOutline } from './outline.ts';
import type { GlyphLayer, PlacedGlyph, TextCell, TextLayout } from './text/text-layout.ts';

/** Distance from a line's middle to its baseline, in em. */
const baselineDrop = 0.3;

/** Height of the first and the last line above and below their middles, in em. */
const halfLine = 0.625;

/** How far letters reach from their baseline, in em with y down. */
export interface Reach {
  readonly top: number;
  readonly bottom: number;
}

/** What a single line of text has around its baseline, whatever its letters are. */
export const lineReach: Reach = { top: -halfLine - baselineDrop, bottom: halfLine - baselineDrop };

/** A text ready to be drawn at any size: all glyphs placed, in em, around the origin or to one side of it. */
export interface SetText {
  readonly whole: Ink;
  readonly lines: readonly SetLine[];
  readonly graphemeCount: number;
  /** Start of each grapheme cluster in the text, in UTF-16 units, if its layout has them. */
  readonly graphemeStarts?: readonly number[] | undefined;
  /** Edges of its lines. */
  readonly top: number;
  readonly bottom: number;
}

/** A line that draws something. */
export interface SetLine {
  readonly glyphs: readonly SetGlyph[];
  /** Position of its middle. */
  readonly middle: number;
  readonly width: number;
  readonly isRightToLeft: boolean;
  readonly left: number;
  readonly baseline: number;
  /** The room of its characters, from its left end; empty if its layout has none. */
  readonly cells: readonly TextCell[];
}

export interface SetGlyph {
  readonly glyph: PlacedGlyph;
  readonly x: number;
  readonly y: number;
}

/** Paint of glyphs: their outlines in the colours of the text, and emoji in their own colours. */
export interface Ink {
  readonly outline: Outline;
  readonly emoji: readonly GlyphLayer[];
}

/** How the lines of a text are placed around its origin. */
export interface Placement {
  readonly align: TextAlign;
  readonly verticalAlign: VerticalAlign;
  /** Distance between baselines in em; null for the default of the text. */
  readonly lineHeight: number | null;
}

/** Maximum number of placements of one layout that are kept; a line height that changes makes many. */
const maxPlacements = 12;

const placementsOf = memoizeByObject((_layout: TextLayout) => new Map<string, SetText>());

/** Places the glyphs of a text; equal placements give the same object. */
export function setText(layout: TextLayout, { align, verticalAlign, lineHeight }: Placement): SetText {
  const placements = placementsOf(layout);
  const key = `${align} ${verticalAlign} ${lineHeight}`;
  let text = placements.get(key);
  if (text === undefined) {
    text = placeLines(layout, align, verticalAlign, lineHeight ?? layout.lineHeight);
    if (placements.size >= maxPlacements) placements.clear();
    placements.set(key, text);
  }
  return text;
}

function placeLines(
  layout: TextLayout,
  align: TextAlign,
  verticalAlign: VerticalAlign,
  lineHeight: number,
): SetText {
  const shift = verticalShift(verticalAlign, layout.lines.length, lineHeight);
  const lines = layout.lines.map(({ glyphs, width, isRightToLeft, cells = [] }, index) => {
    const baseline = (index - (layout.lines.length - 1) / 2) * lineHeight + baselineDrop + shift;
    const middle = align === 'center' ? 0 : align === 'left' ? width / 2 : -width / 2;
    const placedAt = (glyph: PlacedGlyph) => ({
      glyph,
      x: glyph.x + (middle - width / 2),
      y: glyph.y + baseline,
    });
    const left = middle - width / 2;
    return { glyphs: glyphs.map(placedAt), middle, width, isRightToLeft, left, baseline, cells };
  });
  const halfHeight = ((layout.lines.length - 1) * lineHeight) / 2 + halfLine;
  return {
    whole: inkOf(lines.flatMap(({ glyphs }) => glyphs)),
    lines: lines.filter(({ glyphs }) => glyphs.length > 0),
    graphemeCount: layout.graphemeCount,
    graphemeStarts: layout.graphemeStarts,
    top: shift - halfHeight,
    bottom: shift + halfHeight,
  };
}

/** Returns the box of the lines of a text, in em. */
export const textBox = memoizeByObject(({ lines, top, bottom }: SetText): Bounds => {
  const left = Math.min(0, ...lines.map(({ middle, width }) => middle - width / 2));
  const right = Math.max(0, ...lines.map(({ middle, width }) => middle + width / 2));
  return { left, top, right, bottom };
});

/** Lines of a text as CSS measures them: each has the advance of its letters and the height of a line. */
export interface LineBox extends Bounds {
  /** The baseline of the first line. */
  readonly baseline: number;
}

/** Returns the box of the lines of a text around its origin, in em, whatever ink its letters have. */
export function lineBox(
  { lines, width, lineHeight: ownHeight }: TextLayout,
  { align, verticalAlign, lineHeight }: Placement,
): LineBox {
  const height = lineHeight ?? ownHeight;
  const left = align === 'center' ? -width / 2 : align === 'left' ? 0 : -width;
  const middle = verticalShift(verticalAlign, lines.length, height);
  const top = middle - (lines.length * height) / 2;
  const bottom = middle + (lines.length * height) / 2;
  return { left, top, right: left + width, bottom, baseline: top + height / 2 + baselineDrop };
}

/** Returns how far the middle of a text is below its origin, in em. */
function verticalShift(verticalAlign: VerticalAlign, lineCount: number, lineHeight: number): number {
  const toFirstLine = ((lineCount - 1) / 2) * lineHeight;
  switch (verticalAlign) {
    case 'top':
      return toFirstLine + halfLine;
    case 'middle':
      return 0;
    case 'bottom':
      return -toFirstLine - halfLine;
    case 'baseline':
      return toFirstLine - baselineDrop;
  }
}

/** Returns the position of a glyph's first grapheme cluster in the text, in UTF-16 units. */
export function positionOf({ graphemeStarts }: SetText, { firstGrapheme }: PlacedGlyph): number {
  return graphemeStarts?.[firstGrapheme] ?? 0;
}

/** Returns the paint of glyphs. */
export function inkOf(glyphs: readonly SetGlyph[]): Ink {
  const letters = glyphs.filter(({ glyph }) => glyph.layers === undefined);
  const matrixOf = ({ x, y }: SetGlyph) => [1, 0, 0, 1, x, y] as const;
  return {
    outline: joinOutlines(
      letters.map((letter) => ({ outline: letter.glyph.outline, matrix: matrixOf(letter) })),
    ),
    emoji: glyphs.flatMap((glyph) =>
      (glyph.glyph.layers ?? []).map(({ outline, color }) => ({
        outline: transformOutline(outline, matrixOf(glyph)),
        color,
      })),
    ),
  };
}
