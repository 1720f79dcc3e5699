import type { Canvas } from '@napi-rs/canvas';

/**
 * Gives a canvas' pixels back at once; it cannot be used afterwards. Left to the garbage collector, which sees a
 * small object, a picture of some thousand layers takes all memory there is.
 */
export function freeCanvas(canvas: Canvas): void {
  canvas.width = 1;
  canvas.height = 1;
}
