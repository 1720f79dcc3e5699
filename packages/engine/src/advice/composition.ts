import { type Bounds, intersectBounds, unionBounds } from '../drawing/bounds.ts';
import type { Scene } from '../project/schema.ts';
import type { AdviceList } from './advice.ts';
import { isHarmlessIn, type Shown } from './find-fix.ts';
import { frameMargin, reachesOut } from './fit-into-frame.ts';
import { roundBox } from './hold-layout.ts';
import {
  type HeldObject,
  type HoldPicture,
  isRead,
  type StateNumbers,
  statePath,
} from './pictures/hold-picture.ts';

/** Margin of the safe area, as a share of the frame's sides. */
const safeMargin = 0.05;

/** Least share of the safe area that a film fills at its fullest. */
const minFilled = 1 / 3;

/** A text of this share of the frame's shorter side fills the frame, however little surrounds it. */
const displayShare = 0.06;

/** An object of this share of the frame is its background. */
const backdropShare = 0.9;

/** Least space between a text and the edge of the frame, as a share of the frame's shorter side. */
const minMargin = 0.03;

/**
 * Advises on a film with texts that leaves most of the frame empty, or all of one half, even where it is fullest. Skips
 * films with large type, with a picture behind everything, and those to be laid over others.
 */
export function adviseOnEmptyFrame({ pictures }: Shown, list: AdviceList): void {
  const filled = pictures.flatMap((picture) => filledBy(picture) ?? []);
  const [first] = filled;
  if (first === undefined || filled.length < pictures.length) return;
  const fullest = filled.reduce((found, one) => (one.share > found.share ? one : found), first);
  const { picture, share, box } = fullest;
  const { width, height } = picture.scene;
  const side = emptySideOf(box, picture.scene);
  if (areaOf(box) === 0 || (share >= minFilled && side === undefined)) return;
  const what =
    side === undefined
      ? `${Math.round(share * 100)} % of the frame is used at most`
      : `the ${side} half of the frame is always empty`;
  list.add({
    rule: 'empty-frame',
    path: `scenes.${picture.scene.id}.compositions.${picture.compositionId}`,
    message: `${what}, and no text is larger than ${Math.round(displayShare * 100)} % of its shorter side; make the objects larger, spread them over the ${width} x ${height} pixels, or give them "place": "fill"`,
    box: roundBox(box),
  });
}

/** The area around everything in a picture; undefined if it is full by intention, or nothing is read in it. */
function filledBy(
  picture: HoldPicture,
): { readonly picture: HoldPicture; readonly share: number; readonly box: Bounds } | undefined {
  const { scene, objects } = picture;
  const { width, height, background } = scene;
  if (background === 'none') return undefined;
  const frame = { left: 0, top: 0, right: width, bottom: height };
  let box: Bounds | null = null;
  let hasText = objects.length === 0;
  let count = 0;
  for (const { isMeasured, object, state, box: own, lettering } of objects) {
    const seen = own && intersectBounds(own, frame);
    if (!isMeasured || (seen && areaOf(seen) > backdropShare * width * height)) return undefined;
    if (!seen) continue;
    count += 1;
    hasText ||= isRead(object, state);
    if (lettering && isRead(object, state) && lettering.emHeight >= displayShare * Math.min(width, height))
      return undefined;
    box = box === null ? seen : unionBounds(box, seen);
  }
  // One or two objects have their places by intention.
  if (!hasText || count === 1 || count === 2) return undefined;
  const nothing = { left: 0, top: 0, right: 0, bottom: 0 };
  const safe = insetFrame(scene);
  const inside = box && intersectBounds(box, safe);
  return { picture, share: inside ? areaOf(inside) / areaOf(safe) : 0, box: box ?? nothing };
}

/** The half of the frame that a box leaves empty. */
function emptySideOf({ left, top, right, bottom }: Bounds, { width, height }: Scene): string | undefined {
  if (right <= width / 2) return 'right';
  if (left >= width / 2) return 'left';
  if (bottom <= height / 2) return 'lower';
  return top >= height / 2 ? 'upper' : undefined;
}

function insetFrame({ width, height }: Scene): Bounds {
  const [across, down] = [safeMargin * width, safeMargin * height];
  return { left: across, top: down, right: width - across, bottom: height - down };
}

function areaOf({ left, top, right, bottom }: Bounds): number {
  return (right - left) * (bottom - top);
}

/** Advises on texts and equations that nearly touch the edge of the frame. */
export function adviseOnCrowded(shown: Shown, list: AdviceList): void {
  const said = new Set<string>();
  for (const picture of shown.pictures) {
    const { scene } = picture;
    const least = minMargin * Math.min(scene.width, scene.height);
    for (const held of picture.objects) {
      if (list.full) return;
      const { box, object, state } = held;
      if (!box || !isRead(object, state) || reachesOut(box, scene)) continue;
      const margin = Math.min(box.left, box.top, scene.width - box.right, scene.height - box.bottom);
      const key = JSON.stringify([scene.id, object.id, box]);
      // Places of other fixes are rounded.
      if (margin >= least - 1 || said.has(key)) continue;
      said.add(key);
      const fix = placeInside(picture, held, box, shown);
      list.add({
        rule: 'crowded',
        path: statePath(picture, held),
        message: `the ${object.kind} ${object.id} is only ${Math.max(0, Math.floor(margin))} pixels from the edge of the frame; leave at least ${Math.ceil(least)}`,
        box: roundBox(box),
        ...(fix && { fix }),
      });
    }
  }
}

/** A place with the same margin as other fixes; null if the object is too large for it, or would harm another one. */
function placeInside(
  picture: HoldPicture,
  held: HeldObject,
  { left, top, right, bottom }: Bounds,
  shown: Shown,
): StateNumbers | null {
  const { object, state } = held;
  const { width, height } = picture.scene;
  const space = frameMargin * Math.min(width, height);
  if (object.parentId || right - left > width - 2 * space || bottom - top > height - 2 * space) return null;
  const across = Math.max(space - left, 0) + Math.min(width - space - right, 0);
  const down = Math.max(space - top, 0) + Math.min(height - space - bottom, 0);
  const fix = {
    ...(across !== 0 && { x: Math.round(10 * (state.x + across)) / 10 }),
    ...(down !== 0 && { y: Math.round(10 * (state.y + down)) / 10 }),
  };
  return isHarmlessIn(picture, held, shown, fix) ? fix : null;
}
