import type { Bounds } from '../drawing/bounds.ts';
import { type AdviceList, showBox } from './advice.ts';
import { roundBox } from './hold-layout.ts';
import { type HeldObject, type HoldPicture, type StateNumbers, statePath } from './pictures/hold-picture.ts';

/** An object that is not entirely inside the frame, and numbers that would put it there. */
interface Beyond {
  readonly picture: HoldPicture;
  readonly held: HeldObject;
  readonly box: Bounds;
  readonly fix: StateNumbers | null;
}

/** Advises on a text or an equation that is partly outside the frame. */
export function adviseOnPartBeyond(beyond: Beyond, list: AdviceList): void {
  const { held, picture, box } = beyond;
  const { width, height } = picture.scene;
  const message = `part of the ${held.object.kind} is outside the frame of ${width} x ${height}: it extends ${showBox(box)}; move it, make it smaller or break its lines`;
  add(beyond, message, list);
}

/** Advises on an object that is outside the frame whenever it is visible. */
export function adviseOnWhollyBeyond(beyond: Beyond, list: AdviceList): void {
  const { width, height } = beyond.picture.scene;
  const message = `this object is never seen: it lies ${showBox(beyond.box)}, outside the frame of ${width} x ${height}; move it into the frame`;
  add(beyond, message, list);
}

function add({ picture, held, box, fix }: Beyond, message: string, list: AdviceList): void {
  list.add({
    rule: 'beyond-frame',
    path: statePath(picture, held),
    message,
    box: roundBox(box),
    ...(fix && { fix }),
  });
}
