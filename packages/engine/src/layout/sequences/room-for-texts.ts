import type { SequenceStep } from '../../shorthand/kinds/sequence/sequence.ts';
import type { Size } from '../graphs/lay-out-graph.ts';

/** Where a text is across the lifelines, and to what it is wrapped. */
export interface TextRoom {
  readonly x: number;
  readonly wrap: number;
  readonly size: Size;
}

/**
 * Finds a place for the text of a message that passes other lifelines: between two of them, the nearest to the sender, or
 * wrapped between those that are farthest apart. Null if it fits nowhere. `apart` is its distance to them.
 */
export function roomBetween(
  middles: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
  sizeAt: (wrap: number) => Size,
  usualWrap: number,
  apart: number,
): TextRoom | null {
  const step = Math.sign(to - from);
  const gaps = Array.from({ length: Math.abs(to - from) }, (_, index) => {
    const ends = [middles[from + index * step] ?? 0, middles[from + (index + 1) * step] ?? 0];
    return {
      x: ((ends[0] ?? 0) + (ends[1] ?? 0)) / 2,
      room: Math.abs((ends[1] ?? 0) - (ends[0] ?? 0)) - 2 * apart,
    };
  });
  const size = sizeAt(usualWrap);
  const wide = gaps.find(({ room }) => room >= size.width);
  if (wide !== undefined) return { x: wide.x, wrap: usualWrap, size };
  const [widest] = gaps.toSorted((one, other) => other.room - one.room);
  if (widest === undefined || widest.room <= 0) return null;
  const wrapped = sizeAt(widest.room);
  return wrapped.width <= widest.room ? { x: widest.x, wrap: widest.room, size: wrapped } : null;
}

/** The first participant in each frame, in the order of the frames. */
export function firstInFrames(steps: readonly SequenceStep[]): readonly number[] {
  const firsts: number[] = [];
  const open: number[] = [];
  for (const step of steps) {
    if (step.type === 'frame') open.push(firsts.push(Infinity) - 1);
    else if (step.type === 'end') open.pop();
    const named =
      step.type === 'message' ? Math.min(step.from, step.to) : step.type === 'note' ? step.first : Infinity;
    for (const frame of open) firsts[frame] = Math.min(firsts[frame] ?? Infinity, named);
  }
  return firsts;
}
