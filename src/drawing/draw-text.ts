import type { Pose } from '../timeline/pose.ts';
import type { DisplayNode } from './display-list.ts';
import { clampUnit, faded, fill, stroke } from './draw-shape.ts';
import { joinOutlines, type Outline } from './outline.ts';
import { rectangle } from './shapes.ts';
import type { PlacedGlyph, TextLayout } from './text/text-layout.ts';

/** Distance between the baselines of neighbouring lines, and from a line's middle to its baseline, in em. */
const lineHeight = 1.25;
const baselineDrop = 0.3;

/** A text ready to be drawn at any size: every glyph in its place, in em, the text's centre on the origin. */
interface SetText {
  readonly whole: Outline;
  readonly glyphs: readonly { outline: Outline; glyph: PlacedGlyph; x: number; y: number }[];
  readonly width: number;
  readonly graphemeCount: number;
}

const setTexts = new WeakMap<TextLayout, SetText>();

function setText(layout: TextLayout): SetText {
  const known = setTexts.get(layout);
  if (known) return known;
  const { lines, width, graphemeCount } = layout;
  const glyphs = lines.flatMap((line, index) => {
    const baseline = (index - (lines.length - 1) / 2) * lineHeight + baselineDrop;
    return line.glyphs.map((glyph) => ({
      outline: glyph.outline,
      glyph,
      x: glyph.x - line.width / 2,
      y: glyph.y + baseline,
    }));
  });
  const text = { whole: placed(glyphs), glyphs, width, graphemeCount };
  setTexts.set(layout, text);
  return text;
}

/** The nodes of a text in em: to be drawn scaled by the font size. */
export function drawText(pose: Pose, layout: TextLayout): DisplayNode[] {
  const text = setText(layout);
  if (pose.write < 1 && pose.writeOrder === 'sequential') return drawCharacters(pose, text);
  return drawGlyphs(pose, text.whole);
}

/** What a text written together shows at a write progress below 1: its left part, overhangs included. */
export function textReveal(pose: Pose, layout: TextLayout): Outline | null {
  if (pose.write >= 1 || pose.writeOrder === 'sequential') return null;
  // Ink may stand out of the text's width and lines (italics, marks, strokes), on every side but the cut.
  const overhang = 2 + pose.strokeWidth / pose.fontSize;
  const bottom = (layout.lines.length * lineHeight) / 2 + overhang;
  const left = -layout.width / 2;
  return rectangle(left - overhang, -bottom, left + layout.width * pose.write, bottom);
}

function drawCharacters(pose: Pose, text: SetText): DisplayNode[] {
  const solid = [];
  const fading = new Map<number, SetText['glyphs'][number][]>();
  for (const placedGlyph of text.glyphs) {
    const opacity = glyphOpacity(placedGlyph.glyph, text.graphemeCount * pose.write);
    if (opacity >= 1) solid.push(placedGlyph);
    else if (opacity > 0) fading.set(opacity, [...(fading.get(opacity) ?? []), placedGlyph]);
  }
  return [
    ...drawGlyphs(pose, placed(solid)),
    ...[...fading].flatMap(([opacity, glyphs]) => faded(drawGlyphs(pose, placed(glyphs)), opacity)),
  ];
}

/** A glyph that draws several characters at once (a ligature) shows their mean. */
function glyphOpacity({ firstGrapheme, endGrapheme }: PlacedGlyph, charactersWritten: number): number {
  let sum = 0;
  for (let index = firstGrapheme; index < endGrapheme; index++) sum += clampUnit(charactersWritten - index);
  return sum / (endGrapheme - firstGrapheme);
}

function drawGlyphs(pose: Pose, outline: Outline): DisplayNode[] {
  return [...fill(outline, pose.fill), ...stroke(outline, pose, pose.fontSize)];
}

function placed(glyphs: SetText['glyphs']): Outline {
  return joinOutlines(glyphs.map(({ outline, x, y }) => ({ outline, matrix: [1, 0, 0, 1, x, y] as const })));
}
