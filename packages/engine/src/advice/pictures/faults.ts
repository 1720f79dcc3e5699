import type { Bounds } from '../../drawing/bounds.ts';
import type { Budget } from '../../project/budget.ts';
import { meet } from './box-geometry.ts';
import { cardOf, staysInside } from './cards.ts';
import { coveredIn, maxCoveredShare } from './covering.ts';
import { isCrossedBy } from './crossing.ts';
import { type HeldObject, type HoldPicture, isRead } from './hold-picture.ts';
import type { ImageColors } from './surface.ts';
import { isReadable, lookBehind } from './text-contrast.ts';

/** Number of objects whose boxes can be checked in the time of a unit of work. */
const objectsSeenAtOnce = 8;

/**
 * The faults of the texts in a picture that share pixels with a box, each as an id and a rule. Incomplete if the work
 * runs out.
 */
export function faultsAround(
  picture: HoldPicture,
  box: Bounds,
  imageColors: ImageColors,
  work: Budget,
): Set<string> {
  const faults = new Set<string>();
  for (const held of picture.objects) {
    if (work.isUsedUp) break;
    const { object, state } = held;
    if (!held.box || !isRead(object, state) || !meet(held.box, box)) continue;
    for (const rule of faultsOf(picture, held, imageColors, work)) faults.add(`${object.id} ${rule}`);
  }
  return faults;
}

function* faultsOf(
  picture: HoldPicture,
  held: HeldObject,
  imageColors: ImageColors,
  work: Budget,
): Generator<string> {
  const seen = lookBehind(picture, held, imageColors, work);
  if (seen && !isReadable(seen, seen.color)) yield 'low-contrast';
  const covered = coveredIn(picture, held, imageColors, work);
  if (covered && covered.share > maxCoveredShare) yield 'covered';
  const card = cardOf(picture, held, imageColors, work);
  if (card && !staysInside(held, card)) yield 'outside-card';
  // Most objects are far from a text, which is seen at once.
  if (!work.take(picture.objects.length / objectsSeenAtOnce)) return;
  for (const other of picture.objects) {
    if (isCrossedBy(picture, held, other, imageColors, work)) yield `crossed ${other.object.id}`;
  }
}
