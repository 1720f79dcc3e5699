import type { Appearance } from '../timeline/appearance.ts';
import { identityMatrix } from '../timeline/matrix.ts';
import type { DisplayNode, GroupNode } from './display-list.ts';
import { clampUnit, faded, fill, stroke } from './draw-shape.ts';
import { memoizeByObject } from './memoize-by-object.ts';
import { joinOutlines, type Outline } from './outline.ts';
import { rectangle } from './shapes.ts';
import type { PlacedGlyph, TextLayout } from './text/text-layout.ts';

/** Distance between the baselines of neighbouring lines, and from a line's middle to its baseline, in em. */
const lineHeight = 1.25;
const baselineDrop = 0.3;

/** A text ready to be drawn at any size: all glyphs placed, in em, centred on the origin. */
interface SetText {
  readonly whole: Outline;
  readonly lines: readonly SetLine[];
  readonly graphemeCount: number;
}

/** A line that draws something, centred on x = 0. */
interface SetLine {
  readonly glyphs: readonly SetGlyph[];
  readonly width: number;
  readonly isRightToLeft: boolean;
}

interface SetGlyph {
  readonly glyph: PlacedGlyph;
  readonly x: number;
  readonly y: number;
}

const setText = memoizeByObject((layout: TextLayout): SetText => {
  const lines = layout.lines.map(({ glyphs, width, isRightToLeft }, index) => {
    const baseline = (index - (layout.lines.length - 1) / 2) * lineHeight + baselineDrop;
    const place = (glyph: PlacedGlyph) => ({ glyph, x: glyph.x - width / 2, y: glyph.y + baseline });
    return { glyphs: glyphs.map(place), width, isRightToLeft };
  });
  return {
    whole: placed(lines.flatMap(({ glyphs }) => glyphs)),
    lines: lines.filter(({ glyphs }) => glyphs.length > 0),
    graphemeCount: layout.graphemeCount,
  };
});

/** The outline of a whole text in em, centred on the origin. */
export function textOutline(layout: TextLayout): Outline {
  return setText(layout).whole;
}

/** The nodes of a text in em, to be scaled by the font size. */
export function drawText(appearance: Appearance, layout: TextLayout): DisplayNode[] {
  const text = setText(layout);
  if (appearance.write >= 1) return drawGlyphs(appearance, text.whole);
  return appearance.writeOrder === 'sequential'
    ? drawCharacters(appearance, text)
    : drawLines(appearance, text, layout.lines.length);
}

/** A text written together: each line up to `write` of its width, including what overhangs the line. */
function drawLines(appearance: Appearance, text: SetText, lineCount: number): DisplayNode[] {
  // Ink may stand out of the text's width and lines (italics, marks, strokes), on every side but the cut.
  const overhang = 2 + appearance.strokeWidth / appearance.fontSize;
  const bottom = (lineCount * lineHeight) / 2 + overhang;
  const outlines = lineOutlines(text);
  const lines = text.lines.map(({ width, isRightToLeft }, index) => {
    const end = width / 2 + overhang;
    const cut = width * (appearance.write - 0.5);
    const clip = isRightToLeft
      ? rectangle(-cut, -bottom, end, bottom)
      : rectangle(-end, -bottom, cut, bottom);
    return { outline: outlines[index], clip };
  });
  // All fills come before all strokes, as in a text that is not being written.
  return [
    ...lines.flatMap(({ outline, clip }) => clipped(fill(outline, appearance.fill), clip)),
    ...lines.flatMap(({ outline, clip }) => clipped(stroke(outline, appearance, appearance.fontSize), clip)),
  ];
}

const lineOutlines = memoizeByObject((text: SetText): readonly Outline[] =>
  text.lines.length === 1 ? [text.whole] : text.lines.map(({ glyphs }) => placed(glyphs)),
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
    ...drawGlyphs(appearance, placed(solid)),
    ...[...fading].flatMap(([opacity, glyphs]) => faded(drawGlyphs(appearance, placed(glyphs)), opacity)),
  ];
}

/** A glyph that draws several characters (a ligature) has their mean opacity. */
function glyphOpacity({ firstGrapheme, endGrapheme }: PlacedGlyph, charactersWritten: number): number {
  let sum = 0;
  for (let index = firstGrapheme; index < endGrapheme; index++) sum += clampUnit(charactersWritten - index);
  return sum / (endGrapheme - firstGrapheme);
}

function drawGlyphs(appearance: Appearance, outline: Outline): DisplayNode[] {
  return [...fill(outline, appearance.fill), ...stroke(outline, appearance, appearance.fontSize)];
}

function placed(glyphs: readonly SetGlyph[]): Outline {
  return joinOutlines(
    glyphs.map(({ glyph, x, y }) => ({ outline: glyph.outline, matrix: [1, 0, 0, 1, x, y] as const })),
  );
}
