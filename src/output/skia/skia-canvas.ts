import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { transformBounds } from '../../drawing/bounds.ts';
import type { DisplayList, ObjectNode } from '../../drawing/display-list.ts';
import { rectangle } from '../../drawing/shapes.ts';
import type { Color } from '../../timeline/color.ts';
import { fitScene, type Size } from '../fit-scene.ts';
import { cssColor } from './css-color.ts';
import type { PixelArea } from './damage.ts';
import { GlowCache } from './glow-cache.ts';
import { Painter, type PictureSource } from './painter.ts';
import { skiaPath } from './skia-path.ts';

export type { PictureSource } from './painter.ts';

/** A canvas on which Skia paints one display list after another. */
export class SkiaCanvas {
  readonly #canvas: Canvas;
  readonly #size: Size;
  readonly #context: SKRSContext2D;
  readonly #pictureSource: PictureSource;
  readonly #glows = new GlowCache();

  constructor(size: Size, pictureSource: PictureSource) {
    this.#size = size;
    this.#canvas = createCanvas(size.width, size.height);
    this.#context = this.#canvas.getContext('2d');
    this.#pictureSource = pictureSource;
  }

  /**
   * Paints a display list and replaces what was on the canvas before. If the list has no background or a translucent
   * one, `backdrop` shows through; null leaves the picture transparent.
   */
  paint(list: DisplayList, backdrop: Color | null = null): void {
    this.fillBackground(list, backdrop, [{ x: 0, y: 0, ...this.#size }]);
    this.paintNodes(list, list.nodes);
  }

  /** Replaces areas of the picture by the background of a display list, over `backdrop`. */
  fillBackground(list: DisplayList, backdrop: Color | null, areas: readonly PixelArea[]): void {
    const context = this.#context;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalAlpha = 1;
    const coats = [backdrop, list.background].filter((color) => color !== null);
    // Nothing under an opaque colour needs to be painted.
    const firstCoat = coats.findLastIndex(({ alpha }) => alpha === 1);
    for (const { x, y, width, height } of areas) {
      if (firstCoat < 0) context.clearRect(x, y, width, height);
      for (const color of coats.slice(Math.max(0, firstCoat))) {
        context.fillStyle = cssColor(color);
        context.fillRect(x, y, width, height);
      }
    }
  }

  /** Replaces areas of the picture by the same areas of another opaque picture of the same size. */
  copyFrom(source: SkiaCanvas, areas: readonly PixelArea[]): void {
    const context = this.#context;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalAlpha = 1;
    context.imageSmoothingEnabled = false;
    for (const { x, y, width, height } of areas) {
      context.drawImage(source.#canvas, x, y, width, height, x, y, width, height);
    }
    context.imageSmoothingEnabled = true;
  }

  /** Paints nodes of a display list over what is on the canvas. */
  paintNodes(list: DisplayList, nodes: readonly ObjectNode[]): void {
    const context = this.#context;
    const fit = fitScene(list, this.#size);
    context.save();
    if (fit[4] !== 0 || fit[5] !== 0) {
      const scene = transformBounds({ left: 0, top: 0, right: list.width, bottom: list.height }, fit);
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clip(skiaPath(rectangle(scene.left, scene.top, scene.right, scene.bottom)));
    }
    const painter = new Painter(
      context,
      { x: 0, y: 0, ...this.#size },
      fit[0],
      this.#pictureSource,
      this.#glows,
    );
    for (const node of nodes) painter.paint(node, fit, 1);
    context.restore();
  }

  /** The painted pixels as premultiplied RGBA. */
  pixels(): Uint8Array {
    return this.#canvas.data();
  }

  /** The painted pixels of a part of an opaque picture as RGBA. */
  pixelsIn({ x, y, width, height }: PixelArea): Uint8Array {
    const { buffer, byteOffset, byteLength } = this.#context.getImageData(x, y, width, height).data;
    return new Uint8Array(buffer, byteOffset, byteLength);
  }
}
