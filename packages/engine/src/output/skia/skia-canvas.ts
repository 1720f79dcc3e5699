import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { PixelArea } from '@render-service/h264';
import type { DisplayList } from '../../drawing/display-list.ts';
import type { Color } from '../../timeline/color.ts';
import { fitScene, type Size } from '../fit-scene.ts';
import { BlurCache } from './blur-cache.ts';
import { pictureDither } from './dither-gradient.ts';
import { finishPixels } from './finish-pixels.ts';
import { paintBackground, paintNodes } from './paint-list.ts';
import type { PaintSources, PictureSource } from './painter.ts';

export type { PaintSources, PictureSource } from './painter.ts';

/** A canvas on which Skia paints one display list after another. */
export class SkiaCanvas {
  readonly canvas: Canvas;
  readonly #size: Size;
  readonly #context: SKRSContext2D;
  readonly #sources: PaintSources;

  constructor(size: Size, sources: PaintSources | PictureSource) {
    this.#size = size;
    this.canvas = createCanvas(size.width, size.height);
    this.#context = this.canvas.getContext('2d');
    this.#sources =
      typeof sources === 'function'
        ? { pictureSource: sources, blurs: new BlurCache(sources.isOpaque), dither: pictureDither }
        : sources;
  }

  /**
   * Paints a display list and replaces the previous content of the canvas. If the list has no background or a
   * translucent one, `backdrop` shows through; null leaves the picture transparent.
   */
  paint(list: DisplayList, backdrop: Color | null = null): void {
    this.paintUnfinished(list, backdrop);
    if (!list.finish) return;
    const { width, height } = this.#size;
    const image = this.#context.getImageData(0, 0, width, height);
    const pixels = { rgba: image.data, width, x: 0, y: 0 };
    finishPixels(pixels, { x: 0, y: 0, width, height }, list, this.#size, this.#sources.dither);
    this.#context.putImageData(image, 0, 0);
  }

  /** The same without the vignette and the grain. */
  paintUnfinished(list: DisplayList, backdrop: Color | null = null): void {
    const area = { x: 0, y: 0, ...this.#size };
    paintBackground(this.#context, list, backdrop, area, fitScene(list, this.#size), this.#sources.dither);
    paintNodes(list.nodes, {
      context: this.#context,
      list,
      size: this.#size,
      area,
      position: area,
      ...this.#sources,
    });
  }

  /** Paints another picture over the content of the canvas, with its upper left corner at whole pixels x and y. */
  paintPicture(picture: SkiaCanvas, x: number, y: number): void {
    const context = this.#context;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalAlpha = 1;
    context.drawImage(picture.canvas, x, y);
  }

  /** Returns the painted pixels as premultiplied RGBA. */
  pixels(): Uint8Array {
    return this.canvas.data();
  }

  /** Returns the painted pixels of a part of an opaque picture as RGBA. */
  pixelsIn({ x, y, width, height }: PixelArea): Uint8Array {
    const { buffer, byteOffset, byteLength } = this.#context.getImageData(x, y, width, height).data;
    return new Uint8Array(buffer, byteOffset, byteLength);
  }
}
