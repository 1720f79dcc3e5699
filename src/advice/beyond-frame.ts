import type { Bounds } from '../drawing/bounds.ts';
import { type AdviceList, showBox } from './advice.ts';
import type { Fix } from './find-fix.ts';
import { roundBox } from './hold-layout.ts';
import { type HeldObject, type HoldPicture, statePath } from './hold-picture.ts';

/** Advises on a text or an equation of which a part is outside the frame. */
export function adviseOnPartBeyond(
  picture: HoldPicture,
  held: HeldObject,
  box: Bounds,
  fix: Fix | null,
  list: AdviceList,
): void {
  const { width, height } = picture.scene;
  list.add({
    path: statePath(picture, held),
    message: `part of the ${held.object.kind} is beyond the frame of ${width} x ${height}: it reaches ${showBox(box)}; move it, make it smaller or break its lines`,
    box: roundBox(box),
    ...(fix && { fix }),
  });
}

/** Advises on an object that is outside the frame whenever it is visible. */
export function adviseOnWhollyBeyond(
  picture: HoldPicture,
  held: HeldObject,
  box: Bounds,
  fix: Fix | null,
  list: AdviceList,
): void {
  const { width, height } = picture.scene;
  list.add({
    path: statePath(picture, held),
    message: `nothing of this object is ever seen: it lies ${showBox(box)}, beyond the frame of ${width} x ${height}; move it into the frame`,
    box: roundBox(box),
    ...(fix && { fix }),
  });
}
