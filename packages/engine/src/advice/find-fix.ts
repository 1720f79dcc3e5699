import { type Bounds, unionBounds } from '../drawing/bounds.ts';
import { Budget } from '../project/budget.ts';
import type { CompositionState } from '../project/schema.ts';
import { fitIntoFrame, isInFrame, movedState, moveFromEdge, reachesOut } from './fit-into-frame.ts';
import { meet } from './pictures/box-geometry.ts';
import { cardOf, staysInside } from './pictures/cards.ts';
import { coveredIn, maxCoveredShare } from './pictures/covering.ts';
import { isCrossedBy } from './pictures/crossing.ts';
import {
  type HeldObject,
  type HoldPicture,
  isRead,
  type Measures,
  type StateNumbers,
} from './pictures/hold-picture.ts';
import { smallestLetters } from './pictures/letter-size.ts';
import { overlappingPairs } from './pictures/overlapping-pairs.ts';
import type { ImageColors } from './pictures/surface.ts';
import { isReadable, lookBehind } from './pictures/text-contrast.ts';
import { whyUnpainted } from './why-unpainted.ts';

/** Number of attempts to correct the numbers. A smaller font, for example, breaks lines elsewhere. */
const maxTrials = 6;

/** Work of drawing an object once. */
const drawing = 500;

/** Maximum number of other holds in which a fix is tried. */
const maxHolds = 50;

/** All pictures of a project, and the colours of its images. */
export interface Shown {
  readonly pictures: readonly HoldPicture[];
  readonly imageColors: ImageColors;
  /** Says which of some objects a hold shows only because no composition speaks of them yet; empty without any. */
  readonly whyPresent: (picture: HoldPicture, ids: readonly string[]) => string;
  /** Work left for trying out fixes. When it is used up, no further fixes are found. */
  readonly work: Budget;
}

/**
 * Finds numbers for the state of an object with which it is painted, inside the frame and legible, by trying them out.
 * Returns null if there are none, or if they would hide the object in the background or make a text worse. That is
 * checked in this hold and in others with the same numbers: in shorthand, both may get them from one place.
 */
export function findFix(picture: HoldPicture, held: HeldObject, shown: Shown): StateNumbers | null {
  let fix: StateNumbers = {};
  for (let trial = 0; trial < maxTrials; trial++) {
    if (!shown.work.take(drawing)) return null;
    const measures = picture.measureWith(held, fix);
    if (!measures.isMeasured) return null;
    const next = correction(picture, held, { ...held.state, ...fix }, measures);
    if (next === null) return null;
    if (Object.keys(next).length === 0) {
      if (Object.keys(fix).length === 0) return null;
      fix = { ...fix, ...awayFromEdge(picture, held, { ...held.state, ...fix }, measures) };
      return isHarmlessIn(picture, held, shown, fix) ? fix : null;
    }
    fix = { ...fix, ...next };
  }
  return null;
}

/** A text that a fix moves or makes larger must not come too near to the edge of the frame. */
function awayFromEdge(
  { scene }: HoldPicture,
  { object }: HeldObject,
  state: CompositionState,
  { box }: Measures,
): StateNumbers {
  if (!box || object.parentId || !isRead(object, state)) return {};
  return movedState(state, moveFromEdge(box, scene));
}

/** Returns the next change, if there are numbers for it. */
function correction(
  { scene }: HoldPicture,
  { object }: HeldObject,
  state: CompositionState,
  { box, lettering }: Measures,
): StateNumbers | null {
  if (!box) return whyUnpainted(object.kind, state).fix ?? null;
  const smallest = smallestLetters(scene);
  if (lettering && lettering.emHeight < smallest) {
    // Rounded up to be sufficient.
    const fontSize = Math.ceil(((state.fontSize * smallest) / lettering.emHeight) * 10 - 1e-6) / 10;
    return fontSize <= 10_000 ? { fontSize } : null;
  }
  if (!reachesOut(box, scene)) return {};
  if (object.parentId) return null;
  const fitting = fitIntoFrame(object.kind, state, box, scene);
  return fitting && Object.keys(fitting).length > 0 ? fitting : null;
}

