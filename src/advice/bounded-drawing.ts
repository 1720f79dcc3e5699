import type { ObjectNode } from '../drawing/display-list.ts';
import type { SingleDrawing } from '../drawing/single-drawing.ts';
import { hasLetters } from '../project/object-kinds.ts';
import type { Pose } from '../timeline/pose.ts';

/** As `SingleDrawing`, but `too-much` for letters beyond what may be drawn. */
export type BoundedDrawing = (sceneId: string, pose: Pose) => ObjectNode | null | 'too-much';

/** Characters that are drawn for advice: as many as are still typeset from checking the project. */
export const mostLetters = 200_000;

/** A drawing of so many letters in all. Setting long texts again would take longer than the rest of an inspection. */
export function boundDrawing(draw: SingleDrawing, letters: number): BoundedDrawing {
  let left = letters;
  return (sceneId, pose) => {
    if (hasLetters(pose.kind)) left -= pose.appearance.text.length;
    return left < 0 ? 'too-much' : draw(sceneId, pose);
  };
}
