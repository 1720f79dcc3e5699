import { clampUnit } from '../project/numbers.ts';
import type { Color } from '../timeline/color.ts';
import type { Lettering, TextAlign, VerticalAlign } from '../timeline/lettering.ts';
import { type Matrix, multiplyMatrices } from '../timeline/matrix.ts';
import { type Bounds, unionBounds } from './bounds.ts';
import { type ColoredOutline, fillAll, joinNeighbours } from './colored-outline.ts';
import type { DisplayNode } from './display-list.ts';
import { faded, fill } from './draw-shape.ts';
import type { EquationLayout, EquationTerm } from './equation/equation-layout.ts';
import { readingOrder } from './equation/reading-order.ts';
import { memoizeByObject } from './memoize-by-object.ts';
import { clockwise, joinOutlines } from './outline.ts';
import { nodePaints, type Painted } from './paint.ts';
import { tightBounds } from './painted-box.ts';
import { groupBy, type LetterPaints, paintOf, plainPaint } from './painted-spans.ts';
import { trimContours } from './trim-outline.ts';

/** Width of the stroke that traces a glyph while it is written, in em. */
const penWidth = 0.018;

/** The share of a glyph's progress in which the pen thins out, so that no outline vanishes at once. */
const thinning = 0.2;

/** Written in reading order, each glyph starts after this share of the one before. */
const lag = 0.25;

/** An equation ready to be drawn at any size: all glyphs placed, in em, around the origin or to one side of it. */
export interface SetEquation {
  /** Neighbouring glyphs of one colour are one outline. */
  readonly whole: readonly ColoredOutline[];
  readonly glyphs: readonly ColoredOutline[];
  /** The terms of the equation, with indexes of glyphs. */
  readonly root: EquationTerm;
}

/** The x of an equation's middle, by the edge that is at the origin. */
const middleX: Readonly<Record<TextAlign, (layout: EquationLayout) => number>> = {
  left: ({ width }) => width / 2,
  center: () => 0,
  right: ({ width }) => -width / 2,
};

/** The y of an equation's middle, by the part of it that is at the origin. */
const middleY: Readonly<Record<VerticalAlign, (layout: EquationLayout) => number>> = {
  top: ({ height }) => height / 2,
  middle: () => 0,
  bottom: ({ height }) => -height / 2,
  baseline: ({ baseline }) => -baseline,
};

/** The y of the baseline of an equation, in em. */
export function baselineOf(layout: EquationLayout, verticalAlign: VerticalAlign): number {
  return layout.baseline + middleY[verticalAlign](layout);
}

const settersByPlace = new Map<string, (layout: EquationLayout) => SetEquation>();

/** Places the glyphs of an equation, by the parts that are at the origin. Equal placements give the same object. */
export function setEquation(
  layout: EquationLayout,
  { align, verticalAlign }: Pick<Lettering, 'align' | 'verticalAlign'>,
): SetEquation {
  const key = `${align} ${verticalAlign}`;
  const setter = settersByPlace.get(key) ?? equationSetter(middleX[align], middleY[verticalAlign]);
  settersByPlace.set(key, setter);
  return setter(layout);
}

function equationSetter(
  xOf: (layout: EquationLayout) => number,
  yOf: (layout: EquationLayout) => number,
): (layout: EquationLayout) => SetEquation {
  return memoizeByObject((layout: EquationLayout): SetEquation => {
    const shift: Matrix = [1, 0, 0, 1, xOf(layout), yOf(layout)];
    const glyphs = layout.glyphs.map(({ outline, matrix, color }) => ({
      outline: clockwise(joinOutlines([{ outline, matrix: multiplyMatrices(shift, matrix) }])),
      color,
    }));
    return { whole: joinNeighbours(glyphs), glyphs, root: layout.root };
  });
}

