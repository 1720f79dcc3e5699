import { type Bounds, expandBounds, unionBounds } from '../drawing/bounds.ts';
import { isGroupKind, isLine, isPath, isUnarranged } from '../language/kinds.ts';
import { fieldsOf } from '../project/check.ts';
import type { Scene } from '../project/schema.ts';
import { type AdviceList, showBox } from './advice.ts';
import { objectsOfScene } from './document-objects.ts';
import { isInFrame, reachesOut } from './fit-into-frame.ts';
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

/** A whole may extend beyond the frame by this share of its shorter side, as strokes and shadows do. */
const wholeTolerance = 0.01;

/**
 * Advises on rows, columns, grids and stacks, and on arrows, number lines and braces, that are partly outside the frame in every hold.
 * Texts in them that are outside have advice of their own. `document` is plain shorthand, or null.
 */
export function adviseOnWholesBeyond(
  document: unknown,
  pictures: readonly HoldPicture[],
  list: AdviceList,
): void {
  const wholesByScene = new Map<string, ReadonlyMap<string, ReadonlySet<string>>>();
  const beyond = new Map<string, { readonly beyond: Beyond; readonly whole: string; isAlways: boolean }>();
  for (const picture of pictures) {
    const { scene } = picture;
    const wholes = wholesByScene.get(scene.id) ?? wholesIn(objectsOfScene(document, scene.id));
    wholesByScene.set(scene.id, wholes);
    for (const [whole, members] of wholes) {
      const shown = picture.objects.filter(({ object }) => members.has(object.id));
      const [held] = shown;
      const box = shown.reduce<Bounds | null>((all, { box }) => unionBounds(all, box), null);
      if (held === undefined || box === null) continue;
      const key = JSON.stringify([scene.id, whole]);
      // A line across the whole frame, such as a horizon, ends outside on purpose.
      const isAcross = isLine(held.object.kind) && shown.length === 1 && crosses(box, scene);
      const isBeyond =
        !isAcross &&
        reachesOut(expandBounds(box, -wholeTolerance * Math.min(scene.width, scene.height)), scene) &&
        !shown.some((one) => one.lettering && one.box && reachesOut(one.box, scene));
      const found = beyond.get(key);
      if (found) found.isAlways &&= isBeyond;
      else beyond.set(key, { beyond: { picture, held, box, fix: null }, whole, isAlways: isBeyond });
    }
  }
  for (const { beyond: found, whole, isAlways } of beyond.values()) {
    const { width, height } = found.picture.scene;
    const wayOut = isLine(found.held.object.kind)
      ? 'move its ends into the frame'
      : 'make it, its children or its gap smaller, or move it';
    const message = `${whole} extends ${showBox(found.box)}, beyond the frame of ${width} x ${height}; ${wayOut}`;
    if (isAlways && isInFrame(found.box, found.picture.scene)) add(found, message, list);
  }
}

/** Whether a box extends beyond the frame on two opposite sides. */
function crosses({ left, top, right, bottom }: Bounds, { width, height }: Scene): boolean {
  return (left < 0 && right > width) || (top < 0 && bottom > height);
}

/** The outermost groups that arrange their members, and lines but paths, with the ids of what they draw. */
function wholesIn(objects: Readonly<Record<string, unknown>>): ReadonlyMap<string, ReadonlySet<string>> {
  const inside = new Set<unknown>();
  const wholes = new Map<string, Set<string>>();
  for (const [id, object] of Object.entries(objects)) {
    const { kind, children, state } = fieldsOf(object);
    // A path may leave the frame, as roads and waves do; an arrow points at something, and a brace is one with a route.
    const isOrnament = isPath(kind) && fieldsOf(state).route !== 'brace';
    if (isLine(kind) && !isOrnament) wholes.set(id, new Set([id]));
    if (!isGroupKind(kind) || isUnarranged(kind)) continue;
    const members = new Set([id]);
    // A set may grow while it is walked.
    for (const member of members) {
      const { children: ofMember, attached } = fieldsOf(objects[member]);
      for (const child of [ofMember, attached].flat()) if (typeof child === 'string') members.add(child);
    }
    wholes.set(id, members);
    if (Array.isArray(children)) for (const child of children) inside.add(child);
  }
  return new Map([...wholes].filter(([id]) => !inside.has(id)));
}
