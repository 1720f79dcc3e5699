import type { PixelArea } from '@render-service/h264';
import type { DisplayList, ObjectNode } from '../../drawing/display-list.ts';
import { BlurCache } from './blur-cache.ts';
import { pictureDither } from './dither-gradient.ts';
import { paintNodes } from './paint-list.ts';
import { type PictureSource, SkiaCanvas } from './skia-canvas.ts';

/** Paints objects of a display list one at a time on a small area of the scene. */
export class SinglePainter {
  readonly #list: DisplayList;
  readonly #area: PixelArea;
  readonly #pictures: PictureSource;
  readonly #canvas: SkiaCanvas;

  constructor(list: DisplayList, area: PixelArea, pictures: PictureSource) {
    this.#list = list;
    this.#area = area;
    this.#pictures = pictures;
    this.#canvas = new SkiaCanvas(area, pictures);
  }

  /** Returns the maximum coverage of any pixel of the area by an object, 0 to 1, without its effects. */
  maxAlpha(node: ObjectNode): number {
    const { width, height } = this.#area;
    const context = this.#canvas.canvas.getContext('2d');
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, height);
    paintNodes([{ ...node, effects: null }], {
      context,
      list: this.#list,
      size: this.#list,
      area: this.#area,
      position: { x: 0, y: 0 },
      pictureSource: this.#pictures,
      blurs: new BlurCache(),
      dither: pictureDither,
    });
    const pixels = this.#canvas.pixels();
    let most = 0;
    for (let index = 3; index < pixels.length; index += 4) most = Math.max(most, pixels[index]);
    return most / 255;
  }
}
