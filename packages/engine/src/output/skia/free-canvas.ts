import type { Canvas } from '@napi-rs/canvas';

/**
 * Frees the pixels of a canvas at once; it cannot be used afterwards. The garbage collector treats a canvas as a small
 * object, so without this a picture with thousands of layers would use up all memory.
 */
export function freeCanvas(canvas: Canvas): void {
  canvas.width = 1;
  canvas.height = 1;
}

/**
 * Frees the layers that were drawn on a canvas. It keeps their pixels beside its own until it has been read twice, with
 * something drawn in between.
 */
export function freeDrawnLayers(canvas: Canvas): void {
  const context = canvas.getContext('2d');
  context.getImageData(0, 0, 1, 1);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillRect(-1, -1, 1, 1);
  context.getImageData(0, 0, 1, 1);
}
