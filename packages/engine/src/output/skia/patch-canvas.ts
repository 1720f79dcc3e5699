import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { Patch, PixelSheet } from '@render-service/h264';
import { freeCanvas } from './free-canvas.ts';
import type { PatchLayout } from './pixel-sheet.ts';

/**
 * A small canvas for painting areas of a picture side by side. Reading it once is faster than reading the areas of a
 * large canvas one by one.
 */
export class PatchCanvas {
  #canvas: Canvas | undefined;

  /**
   * Calls back to paint each area at its place, clipped to it, and returns the pixels of all areas; they are valid
   * until the next call.
   */
  paint(layout: PatchLayout, paintPatch: (context: SKRSContext2D, patch: Patch) => void): PixelSheet {
    const canvas = this.#canvasOf(layout);
    const context = canvas.getContext('2d');
    for (const patch of layout.patches) {
      const { x, y, area } = patch;
      context.save();
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.beginPath();
      context.rect(x, y, area.width, area.height);
      context.clip();
      paintPatch(context, patch);
      context.restore();
    }
    return { rgba: canvas.data(), width: canvas.width, patches: layout.patches };
  }

  #canvasOf({ width, height }: PatchLayout): Canvas {
    const old = this.#canvas;
    if (old && old.width === width && old.height === height) return old;
    if (old) freeCanvas(old);
    this.#canvas = createCanvas(width, height);
    return this.#canvas;
  }
}
