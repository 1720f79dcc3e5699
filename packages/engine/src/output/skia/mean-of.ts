import { type Canvas, createCanvas, ImageData } from '@napi-rs/canvas';
import type { Size } from '../fit-scene.ts';
import { freeCanvas } from './free-canvas.ts';

/** Returns the mean of pictures of one size, and frees them. Each is painted when it is needed. */
export function meanOf(pictures: readonly (() => Canvas)[], { width, height }: Size): Canvas {
  const sums = new Uint16Array(width * height * 4);
  for (const paint of pictures) {
    const canvas = paint();
    // Premultiplied, so that transparent pixels have no colour.
    const pixels = canvas.data();
    for (let index = 0; index < sums.length; index++) sums[index] += pixels[index];
    freeCanvas(canvas);
  }
  const mean = new Uint8ClampedArray(sums.length);
  for (let index = 0; index < sums.length; index += 4) {
    const alpha = sums[index + 3];
    if (alpha === 0) continue;
    for (let channel = index; channel < index + 3; channel++) mean[channel] = (sums[channel] * 255) / alpha;
    mean[index + 3] = alpha / pictures.length;
  }
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').putImageData(new ImageData(mean, width, height), 0, 0);
  return canvas;
}
