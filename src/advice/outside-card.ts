import type { Bounds } from '../drawing/bounds.ts';
import { type AdviceList, showBox } from './advice.ts';
import type { Shown } from './find-fix.ts';
import { roundBox } from './hold-layout.ts';
import { heightOf, middleOf, widthOf } from './pictures/box-geometry.ts';
import { cardOf, staysInside } from './pictures/cards.ts';
import { type HeldObject, type HoldPicture, type StateNumbers, statePath } from './pictures/hold-picture.ts';
import { smallestShare } from './pictures/letter-size.ts';
import type { Work } from './pictures/work.ts';

/** Space between a text and the edge of its card, as a share of the frame's shorter side. */
const paddingShare = 0.015;

/** Each attempt at a smaller font takes this share of the one before. */
const sizeStep = 0.94;
const mostTrials = 24;

/** Advises on texts and equations that reach beyond the shape in which their middle lies. */
export function adviseOnCards(shown: Shown, work: Work, list: AdviceList): void {
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
 * Returns the largest font size, and for a text the wrapping, with which it fits into its card, centred where it reached
 * out; null if it would be too small to read, or relations overrule the numbers.
 */
function fitInto(
  picture: HoldPicture,
  held: HeldObject,
  card: HeldObject,
  list: AdviceList,
): StateNumbers | null {
  const { scene } = picture;
  const { box, lettering, state, object } = held;
  if (!card.box || !box || !lettering || object.parentId) return null;
  const path = statePath(picture, held);
  const ellipse = card.object.kind === 'circle' ? Math.SQRT1_2 : 1;
  const padding = 2 * paddingShare * Math.min(scene.width, scene.height);
  const room = {
    width: Math.max(widthOf(card.box) * ellipse - padding, widthOf(card.box) * ellipse * 0.8),
    height: Math.max(heightOf(card.box) * ellipse - padding, heightOf(card.box) * ellipse * 0.8),
  };
  const [x, y] = middleOf(card.box);
  const canMove = list.canFix(path, { x: 0, y: 0 });
  const smallest = (state.fontSize * smallestShare * scene.height) / lettering.emHeight;
  let fontSize = state.fontSize;
  for (let trial = 0; trial < mostTrials && fontSize >= smallest; trial++) {
    const size: StateNumbers = fontSize === state.fontSize ? {} : { fontSize };
    const wrapped: readonly StateNumbers[] =
      object.kind === 'text' && !state.rotation && keepsWords(picture, held, size, room.width)
        ? [size, { ...size, wrapWidth: Math.max(1, Math.floor(room.width / Math.abs(state.scaleX ?? 1))) }]
        : [size];
    for (const numbers of wrapped) {
      if (!list.canFix(path, numbers)) continue;
      const measured = picture.measureWith(held, numbers).box;
      if (!measured || !fitsRoom(measured, room, card)) continue;
      const [atX, atY] = middleOf(measured);
      const moved = canMove
        ? {
            ...(isSpaced(measured.left, measured.right, card.box.left, card.box.right, room.width)
              ? {}
              : { x: Math.round(state.x + x - atX) }),
            ...(isSpaced(measured.top, measured.bottom, card.box.top, card.box.bottom, room.height)
              ? {}
              : { y: Math.round(state.y + y - atY) }),
          }
        : {};
      const fix = { ...numbers, ...moved };
      if (Object.keys(fix).length > 0 && staysInside(picture.measureWith(held, fix), card)) return fix;
    }
    fontSize = Math.floor(fontSize * sizeStep * 10) / 10;
  }
  return null;
}

/** Share of a circle's diameter that the diagonal of a text may take. */
const fullestCircle = 0.88;

function fitsRoom(box: Bounds, room: { width: number; height: number }, card: HeldObject): boolean {
  if (card.object.kind !== 'circle' || !card.box)
    return widthOf(box) <= room.width && heightOf(box) <= room.height;
  const [across, down] = [widthOf(box) / widthOf(card.box), heightOf(box) / heightOf(card.box)];
  return Math.hypot(across, down) <= fullestCircle;
}

/** Scripts without spaces between words, whose lines break between almost any two characters. */
const unspaced = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}/u;

/** Maximum number of words to measure, the longest first. */
const mostWords = 3;

/** Whether no word of a text is wider than `width`, so that wrapping breaks none. */
function keepsWords(picture: HoldPicture, held: HeldObject, size: StateNumbers, width: number): boolean {
  const { text } = held.state;
  if (unspaced.test(text)) return true;
  const words = text.split(/\s+/).sort((one, other) => other.length - one.length);
  return words.slice(0, mostWords).every((word) => {
    const { box } = picture.measureWith(held, { ...size, text: word, wrapWidth: undefined });
    return !box || widthOf(box) <= width;
  });
}

/** Whether a range lies within a larger one with half of the padding that `room` leaves on each side. */
function isSpaced(from: number, to: number, start: number, end: number, room: number): boolean {
  const space = (end - start - room) / 4;
  return from >= start + space && to <= end - space;
}
