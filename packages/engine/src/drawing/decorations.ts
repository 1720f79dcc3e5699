import type { TextRange } from '../project/find-words.ts';
import { clampUnit } from '../project/numbers.ts';
import type { Color } from '../timeline/color.ts';
import type { PaintedSpan } from '../timeline/spans.ts';
import type { DisplayNode } from './display-list.ts';
import { faded, fill } from './draw-shape.ts';
import { memoizeByObject } from './memoize-by-object.ts';
import { joinOutlines, type Outline, transformOutline, visitSegments } from './outline.ts';
import type { Painted } from './paint.ts';
import { plainPaint, spanIndexAt } from './painted-spans.ts';
import type { SetLine, SetText } from './set-text.ts';
import { rectangle, roundedRectangle } from './shapes.ts';

/** A ground and markers behind a text, and lines below it. Lengths are in em. */
export interface Decorations {
  /** The color of the ground behind all lines; null without one. */
  readonly ground: Color | null;
  /** The paint of parts of the text. */
  readonly spans: readonly PaintedSpan[] | null;
  readonly underlines: readonly TextRange[] | null;
}

const markTop = 0.93;
const markBottom = 0.27;
const markPadding = 0.1;
const markRadius = 0.12;

/** The room that the ground has around the letters of a line; neighbouring lines share one ground. */
const groundTop = 1.02;
const groundBottom = 0.38;
const groundPadding = 0.34;
const groundRadius = 0.22;

const underlineTop = 0.11;
const underlineBottom = 0.175;
/** Space between an underline and the ink of a letter that it would cross, above and below, and beside it. */
const inkGap = 0.02;
const inkMargin = 0.055;

/** Number of straight pieces that approximate a curve where an underline meets it. */
const curvePieces = 8;

/** Neighbouring characters of a line with the same decoration. */
interface Stretch {
  readonly line: SetLine;
  left: number;
  right: number;
  /** Index of a span. */
  readonly spanIndex: number;
}

/** Whether a text has a ground, markers or lines. */
export function isDecorated({ ground, spans, underlines }: Decorations): boolean {
  return ground !== null || underlines !== null || (spans?.some(({ mark }) => mark) ?? false);
}

/** Returns the ground behind the lines of a text: one outline, so that a half-transparent one is even. */
export function drawGround(ground: Color | null, lines: readonly SetLine[], opacity: number): DisplayNode[] {
  const seen = lines.filter(({ width }) => width > 0);
  if (ground === null || seen.length === 0 || opacity <= 0) return [];
  const boxes = seen.map(({ left, width, baseline }) => ({
    outline: roundedRectangle(width + 2 * groundPadding, groundTop + groundBottom, groundRadius),
    matrix: [1, 0, 0, 1, left + width / 2, baseline + (groundBottom - groundTop) / 2] as const,
  }));
  const nodes = fill(joinOutlines(boxes), ground);
  return opacity >= 1 ? nodes : faded(nodes, opacity);
}

/** Returns the decorations of a line, as far as `written` characters of the text reach. */
export function drawDecorations(
  appearance: Painted,
  text: SetText,
  line: SetLine,
  decorations: Decorations,
  written: number,
): DisplayNode[] {
  const { spans, underlines } = decorations;
  const spanOf = (position: number) => (spans ? spanIndexAt(spans, position) : -1);
  const isMarked = (index: number) => spans?.[index]?.mark != null;
  const marked = stretchesOf(text, line, written, (position) => {
    const index = spanOf(position);
    return isMarked(index) ? index : null;
  });
  const isUnderlined = (position: number) =>
    underlines?.some(({ start, end }) => start <= position && position < end) ?? false;
  const underlined =
    underlines === null
      ? []
      : stretchesOf(text, line, written, (position) => (isUnderlined(position) ? spanOf(position) : null));
  return [
    ...marked.flatMap((stretch) => drawMark(spans?.[stretch.spanIndex], stretch)),
    ...underlined.flatMap((stretch) => {
      const paint = spans?.[stretch.spanIndex] ?? plainPaint;
      const color = paint.fill === undefined ? appearance.fill : paint.fill;
      const nodes = fill(underlineOf(stretch), color);
      return paint.opacity >= 1 ? nodes : faded(nodes, paint.opacity);
    }),
  ];
}