/** Returns the box around the glyphs of an equation, in em. */
export const equationBox = memoizeByObject(({ whole }: SetEquation): Bounds => {
  let box: Bounds | null = null;
  for (const { outline } of whole) box = unionBounds(box, tightBounds(outline));
  return box ?? { left: 0, top: 0, right: 0, bottom: 0 };
});

/** Returns the nodes of an equation in em, to be scaled by the font size. */
export function drawEquation(
  appearance: Painted,
  equation: SetEquation,
  paints: LetterPaints | null,
): DisplayNode[] {
  const { whole, glyphs } = equation;
  if (appearance.write >= 1) {
    return paints === null ? fillAll(whole, appearance.fill) : drawPaintedGlyphs(appearance, glyphs, paints);
  }
  const progressOf = glyphProgress(appearance, equation);
  return glyphs.flatMap((glyph, index) => {
    const progress = progressOf(index);
    if (paints === null) return drawGlyph(appearance, glyph, progress);
    const { fill: color, opacity } = paintOf(paints, index);
    const drawn = drawGlyph(appearance, painted(glyph, color), progress);
    return opacity >= 1 ? drawn : faded(drawn, opacity);
  });
}

/** The place of each glyph in the reading order. */
const readingTurns = memoizeByObject(({ root, glyphs }: SetEquation): readonly number[] => {
  const boxes = glyphs.map(({ outline }) => tightBounds(outline));
  const turns: number[] = [];
  for (const [turn, glyph] of readingOrder(root, boxes).entries()) turns[glyph] = turn;
  return turns;
});

/** Returns the function from the index of a glyph to the share of it, from 0 to 1, that is written. */
function glyphProgress({ write, writeOrder }: Painted, equation: SetEquation): (index: number) => number {
  const { length } = equation.glyphs;
  switch (writeOrder) {
    case 'together':
      return () => write;
    case 'sequential':
      return (index) => clampUnit(length * write - index);
    case 'reading': {
      const turns = readingTurns(equation);
      const wholeLength = 1 + lag * (length - 1);
      return (index) => clampUnit(wholeLength * write - lag * (turns[index] ?? index));
    }
  }
}

/** Draws glyphs in the paint of their spans, each span as one picture. */
function drawPaintedGlyphs(
  appearance: Painted,
  glyphs: readonly ColoredOutline[],
  paints: LetterPaints,
): DisplayNode[] {
  const bySpan = groupBy([...glyphs.keys()], (index) => paints.spanOf(index));
  return [...bySpan].flatMap(([span, indexes]) => {
    const { fill: color, opacity } = paints.spans[span] ?? plainPaint;
    const glyphsOfDivision = indexes.flatMap((index) =>
      glyphs[index] ? [painted(glyphs[index], color)] : [],
    );
    const drawn = fillAll(joinNeighbours(glyphsOfDivision), appearance.fill);
    return opacity >= 1 ? drawn : faded(drawn, opacity);
  });
}

const transparent: Color = { red: 0, green: 0, blue: 0, alpha: 0 };

/** Returns a glyph in the colour of its span, which replaces those of the TeX. */
function painted(glyph: ColoredOutline, color: Color | null | undefined): ColoredOutline {
  return color === undefined ? glyph : { ...glyph, color: color ?? transparent };
}

function drawGlyph(
  appearance: Painted,
  { outline, color: ownColor }: ColoredOutline,
  progress: number,
): DisplayNode[] {
  const paint = ownColor ?? appearance.fill;
  if (progress <= 0 || !paint) return [];
  if (progress >= 1) return fill(outline, paint);
  const pen = trimContours(outline, progress);
  const width = penWidth * Math.min(1, (1 - progress) / thinning);
  return [
    ...fill(outline, paint, clampUnit((progress - 0.55) / 0.45)),
    ...(pen.points.length > 0
      ? nodePaints(paint).map((own) => ({ type: 'stroke' as const, outline: pen, ...own, width }))
      : []),
  ];
}
