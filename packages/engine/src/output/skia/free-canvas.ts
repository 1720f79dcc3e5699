import type { Canvas } from '@napi-rs/canvas';

/**
 * Frees the pixels of a canvas at once; it cannot be used afterwards. The garbage collector treats a canvas as a small
 * object, so without this a picture with thousands of layers would use up all memory.
 */
export function freeCanvas(canvas: Canvas): void {
  canvas.width = 1;
  canvas.height = 1;
}
