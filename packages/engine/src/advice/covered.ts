import type { Budget } from '../project/budget.ts';
import type { Fix } from '../project/problem.ts';
import type { AdviceList } from './advice.ts';
import { isWorse, type Shown } from './find-fix.ts';
import { findFreePlace } from './free-place.ts';
import { roundBox } from './hold-layout.ts';
import { coveredIn, hiddenShare, maxCoveredShare } from './pictures/covering.ts';
import { type HeldObject, type HoldPicture, type StateNumbers, statePath } from './pictures/hold-picture.ts';

/** The greatest `order` of an object. */
const maxOrder = 100_000;

/**
 * Advises on texts and equations that are partly under opaque objects. A text that is completely hidden in one hold and
 * visible in another is revealed on purpose.
 */
export function adviseOnCovered(shown: Shown, work: Budget, list: AdviceList): void {
  const { pictures, imageColors } = shown;
  const found = pictures.flatMap((picture) =>
    picture.objects.flatMap((held) => coveredIn(picture, held, imageColors, work) ?? []),
  );
  const said = new Set<string>();
  for (const { picture, held, share, by } of found) {
    if (list.full) return;
    if (share <= maxCoveredShare) continue;
    const isRevealed = found.some(
      (other) => other.held.object === held.object && other.share <= maxCoveredShare,
    );
    if (share >= hiddenShare && isRevealed) continue;
    const path = `scenes.${picture.scene.id}.objects.${held.object.id}`;
    if (said.has(path)) continue;
    said.add(path);
    const names = [...new Set(by.map(({ object }) => object.id))];
    const cause = shown.whyPresent(picture, [held.object.id, ...names]);
    const raised = cause === '' ? raise(picture, held, by, shown) : null;
    const freePlace = raised || cause !== '' ? null : uncoveredPlace(picture, held, shown, list);
    list.add({
      rule: 'covered',
      path: freePlace ? statePath(picture, held) : path,
      message: `${Math.round(share * 100)} % of the ${held.object.kind} ${held.object.id} is covered by ${names.join(', ')} in ${picture.compositionId}; draw it above with a higher order, or move it${cause}`,
      ...(held.box && { box: roundBox(held.box) }),
      ...(raised && { fix: raised }),
      ...(freePlace && { fix: freePlace }),
    });
  }
}

/** Returns a free place where nothing covers a text. A place inside the covering object does not help. */
function uncoveredPlace(
  picture: HoldPicture,
  held: HeldObject,
  shown: Shown,
  list: AdviceList,
): StateNumbers | null {
  const freePlace = findFreePlace(picture, held, shown, list);
  if (freePlace === null) return null;
  const moved = { ...held, ...picture.measureWith(held, freePlace), state: { ...held.state, ...freePlace } };
  const after = { ...picture, objects: picture.objects.map((one) => (one === held ? moved : one)) };
  const covered = coveredIn(after, moved, shown.imageColors, shown.work);
  return covered && covered.share <= maxCoveredShare ? freePlace : null;
}

/** Returns an order above the objects that cover a text, if that causes no other fault. */
function raise(picture: HoldPicture, held: HeldObject, by: readonly HeldObject[], shown: Shown): Fix | null {
  const order = Math.max(...by.map(({ object }) => object.order)) + 1;
  if (order > maxOrder || !held.box) return null;
  // The order counts only within a layer.
  if (by.some(({ object }) => object.layerId !== held.object.layerId)) return null;
  const others = picture.objects.filter((one) => one !== held);
  const rank = others.filter(({ object }) => object.order <= order).length;
  const after = { ...picture, objects: [...others.slice(0, rank), held, ...others.slice(rank)] };
  return isWorse(picture, after, held.box, shown) ? null : { order };
}
