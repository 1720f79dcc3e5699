import { type Bounds, heightOf, widthOf } from '../../drawing/bounds.ts';
import type { Point } from './overlapping-pairs.ts';

export function middleOf({ left, top, right, bottom }: Bounds): [x: number, y: number] {
  return [(left + right) / 2, (top + bottom) / 2];
}

export function areaOf(box: Bounds): number {
  return widthOf(box) * heightOf(box);
}

/** Whether one box is inside another. */
export function isWithin(box: Bounds, room: Bounds): boolean {
  return box.left >= room.left && box.right <= room.right && box.top >= room.top && box.bottom <= room.bottom;
}

/** Whether two boxes share pixels. */
export function meet(one: Bounds, other: Bounds): boolean {
  return one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;
}

/** The middle of the part of a line inside a box (Liang and Barsky); null if no part is inside. */
export function clipLine(
  [x1, y1, x2, y2]: readonly [number, number, number, number],
  { left, top, right, bottom }: Bounds,
): Point | null {
  let [from, to] = [0, 1];
  const [dx, dy] = [x2 - x1, y2 - y1];
  for (const [step, room] of [
    [-dx, x1 - left],
    [dx, right - x1],
    [-dy, y1 - top],
    [dy, bottom - y1],
  ]) {
    if (step === 0) {
      if (room < 0) return null;
    } else if (step < 0) from = Math.max(from, room / step);
    else to = Math.min(to, room / step);
  }
  if (from >= to) return null;
  const share = (from + to) / 2;
  return [x1 + share * dx, y1 + share * dy];
}
