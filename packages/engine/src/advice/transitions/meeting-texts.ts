import { type Bounds, intersectBounds } from '../../drawing/bounds.ts';
import { Budget } from '../../project/budget.ts';
import type { SceneObject } from '../../project/object-schemas.ts';
import type { CompositionState, Scene } from '../../project/schema.ts';
import type { AdviceList } from '../advice.ts';
import { roundBox } from '../hold-layout.ts';
import { areaOf } from '../pictures/box-geometry.ts';
import { isRead } from '../pictures/hold-picture.ts';
import { overlappingPairs, type Quadrilateral } from '../pictures/overlapping-pairs.ts';
import { cornersOf } from '../pictures/turned-box.ts';
import type { Relatives } from './relatives.ts';
import { isVisibleIn, type Moment, type WatchedTransition } from './transition-moments.ts';

/** Moments of a transition at which texts are compared: the first and the last ones show little of what enters or leaves. */
const [firstMoment, lastMoment] = [8, 16];

/** Share of the smaller text that the other one covers. */
const minShare = 0.15;

/** Shorter labels, such as the numbers of a list that is sorted, may pass each other. */
const shortLabel = 3;

interface MovingText {
  readonly id: string;
  readonly text: string;
  readonly box: Bounds;
  readonly corners: Quadrilateral;
}

/** Advises on texts that overlap in the middle of a transition, but not before and after it. */
export function adviseOnMeetingTexts(
  { scene, segment, moments, changing, boxOf }: WatchedTransition,
  relatives: Relatives,
  list: AdviceList,
): void {
  const { fromId, toId } = segment;
  const changingIds = new Set(changing.map(({ id }) => id));
  const texts = Object.values(scene.objects).flatMap((object) => {
    const state = stateOf(scene, object, segment);
    return state && isRead(object, state) ? [{ id: object.id, text: state.text }] : [];
  });
  if (!texts.some(({ id }) => changingIds.has(id))) return;
  const at = (moment: Moment): MovingText[] =>
    texts.flatMap(({ id, text }) => {
      const box = boxOf(moment, id);
      return box === null ? [] : [{ id, text, box, corners: cornersOf(box) }];
    });
  const meetAtAnEnd = (one: string, next: string) =>
    [moments[0], moments.at(-1)].some((moment) => {
      const [box, other] = [one, next].map((id) => moment && boxOf(moment, id));
      return box && other && coversMuch(box, other);
    });
  const said = new Set<string>();
  for (const moment of moments.slice(firstMoment, lastMoment + 1)) {
    for (const [one, next] of overlappingPairs(at(moment), new Budget(1000))) {
      if (list.full) return;
      const key = JSON.stringify([one.id, next.id].sort());
      if (one.text === next.text || said.has(key) || !coversMuch(one.box, next.box)) continue;
      if (!changingIds.has(one.id) && !changingIds.has(next.id)) continue;
      const areShort = Math.max(one.text.length, next.text.length) <= shortLabel;
      const areTogether = [fromId, toId].some(
        (id) => isVisibleIn(scene, id, one.id) && isVisibleIn(scene, id, next.id),
      );
      // Their overlap in a hold has advice of its own.
      if (areTogether && (areShort || meetAtAnEnd(one.id, next.id))) continue;
      if (relatives.areMembersOfOne(one.id, next.id)) continue;
      said.add(key);
      const entering = isVisibleIn(scene, fromId, one.id) || !changingIds.has(one.id) ? next : one;
      const present = entering === one ? next : one;
      const wayOut = areTogether
        ? 'let one wait until the other has passed, or take another way'
        : 'let one start when the other is gone, or move them apart';
      list.add({
        rule: 'texts-meet',
        path: `scenes.${scene.id}.compositions.${toId}.states.${entering.id}`,
        message: `${entering.id} and ${present.id} overlap in the middle of the transition from ${fromId} to ${toId}; ${wayOut}`,
        box: roundBox(entering.box),
      });
    }
  }
}

function coversMuch(one: Bounds, next: Bounds): boolean {
  const shared = intersectBounds(one, next);
  return shared !== null && areaOf(shared) > minShare * Math.min(areaOf(one), areaOf(next));
}

function stateOf(
  scene: Scene,
  { id }: SceneObject,
  { fromId, toId }: WatchedTransition['segment'],
): CompositionState | undefined {
  return scene.compositions[toId]?.states[id] ?? scene.compositions[fromId]?.states[id];
}
