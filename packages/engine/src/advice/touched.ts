import type { Bounds } from '../drawing/bounds.ts';
import { isLine, isRound, isShape } from '../language/kinds.ts';
import type { Budget } from '../project/budget.ts';
import type { AdviceList } from './advice.ts';
import type { Shown } from './find-fix.ts';
import { roundBox } from './hold-layout.ts';
import { isWithin } from './pictures/box-geometry.ts';
import { cardOf } from './pictures/cards.ts';
import { isHiddenByOthers } from './pictures/covering.ts';
import { runsThrough } from './pictures/crossing.ts';
import { type HeldObject, type HoldPicture, isRead, statePath } from './pictures/hold-picture.ts';
import { overlap } from './pictures/overlapping-pairs.ts';

/** Badges and cards nearer to a text than this share of the frame's shorter side touch it. */
const touchShare = 0.003;

/** Advises on shapes with a text of their own that touch another text, as a badge touches the title above its card. */
export function adviseOnTouched(shown: Shown, work: Budget, list: AdviceList): void {
  const said = new Set<string>();
  for (const picture of shown.pictures) {
    const owners = labelledShapes(picture, shown, work);
    const least = -touchShare * Math.min(picture.scene.width, picture.scene.height);
    for (const [shape, labels] of owners) {
      for (const held of picture.objects) {
        if (list.full || !work.take(1)) return;
        const { box, corners, object, state } = held;
        if (!box || !corners || !shape.corners || !shape.box || labels.includes(held)) continue;
        if (!isRead(object, state) || isWithin(box, shape.box)) continue;
        const owner = [...owners].find(([, texts]) => texts.includes(held))?.[0];
        // A badge over the edge of a card hides it.
        if (owner && picture.objects.indexOf(owner) > picture.objects.indexOf(shape)) continue;
        if (!overlap(corners, shape.corners, least) || isBesideRound(shape, box)) continue;
        if (isHiddenByOthers(picture, held, shown.imageColors, work)) continue;
        // A text over the edge of a shape, or under it, is crossed or covered.
        const path = statePath(picture, held);
        if (
          list.has('crossed', path) ||
          list.has('covered', `scenes.${picture.scene.id}.objects.${object.id}`)
        )
          continue;
        const key = JSON.stringify([picture.scene.id, object.id, shape.object.id]);
        if (said.has(key)) continue;
        said.add(key);
        list.add({
          rule: 'crossed',
          path,
          message: `the ${shape.object.kind} ${shape.object.id} touches the ${object.kind} ${object.id}; move them apart${shown.whyPresent(picture, [shape.object.id, object.id])}`,
          box: roundBox(box),
        });
      }
    }
  }
}

/** Whether a box is in a corner of a circle's box, which the circle does not reach. */
function isBesideRound({ object, box: round }: HeldObject, box: Bounds): boolean {
  if (!isRound(object.kind) || !round) return false;
  const nearest = (least: number, most: number, middle: number) => Math.max(least, Math.min(most, middle));
  const [x, y] = [(round.left + round.right) / 2, (round.top + round.bottom) / 2];
  const across = (nearest(box.left, box.right, x) - x) / ((round.right - round.left) / 2);
  const down = (nearest(box.top, box.bottom, y) - y) / ((round.bottom - round.top) / 2);
  return Math.hypot(across, down) > 1;
}

/** The shapes that are the cards of texts, with these. */
function labelledShapes(
  picture: HoldPicture,
  { imageColors }: Shown,
  work: Budget,
): ReadonlyMap<HeldObject, readonly HeldObject[]> {
  const owners = new Map<HeldObject, readonly HeldObject[]>();
  for (const held of picture.objects) {
    if (!isRead(held.object, held.state)) continue;
    const card = cardOf(picture, held, imageColors, work);
    if (card) owners.set(card, [...(owners.get(card) ?? []), held]);
  }
  return owners;
}

/** Advises on lines between objects that run visibly through the box of another. */
export function adviseOnCrossedBoxes(shown: Shown, work: Budget, list: AdviceList): void {
  const said = new Set<string>();
  for (const picture of shown.pictures) {
    const { scene, compositionId, objects } = picture;
    for (const line of objects) {
      if (!isLine(line.object.kind)) continue;
      const { targets = [] } = list.relationsOf(scene.id, compositionId, line.object.id) ?? {};
      const ends = new Set(targets.flatMap((target) => [target.id, ...target.objects]));
      if (targets.length < 2) continue;
      for (const shape of objects) {
        if (list.full || !work.take(1)) return;
        if (!isShape(shape.object.kind) || ends.has(shape.object.id)) continue;
        if (!runsThrough(picture, line, shape, shown.imageColors, work)) continue;
        const key = JSON.stringify([scene.id, line.object.id, shape.object.id]);
        if (said.has(key)) continue;
        said.add(key);
        list.add({
          rule: 'crossed',
          path: statePath(picture, line),
          message: `the ${line.object.kind} ${line.object.id} runs through the ${shape.object.kind} ${shape.object.id}; give it another route, let it start at another side, or move one of them${shown.whyPresent(picture, [line.object.id, shape.object.id])}`,
          ...(line.box && { box: roundBox(line.box) }),
        });
      }
    }
  }
}
