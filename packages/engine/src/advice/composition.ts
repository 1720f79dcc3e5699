import { type Bounds, intersectBounds, unionBounds } from '../drawing/bounds.ts';
import type { Scene } from '../project/schema.ts';
import { type AdviceList, showBox } from './advice.ts';
import { isHarmlessIn, type Shown } from './find-fix.ts';
import { minMargin, movedState, moveFromEdge, reachesOut } from './fit-into-frame.ts';
import { roundBox } from './hold-layout.ts';
import { areaOf } from './pictures/box-geometry.ts';
import { type HoldPicture, isRead, statePath } from './pictures/hold-picture.ts';

/** Margin of the safe area, as a share of the frame's sides. */
const safeMargin = 0.05;

/** Least share of the safe area that a film fills at its fullest. */
const minFilled = 1 / 3;

/** A text of this share of the frame's shorter side fills the frame, however little surrounds it. */
const displayShare = 0.06;

/** An object of this share of the frame is its background. */
const backdropShare = 0.9;

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
  const isBalanced = !isInOneHalf(box, picture.scene);
  if (areaOf(box) === 0 || (share >= minFilled && isBalanced)) return;
  list.add({
    rule: 'empty-frame',
    path: `scenes.${picture.scene.id}.compositions.${picture.compositionId}`,
    message: `at most ${Math.round(share * 100)} % of the frame is used, ${showBox(box)}, and no text is larger than ${Math.round(displayShare * 100)} % of its shorter side; make the objects larger, spread them over the ${width} x ${height} pixels, or give them "place": "fill"`,
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
  // One or two objects have their places by intention.
  if (objects.length === 1 || objects.length === 2) return undefined;
  if (objects.length > 0 && !objects.some(({ object, state }) => isRead(object, state))) return undefined;
  for (const { isMeasured, object, state, box: own, lettering } of objects) {
    const seen = own && intersectBounds(own, frame);
    if (!isMeasured || (seen && areaOf(seen) > backdropShare * width * height)) return undefined;
    if (!seen) continue;
    if (lettering && isRead(object, state) && lettering.emHeight >= displayShare * Math.min(width, height))
      return undefined;
    box = box === null ? seen : unionBounds(box, seen);
  }
  const nothing = { left: 0, top: 0, right: 0, bottom: 0 };
  const safe = insetFrame(scene);
  const inside = box && intersectBounds(box, safe);
  return { picture, share: inside ? areaOf(inside) / areaOf(safe) : 0, box: box ?? nothing };
}

/** Whether a box leaves all of one half of the frame empty. */
function isInOneHalf({ left, top, right, bottom }: Bounds, { width, height }: Scene): boolean {
  return right <= width / 2 || left >= width / 2 || bottom <= height / 2 || top >= height / 2;
}

function insetFrame({ width, height }: Scene): Bounds {
  const [across, down] = [safeMargin * width, safeMargin * height];
  return { left: across, top: down, right: width - across, bottom: height - down };
}

/** Advises on texts and equations that nearly touch the edge of the frame. */
export function adviseOnCrowded(shown: Shown, list: AdviceList): void {
  const said = new Set<string>();
  for (const picture of shown.pictures) {
    const { scene } = picture;
    const least = Math.ceil(minMargin * Math.min(scene.width, scene.height));
    for (const held of picture.objects) {
      if (list.full) return;
      const { box, object, state } = held;
      if (!box || !isRead(object, state) || reachesOut(box, scene)) continue;
      const move = moveFromEdge(box, scene);
      const [across, down] = move;
      const key = JSON.stringify([scene.id, object.id, box]);
      if ((across === 0 && down === 0) || said.has(key)) continue;
      said.add(key);
      const fix = movedState(state, move);
      const canMove = !object.parentId && isHarmlessIn(picture, held, shown, fix);
      const margin = Math.min(
        across === 0 ? Infinity : Math.min(box.left, scene.width - box.right),
        down === 0 ? Infinity : Math.min(box.top, scene.height - box.bottom),
      );
      list.add({
        rule: 'crowded',
        path: statePath(picture, held),
        message: `the ${object.kind} ${object.id} is only ${Math.max(0, Math.floor(margin))} pixels from the edge of the frame; leave at least ${least}`,
        box: roundBox(box),
        ...(canMove && { fix }),
      });
    }
  }
}
