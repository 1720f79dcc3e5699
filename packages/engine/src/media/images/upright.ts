import { type Canvas, createCanvas, type Image } from '@napi-rs/canvas';
import { swapsSides } from './exif-orientation.ts';

/** EXIF orientations as canvas matrices of a unit square: stored (x, y) to displayed (x, y). */
const orientationMatrices: Record<number, readonly [number, number, number, number, number, number]> = {
  2: [-1, 0, 0, 1, 1, 0],
  3: [-1, 0, 0, -1, 1, 1],
  4: [1, 0, 0, -1, 0, 1],
  5: [0, 1, 1, 0, 0, 0],
  6: [0, 1, -1, 0, 1, 0],
  7: [0, -1, -1, 0, 1, 1],
  8: [0, -1, 1, 0, 0, 1],
};

/** Turns a picture upright by its orientation. */
export function upright(image: Image, orientation: number): Image | Canvas {
  const matrix = orientationMatrices[orientation];
  if (!matrix) return image;
  const turned = swapsSides(orientation);
  const width = turned ? image.height : image.width;
  const height = turned ? image.width : image.height;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const [a, b, c, d, e, f] = matrix;
  context.setTransform(a, b, c, d, e * width, f * height);
  context.imageSmoothingEnabled = false;
  context.drawImage(image, 0, 0);
  return canvas;
}
