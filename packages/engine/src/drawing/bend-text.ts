import type { Matrix } from '../timeline/matrix.ts';
import { outlineBounds } from './bounds.ts';
import { memoizeByObject } from './memoize-by-object.ts';
import { type Outline, transformOutline } from './outline.ts';
import { inkOf, type SetGlyph, type SetText } from './set-text.ts';
import { measureOutline, pointAlong } from './trim-outline.ts';

/** Half of the part of a curve whose direction a letter has, in em. */
const halfReach = 0.1;

/** The latest bent form of a text, by the curve. */
const latestOf = memoizeByObject((_text: SetText): { key: string; text: SetText | null } => ({
  key: '',
  text: null,
}));

/**
 * Returns a text whose letters follow cubics, which are in pixels from its origin: the middle of a centred text is
 * in their middle. Letters beyond the ends go straight on.
 */
export function bendText(text: SetText, curves: readonly number[], fontSize: number): SetText {
  const latest = latestOf(text);
  const key = `${fontSize} ${curves.join(' ')}`;
  if (latest.text !== null && latest.key === key) return latest.text;
  const points = [0, 0, ...curves].map((length) => length / fontSize);
  const curve: Outline = { verbs: `M${'C'.repeat(curves.length / 6)}`, points };
  const { length } = measureOutline(curve);
  const [line] = text.lines;
  // Where the middle of the line is 0, the text is centred; at its left edge, it starts with the curve.
  const origin = line === undefined || line.middle === 0 ? length / 2 : line.middle > 0 ? 0 : length;
  const lines = text.lines.map((one) => ({
    ...one,
    glyphs: one.glyphs.map((glyph) => bentGlyph(glyph, curve, length, origin)),
  }));
  const box = outlineBounds(inkOf(lines.flatMap(({ glyphs }) => glyphs)).outline);
  const [top, bottom] = [box?.top ?? text.top, box?.bottom ?? text.bottom];
  const bent = { ...text, lines, whole: inkOf(lines.flatMap(({ glyphs }) => glyphs)), top, bottom };
  latest.key = key;
  latest.text = bent;
  return bent;
}

function bentGlyph({ glyph, x, y }: SetGlyph, curve: Outline, length: number, origin: number): SetGlyph {
  const layers = glyph.layers ?? [{ outline: glyph.outline, color: null }];
  const box = outlineBounds(layers[0]?.outline ?? glyph.outline);
  const half = box === null ? 0 : (box.left + box.right) / 2;
  const { place, direction } = placeAt(curve, length, origin + x + half);
  const [alongX, alongY] = direction;
  // The middle of the letter is on the curve, `y` below it.
  const turn: Matrix = [alongX, alongY, -alongY, alongX, -alongX * half, -alongY * half];
  const turned = { ...glyph, outline: transformOutline(glyph.outline, turn) };
  return {
    glyph:
      glyph.layers === undefined
        ? turned
        : {
            ...turned,
            layers: glyph.layers.map((layer) => ({
              ...layer,
              outline: transformOutline(layer.outline, turn),
            })),
          },
    x: place[0] - alongY * y,
    y: place[1] + alongX * y,
  };
}

type Vector = readonly [x: number, y: number];

function placeAt(
  curve: Outline,
  length: number,
  distance: number,
): { readonly place: Vector; readonly direction: Vector } {
  const inside = Math.max(0, Math.min(length, distance));
  const reach = Math.min(halfReach, length / 4);
  const from = pointAlong(curve, Math.max(0, Math.min(inside - reach, length - 2 * reach)));
  const to = pointAlong(curve, Math.min(length, Math.max(inside + reach, 2 * reach)));
  const [x, y] = [to[0] - from[0], to[1] - from[1]];
  const size = Math.hypot(x, y);
  const direction: Vector = size === 0 ? [1, 0] : [x / size, y / size];
  const [startX, startY] = pointAlong(curve, inside);
  const beyond = distance - inside;
  return { place: [startX + direction[0] * beyond, startY + direction[1] * beyond], direction };
}
