import type { Budget } from '../../project/budget.ts';
import type { Color } from '../../timeline/color.ts';
import { isInFrame } from '../fit-into-frame.ts';
import { Backdrop, pointsIn } from './backdrop.ts';
import { type HeldObject, type HoldPicture, isRead, type LetteringShape } from './hold-picture.ts';
import { largeShare } from './letter-size.ts';
import { colorContrast } from './readable-color.ts';
import { type ImageColors, over, type Paint } from './surface.ts';

/** Minimum contrast of letters, and of large ones (WCAG 2.2, 1.4.3). */
export const minContrast = 4.5;
const minContrastOfLarge = 3;

/** Share of the points behind a text that may have too little contrast. */
const maxUnreadableShare = 0.25;

/** Columns and rows of the points at which the picture behind a text is checked. */
const columns = 16;
const rows = 3;

/** A text in one hold, with the colours behind it. */
export interface Seen {
  readonly picture: HoldPicture;
  readonly held: HeldObject;
  readonly color: Color;
  readonly behind: readonly Paint[];
  /** The contrast that it needs. */
  readonly least: number;
}

/**
 * Finds the colours behind a text or an equation. Undefined for letters with an outline or several colours, and for
 * those on a transparent background.
 */
export function lookBehind(
  picture: HoldPicture,
  held: HeldObject,
  imageColors: ImageColors,
  work: Budget,
): Seen | undefined {
  const { box, corners, lettering, object, state } = held;
  if (!box || !corners || !lettering?.color) return undefined;
  if (!isRead(object, state) || !isInFrame(box, picture.scene)) return undefined;
  if (!work.take(Backdrop.costIn(picture))) return undefined;
  const backdrop = new Backdrop(picture, held, imageColors);
  if (!work.take(backdrop.size * columns * rows)) return undefined;
  const points = pointsIn(corners, columns, rows);
  const behind = points.flatMap((point) => backdrop.behind(point) ?? []);
  if (behind.length < points.length) return undefined;
  return { picture, held, color: lettering.color, behind, least: minContrastFor(lettering, picture) };
}

function minContrastFor({ emHeight }: LetteringShape, { scene }: HoldPicture): number {
  return emHeight > largeShare * scene.height ? minContrastOfLarge : minContrast;
}

/** The contrast of a colour that may be translucent. */
export function ratioOn(color: Color, paint: Paint): number {
  return colorContrast(over(color, paint), paint);
}

/** Whether a text can be read in a colour. */
export function isReadable({ behind, least }: Seen, color: Color): boolean {
  const unreadable = behind.filter((paint) => ratioOn(color, paint) < least);
  return unreadable.length <= maxUnreadableShare * behind.length;
}
