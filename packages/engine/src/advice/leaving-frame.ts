import type { Bounds } from '../drawing/bounds.ts';
import { paintedBox } from '../drawing/painted-box.ts';
import type { Budget } from '../project/budget.ts';
import type { Project, Scene } from '../project/schema.ts';
import { type Pose, seenPoses } from '../timeline/pose.ts';
import type { Timeline, TransitionSegment } from '../timeline/timeline.ts';
import { type AdviceList, showBox } from './advice.ts';
import type { BoundedDrawing } from './bounded-drawing.ts';
import { reachesOut } from './fit-into-frame.ts';
import { roundBox } from './hold-layout.ts';
import { isRead } from './pictures/hold-picture.ts';

/** Moments of a transition at which moving texts are looked at, besides its start. */
const moments = 24;

/** Opacity above which a text is seen. */
const seenOpacity = 0.3;

/** Work of drawing a text once. */
const drawing = 100;

/**
 * Advises on texts that cross the edge of the frame within a transition and come back, as an easing that overshoots lets
 * them. Texts that enter from outside, or leave, are outside on purpose.
 */
export function adviseOnLeavingFrame(
  project: Project,
  timeline: Timeline,
  draw: BoundedDrawing,
  work: Budget,
  list: AdviceList,
): void {
  for (const segment of timeline.segments) {
    if (list.full || work.isUsedUp) return;
    if (segment.kind !== 'transition') continue;
    const scene = project.scenes[project.sceneOrder[segment.sceneIndex]];
    const times = Array.from(
      { length: moments + 1 },
      (_, index) => segment.startMs + (index / moments) * (segment.endMs - segment.startMs),
    );
    const poses = times.map(
      (timeMs) => new Map(seenPoses(timeline.at(timeMs).poses).map((pose) => [pose.objectId, pose])),
    );
    for (const id of Object.keys(scene.objects)) {
      const posesOfObject = poses.map((all) => all.get(id));
      if (!isMovingText(scene, segment, posesOfObject)) continue;
      const boxes = posesOfObject.map((pose) => {
        if (pose === undefined || pose.opacity < seenOpacity || !work.take(drawing)) return null;
        const node = draw(scene.id, pose);
        return node && node !== 'too-much' ? paintedBox(node) : null;
      });
      const index = outBetween(boxes, scene);
      const box = boxes[index];
      if (!box) continue;
      list.add({
        rule: 'beyond-frame',
        path: `scenes.${scene.id}.compositions.${segment.toId}.states.${id}`,
        message: `the ${scene.objects[id]?.kind} leaves the frame of ${scene.width} x ${scene.height} in the transition from ${segment.fromId} to ${segment.toId} and comes back: it extends ${showBox(box)}; choose an easing that does not overshoot, or a place further from the edge`,
        box: roundBox(box),
        atMs: Math.round(times[index] ?? 0),
      });
    }
  }
}

function isMovingText(
  scene: Scene,
  { fromId, toId }: TransitionSegment,
  poses: readonly (Pose | undefined)[],
): boolean {
  const [object] = poses.flatMap((pose) => scene.objects[pose?.objectId ?? ''] ?? []);
  const id = object?.id ?? '';
  const [from, to] = [fromId, toId].map((key) => scene.compositions[key]?.states[id]);
  const state = to ?? from;
  if (!object || !state || !isRead(object, state)) return false;
  const stays = from?.visible && to?.visible && from.x === to.x && from.y === to.y;
  if (stays && from.fontSize === to.fontSize && from.scaleX === to.scaleX) return false;
  // What a parent moves, such as the camera, is cropped on purpose.
  if (isMovedByParent(scene, object.parentId, [fromId, toId])) return false;
  const matrices = new Set(poses.flatMap((pose) => (pose ? [pose.matrix.join()] : [])));
  return matrices.size > 1;
}

function isMovedByParent(
  scene: Scene,
  parentId: string | null | undefined,
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
