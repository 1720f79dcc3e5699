import type { Bounds } from '../drawing/bounds.ts';
import { type AdviceList, showBox } from './advice.ts';
import { adviseOnPartBeyond } from './beyond-frame.ts';
import { findFix, isHarmlessIn, type Shown } from './find-fix.ts';
import { isInFrame, reachesOut } from './fit-into-frame.ts';
import { findFreePlace } from './free-place.ts';
import { roundBox } from './hold-layout.ts';
import {
  type HeldObject,
  type HoldPicture,
  isRead,
  type LetteringShape,
  type StateNumbers,
  statePath,
} from './pictures/hold-picture.ts';
import { smallestShare } from './pictures/letter-size.ts';
import { overlappingPairs } from './pictures/overlapping-pairs.ts';

/** Maximum number of pairs of texts to compare. */
const mostComparisons = 200_000;

/** How far a text may shrink to make room for another, and in which steps, as shares of its font size. */
const leastShrunk = 0.6;
const shrinkStep = 0.05;

/** A text or an equation in a hold. */
interface Lettering extends LetteringShape {
  readonly held: HeldObject;
  readonly box: Bounds;
}

/** The texts and equations of a picture that are at least partly in the frame. */
function letteringOf({ objects, scene }: HoldPicture): Lettering[] {
  return objects.flatMap((held) => {
    const { box, lettering } = held;
    return box && lettering && isInFrame(box, scene) ? [{ held, box, ...lettering }] : [];
  });
}

/** Advises on texts and equations that extend beyond the frame, overlap each other or are too small to read. */
export function adviseOnLettering(shown: Shown, list: AdviceList): void {
  const { pictures } = shown;
  /** Advice given so far: the same picture in another composition needs no second piece of advice. */
  const said = new Set<string>();
  const isNew = (...key: readonly unknown[]) => {
    const before = said.size;
    return said.add(JSON.stringify(key)).size > before;
  };
  for (const picture of pictures) {
    if (list.full) return;
    const { scene } = picture;
    for (const one of letteringOf(picture)) {
      const { held, box, emHeight } = one;
      const { id } = held.object;
      const smallest = smallestShare * scene.height;
      if (reachesOut(box, scene) && isNew('beyond', scene.id, id, box))
        adviseOnPartBeyond({ picture, held, box, fix: findFix(picture, held, shown) }, list);
      if (emHeight < smallest && isNew('small', scene.id, id, emHeight))
        adviseOnSmall(one, picture, shown, list);
    }
  }
  const comparisons = { left: mostComparisons };
  for (const picture of pictures) {
    if (list.full) return;
    const { scene } = picture;
    const visible = letteringOf(picture).filter(({ held }) => isRead(held.object, held.state));
    for (const [one, other] of overlappingPairs(visible, comparisons)) {
      // A text on a copy of itself is meant as its shadow or outline.
      if (one.held.state.text === other.held.state.text) continue;
      if (!isNew('overlap', scene.id, one.held.object.id, other.held.object.id, one.box, other.box)) continue;
      const movable = [
        { moved: other, stays: one, cost: 1 },
        { moved: one, stays: other, cost: costOfEarlier },
      ];
      const ways = movable.map((way) => ({
        ...way,
        fix:
          findFreePlace(picture, way.moved.held, shown, list) ??
          shrinkApart(picture, way.moved, way.stays, shown, list),
      }));
      const [nearest] = ways.filter(({ fix }) => fix !== null).sort((a, b) => costOf(a) - costOf(b));
      const { moved, stays, fix } = nearest ?? ways[0];
      list.add({
        rule: 'overlap',
        path: statePath(picture, moved.held),
        message: `the ${moved.held.object.kind} ${showBox(moved.box)} overlaps the ${stays.held.object.kind} ${stays.held.object.id} ${showBox(stays.box)}; move one of them`,
        box: roundBox(moved.box),
        ...(fix && { fix }),
      });
      if (list.full) return;
    }
  }
}

/** The earlier text moves only if its way is much shorter: it is the title more often than not. */
const costOfEarlier = 1.5;

/** How far a fix moves a text, in pixels; beyond any distance if it makes the text smaller. */
function costOf({ moved, fix, cost }: { moved: Lettering; fix: StateNumbers | null; cost: number }): number {
  const { x, y, fontSize } = moved.held.state;
  if (!fix || fix.fontSize !== undefined) return cost * 1_000_000 - fontSize;
  return cost * Math.hypot((fix.x ?? x) - x, (fix.y ?? y) - y);
}

/** Returns the largest font size at which a text no longer overlaps another one; null if it would be too small. */
function shrinkApart(
  picture: HoldPicture,
  shrunk: Lettering,
  stays: Lettering,
  shown: Shown,
  list: AdviceList,
): StateNumbers | null {
  const { held, emHeight } = shrunk;
  if (!list.canFix(statePath(picture, held), { fontSize: 1 })) return null;
  const least = Math.max(leastShrunk, (smallestShare * picture.scene.height) / emHeight);
  for (let share = 1 - shrinkStep; share >= least; share -= shrinkStep) {
    const fix = { fontSize: Math.floor(held.state.fontSize * share * 10) / 10 };
    const { box, lettering } = picture.measureWith(held, fix);
    if (!box || !lettering) return null;
    const isApart = overlappingPairs([{ box, ...lettering }, stays], { left: 1 }).next().done;
    if (isApart && isHarmlessIn(picture, held, shown, fix)) return fix;
  }
  return null;
}

function adviseOnSmall(
  { held, emHeight, box }: Lettering,
  picture: HoldPicture,
  shown: Shown,
  list: AdviceList,
): void {
  const { height } = picture.scene;
  // Rounded down, so that it never reads like the limit.
  const share = Math.floor((emHeight / height) * 1000) / 10;
  const fix = findFix(picture, held, shown);
  list.add({
    rule: 'small-letters',
    path: statePath(picture, held),
    message: `the ${held.object.kind} is hard to read: its letters are ${Math.round(emHeight * 10) / 10} pixels high, ${share} % of the frame's height; make them at least ${Math.round(smallestShare * 1000) / 10} %`,
    box: roundBox(box),
    ...(fix && { fix }),
  });
}
