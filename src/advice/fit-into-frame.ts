import type { Bounds } from '../drawing/bounds.ts';
import type { Scene } from '../project/schema.ts';
import type { HeldObject } from './hold-picture.ts';

/** The free space that an object gets at the edge of the frame, as a share of the frame's shorter side. */
const margin = 0.04;

/**
 * Numbers for an object's state with which its box lies in the frame: x and y, and for a text that is too large a
 * smaller fontSize. Null where they do not follow from the box: for objects with a parent, and for shapes that are too
 * large.
 */
export function fitIntoFrame(
  { object, state }: HeldObject,
  box: Bounds,
  { width, height }: Scene,
): Record<string, number> | null {
  if (object.parentId) return null;
  const space = margin * Math.min(width, height);
  const scale = Math.min(
    1,
    (width - 2 * space) / (box.right - box.left),
    (height - 2 * space) / (box.bottom - box.top),
  );
  if (scale < 1 && object.kind !== 'text' && object.kind !== 'equation') return null;
  const fontSize = scale < 1 ? Math.floor(state.fontSize * scale * 10) / 10 : state.fontSize;
  if (fontSize <= 0) return null;
  const ratio = fontSize / state.fontSize;
  const across = moved(state.x, box.left, box.right, ratio, width, space);
  const down = moved(state.y, box.top, box.bottom, ratio, height, space);
  return {
    ...(across !== state.x && { x: across }),
    ...(down !== state.y && { y: down }),
    ...(fontSize !== state.fontSize && { fontSize }),
  };
}

/** The position at which what reaches from `start` to `end`, scaled around `position`, lies within 0 to `length`. */
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
  // Only a side that reaches out of the frame is moved; what fits tightly is moved no further than the edge.
  if (position + before >= 0 && position + after <= length) return position;
  const gap = Math.min(space, (length - (after - before)) / 2);
  return position + before < 0 ? Math.ceil(gap - before) : Math.floor(length - gap - after);
}
