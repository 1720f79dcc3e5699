import { seenPoses } from '../../timeline/pose.ts';
import type { Timeline } from '../../timeline/timeline.ts';
import type { AdviceList } from '../advice.ts';
import { isInFrame } from '../fit-into-frame.ts';
import { areaOf } from '../pictures/box-geometry.ts';
import type { Relatives } from './relatives.ts';
import { seenOpacity, type WatchedTransition } from './transition-moments.ts';

/** Milliseconds for which the picture may be empty while objects leave and others come. */
const longestEmptyMs = 250;

/** Opacity from which something is more than nothing. */
const beginningOpacity = 0.05;

/** Share of the frame that a ground covers. */
const groundShare = 0.95;

/** Movement between two pictures that is seen as a jump, as a share of the frame's shorter side. */
const jumpShare = 0.05;

/** Milliseconds before a time at which the picture before it is shown. */
const justBefore = 0.001;

/** Advises on a transition in the middle of which nothing is seen. */
export function adviseOnEmptyMoments(
  { scene, segment, moments, boxOf, isMeasured }: WatchedTransition,
  { decorative }: Relatives,
  list: AdviceList,
): void {
  const { fromId, toId, startMs, endMs } = segment;
  const isEmpty = moments.map((moment) =>
    [...moment.poses].every(([id, { opacity }]) => {
      if (decorative.has(id)) return true;
      // What begins to fade in is not measured, but already there.
      if (opacity < seenOpacity) return opacity < beginningOpacity;
      const box = boxOf(moment, id);
      return box === null || !isInFrame(box, scene) || areaOf(box) > groundShare * scene.width * scene.height;
    }),
  );
  if (isEmpty[0] !== false || isEmpty.at(-1) !== false) return;
  const first = isEmpty.indexOf(true);
  const emptyMs = (isEmpty.filter(Boolean).length / moments.length) * (endMs - startMs);
  if (first < 0 || emptyMs <= longestEmptyMs || list.full || !isMeasured()) return;
  list.add({
    rule: 'flicker',
    path: `scenes.${scene.id}.compositions.${toId}`,
    message: `nothing is seen for ${Math.round(emptyMs / 10) * 10} ms in the transition from ${fromId} to ${toId}; let what comes start earlier, or what goes leave later`,
    atMs: Math.round(moments[first]?.timeMs ?? startMs),
  });
}

/** Advises on objects that are elsewhere when a transition ends than in the composition that it leads to. */
export function adviseOnBrokenEnds(
  { scene, segment, moments, changing }: WatchedTransition,
  timeline: Timeline,
  list: AdviceList,
): void {
  const { fromId, toId, endMs } = segment;
  const last = new Map(
    seenPoses(timeline.at(endMs - justBefore).poses).map((pose) => [pose.objectId, pose] as const),
  );
  const held = moments.at(-1)?.poses;
  for (const { id } of changing) {
    const [end, rest] = [last.get(id), held?.get(id)];
    if (!end || !rest || end.opacity < 0.1 || rest.opacity < 0.1 || list.full) continue;
    const [across, down] = [4, 5].map((index) => (rest.matrix[index] ?? 0) - (end.matrix[index] ?? 0));
    const distance = Math.hypot(across ?? 0, down ?? 0);
    if (distance <= jumpShare * Math.min(scene.width, scene.height)) continue;
    list.add({
      rule: 'jump',
      path: `scenes.${scene.id}.compositions.${toId}.states.${id}`,
      message: `${id} jumps by ${Math.round(distance)} pixels when the transition from ${fromId} to ${toId} ends, because its keyframes do not end where ${toId} has it; let them end there, or leave out the last one`,
      atMs: Math.round(endMs),
    });
  }
}
