import type { Bounds } from '../../drawing/bounds.ts';
import type { Size } from '../graphs/lay-out-graph.ts';
import type { Point } from '../line-course.ts';
import type { SequenceSizes } from './sequence-columns.ts';

/** A sequence diagram with its places, in pixels from the upper left corner of the whole, at its own font size. */
export interface LaidOutSequence extends Size {
  /** Heads, notes, frames, activations and everything else that is a box. */
  readonly boxes: ReadonlyMap<string, Bounds>;
  /** Lifelines, messages and the lines between sections, from their start. */
  readonly lines: ReadonlyMap<string, LaidOutLine>;
  /** The middles of texts, and the width to which they are wrapped. */
  readonly texts: ReadonlyMap<string, LaidOutText>;
  /** Lifelines that end with a cross. */
  readonly destroyed: ReadonlySet<string>;
  /** The lengths that more space may stretch: between participants, and between steps. */
  readonly elastic: Point;
}

export interface LaidOutLine {
  /** Two points; a message to its own participant has four. */
  readonly points: readonly Point[];
}

export interface LaidOutText extends Point {
  readonly wrap: number | null;
}

/** Moves the parts of a sequence so that all of them begin at the upper left corner; returns the size of the whole, too. */
export function movedToCorner(
  { boxes, lines, texts }: Pick<LaidOutSequence, 'boxes' | 'lines' | 'texts'>,
  { sizeOf }: Pick<SequenceSizes, 'sizeOf'>,
): Omit<LaidOutSequence, 'destroyed' | 'elastic'> {
  const wholes = [...boxes.values()];
  for (const { points } of lines.values())
    for (const { x, y } of points) wholes.push({ left: x, right: x, top: y, bottom: y });
  for (const [label, { x, y, wrap }] of texts) {
    const { width, height } = sizeOf(label, wrap ?? Infinity);
    wholes.push({ left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 });
  }
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const box of wholes) {
    left = Math.min(left, box.left);
    right = Math.max(right, box.right);
    top = Math.min(top, box.top);
    bottom = Math.max(bottom, box.bottom);
  }
  const move = <Place extends Point>(place: Place): Place => ({
    ...place,
    x: place.x - left,
    y: place.y - top,
  });
  return {
    ...{ width: right - left, height: bottom - top },
    boxes: new Map(
      [...boxes].map(([id, box]) => [
        id,
        { left: box.left - left, right: box.right - left, top: box.top - top, bottom: box.bottom - top },
      ]),
    ),
    lines: new Map([...lines].map(([id, { points }]) => [id, { points: points.map(move) }])),
    texts: new Map([...texts].map(([id, text]) => [id, move(text)])),
  };
}