/** Whether an object with other numbers harms no text, in its hold and in others with the same numbers. */
export function isHarmlessIn(
  picture: HoldPicture,
  held: HeldObject,
  shown: Shown,
  fix: StateNumbers,
): boolean {
  return isHarmless(picture, held, shown, fix) && isHarmlessElsewhere(picture, held, shown, fix);
}

function isHarmlessElsewhere(
  picture: HoldPicture,
  { object, state }: HeldObject,
  shown: Shown,
  fix: StateNumbers,
): boolean {
  const names = Object.keys(fix) as (keyof CompositionState)[];
  return shown.pictures
    .filter((other) => other !== picture && other.scene === picture.scene)
    .flatMap((other) => {
      const held = other.objects.find((one) => one.object === object);
      return held && names.every((name) => held.state[name] === state[name]) ? [{ other, held }] : [];
    })
    .slice(0, maxHolds)
    .every(({ other, held }) => isHarmless(other, held, shown, fix));
}

function isHarmless(
  picture: HoldPicture,
  held: HeldObject,
  { imageColors, work }: Shown,
  fix: StateNumbers,
): boolean {
  if (!work.take(drawing)) return false;
  const { objects } = picture;
  const changed = { ...held, ...picture.measureWith(held, fix), state: { ...held.state, ...fix } };
  if (leavesFrame(picture, held, changed)) return false;
  if (changed.hasBackgroundColor || hasNewFaults(picture, held, changed, { imageColors, work })) return false;
  // An object in the background's colour is seen only on another one.
  const leavesAlone = ({ hasBackgroundColor, box }: HeldObject) =>
    hasBackgroundColor &&
    box !== null &&
    held.box !== null &&
    meet(box, held.box) &&
    !(changed.box && meet(box, changed.box));
  if (objects.some(leavesAlone)) return false;
  const shape = shapeOf(changed);
  if (!shape || !isRead(held.object, held.state)) return true;
  // Overlaps outside the frame are not advised on yet.
  const before = held.box && isInFrame(held.box, picture.scene) ? shapeOf(held) : null;
  const overlaps = (one: NonNullable<typeof shape>, other: HeldObject) => {
    const otherShape = shapeOf(other);
    return otherShape !== null && !overlappingPairs([one, otherShape], new Budget(1)).next().done;
  };
  return objects.every(
    (other) =>
      other === held ||
      !isRead(other.object, other.state) ||
      other.state.text === held.state.text ||
      !overlaps(shape, other) ||
      (before !== null && overlaps(before, other)),
  );
}

/** Whether a change puts an object, or a part of it, outside the frame that was inside before. */
function leavesFrame(
  { scene }: HoldPicture,
  { box: before }: HeldObject,
  { box: after }: HeldObject,
): boolean {
  if (!before || !after) return false;
  const isPushedOut = reachesOut(after, scene) && !reachesOut(before, scene);
  return isPushedOut || (isInFrame(before, scene) && !isInFrame(after, scene));
}

/**
 * Whether a change causes a fault of a text that the picture does not have yet. An object that paints nothing has no
 * faults yet, but shows them all once it is seen.
 */
function hasNewFaults(
  picture: HoldPicture,
  held: HeldObject,
  changed: HeldObject,
  shown: Pick<Shown, 'imageColors' | 'work'>,
): boolean {
  if (!changed.box || !held.box) return false;
  const after = { ...picture, objects: picture.objects.map((one) => (one === held ? changed : one)) };
  const area = unionBounds(held.box, changed.box) ?? changed.box;
  return isWorse(picture, after, area, shown);
}

/** Whether a text that shares pixels with a box has a fault after a change that it did not have before. */
export function isWorse(
  picture: HoldPicture,
  after: HoldPicture,
  area: Bounds,
  { imageColors, work }: Pick<Shown, 'imageColors' | 'work'>,
): boolean {
  const before = faultsAround(picture, area, imageColors, work);
  const faults = [...faultsAround(after, area, imageColors, work)];
  return work.isUsedUp || faults.some((fault) => !before.has(fault));
}

function shapeOf({ box, corners, lettering }: Measures) {
  return box && corners && lettering && { box, corners };
}

/** Objects of which a look at their boxes takes the time of a unit of work. */
const objectsSeenAtOnce = 8;

/**
 * The faults of the texts in a picture that share pixels with a box, each as an id and a rule. Incomplete if the work
 * runs out.
 */
function faultsAround(
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
