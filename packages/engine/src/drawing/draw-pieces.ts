import { type Matrix, multiplyMatrices } from '../timeline/matrix.ts';
import { type PartPose, type PartsNow, partPoseAt } from '../timeline/parts-motion.ts';
import { type Decorations, isDecorated } from './decorations.ts';
import { type DisplayNode, type GroupNode, plainGroup } from './display-list.ts';
import { drawLetters, drawnBehind, drawText } from './draw-text.ts';
import type { Painted } from './paint.ts';
import type { SetText } from './set-text.ts';
import { rectangle } from './shapes.ts';
import { divideText, joinPieces, type TextPiece } from './text-pieces.ts';

/** How far a piece that is uncovered may reach beyond its ink, in em. */
const overhang = 0.15;

/**
 * Returns the nodes of a text whose parts move, in em. `characters` are those of the text before its transform. Parts
 * at rest are drawn together, so that they look as in the whole text.
 */
export function drawPieces(
  appearance: Painted,
  text: SetText,
  characters: string,
  decorations: Decorations,
  now: PartsNow,
): DisplayNode[] {
  const divided = divideText(text, characters, now.motion.by);
  const poses = divided.pieces.map((_, turn) => partPoseAt(now, turn, divided.pieces.length));
  // Those at rest are the first ones of a text that enters, and the last ones of one that leaves.
  const [first, end] = restOf(poses);
  const resting = end > first ? drawText(appearance, joinPieces(text, divided, first, end), decorations) : [];
  const moving = (draw: typeof drawText) =>
    divided.pieces.flatMap((piece, turn) => {
      const pose = poses[turn];
      return pose ? moved(piece, pose, draw(appearance, piece.text, decorations), appearance) : [];
    });
  // The marker of a letter would cover its neighbour.
  return now.motion.by === 'letter' && isDecorated(decorations)
    ? [...moving(drawnBehind), ...resting, ...moving(drawLetters)]
    : [...resting, ...moving(drawText)];
}

function restOf(poses: readonly (PartPose | null)[]): [first: number, end: number] {
  const first = poses.indexOf(null);
  return first < 0 ? [0, 0] : [first, poses.lastIndexOf(null) + 1];
}

function moved(
  { text, middle: [x, y], box, isRightToLeft }: TextPiece,
  { x: right, y: down, scale, rotation, opacity, blur, reveal }: PartPose,
  children: readonly DisplayNode[],
  { fontSize }: Painted,
): GroupNode[] {
  if (opacity <= 0 || scale <= 0 || reveal <= 0 || children.length === 0) return [];
  const turn = (rotation * Math.PI) / 180;
  const [cosine, sine] = [scale * Math.cos(turn), scale * Math.sin(turn)];
  const about: Matrix = [cosine, sine, -sine, cosine, x + right / fontSize, y + down / fontSize];
  const [left, width] = [box.left - overhang, box.right - box.left + 2 * overhang];
  const seen = width * reveal;
  const start = isRightToLeft ? left + width - seen : left;
  return [
    {
      ...plainGroup,
      matrix: multiplyMatrices(about, [1, 0, 0, 1, -x, -y]),
      opacity,
      clip: reveal < 1 ? rectangle(start, text.top - 2, start + seen, text.bottom + 2) : null,
      effects: blur > 0 ? { blur: blur / fontSize, mask: null, shadows: [], blend: 'normal' } : null,
      children,
    },
  ];
}
