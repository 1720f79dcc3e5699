import type { Bounds } from '../drawing/bounds.ts';
import { hasLetters, type ObjectKind } from '../language/kinds.ts';
import { rounded } from '../project/numbers.ts';
import type { CompositionState, Scene } from '../project/schema.ts';

/** Free space between an object and the edge of the frame that fixes leave, as a share of the frame's shorter side. */
const margin = 0.04;

/** The least that a text needs. */
export const minMargin = 0.03;

/** Maximum position of a state. */
const farthest = 100_000;

/** A text may extend beyond the frame by this many pixels, because nobody sees it. */
const tolerance = 0.5;

/** Whether a part of the box is in the frame. */
export function isInFrame({ left, top, right, bottom }: Bounds, { width, height }: Scene): boolean {
  return right > 0 && bottom > 0 && left < width && top < height;
}

/** Whether a box extends visibly beyond the frame. */
export function reachesOut({ left, top, right, bottom }: Bounds, { width, height }: Scene): boolean {
  return left < -tolerance || top < -tolerance || right > width + tolerance || bottom > height + tolerance;
}

/**
 * Returns numbers for an object's state that put its box inside the frame: x and y, and also a smaller fontSize for a
 * text or an equation that is too large, which may then have to move again. Null for shapes that are too large.
 */
export function fitIntoFrame(
  kind: ObjectKind,
  state: CompositionState,
  box: Bounds,
  { width, height }: Scene,
): Record<string, number> | null {
  const space = margin * Math.min(width, height);
  const scale = Math.min(
    1,
    (width - 2 * space) / (box.right - box.left),
    (height - 2 * space) / (box.bottom - box.top),
  );
  if (scale < 1 && !hasLetters(kind)) return null;
  const fontSize = scale < 1 ? Math.floor(state.fontSize * scale * 10) / 10 : state.fontSize;
  if (fontSize <= 0) return null;
  const ratio = fontSize / state.fontSize;
  const across = moved(state.x, box.left, box.right, ratio, width, space);
  const down = moved(state.y, box.top, box.bottom, ratio, height, space);
  if (Math.max(Math.abs(across), Math.abs(down)) > farthest) return null;
  return {
    ...(across !== state.x && { x: across }),
    ...(down !== state.y && { y: down }),
    ...(fontSize !== state.fontSize && { fontSize }),
  };
}

/**
 * Returns the position at which the range from `start` to `end`, scaled around `position`, lies within 0 to `length`.
 */
function moved(
  position: number,
  start: number,
  end: number,
  ratio: number,
  length: number,
  space: number,
): number {
  const before = (start - position) * ratio;
  const after = (end - position) * ratio;
  // Moves only a side that extends out of the frame. A tight fit is moved no further than the edge.
  if (position + before >= 0 && position + after <= length) return position;
  const gap = Math.min(space, (length - (after - before)) / 2);
  return position + before < 0 ? Math.ceil(gap - before) : Math.floor(length - gap - after);
}

/**
 * Returns how far to move a box that is nearer to the edge of the frame than a text should be, to the right and down; 0
 * on an axis with enough space, or without room for any.
 */
export function moveFromEdge(
  { left, top, right, bottom }: Bounds,
  { width, height }: Scene,
): readonly [across: number, down: number] {
  const side = Math.min(width, height);
  const alongAxis = (start: number, end: number, length: number) => {
    const space = margin * side;
    // The places of fixes are rounded.
    const isNear = Math.min(start, length - end) < minMargin * side - 1;
    if (!isNear || end - start > length - 2 * space) return 0;
    return Math.max(space - start, 0) + Math.min(length - space - end, 0);
  };
  return [alongAxis(left, right, width), alongAxis(top, bottom, height)];
}

/** Returns the numbers that move a state. */
export function movedState({ x, y }: CompositionState, [across, down]: readonly [number, number]) {
  return {
    ...(across !== 0 && { x: rounded(x + across, 1) }),
    ...(down !== 0 && { y: rounded(y + down, 1) }),
  };
}
