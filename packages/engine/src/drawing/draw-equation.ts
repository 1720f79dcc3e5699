import type { Appearance } from '../timeline/appearance.ts';
import type { TextAlign } from '../timeline/lettering.ts';
import { type Matrix, multiplyMatrices } from '../timeline/matrix.ts';
import { type ColoredOutline, fillAll, joinNeighbours } from './colored-outline.ts';
import type { DisplayNode } from './display-list.ts';
import { clampUnit, fill } from './draw-shape.ts';
import type { EquationLayout } from './equation/equation-layout.ts';
import { memoizeByObject } from './memoize-by-object.ts';
import { clockwise, joinOutlines } from './outline.ts';
import { trimContours } from './trim-outline.ts';

/** Width of the stroke that traces a glyph while it is written, in em. */
const penWidth = 0.018;

/** An equation ready to be drawn at any size: all glyphs placed, in em, around the origin or to one side of it. */
export interface SetEquation {
  /** Neighbouring glyphs of one colour are one outline. */
  readonly whole: readonly ColoredOutline[];
  readonly glyphs: readonly ColoredOutline[];
}

/** Places the glyphs of an equation, by the edge that is at the origin. Equal placements give the same object. */
export const setEquation: Readonly<Record<TextAlign, (layout: EquationLayout) => SetEquation>> = {
  left: equationSetter((width) => width / 2),
  center: equationSetter(() => 0),
  right: equationSetter((width) => -width / 2),
};

/** `middleOf` returns the position of the middle of an equation of a given width. */
function equationSetter(middleOf: (width: number) => number): (layout: EquationLayout) => SetEquation {
  return memoizeByObject((layout: EquationLayout): SetEquation => {
    const shift: Matrix = [1, 0, 0, 1, middleOf(layout.width), 0];
    const glyphs = layout.glyphs.map(({ outline, matrix, color }) => ({
      outline: clockwise(joinOutlines([{ outline, matrix: multiplyMatrices(shift, matrix) }])),
      color,
    }));
    return { whole: joinNeighbours(glyphs), glyphs };
  });
}

/** Returns the nodes of an equation in em, to be scaled by the font size. */
export function drawEquation(appearance: Appearance, { whole, glyphs }: SetEquation): DisplayNode[] {
  if (appearance.write >= 1) return fillAll(whole, appearance.fill);
  return glyphs.flatMap((glyph, index) => {
    const progress =
      appearance.writeOrder === 'sequential'
        ? clampUnit(glyphs.length * appearance.write - index)
        : appearance.write;
    return drawGlyph(appearance, glyph, progress);
  });
}

function drawGlyph(
  appearance: Appearance,
  { outline, color: ownColor }: ColoredOutline,
  progress: number,
): DisplayNode[] {
  const color = ownColor ?? appearance.fill;
  if (progress <= 0 || !color) return [];
  if (progress >= 1) return fill(outline, color);
  const pen = trimContours(outline, progress);
  return [
    ...fill(outline, color, clampUnit((progress - 0.55) / 0.45)),
    ...(pen.points.length > 0 ? [{ type: 'stroke' as const, outline: pen, color, width: penWidth }] : []),
  ];
}
