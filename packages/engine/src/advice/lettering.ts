import { Budget } from '../project/budget.ts';
import { rounded } from '../project/numbers.ts';
import { parsePath } from '../project/problem-text.ts';
import { type AdviceList, showBox } from './advice.ts';
import { adviseOnPartBeyond } from './beyond-frame.ts';
import { findFix, type Shown } from './find-fix.ts';
import { isInFrame, reachesOut } from './fit-into-frame.ts';
import { roundBox } from './hold-layout.ts';
import { type Lettering, moveApart } from './move-apart.ts';
import { isHiddenByOthers } from './pictures/covering.ts';
import { type HoldPicture, isRead, statePath } from './pictures/hold-picture.ts';
import { smallestLetters } from './pictures/letter-size.ts';
import { overlappingPairs } from './pictures/overlapping-pairs.ts';

/** Maximum number of pairs of texts to compare. */
const maxComparisons = 200_000;

/** The texts and equations of a picture that are at least partly in the frame. */
function letteringOf({ objects, scene }: HoldPicture): Lettering[] {
  return objects.flatMap((held) => {
    const { box, corners, lettering } = held;
    return box && corners && lettering && isInFrame(box, scene) ? [{ held, box, corners, ...lettering }] : [];
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
    for (const lettering of letteringOf(picture)) {
      const { held, box, emHeight } = lettering;
      const { id } = held.object;
      const smallest = smallestLetters(scene);
      if (
        reachesOut(box, scene) &&
        !isCroppedByParent(lettering, picture, pictures) &&
        isNew('beyond', scene.id, id, box)
      )
        adviseOnPartBeyond({ picture, held, box, fix: findFix(picture, held, shown) }, list);
      const isSmall = emHeight < smallest;
      const place = isSmall ? list.describePlace(statePath(picture, held)) : '';
      // The letters of a graph or a table become smaller together.
      const key = /\.(?:text|data)$/.test(place) ? [place] : [wholeOf(lettering, picture, list), emHeight];
      if (isSmall && isNew('small', scene.id, ...key)) adviseOnSmall(lettering, picture, shown, list);
    }
  }
  const comparisons = new Budget(maxComparisons);
  for (const picture of pictures) {
    if (list.full) return;
    const { scene } = picture;
    const visible = letteringOf(picture).filter(({ held }) => isRead(held.object, held.state));
    for (const [one, other] of overlappingPairs(visible, comparisons)) {
      // A text on a copy of itself is intended as its shadow or outline.
      if (one.held.state.text === other.held.state.text) continue;
      // An opaque cover hides the lower one.
      if ([one, other].some(({ held }) => isHiddenByOthers(picture, held, shown.imageColors, comparisons)))
        continue;
      if (!isNew('overlap', scene.id, one.held.object.id, other.held.object.id, one.box, other.box)) continue;
      const { moved, stays, fix } = moveApart(picture, one, other, shown, list);
      const cause = shown.whyPresent(picture, [moved.held.object.id, stays.held.object.id]);
      list.add({
        rule: 'overlap',
        path: statePath(picture, moved.held),
        message: `the ${moved.held.object.kind} ${showBox(moved.box)} overlaps the ${stays.held.object.kind} ${stays.held.object.id} ${showBox(stays.box)}; move one of them, make it smaller or break its lines${cause}`,
        box: roundBox(moved.box),
        ...(fix && cause === '' && { fix }),
      });
      if (list.full) return;
    }
  }
}

/** The place of the object that a text is a part of, such as code with many lines of one size; or its own id. */
function wholeOf({ held }: Lettering, picture: HoldPicture, list: AdviceList): string {
  const place = parsePath(list.describePlace(statePath(picture, held)));
  const isPart = place.at(-2) === 'objects' && place.at(-1) !== held.object.id;
  return isPart ? place.join('.') : held.object.id;
}

/** The fields of a state on which the place and the size of a text depend. */
const placeFields = [
  'x',
  'y',
  'scaleX',
  'scaleY',
  'rotation',
  'shear',
  'text',
  'fontSize',
  'wrapWidth',
  'align',
  'verticalAlign',
] as const;

/** Whether a text is in the frame at the same place elsewhere, so that a parent such as the camera moves it out. */
function isCroppedByParent(
  { held }: Lettering,
  { scene }: HoldPicture,
  pictures: readonly HoldPicture[],
): boolean {
  const { object, state } = held;
  if ((object.parentId ?? null) === null) return false;
  return pictures.some(({ scene: other, objects }) => {
    const same = other === scene ? objects.find((one) => one.object === object) : undefined;
    return (
      same !== undefined &&
      same.box !== null &&
      !reachesOut(same.box, scene) &&
      placeFields.every((field) => same.state[field] === state[field])
    );
  });
}

function adviseOnSmall(
  { held, emHeight, box }: Lettering,
  picture: HoldPicture,
  shown: Shown,
  list: AdviceList,
): void {
  const least = smallestLetters(picture.scene);
  // Rounded, so that the message never shows the limit itself.
  const height = Math.min(rounded(emHeight, 1), Math.floor(least * 10 - 1e-6) / 10);
  const fix = findFix(picture, held, shown);
  list.add({
    rule: 'small-type',
    path: statePath(picture, held),
    message: `the ${held.object.kind} ${held.object.id} is hard to read: its letters are ${height} pixels high; make them at least ${Math.ceil(least * 10 - 1e-6) / 10}`,
    box: roundBox(box),
    ...(fix && { fix }),
  });
}
