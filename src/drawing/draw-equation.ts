import { identityMatrix } from '../timeline/matrix.ts';
import type { Pose } from '../timeline/pose.ts';
import type { DisplayNode } from './display-list.ts';
import { clampUnit, fill } from './draw-shape.ts';
import type { EquationLayout } from './equation/equation-layout.ts';
import { clockwise, joinOutlines, type Outline } from './outline.ts';
import { trimContours } from './trim-outline.ts';

/** Width of the pen that writes a glyph's outline, in em. */
const penWidth = 0.018;

interface SetEquation {
  readonly whole: Outline;
  readonly glyphs: readonly Outline[];
}

const setEquations = new WeakMap<EquationLayout, SetEquation>();

function setEquation(layout: EquationLayout): SetEquation {
  const known = setEquations.get(layout);
  if (known) return known;
  const glyphs = layout.glyphs.map((glyph) => clockwise(joinOutlines([glyph])));
  const whole = joinOutlines(glyphs.map((outline) => ({ outline, matrix: identityMatrix })));
  const equation = { whole, glyphs };
  setEquations.set(layout, equation);
  return equation;
}

/** The nodes of an equation in em: to be drawn scaled by the font size. */
export function drawEquation(pose: Pose, layout: EquationLayout): DisplayNode[] {
  const { whole, glyphs } = setEquation(layout);
  if (pose.write >= 1) return fill(whole, pose.fill);
  return glyphs.flatMap((glyph, index) => {
    const progress =
      pose.writeOrder === 'sequential' ? clampUnit(glyphs.length * pose.write - index) : pose.write;
    return drawGlyph(pose, glyph, progress);
  });
}

function drawGlyph(pose: Pose, outline: Outline, progress: number): DisplayNode[] {
  if (progress <= 0 || !pose.fill) return [];
  if (progress >= 1) return fill(outline, pose.fill);
  const pen = trimContours(outline, progress);
  return [
    ...fill(outline, pose.fill, clampUnit((progress - 0.55) / 0.45)),
    ...(pen.points.length > 0
      ? [{ type: 'stroke' as const, outline: pen, color: pose.fill, width: penWidth }]
      : []),
  ];
}
