import { type Bounds, heightOf, shiftBounds, widthOf } from '../drawing/bounds.ts';
import { isProse } from '../language/kinds.ts';
import type { AdviceList } from './advice.ts';
import { isHarmlessIn, type Shown } from './find-fix.ts';
import { findFreePlace } from './free-place.ts';
import { keepsWords } from './keep-words.ts';
import { middleOf } from './pictures/box-geometry.ts';
import {
  type HeldObject,
  type HoldPicture,
  type LetteringShape,
  type StateNumbers,
  statePath,
} from './pictures/hold-picture.ts';
import { smallestLetters } from './pictures/letter-size.ts';
import { overlap, type Quadrilateral } from './pictures/overlapping-pairs.ts';
import { turnedBox } from './pictures/turned-box.ts';

/** A text or an equation in a hold. */
export interface Lettering extends LetteringShape {
  readonly held: HeldObject;
  readonly box: Bounds;
  readonly corners: Quadrilateral;
}

/** A way to separate two overlapping texts: the text that changes, with its fix, and the text that stays. */
interface Way {
  readonly moved: Lettering;
  readonly stays: Lettering;
  readonly fix: StateNumbers | null;
  readonly cost: number;
}

/** Minimum scale of a text that makes room for another, and the steps to it, as shares of its font size. */
const minScale = 0.6;
const shrinkStep = 0.05;

/** A text that would have to shrink below this share of its font size breaks into lines instead. */
const minScaleInOneLine = 0.8;

/** Widths of the lines to try, as shares of the width of the text. */
const widestWrapped = 0.9;
const narrowestWrapped = 0.3;
const wrapStep = 0.1;

/** Texts beside each other differ in height by at most this share of the lower one, and share little of their widths. */
const levelShare = 0.3;
const besideShare = 0.6;

/** A text closer to the edge of the frame than this share of the frame's shorter side looks pushed aside. */
const edgeShare = 0.06;

/** The earlier text changes only if that is much less: it is the title more often than not. */
const costOfEarlier = 1.5;

/**
 * More than any distance: moving a text is better than shrinking it, and shrinking is better than placing it at the
 * edge.
 */
const costOfSize = 1_000_000;
const costOfEdge = 2 * costOfSize;

/** Returns the best way to separate two overlapping texts. Its fix is null if there is none. */
export function moveApart(
  picture: HoldPicture,
  one: Lettering,
  other: Lettering,
  shown: Shown,
  list: AdviceList,
): Way {
  const later = wayFor(picture, other, one, 1, shown, list);
  const earlier = wayFor(picture, one, other, costOfEarlier, shown, list);
  return earlier.cost < later.cost ? earlier : later;
}

function wayFor(
  picture: HoldPicture,
  moved: Lettering,
  stays: Lettering,
  weight: number,
  shown: Shown,
  list: AdviceList,
): Way {
  const wrapped = isBeside(moved.box, stays.box)
    ? wrapApart(picture, moved, stays, shown, list, moved.emHeight)
    : null;
  // Of two texts beside each other, the longer one breaks into lines, and both stay on their height.
  if (wrapped) return { moved, stays, fix: wrapped, cost: -widthOf(moved.box) };
  const { x, y } = moved.held.state;
  const freePlace = findFreePlace(picture, moved.held, shown, list);
  const [dx, dy] = [(freePlace?.x ?? x) - x, (freePlace?.y ?? y) - y];
  const distance = weight * Math.hypot(dx, dy);
  if (freePlace && !isPushedAside(picture, moved.box, shiftBounds(moved.box, dx, dy))) {
    return { moved, stays, fix: freePlace, cost: distance };
  }
  const size =
    shrinkApart(picture, moved, stays, minScaleInOneLine, shown, list) ??
    wrapApart(picture, moved, stays, shown, list) ??
    shrinkApart(picture, moved, stays, minScale, shown, list);
  // If one of two texts is too long, it is the longer one.
  if (size) return { moved, stays, fix: size, cost: costOfSize - widthOf(moved.box) / weight };
  return { moved, stays, fix: freePlace, cost: freePlace ? costOfEdge + distance : Infinity };
}

/** Whether two texts are meant to be on the same height, one beside the other. */
function isBeside(one: Bounds, other: Bounds): boolean {
  const [[x, y], [otherX, otherY]] = [middleOf(one), middleOf(other)];
  const isLevel = Math.abs(y - otherY) <= levelShare * Math.min(heightOf(one), heightOf(other));
  return isLevel && Math.abs(x - otherX) >= besideShare * ((widthOf(one) + widthOf(other)) / 2);
}

/** Whether a text comes closer to an edge of the frame than looks intended. */
function isPushedAside({ scene: { width, height } }: HoldPicture, before: Bounds, after: Bounds): boolean {
  const space = edgeShare * Math.min(width, height);
  const spacesOf = ({ left, top, right, bottom }: Bounds) => [left, top, width - right, height - bottom];
  const spaces = spacesOf(before);
  return spacesOf(after).some((own, side) => own < space && own < (spaces[side] ?? 0));
}

/** Returns the largest font size at which a text no longer overlaps another one; null if it would be too small. */
function shrinkApart(
  picture: HoldPicture,
  { held, emHeight }: Lettering,
  stays: Lettering,
  minShare: number,
  shown: Shown,
  list: AdviceList,
): StateNumbers | null {
  if (!list.canFix(statePath(picture, held), { fontSize: 1 })) return null;
  const least = Math.max(minShare, smallestLetters(picture.scene) / emHeight);
  for (let share = 1 - shrinkStep; share >= least; share -= shrinkStep) {
    const fix = { fontSize: Math.floor(held.state.fontSize * share * 10) / 10 };
    if (takesApart(picture, held, stays, fix, shown)) return fix;
  }
  return null;
}

/**
 * Returns the largest width of the lines of a text with which it no longer overlaps another one, and is at least a gap
 * beside it, if there is one.
 */
function wrapApart(
  picture: HoldPicture,
  { held, corners }: Lettering,
  stays: Lettering,
  shown: Shown,
  list: AdviceList,
  gap = -Infinity,
): StateNumbers | null {
  const { object, state } = held;
  const turned = turnedBox(corners);
  if (!isProse(object.kind) || !turned || !list.canFix(statePath(picture, held), { wrapWidth: 1 }))
    return null;
  for (let share = widestWrapped; share >= narrowestWrapped; share -= wrapStep) {
    const width = turned.width * share;
    if (!keepsWords(picture, held, {}, turned, width)) return null;
    const fix = { wrapWidth: Math.max(1, Math.floor(width / Math.abs(state.scaleX ?? 1))) };
    const isApart = gapBetween(picture.measureWith(held, fix).box, stays.box) >= gap;
    if (isApart && takesApart(picture, held, stays, fix, shown)) return fix;
  }
  return null;
}

/** The space between two boxes beside each other, negative if they share some. */
function gapBetween(one: Bounds | null, other: Bounds): number {
  return one === null ? -Infinity : Math.max(other.left - one.right, one.left - other.right);
}

function takesApart(
  picture: HoldPicture,
  held: HeldObject,
  stays: Lettering,
  fix: StateNumbers,
  shown: Shown,
): boolean {
  const { corners } = picture.measureWith(held, fix);
  return corners !== null && !overlap(corners, stays.corners) && isHarmlessIn(picture, held, shown, fix);
}
