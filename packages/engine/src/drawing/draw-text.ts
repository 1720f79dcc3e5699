import { clampUnit } from '../project/numbers.ts';
import type { Color } from '../timeline/color.ts';
import { identityMatrix } from '../timeline/matrix.ts';
import type { PaintedSpan } from '../timeline/spans.ts';
import { type Decorations, drawDecorations, drawGround, isDecorated } from './decorations.ts';
import { type DisplayNode, type GroupNode, plainGroup } from './display-list.ts';
import { dashed, faded, fill, stroke } from './draw-shape.ts';
import { memoizeByObject } from './memoize-by-object.ts';
import { joinOutlines, type Outline } from './outline.ts';
import type { Paint, Painted } from './paint.ts';
import { groupBy, type LetterPaint, plainPaint, rangesKey, spanIndexAt } from './painted-spans.ts';
import {
  type Ink,
  inkOf,
  type Placement,
  positionOf,
  type SetGlyph,
  type SetText,
  setText,
} from './set-text.ts';
import { rectangle } from './shapes.ts';
import type { GlyphLayer, PlacedGlyph, TextLayout } from './text/text-layout.ts';

const centred: Placement = { align: 'center', verticalAlign: 'middle', lineHeight: null };

/** Returns the nodes of a text of one colour in em, centred on the origin. */
export function drawLabel(layout: TextLayout, color: Color): DisplayNode[] {
  const { outline, emoji } = setText(layout, centred).whole;
  return [...fill(outline, color), ...emoji.flatMap((layer) => fill(layer.outline, layer.color ?? color))];
}

/** Returns the nodes of a text in em, to be scaled by the font size. */
export function drawText(appearance: Painted, text: SetText, decorations: Decorations): DisplayNode[] {
  const letters = drawLetters(appearance, text, decorations);
  return isDecorated(decorations) ? [...drawnBehind(appearance, text, decorations), ...letters] : letters;
}

/** Returns what is behind the letters and below them, as far as the text is written. */
export function drawnBehind(appearance: Painted, text: SetText, decorations: Decorations): DisplayNode[] {
  if (!isDecorated(decorations)) return [];
  const isSequential = appearance.write < 1 && appearance.writeOrder === 'sequential';
  const written = isSequential ? text.graphemeCount * appearance.write : Infinity;
  const clips = appearance.write < 1 && !isSequential ? clipsOf(appearance, text) : undefined;
  const behind = drawGround(decorations.ground, text.lines, clampUnit(appearance.write));
  return behind.concat(
    text.lines.flatMap((line, index) => {
      const nodes = drawDecorations(appearance, text, line, decorations, written);
      const clip = clips?.[index];
      return clip ? clipped(nodes, clip) : nodes;
    }),
  );
}

/** Returns the letters of a text without what is behind them. */
export function drawLetters(appearance: Painted, text: SetText, { spans }: Decorations): DisplayNode[] {
  if (spans !== null) return drawSpans(appearance, text, spans);
  if (appearance.write >= 1) return drawInk(appearance, text.whole);
  return appearance.writeOrder === 'sequential' || appearance.curves !== null
    ? drawCharacters(appearance, text)
    : drawLines(appearance, text);
}

/** Returns a text written together: each line up to `write` of its width, including parts that overhang the line. */
function drawLines(appearance: Painted, text: SetText): DisplayNode[] {
  const inks = lineInks(text);
  const lines = clipsOf(appearance, text).map((clip, index) => ({ ...inks[index], clip }));
  // All fills come before all strokes, as in a complete text.
  return [
    ...lines.flatMap(({ outline, clip }) => clipped(fill(outline, appearance.fill), clip)),
    ...lines.flatMap(({ outline, clip }) => clipped(letterStroke(outline, appearance), clip)),
    ...lines.flatMap(({ emoji, clip }) => clipped(drawEmoji(appearance.fill, emoji), clip)),
  ];
}

/** The written part of each line. */
function clipsOf(appearance: Painted, text: SetText): Outline[] {
  // Ink may extend beyond the text's width and lines (italics, marks, strokes) on every side but the cut.
  const overhang = 2 + appearance.strokeWidth / appearance.fontSize;
  const [top, bottom] = [text.top - overhang, text.bottom + overhang];
  return text.lines.map(({ middle, width, isRightToLeft }) => {
    const end = width / 2 + overhang;
    const cut = width * (appearance.write - 0.5);
    return isRightToLeft
      ? rectangle(middle - cut, top, middle + end, bottom)
      : rectangle(middle - end, top, middle + cut, bottom);
  });
}

const lineInks = memoizeByObject((text: SetText): readonly Ink[] =>
  text.lines.length === 1 ? [text.whole] : text.lines.map(({ glyphs }) => inkOf(glyphs)),
);

function clipped(children: readonly DisplayNode[], clip: Outline): GroupNode[] {
  if (children.length === 0) return [];
  return [{ ...plainGroup, clip, children }];
}

function drawCharacters(appearance: Painted, text: SetText): DisplayNode[] {
  const { solid, fading } = writtenGlyphs(appearance, text);
  return [
    ...drawInk(appearance, inkOf(solid)),
    ...[...fading].flatMap(([opacity, glyphs]) => faded(drawInk(appearance, inkOf(glyphs)), opacity)),
  ];
}

