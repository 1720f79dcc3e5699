import type { CompositionState } from '../project/schema.ts';
import { fitIntoFrame, reachesOut } from './fit-into-frame.ts';
import { type HeldObject, type HoldPicture, isRead, type Measures } from './hold-picture.ts';
import { overlappingPairs } from './overlapping-pairs.ts';
import { whyUnpainted } from './why-unpainted.ts';

/** Letters smaller than this share of the frame's height are hard to read. */
export const smallestShare = 0.015;

/** Number of attempts to correct the numbers. A smaller font, for example, breaks lines elsewhere. */
const mostTrials = 6;

/** Maximum number of other holds in which a fix is tried. */
const mostHolds = 50;

/** Numbers for fields of a state. */
export type StateNumbers = Readonly<Record<string, number>>;

/**
 * Finds numbers for the state of an object with which it is painted, inside the frame and legible. The numbers are
 * tried out. Returns null if there are none, or if with them the object would cover another text or disappear in the
 * background, in this hold or in another hold with the same numbers: in shorthand, both may get them from one place.
 */
export function findFix(
  picture: HoldPicture,
  held: HeldObject,
  pictures: readonly HoldPicture[],
): StateNumbers | null {
  let fix: StateNumbers = {};
  for (let trial = 0; trial < mostTrials; trial++) {
    const measures = picture.measureWith(held, fix);
    if (!measures.isMeasured) return null;
    const next = correction(picture, held, { ...held.state, ...fix }, measures);
    if (next === null) return null;
    if (Object.keys(next).length === 0) {
      const helps = Object.keys(fix).length > 0 && isHarmless(picture, held, measures);
      return helps && isHarmlessElsewhere(picture, held, pictures, fix) ? fix : null;
    }
    fix = { ...fix, ...next };
  }
  return null;
}

/** Returns the next change, if there are numbers for it. */
function correction(
  { scene }: HoldPicture,
  { object }: HeldObject,
  state: CompositionState,
  { box, lettering }: Measures,
): StateNumbers | null {
  if (!box) return whyUnpainted(object.kind, state).fix ?? null;
  const smallest = smallestShare * scene.height;
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

/** Whether an object with other numbers covers no other text, in its hold and in others with the same numbers. */
export function isHarmlessIn(
  picture: HoldPicture,
  held: HeldObject,
  pictures: readonly HoldPicture[],
  fix: StateNumbers,
): boolean {
  return (
    isHarmless(picture, held, picture.measureWith(held, fix)) &&
    isHarmlessElsewhere(picture, held, pictures, fix)
  );
}

function isHarmlessElsewhere(
  picture: HoldPicture,
  { object, state }: HeldObject,
  pictures: readonly HoldPicture[],
  fix: StateNumbers,
): boolean {
  const names = Object.keys(fix) as (keyof CompositionState)[];
  return pictures
    .filter((other) => other !== picture && other.scene === picture.scene)
    .flatMap((other) => {
      const held = other.objects.find((one) => one.object === object);
      return held && names.every((name) => held.state[name] === state[name]) ? [{ other, held }] : [];
    })
    .slice(0, mostHolds)
    .every(({ other, held }) => isHarmless(other, held, other.measureWith(held, fix)));
}

function isHarmless({ objects }: HoldPicture, held: HeldObject, changed: Measures): boolean {
  if (changed.hasBackgroundColor) return false;
  const shape = shapeOf(changed);
  if (!shape || !isRead(held.object, held.state)) return true;
  const before = shapeOf(held);
  const overlaps = (one: NonNullable<typeof shape>, other: HeldObject) => {
    const otherShape = shapeOf(other);
    return otherShape !== null && !overlappingPairs([one, otherShape], { left: 1 }).next().done;
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

function shapeOf({ box, lettering }: Measures) {
  return box && lettering && { box, corners: lettering.corners };
}
