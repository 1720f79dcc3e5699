import type { Budget } from '../../project/budget.ts';
import { isInFrame } from '../fit-into-frame.ts';
import { Backdrop, pointsIn } from './backdrop.ts';
import { type HeldObject, type HoldPicture, isRead } from './hold-picture.ts';
import type { ImageColors } from './surface.ts';

/** Share of a text that may be covered. */
export const maxCoveredShare = 0.2;

/** Covered share of a text that counts as hidden. */
export const hiddenShare = 0.98;

/** Columns and rows of the points at which a text is checked for objects over it. */
const columns = 16;
const rows = 4;

/** A text in one hold, and the objects that cover it. */
export interface Covered {
  readonly picture: HoldPicture;
  readonly held: HeldObject;
  /** Share of the text that is covered, 0 to 1. */
  readonly share: number;
  readonly by: readonly HeldObject[];
}

/** Finds the share of a text or an equation that opaque objects cover. */
export function coveredIn(
  picture: HoldPicture,
  held: HeldObject,
  imageColors: ImageColors,
  work: Budget,
): Covered | undefined {
  const { box, corners, lettering, object, state } = held;
  if (!box || !corners || !lettering || !isRead(object, state) || !isInFrame(box, picture.scene))
    return undefined;
  if (!work.take(Backdrop.costIn(picture))) return undefined;
  const backdrop = new Backdrop(picture, held, imageColors);
  if (!work.take(backdrop.size * columns * rows)) return undefined;
  const points = pointsIn(corners, columns, rows);
  const by = points.map((point) => backdrop.hiding(point));
  const share = by.filter((objects) => objects.length > 0).length / points.length;
  return { picture, held, share, by: by.flat() };
}

/** Whether opaque objects hide a text or an equation, so that nothing else can disturb it. */
export function isHiddenByOthers(
  picture: HoldPicture,
  held: HeldObject,
  imageColors: ImageColors,
  work: Budget,
): boolean {
  return (coveredIn(picture, held, imageColors, work)?.share ?? 0) >= hiddenShare;
}
