import type { Bounds } from '../drawing/bounds.ts';
import type { Relations, Side } from '../shorthand/relations.ts';

/** One side of a picture: positions of boxes on it are ranges. */
export type Axis = 'x' | 'y';

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** The range that a box covers on an axis. */
export function rangeOn(axis: Axis, box: Bounds): Range {
  return axis === 'x' ? { start: box.left, end: box.right } : { start: box.top, end: box.bottom };
}

type Alignment = 'start' | 'center' | 'end';

/** Returns how far a range has to move to line up with another one. */
export function alignRange(alignment: Alignment, own: Range, other: Range): number {
  if (alignment === 'start') return other.start - own.start;
  if (alignment === 'end') return other.end - own.end;
  return (other.start + other.end - own.start - own.end) / 2;
}

/** Returns how far a range has to move to the side of a frame that `place` names, `margin` away from it. */
export function placeRange(axis: Axis, place: string, own: Range, frame: Range, margin: number): number {
  const sides = axis === 'x' ? ['left', 'right'] : ['top', 'bottom'];
  const words = place.split(' ');
  if (words.includes(sides[0])) return frame.start + margin - own.start;
  if (words.includes(sides[1])) return frame.end - margin - own.end;
  return alignRange('center', own, frame);
}

/** Returns how far a range has to move to be next to another one, or in line with it on the other axis. */
export function rangeBeside(
  axis: Axis,
  side: Side,
  own: Range,
  other: Range,
  gap: number,
  alignment: NonNullable<Relations['fields']['alignTo']>,
): number {
  const isMain = (axis === 'x') === (side === 'leftOf' || side === 'rightOf');
  if (!isMain) return alignRange(alignment, own, other);
  const isBefore = side === 'leftOf' || side === 'above';
  return isBefore ? other.start - gap - own.end : other.end + gap - own.start;
}
