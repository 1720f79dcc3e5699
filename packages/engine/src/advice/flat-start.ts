import { paintedBox } from '../drawing/painted-box.ts';
import type { Project } from '../project/schema.ts';
import { seenPoses } from '../timeline/pose.ts';
import type { Timeline } from '../timeline/timeline.ts';
import type { AdviceList } from './advice.ts';
import type { BoundedDrawing } from './bounded-drawing.ts';
import { isInFrame } from './fit-into-frame.ts';

/** Milliseconds by which a film shows something, and times before at which it may. */
const startMs = 500;
const times = [0, 0.2, 0.4, 0.6, 0.8, 1].map((share) => share * startMs);

/** Films below this length, in milliseconds, have no start. */
const shortestMs = 3000;

/** Opacity from which an object is seen. */
const seenOpacity = 0.05;

/** Advises on a film whose first half second shows nothing but the background. */
export function adviseOnFlatStart(
  project: Project,
  timeline: Timeline,
  draw: BoundedDrawing,
  list: AdviceList,
): void {
  if (timeline.durationMs < shortestMs) return;
  const [firstScene] = timeline.segments;
  const scene = firstScene && project.scenes[project.sceneOrder[firstScene.sceneIndex]];
  // A film with a transparent background is laid over another one, and may start empty.
  if (!scene || scene.background === 'none' || Object.keys(scene.objects).length === 0) return;
  const isSeen = times.some((time) => {
    const frame = timeline.at(time);
    return seenPoses(frame.poses).some((pose) => {
      if (pose.opacity < seenOpacity) return false;
      const node = draw(project.sceneOrder[frame.sceneIndex], pose);
      if (node === 'too-much') return true;
      const box = node && paintedBox(node);
      return box !== null && isInFrame(box, scene);
    });
  });
  const [first] = scene.compositionOrder;
  if (isSeen || first === undefined) return;
  list.add({
    rule: 'flat-start',
    path: `scenes.${scene.id}.compositions.${first}`,
    message: `the film shows nothing but its background for the first ${startMs} ms; let something begin to enter at once, because previews show the first picture`,
  });
}
