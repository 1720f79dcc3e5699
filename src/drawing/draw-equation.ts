import type { Appearance } from '../timeline/appearance.ts';
import { identityMatrix } from '../timeline/matrix.ts';
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

const setEquation = memoizeByObject((layout: EquationLayout): SetEquation => {
  const glyphs = layout.glyphs.map((glyph) => clockwise(joinOutlines([glyph])));
  const whole = joinOutlines(glyphs.map((outline) => ({ outline, matrix: identityMatrix })));
  return { whole, glyphs };
});

/** Returns the nodes of an equation in em, to be scaled by the font size. */
export function drawEquation(appearance: Appearance, layout: EquationLayout): DisplayNode[] {
  const { whole, glyphs } = setEquation(layout);
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
