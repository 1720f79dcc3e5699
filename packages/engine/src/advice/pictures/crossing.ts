import { type Bounds, expandBounds, heightOf, unionBounds, widthOf } from '../../drawing/bounds.ts';
import { kinds } from '../../language/kind-table.ts';
import { isAxes, isLine, isPlot } from '../../language/kinds.ts';
import type { Budget } from '../../project/budget.ts';
import { isInFrame } from '../fit-into-frame.ts';
import { Backdrop } from './backdrop.ts';
import { clipLine, meet, middleOf } from './box-geometry.ts';
import { cardOf } from './cards.ts';
import { type HeldObject, type HoldPicture, isOpenLine } from './hold-picture.ts';
import type { Point } from './overlapping-pairs.ts';
import { colorContrast } from './readable-color.ts';
import { type ImageColors, type Layer, layersOf, over, paintAt, visitLines } from './surface.ts';
import { boundsIn, ownBounds, type TurnedBox, turnedBox } from './turned-box.ts';

/** Share of a text's box, on each side, in which a line only touches the letters. */
const touchedAcross = 0.02;
const touchedDown = 0.22;

/** Minimum contrast of a visible line. */
const seenContrast = 1.5;

/** A line at most this much longer than a text, with the same middle, strikes it through on purpose. */
const strikeLength = 1.6;
const strikeOffset = 0.15;

/** A frame around the end of a text reaches this share of its height beyond it. */
const partReach = 0.4;

/** A shape lower than this share of a text's height marks it. */
const highestMarker = 0.5;

/** Whether a line, or the edge of a shape or of a drawing, runs visibly through a text or an equation. */
export function isCrossedBy(
  picture: HoldPicture,
  held: HeldObject,
  other: HeldObject,
  imageColors: ImageColors,
  work: Budget,
): boolean {
  const { box, corners } = held;
  const { drawn, object } = other;
  if (other === held || !box || !corners || !other.box || !drawn || !meet(box, other.box)) return false;
  if (!isInFrame(box, picture.scene)) return false;
  // The outlines of a drawing run through a text like those of shapes; the pixels of a photo are its background.
  const isDrawing = object.vector !== undefined;
  const isShape =
    isDrawing || kinds[object.kind].draws === 'shape' || (isLine(object.kind) && !isOpenLine(other));
  const axes = axesAround(object);
  if (!isShape && !isLine(object.kind) && axes === null) return false;
  // A text in the coordinates of axes belongs on their lines, but not on their plots.
  if (isAxes(object.kind) && isInside(picture.scene, held.object, object.id)) return false;
  if (isShape && isPanel(other.box, picture.scene)) return false;
  if (!work.take(1 + picture.objects.length)) return false;
  // A shape around the middle of a text is its card or its background, whatever reaches beyond it.
  const turned = turnedBox(corners);
  if (!turned) return false;
  const [x, y] = turned.middle;
  if (isShape && paintAt(layersOf(drawn), x, y, imageColors)) return false;
  if (isShape && cardOf(picture, held, imageColors, work) === other) return false;
  const layers = layersOf(drawn);
  const extent = extentIn(turned, layers);
  if (extent && isStruckThrough(ownBounds(turned), extent, object.kind)) return false;
  const isFrame = kinds[object.kind].draws === 'shape' && layers.every(({ type }) => type === 'stroke');
  if (extent && isFrame && surroundsPart(ownBounds(turned), extent)) return false;
  const inner = shrink(ownBounds(turned));
  const backdrop = new Backdrop(picture, other, imageColors);
  return layers.some((layer) => {
    let isCrossed = false;
    visitLines(layer, (x1, y1, x2, y2) => {
      if (isCrossed) return;
      const clipped = clipLine([...turned.toOwn([x1, y1]), ...turned.toOwn([x2, y2])], inner);
      if (!clipped || !work.take(picture.objects.length)) return;
      const inside = turned.toScene(clipped);
      if (isHiddenFrom(picture, held, other, inside, imageColors)) return;
      const behind = backdrop.behind(inside);
      const color = layer.type === 'image' ? null : layer.color;
      if (!behind || !color) return;
      const seen = over({ ...color, alpha: color.alpha * layer.opacity }, behind);
      isCrossed = colorContrast(seen, behind) >= seenContrast;
    });
    return isCrossed;
  });
}

/** Share of a shape, on each side, in which a line only touches it. */
const touchedEdge = 0.12;

