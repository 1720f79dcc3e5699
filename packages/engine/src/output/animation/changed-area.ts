import type { PixelArea } from '@render-service/h264';
import type { Size } from '../fit-scene.ts';

/** The smallest rectangle outside which two pictures, one word per pixel, are equal; null for equal pictures. */
export function changedArea(
  before: Uint32Array,
  after: Uint32Array,
  { width, height }: Size,
): PixelArea | null {
  const isEqualRow = (y: number) => {
    const [start, end] = [y * width, (y + 1) * width];
    for (let index = start; index < end; index++) if (before[index] !== after[index]) return false;
    return true;
  };
  let top = 0;
  while (top < height && isEqualRow(top)) top++;
  if (top === height) return null;
  let bottom = height - 1;
  while (isEqualRow(bottom)) bottom--;
  let [left, right] = [width, -1];
  for (let y = top; y <= bottom; y++) {
    const start = y * width;
    for (let x = 0; x < left; x++) if (before[start + x] !== after[start + x]) left = x;
    for (let x = width - 1; x > right; x--) if (before[start + x] !== after[start + x]) right = x;
  }
  return { x: left, y: top, width: right + 1 - left, height: bottom + 1 - top };
}

/** Returns the pixels of a part of a picture. */
export function cutOut(
  pixels: Uint32Array,
  pictureWidth: number,
  { x, y, width, height }: PixelArea,
): Uint32Array {
  const part = new Uint32Array(width * height);
  for (let row = 0; row < height; row++) {
    const start = (y + row) * pictureWidth + x;
    part.set(pixels.subarray(start, start + width), row * width);
  }
  return part;
}
