import { type Bounds, heightOf, widthOf } from '../drawing/bounds.ts';
import { isProse, isRound } from '../language/kinds.ts';
import type { Budget } from '../project/budget.ts';
import type { CompositionState } from '../project/schema.ts';
import { type AdviceList, showBox } from './advice.ts';
import type { Shown } from './find-fix.ts';
import { roundBox } from './hold-layout.ts';
import { keepsWords } from './keep-words.ts';
import { cardOf, staysInside } from './pictures/cards.ts';
import { type HeldObject, type HoldPicture, type StateNumbers, statePath } from './pictures/hold-picture.ts';
import { smallestLetters } from './pictures/letter-size.ts';
import type { Quadrilateral } from './pictures/overlapping-pairs.ts';
import { boundsIn, type TurnedBox, turnedBox } from './pictures/turned-box.ts';

/** Space between a text and the edge of its card, as a share of the frame's shorter side. */
const paddingShare = 0.015;

/** Each attempt at a smaller font takes this share of the one before. */
const sizeStep = 0.94;
const maxTrials = 24;

/** Advises on texts and equations that extend beyond the shape around their middle. */
export function adviseOnCards(shown: Shown, work: Budget, list: AdviceList): void {
  const { pictures, imageColors } = shown;
  const said = new Set<string>();
  for (const picture of pictures) {
    for (const held of picture.objects) {
      if (list.full || !work.take(picture.objects.length)) return;
      const card = cardOf(picture, held, imageColors, work);
      const { box, object } = held;
      if (!card?.box || !box || staysInside(held, card)) continue;
      const key = JSON.stringify([picture.scene.id, object.id, card.object.id, box, card.box]);
      if (said.has(key)) continue;
      said.add(key);
      const path = statePath(picture, held);
      const fix = fitInto(picture, held, card, list);
      list.add({
        rule: 'outside-card',
        path,
        message: `the ${object.kind} extends ${showBox(box)}, beyond the ${card.object.kind} ${card.object.id}, ${showBox(card.box)}, in which it lies; make it smaller, break its lines or put it inside with a relation`,
        box: roundBox(box),
        ...(fix && { fix }),
      });
    }
  }
}

/**
 * Returns the largest font size at which a text fits into its card, and its wrapping; it is centred where it extended
 * beyond the card. Null if it would be too small to read, or relations overrule the numbers.
 */
function fitInto(
  picture: HoldPicture,
  held: HeldObject,
  card: HeldObject,
  list: AdviceList,
): StateNumbers | null {
  const { scene } = picture;
  const { corners, lettering, state, object } = held;
  const outer = card.corners && turnedBox(card.corners);
  if (!outer || !corners || !lettering || object.parentId) return null;
  const path = statePath(picture, held);
  const ellipse = isRound(card.object.kind) ? Math.SQRT1_2 : 1;
  const padding = 2 * paddingShare * Math.min(scene.width, scene.height);
  const room = {
    width: Math.max(outer.width * ellipse - padding, outer.width * ellipse * 0.8),
    height: Math.max(outer.height * ellipse - padding, outer.height * ellipse * 0.8),
  };
  const canMove = list.canFix(path, { x: 0, y: 0 });
  const smallest = (state.fontSize * smallestLetters(scene)) / lettering.emHeight;
  let fontSize = state.fontSize;
  for (let trial = 0; trial < maxTrials && fontSize >= smallest; trial++) {
    const size: StateNumbers = fontSize === state.fontSize ? {} : { fontSize };
    const wrapped: readonly StateNumbers[] =
      isProse(object.kind) && isAlong(outer, corners) && keepsWords(picture, held, size, outer, room.width)
        ? [size, { ...size, wrapWidth: Math.max(1, Math.floor(room.width / Math.abs(state.scaleX ?? 1))) }]
        : [size];
    for (const numbers of wrapped) {
      if (!list.canFix(path, numbers)) continue;
      const measured = picture.measureWith(held, numbers).corners;
      if (!measured || !fitsRoom(boundsIn(outer, measured), room, outer, card)) continue;
      const moved = canMove ? movedInto(outer, measured, room, state) : {};
      const fix = { ...numbers, ...moved };
      if (Object.keys(fix).length > 0 && staysInside(picture.measureWith(held, fix), card)) return fix;
    }
    fontSize = Math.floor(fontSize * sizeStep * 10) / 10;
  }
  return null;
}

/** Share of a circle's diameter that the diagonal of a text may take. */
const fullestCircle = 0.88;

interface Room {
  readonly width: number;
  readonly height: number;
}

/** Whether a text is small enough for a card. Its box is measured along the sides of the card, which may be turned. */
function fitsRoom(box: Bounds, room: Room, outer: TurnedBox, card: HeldObject): boolean {
  if (!isRound(card.object.kind)) return widthOf(box) <= room.width && heightOf(box) <= room.height;
  const [across, down] = [widthOf(box) / outer.width, heightOf(box) / outer.height];
  return Math.hypot(across, down) <= fullestCircle;
}

/** Whether the lines of a text run along the upper side of a card. */
function isAlong(outer: TurnedBox, [start, end]: Quadrilateral): boolean {
  const [fromX, fromY] = outer.toOwn(start);
  const [toX, toY] = outer.toOwn(end);
  return Math.abs(toY - fromY) < 0.01 * Math.abs(toX - fromX);
}

/** Returns the position of a text in the middle of its card, on the axes of the card on which it is near an edge. */
function movedInto(
  outer: TurnedBox,
  corners: Quadrilateral,
  room: Room,
  state: CompositionState,
): StateNumbers {
  const { left, right, top, bottom } = boundsIn(outer, corners);
  const across = isSpaced(left, right, outer.width, room.width) ? 0 : (outer.width - left - right) / 2;
  const down = isSpaced(top, bottom, outer.height, room.height) ? 0 : (outer.height - top - bottom) / 2;
  const [fromX, fromY] = outer.toScene([0, 0]);
  const [toX, toY] = outer.toScene([across, down]);
  const [x, y] = [Math.round(state.x + toX - fromX), Math.round(state.y + toY - fromY)];
  return { ...(toX !== fromX && { x }), ...(toY !== fromY && { y }) };
}

/** Whether a range is inside the range from 0 to `length`, with half of the padding that `room` leaves on each side. */
function isSpaced(from: number, to: number, length: number, room: number): boolean {
  const space = (length - room) / 4;
  return from >= space && to <= length - space;
}
