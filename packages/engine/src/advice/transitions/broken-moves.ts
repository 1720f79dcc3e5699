import { kinds } from '../../language/kind-table.ts';
import { type Pose, seenPoses } from '../../timeline/pose.ts';
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

/** The same for its size, as a factor, and for its angle in degrees. */
const jumpGrowth = 1.2;
const jumpDegrees = 10;

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
      // A photograph or a clip that fills the frame is seen, and not only the ground for others.
      if (kinds[scene.objects[id].kind].draws === 'picture') return false;
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

/** Advises on objects that are not where a composition has them when the transition from it starts, or that to it ends. */
export function adviseOnBrokenEnds(
  { scene, segment, moments, changing }: WatchedTransition,
  timeline: Timeline,
  list: AdviceList,
): void {
  const { fromId, toId, startMs, endMs } = segment;
  const posesAt = (timeMs: number) =>
    new Map(seenPoses(timeline.at(timeMs).poses).map((pose) => [pose.objectId, pose] as const));
  const ends = [
    {
      what: 'starts',
      at: fromId,
      timeMs: startMs,
      before: posesAt(Math.max(0, startMs - justBefore)),
      after: moments[0]?.poses,
    },
    {
      what: 'ends',
      at: toId,
      timeMs: endMs,
      before: posesAt(endMs - justBefore),
      after: moments.at(-1)?.poses,
    },
  ];
  for (const { id } of changing) {
    for (const { what, at, timeMs, before, after } of ends) {
      const [earlier, later] = [before.get(id), after?.get(id)];
      if (list.full) return;
      const jump = earlier && later && jumpBetween(earlier, later, Math.min(scene.width, scene.height));
      if (!jump) continue;
      list.add({
        rule: 'jump',
        path: `scenes.${scene.id}.compositions.${toId}.states.${id}`,
        message: `${id} jumps ${jump} when the transition from ${fromId} to ${toId} ${what}, because its keyframes do not ${what === 'ends' ? 'end' : 'start'} with what ${at} has; let them, or leave that one out`,
        atMs: Math.round(timeMs),
      });
      break;
    }
  }
}

/** How an object jumps from one picture to the next; undefined if nobody sees it. */
function jumpBetween(before: Pose, after: Pose, shorterSide: number): string | undefined {
  if (before.opacity < beginningOpacity || after.opacity < beginningOpacity) return undefined;
  const [a, b, , , x, y] = before.matrix;
  const [a2, b2, , , x2, y2] = after.matrix;
  const distance = Math.hypot(x2 - x, y2 - y);
  if (distance > jumpShare * shorterSide) return `by ${Math.round(distance)} pixels`;
  const growth = Math.hypot(a2, b2) / Math.hypot(a, b);
  if (growth > jumpGrowth || growth < 1 / jumpGrowth) return `to ${Math.round(100 * growth)} % of its size`;
  const turn = Math.abs((Math.atan2(a * b2 - b * a2, a * a2 + b * b2) * 180) / Math.PI);
  return turn > jumpDegrees && before.kind !== 'circle' ? `by ${Math.round(turn)} degrees` : undefined;
}
