import { Buffer } from 'node:buffer';
import type { Size } from '../fit-scene.ts';
import type { Patch, PixelSheet } from '../skia/pixel-sheet.ts';
import { createFilmKernel, type FilmKernel } from './film-kernel.ts';

/** Bytes of pixels that are copied into the kernel's memory at once, if a sheet allows it. */
const bandBytes = 512 * 1024;

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
    // Patches may overlap in the picture, so they are converted in their order.
    for (let index = 0; index < patches.length; ) {
      const { y } = patches[index];
      const first = index;
      while (index < patches.length && patches[index].y === y) index++;
      const row = patches.slice(first, index);
      const height = Math.max(...row.map(({ area }) => area.height));
      const band = row.length === 1 ? Math.max(2, Math.floor(bandBytes / (sheetWidth * 4) / 2) * 2) : height;
      for (let top = 0; top < height; top += band) {
        const bottom = Math.min(top + band, height);
        const pixels = this.#copyPixels(
          rgba.subarray((y + top) * sheetWidth * 4, (y + bottom) * sheetWidth * 4),
        );
        for (const patch of row) this.#convert(pixels, sheetWidth, patch, top, bottom);
      }
    }
  }

  /** Copies pixels into the kernel's memory; returns their address. */
  #copyPixels(rgba: Uint8Array): number {
    const { width, height } = this.size;
    const address = Math.ceil((this.#address + width * height * 1.5) / 16) * 16;
    new Uint8Array(this.kernel.memory.buffer, address, rgba.length).set(rgba);
    return address;
  }

  /** Converts rows of a patch from `top` up to and not including `bottom`; `pixels` has the same rows of the sheet. */
  #convert(pixels: number, sheetWidth: number, { area, x }: Patch, top: number, bottom: number): void {
    const rows = Math.min(bottom, area.height) - top;
    if (rows <= 0) return;
    const { width, height } = this.size;
    const samples = width * height;
    const chromaStride = width / 2;
    const y = area.y + top;
    const chroma = (y / 2) * chromaStride + area.x / 2;
    this.kernel.convert(
      pixels + x * 4,
      sheetWidth,
      area.width,
      rows,
      this.#address + y * width + area.x,
      width,
      this.#address + samples + chroma,
      this.#address + samples * 1.25 + chroma,
      chromaStride,
    );
  }
}
