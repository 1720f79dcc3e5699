import { objectKinds } from '../../project/object-kinds.ts';
import { parseColor } from '../../timeline/color.ts';
import { isInFrame } from '../fit-into-frame.ts';
import { grow, heightOf, isWithin, middleOf, widthOf } from './box-geometry.ts';
import { type HeldObject, type HoldPicture, isRead, type Measures } from './hold-picture.ts';
import { contrastOf } from './readable-color.ts';
import { type ImageColors, layersOf, over, type Paint, paintAt } from './surface.ts';
import type { Work } from './work.ts';

/** A shape larger than this share of the frame, on both sides, is a background. */
const largestShare = 0.9;

/** A shape lower than this share of a text's height underlines or marks it. */
const lowestShare = 0.5;

/** A text wider than a circle by this factor lies on an ornament. */
const widestOnCircle = 1.5;

/** Contrast from which the edge of a shape is seen. */
const seenContrast = 1.15;

/** A text may extend beyond its card by this many pixels, because nobody sees it. */
const tolerance = 1.5;

const transparent: Paint = { red: 0, green: 0, blue: 0, alpha: 0 };

/** The smallest visible rectangle or circle under a text in which the text's middle lies. */
export function cardOf(
  picture: HoldPicture,
  held: HeldObject,
  imageColors: ImageColors,
  work: Work,
): HeldObject | undefined {
  const { box, object, state } = held;
  const { scene, objects } = picture;
  if (!box || !isRead(object, state) || !isInFrame(box, scene)) return undefined;
  let card: HeldObject | undefined;
  for (const one of objects.slice(0, objects.indexOf(held))) {
    if (!one.box || objectKinds[one.object.kind].draws !== 'shape' || !contains(one, middleOf(box))) continue;
    const isBackground =
      widthOf(one.box) > largestShare * scene.width && heightOf(one.box) > largestShare * scene.height;
    const isOrnament =
      heightOf(one.box) < lowestShare * heightOf(box) ||
      (one.object.kind === 'circle' && widthOf(box) > widestOnCircle * widthOf(one.box));
    if (isBackground || isOrnament) continue;
    if (card?.box && widthOf(one.box) * heightOf(one.box) >= widthOf(card.box) * heightOf(card.box)) continue;
    if (!work.take(objects.length)) return undefined;
    if (isSeen(picture, one, imageColors)) card = one;
  }
  return card;
}

/** Whether the edge of a shape stands out from what lies under it. */
function isSeen(picture: HoldPicture, shape: HeldObject, imageColors: ImageColors): boolean {
  const { box, drawn } = shape;
  if (!box || !drawn) return false;
  const below = picture.objects.slice(0, picture.objects.indexOf(shape));
  const [x, y] = middleOf(box);
  const layers = layersOf(drawn);
  const outline = layers.find(({ type }) => type === 'stroke');
  if (outline?.type === 'stroke' && outline.reach >= 0.5 && outline.color.alpha * outline.opacity > 0.3)
    return true;
  const own = paintAt(layers, x, y, imageColors);
  if (!own) return false;
  const behind = below.reduce<Paint>((paint, one) => {
    const under = one.drawn && paintAt(layersOf(one.drawn), x, y, imageColors);
    return under ? over(under, paint) : paint;
  }, parseColor(picture.scene.background) ?? transparent);
  return contrastOf(over(own, behind), behind) >= seenContrast;
}

/** Whether a text lies inside a card: all of its box in a rectangle, the middles of its sides in a circle. */
export function staysInside({ box }: Pick<Measures, 'box'>, card: HeldObject): boolean {
  if (!box || !card.box) return true;
  if (card.object.kind !== 'circle') {
    return isWithin(box, grow(card.box, tolerance));
  }
  const [x, y] = middleOf(box);
  const sides: readonly (readonly [number, number])[] = [
    [box.left + tolerance, y],
    [box.right - tolerance, y],
    [x, box.top + tolerance],
    [x, box.bottom - tolerance],
  ];
  return sides.every((point) => contains(card, point));
}

function contains({ box, object }: HeldObject, [x, y]: readonly [number, number]): boolean {
  if (!box) return false;
  if (object.kind !== 'circle') return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  const [middleX, middleY] = middleOf(box);
  return ((2 * (x - middleX)) / widthOf(box)) ** 2 + ((2 * (y - middleY)) / heightOf(box)) ** 2 <= 1;
}
