import type { Appearance } from '../timeline/appearance.ts';
import type { TextAlign } from '../timeline/lettering.ts';
import { identityMatrix, type Matrix, multiplyMatrices } from '../timeline/matrix.ts';
import type { DisplayNode } from './display-list.ts';
import { clampUnit, fill } from './draw-shape.ts';
import type { EquationLayout } from './equation/equation-layout.ts';
import { memoizeByObject } from './memoize-by-object.ts';
import { clockwise, joinOutlines, type Outline } from './outline.ts';
import { trimContours } from './trim-outline.ts';

/** Width of the stroke that traces a glyph while it is written, in em. */
const penWidth = 0.018;

interface SetEquation {
  readonly whole: Outline;
  readonly glyphs: readonly Outline[];
}

const setEquation: Readonly<Record<TextAlign, (layout: EquationLayout) => SetEquation>> = {
  left: equationSetter((width) => width / 2),
  center: equationSetter(() => 0),
  right: equationSetter((width) => -width / 2),
};

/** `middleOf` returns the position of the middle of an equation of a given width. */
function equationSetter(middleOf: (width: number) => number): (layout: EquationLayout) => SetEquation {
  return memoizeByObject((layout: EquationLayout): SetEquation => {
    const shift: Matrix = [1, 0, 0, 1, middleOf(layout.width), 0];
    const glyphs = layout.glyphs.map(({ outline, matrix }) =>
      clockwise(joinOutlines([{ outline, matrix: multiplyMatrices(shift, matrix) }])),
    );
    const whole = joinOutlines(glyphs.map((outline) => ({ outline, matrix: identityMatrix })));
    return { whole, glyphs };
  });
}

/** Returns the nodes of an equation in em, to be scaled by the font size. */
export function drawEquation(appearance: Appearance, layout: EquationLayout): DisplayNode[] {
  const { whole, glyphs } = setEquation[appearance.lettering.align](layout);
  if (appearance.write >= 1) return fill(whole, appearance.fill);
  return glyphs.flatMap((glyph, index) => {
    const progress =
      appearance.writeOrder === 'sequential'
        ? clampUnit(glyphs.length * appearance.write - index)
        : appearance.write;
    return drawGlyph(appearance, glyph, progress);
  });
}

function drawGlyph(appearance: Appearance, outline: Outline, progress: number): DisplayNode[] {
  if (progress <= 0 || !appearance.fill) return [];
  if (progress >= 1) return fill(outline, appearance.fill);
  const pen = trimContours(outline, progress);
  return [
    ...fill(outline, appearance.fill, clampUnit((progress - 0.55) / 0.45)),
    ...(pen.points.length > 0
      ? [{ type: 'stroke' as const, outline: pen, color: appearance.fill, width: penWidth }]
      : []),
  ];
}