/** The glyphs that are written one after another: those that are complete, and others by their opacity. */
function writtenGlyphs(appearance: Painted, text: SetText) {
  const solid: SetGlyph[] = [];
  const fading = new Map<number, SetGlyph[]>();
  for (const placedGlyph of text.lines.flatMap(({ glyphs }) => glyphs)) {
    const opacity = glyphOpacity(placedGlyph.glyph, text.graphemeCount * appearance.write);
    if (opacity >= 1) solid.push(placedGlyph);
    else if (opacity > 0) fading.set(opacity, [...(fading.get(opacity) ?? []), placedGlyph]);
  }
  return { solid, fading };
}

/** A glyph that draws several characters (a ligature) has their mean opacity. */
function glyphOpacity({ firstGrapheme, endGrapheme }: PlacedGlyph, charactersWritten: number): number {
  let sum = 0;
  for (let index = firstGrapheme; index < endGrapheme; index++) sum += clampUnit(charactersWritten - index);
  return sum / (endGrapheme - firstGrapheme);
}

function drawInk(appearance: Painted, { outline, emoji }: Ink): DisplayNode[] {
  return [
    ...fill(outline, appearance.fill),
    ...letterStroke(outline, appearance),
    ...drawEmoji(appearance.fill, emoji),
  ];
}

/** Glyphs of one span, or outside of all spans. */
interface SpanInk extends Ink {
  readonly spanIndex: number;
}

/** Returns the nodes of a text with spans. All fills come before all strokes, as in a text without. */
function drawSpans(appearance: Painted, text: SetText, spans: readonly PaintedSpan[]): DisplayNode[] {
  if (appearance.write >= 1) return drawSpanInks(appearance, spanInks(text, spans), spans);
  if (appearance.writeOrder === 'sequential' || appearance.curves !== null) {
    const { solid, fading } = writtenGlyphs(appearance, text);
    const draw = (glyphs: readonly SetGlyph[]) =>
      drawSpanInks(appearance, splitGlyphs(text, glyphs, spans), spans);
    return [...draw(solid), ...[...fading].flatMap(([opacity, glyphs]) => faded(draw(glyphs), opacity))];
  }
  const clips = clipsOf(appearance, text);
  return lineSpanInks(text, spans).flatMap((inks, index) => {
    const clip = clips[index];
    return clip ? clipped(drawSpanInks(appearance, inks, spans), clip) : [];
  });
}

function drawSpanInks(
  appearance: Painted,
  inks: readonly SpanInk[],
  spans: readonly PaintedSpan[],
): DisplayNode[] {
  const painted = inks.map((ink): { ink: SpanInk; paint: LetterPaint } => ({
    ink,
    paint: spans[ink.spanIndex] ?? plainPaint,
  }));
  const opaque = painted.filter(({ paint }) => paint.opacity >= 1);
  const fillOf = (paint: LetterPaint) => (paint.fill === undefined ? appearance.fill : paint.fill);
  const strokes = joinOutlines(opaque.map(({ ink }) => ({ outline: ink.outline, matrix: identityMatrix })));
  return [
    ...opaque.flatMap(({ ink, paint }) => fill(ink.outline, fillOf(paint))),
    ...letterStroke(strokes, appearance),
    ...opaque.flatMap(({ ink, paint }) => drawEmoji(fillOf(paint), ink.emoji)),
    ...painted.flatMap(({ ink, paint }) =>
      paint.opacity >= 1 ? [] : faded(drawInk({ ...appearance, fill: fillOf(paint) }, ink), paint.opacity),
    ),
  ];
}

/** Maximum number of ways to divide one text that are kept. */
const maxDivisions = 4;

const divisionsOf = memoizeByObject((_text: SetText) => new Map<string, readonly SpanInk[]>());

/** The glyphs of a text by their spans; equal ranges give the same object. */
function spanInks(text: SetText, spans: readonly PaintedSpan[]): readonly SpanInk[] {
  return divided(text, `whole ${rangesKey(spans)}`, () =>
    splitGlyphs(
      text,
      text.lines.flatMap(({ glyphs }) => glyphs),
      spans,
    ),
  );
}

/** The glyphs of each line of a text by their spans. */
function lineSpanInks(text: SetText, spans: readonly PaintedSpan[]): (readonly SpanInk[])[] {
  return text.lines.map(({ glyphs }, index) =>
    divided(text, `${index} ${rangesKey(spans)}`, () => splitGlyphs(text, glyphs, spans)),
  );
}

function divided(text: SetText, key: string, divide: () => readonly SpanInk[]): readonly SpanInk[] {
  const divisions = divisionsOf(text);
  let inks = divisions.get(key);
  if (inks === undefined) {
    inks = divide();
    if (divisions.size >= maxDivisions * (text.lines.length + 1)) divisions.clear();
    divisions.set(key, inks);
  }
  return inks;
}

/** A glyph belongs to the span in which its first grapheme cluster starts. */
function splitGlyphs(
  text: SetText,
  glyphs: readonly SetGlyph[],
  spans: readonly PaintedSpan[],
): readonly SpanInk[] {
  const bySpan = groupBy(glyphs, ({ glyph }) => spanIndexAt(spans, positionOf(text, glyph)));
  return [...bySpan].map(([spanIndex, own]) => ({ spanIndex, ...inkOf(own) }));
}

function letterStroke(outline: Outline, appearance: Painted): DisplayNode[] {
  return stroke(dashed(outline, appearance, appearance.fontSize), appearance, appearance.fontSize);
}

/** The fill and the stroke of a text do not apply to its emoji. */
function drawEmoji(textFill: Paint | null, layers: readonly GlyphLayer[]): DisplayNode[] {
  return layers.flatMap(({ outline, color }) => fill(outline, color ?? textFill));
}
