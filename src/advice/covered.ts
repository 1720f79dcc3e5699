import type { AdviceList } from './advice.ts';
import { Backdrop, pointsIn } from './backdrop.ts';
import { isInFrame } from './fit-into-frame.ts';
import { roundBox } from './hold-layout.ts';
import { type HeldObject, type HoldPicture, isRead } from './hold-picture.ts';
import type { ImageColors } from './surface.ts';
import type { Work } from './work.ts';

/** Share of a text that may be covered, and from which it counts as hidden. */
const mostCovered = 0.2;
const hidden = 0.98;

/** The greatest `order` of an object. */
const greatestOrder = 100_000;

const columns = 16;
const rows = 4;

interface Covered {
  readonly picture: HoldPicture;
  readonly held: HeldObject;
  /** Share of the points that are covered, 0 to 1. */
  readonly share: number;
  readonly by: readonly HeldObject[];
}

/**
 * Advises on texts and equations that lie partly under opaque objects. A text that is hidden entirely and seen in another
 * hold waits to be revealed.
 */
export function adviseOnCovered(
  pictures: readonly HoldPicture[],
  imageColors: ImageColors,
  work: Work,
  list: AdviceList,
): void {
  const found = pictures.flatMap((picture) =>
    picture.objects.flatMap((held) => coveredIn(picture, held, imageColors, work) ?? []),
  );
  for (const { picture, held, share, by } of found) {
    if (list.full) return;
    if (share <= mostCovered) continue;
    const isRevealed = found.some((other) => other.held.object === held.object && other.share <= mostCovered);
    if (share >= hidden && isRevealed) continue;
    const path = `scenes.${picture.scene.id}.objects.${held.object.id}`;
    if (list.has('covered', path)) continue;
    const names = [...new Set(by.map(({ object }) => object.id))];
    const order = Math.max(...by.map(({ object }) => object.order)) + 1;
    list.add({
      rule: 'covered',
      path,
      message: `${Math.round(share * 100)} % of the ${held.object.kind} is covered by ${names.join(', ')} in ${picture.compositionId}; draw it above with a higher order, or move it`,
      ...(held.box && { box: roundBox(held.box) }),
      ...(order <= greatestOrder && { fix: { order } }),
    });
  }
}

function coveredIn(
  picture: HoldPicture,
  held: HeldObject,
  imageColors: ImageColors,
  work: Work,
): Covered | undefined {
  const { box, lettering, object, state } = held;
  if (!box || !lettering || !isRead(object, state) || !isInFrame(box, picture.scene)) return undefined;
  const backdrop = new Backdrop(picture, held, imageColors);
  if (!work.take(backdrop.size * columns * rows)) return undefined;
  const points = pointsIn(lettering.corners, columns, rows);
  const by = points.map((point) => backdrop.hiding(point));
  const share = by.filter((objects) => objects.length > 0).length / points.length;
  return { picture, held, share, by: by.flat() };
}