function stretchesOf(
  { graphemeStarts }: SetText,
  line: SetLine,
  written: number,
  spanIndexOf: (position: number) => number | null,
): Stretch[] {
  const stretches: Stretch[] = [];
  let isOpen = false;
  for (const { firstGrapheme, endGrapheme, left, right } of line.cells) {
    const position = graphemeStarts?.[firstGrapheme];
    const spanIndex = position === undefined ? null : spanIndexOf(position);
    const share = clampUnit((written - firstGrapheme) / (endGrapheme - firstGrapheme));
    if (spanIndex === null || share === 0) {
      isOpen = false;
      continue;
    }
    const width = (right - left) * share;
    const from = line.left + (line.isRightToLeft ? right - width : left);
    const to = Math.min(from + width, line.left + line.width);
    const last = isOpen ? stretches.at(-1) : undefined;
    if (last?.spanIndex === spanIndex) {
      last.left = Math.min(last.left, from);
      last.right = Math.max(last.right, to);
    } else stretches.push({ line, left: from, right: to, spanIndex });
    isOpen = true;
  }
  return stretches;
}

function drawMark(span: PaintedSpan | undefined, { line, left, right }: Stretch): DisplayNode[] {
  if (!span?.mark) return [];
  const whole = right - left + 2 * markPadding;
  const width = whole * (span.markShare ?? 1);
  const [height, middle] = [markTop + markBottom, line.baseline + (markBottom - markTop) / 2];
  const start = line.isRightToLeft ? right + markPadding - width : left - markPadding;
  const outline = roundedRectangle(width, height, Math.min(markRadius, width / 2));
  const nodes = fill(transformOutline(outline, [1, 0, 0, 1, start + width / 2, middle]), span.mark);
  return span.opacity >= 1 ? nodes : faded(nodes, span.opacity);
}

/** A line with gaps where letters reach below it. */
function underlineOf({ line, left, right }: Stretch): Outline {
  const [top, bottom] = [line.baseline + underlineTop, line.baseline + underlineBottom];
  const gaps = line.glyphs
    .flatMap(({ glyph, x, y }) => {
      if (glyph.layers !== undefined) return [];
      const ink = inkBelow(glyph.outline, y - line.baseline);
      return ink === null ? [] : [{ from: x + ink[0] - inkMargin, to: x + ink[1] + inkMargin }];
    })
    .sort((one, other) => one.from - other.from);
  const pieces: Outline[] = [];
  let start = left;
  for (const { from, to } of [...gaps, { from: right, to: right }]) {
    const end = Math.min(from, right);
    if (end > start) pieces.push(rectangle(start, top, end, bottom));
    start = Math.max(start, to);
  }
  return joinOutlines(pieces.map((outline) => ({ outline, matrix: [1, 0, 0, 1, 0, 0] })));
}

const inkOf = memoizeByObject((_outline: Outline) => new Map<number, readonly [number, number] | null>());

/** Returns the horizontal extent of the part of a glyph that an underline would cross; null for none. */
function inkBelow(outline: Outline, lift: number): readonly [number, number] | null {
  const inkOfOutline = inkOf(outline);
  const found = inkOfOutline.get(lift);
  if (found !== undefined) return found;
  const [top, bottom] = [underlineTop - inkGap - lift, underlineBottom + inkGap - lift];
  let [least, most] = [Infinity, -Infinity];
  const addLine = (x0: number, y0: number, x1: number, y1: number) => {
    if (Math.max(y0, y1) < top || Math.min(y0, y1) > bottom) return;
    const at = (y: number) => (y0 === y1 ? x0 : x0 + ((x1 - x0) * (y - y0)) / (y1 - y0));
    const clamp = (y: number) => Math.min(Math.max(y, top), bottom);
    for (const x of y0 === y1 ? [x0, x1] : [at(clamp(y0)), at(clamp(y1))]) {
      least = Math.min(least, x);
      most = Math.max(most, x);
    }
  };
  visitSegments(outline, {
    moveTo: () => {},
    lineTo: (x, y, fromX, fromY) => addLine(fromX, fromY, x, y),
    curveTo(c1x, c1y, c2x, c2y, x, y, fromX, fromY) {
      let [lastX, lastY] = [fromX, fromY];
      for (let piece = 1; piece <= curvePieces; piece++) {
        const t = piece / curvePieces;
        const s = 1 - t;
        const point = (a: number, b: number, c: number, d: number) =>
          s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d;
        const [nextX, nextY] = [point(fromX, c1x, c2x, x), point(fromY, c1y, c2y, y)];
        addLine(lastX, lastY, nextX, nextY);
        [lastX, lastY] = [nextX, nextY];
      }
    },
    close: (x, y, fromX, fromY) => addLine(fromX, fromY, x, y),
  });
  const ink = least <= most ? ([least, most] as const) : null;
  inkOfOutline.set(lift, ink);
  return ink;
}
