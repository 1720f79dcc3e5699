import type { Bounds } from '../../drawing/bounds.ts';
import { isLine } from '../../language/kinds.ts';
import type { SceneObject } from '../../project/object-schemas.ts';
import type { Scene } from '../../project/schema.ts';
import { type AdviceList, showBox } from '../advice.ts';
import { reachesOut } from '../fit-into-frame.ts';
import { roundBox } from '../hold-layout.ts';
import type { Relatives } from './relatives.ts';
import type { WatchedTransition } from './transition-moments.ts';

/**
 * Advises on objects that cross the edge of the frame within a transition and come back, as an easing that overshoots
 * lets them. What enters from outside, or leaves, is outside on purpose.
 */
export function adviseOnLeavingFrame(
  { scene, segment, moments, changing, boxOf }: WatchedTransition,
  { decorative }: Relatives,
  list: AdviceList,
): void {
  const { fromId, toId } = segment;
  for (const object of changing) {
    const { id, kind } = object;
    if (list.full) return;
    // What a parent moves, such as the camera, is cropped on purpose.
    if (isLine(kind) || decorative.has(id) || isMovedByParent(scene, object, [fromId, toId])) continue;
    const boxes = moments.map((moment) => boxOf(moment, id));
    const index = outBetween(boxes, scene);
    const box = boxes[index];
    if (!box) continue;
    list.add({
      rule: 'beyond-frame',
      path: `scenes.${scene.id}.compositions.${toId}.states.${id}`,
      message: `the ${kind} leaves the frame of ${scene.width} x ${scene.height} in the transition from ${fromId} to ${toId} and comes back: it extends ${showBox(box)}; choose an easing that does not overshoot, or a place further from the edge`,
      box: roundBox(box),
      atMs: Math.round(moments[index]?.timeMs ?? 0),
    });
  }
}

function isMovedByParent(
  scene: Scene,
  { parentId }: SceneObject,
  compositions: readonly (string | null)[],
): boolean {
  for (let id = parentId; id != null; id = scene.objects[id]?.parentId) {
    const [from, to] = compositions.map((key) =>
      key === null ? undefined : scene.compositions[key]?.states[id],
    );
    const fields = ['x', 'y', 'scaleX', 'scaleY', 'rotation'] as const;
    if (from && to && fields.some((field) => from[field] !== to[field])) return true;
  }
  return false;
}

/** The moment at which a box is farthest outside, between two at which it is inside; -1 without one. */
function outBetween(boxes: readonly (Bounds | null)[], scene: Scene): number {
  const isInside = (box: Bounds | null) => box !== null && !reachesOut(box, scene);
  const [first, last] = [boxes.findIndex(isInside), boxes.findLastIndex(isInside)];
  const reachOf = (box: Bounds | null) =>
    box === null ? 0 : Math.max(-box.left, -box.top, box.right - scene.width, box.bottom - scene.height);
  let farthest = -1;
  for (let index = first + 1; index < last; index++) {
    const box = boxes[index] ?? null;
    if (box === null || isInside(box)) continue;
    if (farthest < 0 || reachOf(box) > reachOf(boxes[farthest] ?? null)) farthest = index;
  }
  return farthest;
}
