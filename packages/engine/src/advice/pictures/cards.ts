import { type Bounds, expandBounds, heightOf, widthOf } from '../../drawing/bounds.ts';
import { kinds } from '../../language/kind-table.ts';
import { isRound } from '../../language/kinds.ts';
import type { Budget } from '../../project/budget.ts';
import { parseColor } from '../../timeline/color.ts';
import { isInFrame } from '../fit-into-frame.ts';
import { isWithin, middleOf } from './box-geometry.ts';
import { type HeldObject, type HoldPicture, isRead, type Measures } from './hold-picture.ts';
import type { Point } from './overlapping-pairs.ts';
import { colorContrast } from './readable-color.ts';
import { type ImageColors, layersOf, over, type Paint, paintAt } from './surface.ts';
import { boundsIn, ownBounds, turnedBox } from './turned-box.ts';

/** A shape larger than this share of the frame, on both sides, is a background. */
const maxShare = 0.9;

/** A shape lower than this share of a text's height underlines or marks it. */
const lowestShare = 0.5;

/** A circle under a text that is wider by this factor is an ornament. */
const widestOnCircle = 1.5;

/** Minimum contrast of a visible edge of a shape. */
const seenContrast = 1.05;

/** A text may extend beyond its card by this many pixels, because nobody sees it. */
const tolerance = 1.5;

const transparent: Paint = { red: 0, green: 0, blue: 0, alpha: 0 };

/** Whether an object is an arc without an inside, such as that of a gauge. */
function isOpen({ state: { sweep, fill } }: HeldObject): boolean {
  return sweep !== undefined && Math.abs(sweep[1] - sweep[0]) < 360 && (parseColor(fill)?.alpha ?? 0) === 0;
}

/** The smallest visible rectangle or circle under a text in which the text's middle lies. */
export function cardOf(
  picture: HoldPicture,
  held: HeldObject,
  imageColors: ImageColors,
  work: Budget,
): HeldObject | undefined {
  const { box, corners, object, state } = held;
  const { scene, objects } = picture;
  if (!box || !corners || !isRead(object, state) || !isInFrame(box, scene)) return undefined;
  const text = turnedBox(corners);
  if (!text) return undefined;
  let card: { readonly held: HeldObject; readonly area: number } | undefined;
  for (const candidate of objects.slice(0, objects.indexOf(held))) {
    if (
      !candidate.box ||
      kinds[candidate.object.kind].draws !== 'shape' ||
      candidate.state.clip !== undefined
    )
      continue;
    if (!contains(candidate, text.middle)) continue;
    const cardBox = candidate.corners && turnedBox(candidate.corners);
    if (!cardBox) continue;
    const isBackground =
      widthOf(candidate.box) > maxShare * scene.width && heightOf(candidate.box) > maxShare * scene.height;
    const isOrnament =
      cardBox.height < lowestShare * text.height ||
      (isRound(candidate.object.kind) && text.width > widestOnCircle * cardBox.width);
    if (isBackground || isOrnament || isOpen(candidate)) continue;
    const area = cardBox.width * cardBox.height;
    if (card && area >= card.area) continue;
    if (!work.take(objects.length)) return undefined;
    if (isSeen(picture, candidate, imageColors)) card = { held: candidate, area };
  }
  return card?.held;
}

/** Whether a shape has a visible outline, or a visible contrast to the picture under it. */
function isSeen(picture: HoldPicture, shape: HeldObject, imageColors: ImageColors): boolean {
  const { box, drawn } = shape;
  if (!box || !drawn) return false;
  const below = picture.objects.slice(0, picture.objects.indexOf(shape));
  const layers = layersOf(drawn);
  const outline = layers.find(({ type }) => type === 'stroke');
  if (outline?.type === 'stroke' && outline.reach >= 0.5 && outline.color.alpha * outline.opacity > 0.3)
    return true;
  // A badge across the border of a card may have its color where they meet, which is often the middle.
  return pointsIn(box).some(([x, y]) => {
    const paintHere = paintAt(layers, x, y, imageColors);
    if (!paintHere) return false;
    const behind = below.reduce<Paint>((paint, one) => {
      const under = one.drawn && paintAt(layersOf(one.drawn), x, y, imageColors);
      return under ? over(under, paint) : paint;
    }, parseColor(picture.scene.background) ?? transparent);
    return colorContrast(over(paintHere, behind), behind) >= seenContrast;
  });
}

/** The middle of a box, and points above and below it. */
function pointsIn(box: Bounds): readonly Point[] {
  const [x, y] = middleOf(box);
  const quarter = heightOf(box) / 4;
  return [
    [x, y],
    [x, y - quarter],
    [x, y + quarter],
  ];
}

/** Whether a text lies inside a card: all of its box in a rectangle, the middles of its sides in a circle. */
export function staysInside({ corners }: Pick<Measures, 'corners'>, card: HeldObject): boolean {
  const cardBox = card.corners && turnedBox(card.corners);
  const text = corners && turnedBox(corners);
  if (!corners || !cardBox || !text) return true;
  if (!isRound(card.object.kind))
    return isWithin(boundsIn(cardBox, corners), expandBounds(ownBounds(cardBox), tolerance));
  const { width, height } = text;
  const sides: readonly Point[] = [
    [tolerance, height / 2],
    [width - tolerance, height / 2],
    [width / 2, tolerance],
    [width / 2, height - tolerance],
  ];
  return sides.every((point) => contains(card, text.toScene(point)));
}

function contains({ corners, object }: HeldObject, point: Point): boolean {
  const turned = corners && turnedBox(corners);
  if (!turned) return false;
  const [x, y] = turned.toOwn(point);
  if (!isRound(object.kind)) return x >= 0 && x <= turned.width && y >= 0 && y <= turned.height;
  return ((2 * x) / turned.width - 1) ** 2 + ((2 * y) / turned.height - 1) ** 2 <= 1;
}
