import { type Bounds, intersectBounds } from '../../drawing/bounds.ts';
import { isPicture } from '../../language/kinds.ts';
import type { Pose } from '../../timeline/pose.ts';
import type { AdviceList } from '../advice.ts';
import { roundBox } from '../hold-layout.ts';
import { areaOf } from '../pictures/box-geometry.ts';
import { isRead } from '../pictures/hold-picture.ts';
import type { Relatives } from './relatives.ts';
import { isVisibleIn, type Moment, type WatchedTransition } from './transition-moments.ts';

/** Share of a text that is covered while an object passes, and number of moments for which it is. */
const minShare = 0.3;
const minMoments = 2;

/** Alpha from which a shape hides what is under it. */
const opaque = 0.6;

/** Advises on shapes and pictures that move over a text which stays, so that it cannot be read for a while. */
export function adviseOnPassingCovers(
  { scene, segment, moments, changing, boxOf }: WatchedTransition,
  { decorative, areMembersOfOne }: Relatives,
  list: AdviceList,
): void {
  const { fromId, toId } = segment;
  const covers = changing.filter(({ id, kind }) => isSolid(kind) && !decorative.has(id));
  if (covers.length === 0) return;
  const texts = Object.values(scene.objects).filter((object) => {
    const state = scene.compositions[toId]?.states[object.id];
    return state && isRead(object, state) && [fromId, toId].every((id) => isVisibleIn(scene, id, object.id));
  });
  const isCovered = (moment: Moment | undefined, cover: string, text: string): boolean => {
    const pose = moment?.poses.get(cover);
    if (!moment || !pose || !isOver(moment, cover, text) || !isOpaque(pose)) return false;
    const [box, words] = [boxOf(moment, cover), boxOf(moment, text)];
    return box !== null && words !== null && shareCovered(words, box) > minShare;
  };
  for (const { id: cover } of covers) {
    for (const { id: text } of texts) {
      if (list.full) return;
      if (areMembersOfOne(cover, text)) continue;
      if (isCovered(moments[0], cover, text) || isCovered(moments.at(-1), cover, text)) continue;
      const covered = moments.filter((moment) => isCovered(moment, cover, text));
      const [first] = covered;
      if (first === undefined || covered.length < minMoments) continue;
      const box = boxOf(first, cover);
      list.add({
        rule: 'covered',
        path: `scenes.${scene.id}.compositions.${toId}.states.${cover}`,
        message: `${cover} passes over ${text} in the transition from ${fromId} to ${toId}, which cannot be read meanwhile; let ${cover} take another way, pass behind with a lower order, or move when ${text} is gone`,
        ...(box && { box: roundBox(box) }),
        atMs: Math.round(first.timeMs),
      });
      break;
    }
  }
}

function isSolid(kind: Pose['kind']): boolean {
  return kind === 'rectangle' || kind === 'circle' || isPicture(kind);
}

function isOpaque({ kind, opacity, appearance }: Pose): boolean {
  const alpha = isPicture(kind) || appearance.fillGradient ? 1 : (appearance.fill?.alpha ?? 0);
  return alpha * opacity >= opaque;
}

/** Whether one object is drawn after another. */
function isOver({ poses }: Moment, cover: string, text: string): boolean {
  for (const id of poses.keys()) {
    if (id === cover) return false;
    if (id === text) return true;
  }
  return false;
}

function shareCovered(words: Bounds, box: Bounds): number {
  const shared = intersectBounds(words, box);
  return shared === null ? 0 : areaOf(shared) / Math.max(1, areaOf(words));
}
