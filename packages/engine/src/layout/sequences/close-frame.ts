import type { Bounds } from '../../drawing/bounds.ts';
import type { LaidOutLine, LaidOutText } from './laid-out-sequence.ts';
import type { SequenceSizes } from './sequence-columns.ts';
import { space } from './sequence-spaces.ts';

/** A frame whose sides are not known yet. */
export interface OpenFrame {
  readonly id: string;
  /** The first participant in it. */
  readonly first: number;
  readonly top: number;
  left: number;
  right: number;
  /** The width of the word in its corner. */
  corner: number;
  /** What is in it at a distance from its left side, which is known at its end. */
  readonly parts: string[];
}

/** The parts of a sequence that have places so far. */
interface Places {
  readonly boxes: Map<string, Bounds>;
  readonly lines: Map<string, LaidOutLine>;
  readonly texts: Map<string, LaidOutText>;
}

/** Places a frame around what is in it, and its titles; returns its sides. */
export function closeFrame(
  frame: OpenFrame,
  bottom: number,
  { boxes, lines, texts }: Places,
  middles: readonly number[],
  { em, sizeOf }: SequenceSizes,
): { readonly left: number; readonly right: number } {
  const isEmpty = frame.left > frame.right;
  const inner = isEmpty ? [middles.at(0) ?? 0, middles.at(-1) ?? 0] : [frame.left, frame.right];
  const left = Math.min(...inner) - space.frame * em;
  let right = Math.max(...inner) + space.frame * em;
  const firstLine = middles.find((x) => x > left) ?? left;
  for (const part of frame.parts) {
    const [box, text] = [boxes.get(part), texts.get(part)];
    if (box !== undefined) boxes.set(part, { ...box, left: left + box.left, right: left + box.right });
    if (text?.wrap === null) texts.set(part, { ...text, x: left + text.x });
    else if (text !== undefined) {
      // Titles begin beside the first lifeline.
      const { width } = sizeOf(part, text.wrap ?? Infinity);
      const start = Math.max(
        left + text.x + space.tabAcross * em,
        firstLine + (space.beside + space.bar / 2) * em,
      );
      texts.set(part, { ...text, x: start + width / 2 });
      right = Math.max(right, start + width + space.tabAcross * em);
    }
  }
  right = Math.max(right, left + frame.corner);
  for (const part of frame.parts) {
    const y = lines.get(part)?.points[0]?.y;
    if (y !== undefined)
      lines.set(part, {
        points: [
          { x: left, y },
          { x: right, y },
        ],
      });
  }
  boxes.set(frame.id, { left, right, top: frame.top, bottom });
  return { left, right };
}
