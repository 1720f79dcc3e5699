import { Buffer } from 'node:buffer';
import type { Size } from '../fit-scene.ts';
import type { PixelSheet } from '../skia/pixel-sheet.ts';
import { createFilmKernel, type FilmKernel } from './film-kernel.ts';

/**
 * A picture in planar YCbCr 4:2:0, ITU-R BT.709 limited range, in the memory of the film kernel, which can write into any
 * part of it. Each chroma sample is the mean of four pixels and is located in their middle.
 */
export class I420Picture {
  readonly size: Size;
  readonly kernel: FilmKernel;
  readonly #address: number;

  /** Width and height are even. */
  constructor(size: Size) {
    this.size = size;
    this.kernel = createFilmKernel();
    this.#address = this.kernel.allocatePicture(size.width, size.height);
  }

  /** The three planes one after the other, without gaps; changes with every `put`. Get it anew after the memory has grown. */
  get planes(): Buffer {
    const { width, height } = this.size;
    return Buffer.from(this.kernel.memory.buffer, this.#address, width * height * 1.5);
  }

  /**
   * Replaces parts of the picture by the patches of a sheet, which has no more pixels than the picture. Their sides and
   * their corners in the picture are even.
   */
  put({ rgba, width: sheetWidth, patches }: PixelSheet): void {
    const { width, height } = this.size;
    const samples = width * height;
    const chromaStride = width / 2;
    const pixels = Math.ceil((this.#address + samples * 1.5) / 16) * 16;
    new Uint8Array(this.kernel.memory.buffer, pixels, samples * 4).set(rgba);
    for (const { area, x, y } of patches) {
      const chroma = (area.y / 2) * chromaStride + area.x / 2;
      this.kernel.convert(
        pixels + (y * sheetWidth + x) * 4,
        sheetWidth,
        area.width,
        area.height,
        this.#address + area.y * width + area.x,
        width,
        this.#address + samples + chroma,
        this.#address + samples * 1.25 + chroma,
        chromaStride,
      );
    }
  }
}
