import type { Appearance, TextAlign } from '../timeline/appearance.ts';
import type { Color } from '../timeline/color.ts';
import { identityMatrix } from '../timeline/matrix.ts';
import type { DisplayNode, GroupNode } from './display-list.ts';
import { clampUnit, faded, fill, stroke } from './draw-shape.ts';
import { memoizeByObject } from './memoize-by-object.ts';
import { joinOutlines, type Outline, transformOutline } from './outline.ts';
import { rectangle } from './shapes.ts';
import type { GlyphLayer, PlacedGlyph, TextLayout } from './text/text-layout.ts';

/** Distance between the baselines of neighbouring lines, and from a line's middle to its baseline, in em. */
const lineHeight = 1.25;
const baselineDrop = 0.3;

/** A text ready to be drawn at any size: all glyphs placed, in em, around the origin or to one side of it. */
interface SetText {
  readonly whole: Ink;
  readonly lines: readonly SetLine[];
  readonly graphemeCount: number;
}

/** A line that draws something. */
interface SetLine {
  readonly glyphs: readonly SetGlyph[];
  /** Position of its middle. */
  readonly middle: number;
  readonly width: number;
  readonly isRightToLeft: boolean;
}

interface SetGlyph {
  readonly glyph: PlacedGlyph;
  readonly x: number;
  readonly y: number;
}

/** Paint of glyphs: their outlines in the colours of the text, and emoji in their own colours. */
interface Ink {
  readonly outline: Outline;
  readonly emoji: readonly GlyphLayer[];
}

const setTextBy: Record<TextAlign, (layout: TextLayout) => SetText> = {
  left: textSetter((width) => width / 2),
  center: textSetter(() => 0),
  right: textSetter((width) => -width / 2),
};

/** `middleOf` returns the position of the middle of a line of a given width. */
function textSetter(middleOf: (width: number) => number): (layout: TextLayout) => SetText {
  return memoizeByObject((layout: TextLayout): SetText => {
    const lines = layout.lines.map(({ glyphs, width, isRightToLeft }, index) => {
      const baseline = (index - (layout.lines.length - 1) / 2) * lineHeight + baselineDrop;
      const middle = middleOf(width);
      const place = (glyph: PlacedGlyph) => ({
        glyph,
        x: glyph.x + (middle - width / 2),
        y: glyph.y + baseline,
      });
      return { glyphs: glyphs.map(place), middle, width, isRightToLeft };
    });
    return {
      whole: inkOf(lines.flatMap(({ glyphs }) => glyphs)),
      lines: lines.filter(({ glyphs }) => glyphs.length > 0),
      graphemeCount: layout.graphemeCount,
    };
  });
}

/** Returns the nodes of a text of one colour in em, centred on the origin. */
export function drawLabel(layout: TextLayout, color: Color): DisplayNode[] {
  const { outline, emoji } = setTextBy.center(layout).whole;
  return [...fill(outline, color), ...emoji.flatMap((layer) => fill(layer.outline, layer.color ?? color))];
}

/** Returns the nodes of a text in em, to be scaled by the font size. */
export function drawText(appearance: Appearance, layout: TextLayout): DisplayNode[] {
  const text = setTextBy[appearance.align](layout);
  if (appearance.write >= 1) return drawInk(appearance, text.whole);
  return appearance.writeOrder === 'sequential'
    ? drawCharacters(appearance, text)
    : drawLines(appearance, text, layout.lines.length);
}

/** Returns a text written together: each line up to `write` of its width, including parts that overhang the line. */
function drawLines(appearance: Appearance, text: SetText, lineCount: number): DisplayNode[] {
  // Ink may extend beyond the text's width and lines (italics, marks, strokes) on every side but the cut.
  const overhang = 2 + appearance.strokeWidth / appearance.fontSize;
  const bottom = (lineCount * lineHeight) / 2 + overhang;
  const inks = lineInks(text);
  const lines = text.lines.map(({ middle, width, isRightToLeft }, index) => {
    const end = width / 2 + overhang;
    const cut = width * (appearance.write - 0.5);
    const clip = isRightToLeft
      ? rectangle(middle - cut, -bottom, middle + end, bottom)
      : rectangle(middle - end, -bottom, middle + cut, bottom);
    return { ...inks[index], clip };
  });
  // All fills come before all strokes, as in a complete text.
  return [
    ...lines.flatMap(({ outline, clip }) => clipped(fill(outline, appearance.fill), clip)),
    ...lines.flatMap(({ outline, clip }) => clipped(stroke(outline, appearance, appearance.fontSize), clip)),
    ...lines.flatMap(({ emoji, clip }) => clipped(drawEmoji(appearance, emoji), clip)),
  ];
}

const lineInks = memoizeByObject((text: SetText): readonly Ink[] =>
  text.lines.length === 1 ? [text.whole] : text.lines.map(({ glyphs }) => inkOf(glyphs)),
);

function clipped(children: readonly DisplayNode[], clip: Outline): GroupNode[] {
  if (children.length === 0) return [];
  return [{ type: 'group', matrix: identityMatrix, opacity: 1, clip, glow: false, label: null, children }];
}

function drawCharacters(appearance: Appearance, text: SetText): DisplayNode[] {
  const solid = [];
  const fading = new Map<number, SetGlyph[]>();
  for (const placedGlyph of text.lines.flatMap(({ glyphs }) => glyphs)) {
    const opacity = glyphOpacity(placedGlyph.glyph, text.graphemeCount * appearance.write);
    if (opacity >= 1) solid.push(placedGlyph);
    else if (opacity > 0) fading.set(opacity, [...(fading.get(opacity) ?? []), placedGlyph]);
  }
  return [
    ...drawInk(appearance, inkOf(solid)),
    ...[...fading].flatMap(([opacity, glyphs]) => faded(drawInk(appearance, inkOf(glyphs)), opacity)),
  ];
}

/** A glyph that draws several characters (a ligature) has their mean opacity. */
function glyphOpacity({ firstGrapheme, endGrapheme }: PlacedGlyph, charactersWritten: number): number {
  let sum = 0;
  for (let index = firstGrapheme; index < endGrapheme; index++) sum += clampUnit(charactersWritten - index);
  return sum / (endGrapheme - firstGrapheme);
}

function drawInk(appearance: Appearance, { outline, emoji }: Ink): DisplayNode[] {
  return [
    ...fill(outline, appearance.fill),
    ...stroke(outline, appearance, appearance.fontSize),
    ...drawEmoji(appearance, emoji),
  ];
}

/** Neither the fill nor the stroke of a text touches its emoji. */
function drawEmoji(appearance: Appearance, layers: readonly GlyphLayer[]): DisplayNode[] {
  return layers.flatMap(({ outline, color }) => fill(outline, color ?? appearance.fill));
}

function inkOf(glyphs: readonly SetGlyph[]): Ink {
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