/** Whether a line runs visibly through a shape in which it neither starts nor ends. */
export function runsThrough(
  picture: HoldPicture,
  line: HeldObject,
  shape: HeldObject,
  imageColors: ImageColors,
  work: Budget,
): boolean {
  const { corners, box, drawn } = shape;
  if (!corners || !box || !line.box || !line.drawn || !drawn || !meet(box, line.box)) return false;
  if (!isOpenLine(line) || isPanel(box, picture.scene)) return false;
  const turned = turnedBox(corners);
  if (!turned || !work.take(1 + picture.objects.length)) return false;
  const { width, height } = turned;
  const [across, down] = [width * touchedEdge, height * touchedEdge];
  const inner = { left: across, top: down, right: width - across, bottom: height - down };
  const isInner = ([x, y]: Point) => x > 0 && x < width && y > 0 && y < height;
  let isThrough = false;
  for (const layer of layersOf(line.drawn)) {
    if (layer.type !== 'stroke') continue;
    for (const contour of layer.contours) {
      const ends = [contour.slice(0, 2), contour.slice(-2)] as unknown as readonly [Point, Point];
      if (ends.some((end) => isInner(turned.toOwn(end)))) return false;
    }
    visitLines(layer, (x1, y1, x2, y2) => {
      const clipped = clipLine([...turned.toOwn([x1, y1]), ...turned.toOwn([x2, y2])], inner);
      if (isThrough || !clipped || !work.take(picture.objects.length)) return;
      const [x, y] = turned.toScene(clipped);
      const isFilled = (paintAt(layersOf(drawn), x, y, imageColors)?.alpha ?? 0) > 0.5;
      isThrough = isFilled && !isHiddenFrom(picture, null, line, [x, y], imageColors);
    });
  }
  return isThrough;
}

/** The axes that an object draws, or in which it draws a plot; null for other objects. */
function axesAround({ id, kind, parentId }: HeldObject['object']): string | null {
  return isAxes(kind) ? id : isPlot(kind) ? (parentId ?? null) : null;
}

function isInside({ objects }: HoldPicture['scene'], { id }: HeldObject['object'], parent: string): boolean {
  let current: string | null = id;
  while (current !== null && current !== parent) current = objects[current]?.parentId ?? null;
  return current === parent;
}

/**
 * The extent of an object's paint along the sides of a text, in the text's own coordinates; null for an object that
 * paints nothing.
 */
function extentIn(text: TurnedBox, layers: readonly Layer[]): Bounds | null {
  let extent: Bounds | null = null;
  for (const layer of layers) {
    const reach = layer.type === 'stroke' ? layer.reach : 0;
    visitLines(layer, (...[x1, y1, x2, y2]) => {
      const line = boundsIn(text, [
        [x1, y1],
        [x2, y2],
      ]);
      extent = unionBounds(extent, expandBounds(line, reach));
    });
  }
  return extent;
}

/** Whether something opaque lies over a line, other than the text above it. */
function isHiddenFrom(
  { objects }: HoldPicture,
  held: HeldObject | null,
  line: HeldObject,
  [x, y]: Point,
  imageColors: ImageColors,
): boolean {
  const above = objects.slice(objects.indexOf(line) + 1);
  return above.some((one) => {
    if (one === held || !one.drawn) return false;
    return (paintAt(layersOf(one.drawn), x, y, imageColors)?.alpha ?? 0) >= 0.95;
  });
}

/** Whether a shape divides the frame, as a background of several colours does. */
function isPanel(box: Bounds, { width, height }: HoldPicture['scene']): boolean {
  return (box.left <= 0 && box.right >= width) || (box.top <= 0 && box.bottom >= height);
}

/** Whether a frame is around a part of a text, such as a symbol: narrower, and at least as high as most of it. */
function surroundsPart(text: Bounds, frame: Bounds): boolean {
  const reach = partReach * heightOf(text);
  return (
    frame.left >= text.left - reach &&
    frame.right <= text.right + reach &&
    widthOf(frame) < text.right - text.left &&
    heightOf(frame) > highestMarker * heightOf(text)
  );
}

/** Whether a line strikes a text through on purpose, or a low shape marks it. */
function isStruckThrough(text: Bounds, line: Bounds, kind: HeldObject['object']['kind']): boolean {
  const [x, y] = middleOf(text);
  const [lineX, lineY] = middleOf(line);
  const isMarker = !isLine(kind) && heightOf(line) < highestMarker * heightOf(text);
  const isInMiddle = Math.abs(lineY - y) < Math.max(strikeOffset * 2 * heightOf(text), 2);
  return (
    (isMarker || (isLine(kind) && isInMiddle)) &&
    Math.abs(lineX - x) < strikeOffset * widthOf(text) &&
    widthOf(line) < strikeLength * widthOf(text)
  );
}

function shrink({ left, top, right, bottom }: Bounds): Bounds {
  const [across, down] = [(right - left) * touchedAcross, (bottom - top) * touchedDown];
  return { left: left + across, top: top + down, right: right - across, bottom: bottom - down };
}
