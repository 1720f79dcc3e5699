import type { ObjectNode } from '../drawing/display-list.ts';
import type { SingleDrawing } from '../drawing/single-drawing.ts';
import { hasLetters } from '../language/kinds.ts';
import { Budget } from '../project/budget.ts';
import type { Pose } from '../timeline/pose.ts';

/** Like `SingleDrawing`, but returns `too-much` for letters over the limit. */
export type BoundedDrawing = (sceneId: string, pose: Pose) => ObjectNode | null | 'too-much';

/** Number of characters drawn for advice: as many as the check of the project leaves typeset in the cache. */
export const maxLetters = 200_000;

/**
 * Limits the total number of letters drawn. Typesetting long texts again would take longer than the rest of an
 * inspection.
 */
export function boundDrawing(draw: SingleDrawing, letters: number): BoundedDrawing {
  const left = new Budget(letters);
  return (sceneId, pose) => {
    if (hasLetters(pose.kind)) left.take(pose.appearance.lettering.text.length);
    return left.isUsedUp ? 'too-much' : draw(sceneId, pose);
  };
}
