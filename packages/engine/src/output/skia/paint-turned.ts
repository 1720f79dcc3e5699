import { type Canvas, createCanvas } from '@napi-rs/canvas';
import type { PixelArea } from '@render-service/h264';
import { type Perspective, placeBefore, seenBounds, sizeAt } from '../../drawing/perspective.ts';
import { wholePixels } from './damage.ts';
import { freeCanvas } from './free-canvas.ts';

/** A picture and the area of the whole picture that it covers. */
export interface PlacedPicture {
  readonly canvas: Canvas;
  readonly area: PixelArea;
}

/**
 * Returns a picture turned in space, and frees it. A turn about an axis is drawn in strips of a pixel along it, each of
 * which is only moved and scaled.
 */
export function turnPicture(picture: PlacedPicture, seen: Perspective): PlacedPicture {
  let turned = picture;
  for (const axis of [0, 1] as const) {
    if (seen.sines[axis] !== 0 || seen.cosines[axis] !== 1) turned = turnAbout(turned, seen, axis);
  }
  return turned;
}

function turnAbout({ canvas, area }: PlacedPicture, seen: Perspective, axis: 0 | 1): PlacedPicture {
  const bounds = { left: area.x, top: area.y, right: area.x + area.width, bottom: area.y + area.height };
  const target = wholePixels(seenBounds(bounds, seen, [axis]));
  const turned = createCanvas(Math.max(1, target.width), Math.max(1, target.height));
  const context = turned.getContext('2d');
  context.imageSmoothingQuality = 'medium';
  const [center, middle] = axis === 0 ? seen.center : [seen.center[1], seen.center[0]];
  const [start, count, side] =
    axis === 0 ? [target.x, target.width, target.y] : [target.y, target.height, target.x];
  const [first, last] = axis === 0 ? [area.x, area.x + area.width] : [area.y, area.y + area.height];
  const [acrossFrom, acrossLength] = axis === 0 ? [area.y, area.height] : [area.x, area.width];
  for (let strip = 0; strip < count; strip++) {
    const away = placeBefore(seen, start + strip + 0.5 - center, axis);
    if (away === null || center + away < first || center + away > last) continue;
    const size = sizeAt(seen, away, axis);
    if (size <= 0) continue;
    const from = Math.min(Math.max(0, center + away - first - 0.5), last - first - 1);
    const to = middle + (acrossFrom - middle) * size - side;
    if (axis === 0) context.drawImage(canvas, from, 0, 1, area.height, strip, to, 1, acrossLength * size);
    else context.drawImage(canvas, 0, from, area.width, 1, to, strip, acrossLength * size, 1);
  }
  freeCanvas(canvas);
  return { canvas: turned, area: { ...target, width: turned.width, height: turned.height } };
}
