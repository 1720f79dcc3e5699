import { Buffer } from 'node:buffer';
import { createKernel, type FromPixels, type Kernel } from './kernel.ts';

/** The samples of one colour component, row by row. */
export interface Plane {
  readonly data: Uint8Array;
  /** Bytes from one row to the next. */
  readonly stride: number;
}

/** A rectangle of whole pixels inside a picture. */
export interface PixelArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** An area of a picture and the place of its pixels on a sheet. */
export interface Patch {
  readonly area: PixelArea;
  /** The position of the area's corner on the sheet, in pixels. */
  readonly x: number;
  readonly y: number;
}

/** Painted areas of a picture, side by side on one sheet of pixels. */
export interface PixelSheet {
  /** RGBA, opaque where there are patches, row by row without gaps. */
  readonly rgba: Uint8Array;
  /** Pixels in a row. */
  readonly width: number;
  readonly patches: readonly Patch[];
}

/** Bytes of pixels that are copied into the kernel's memory at once, if a sheet allows it. */
const bandBytes = 512 * 1024;

/**
 * A picture in planar YCbCr 4:2:0, ITU-R BT.709 limited range, in the memory of the kernel, which can write into any
 * part of it. Each chroma sample is the mean of four pixels and is located in their middle.
 */
export class I420Picture {
  readonly size: { readonly width: number; readonly height: number };
  readonly kernel: Kernel;
  readonly #address: number;

  /** Width and height are even. */
  constructor(size: { readonly width: number; readonly height: number }) {
    this.size = size;
    this.kernel = createKernel();
    this.#address = this.kernel.allocatePicture(size.width, size.height);
  }

  /**
   * The three planes one after the other, without gaps; changes with every `put`. Get it again after the memory has
   * grown.
   */
  get planes(): Buffer {
    const { width, height } = this.size;
    return Buffer.from(this.kernel.memory.buffer, this.#address, width * height * 1.5);
  }

  /** Copies of luma, blue and red, up to whole macroblocks: beyond the edges, the outermost samples are repeated. */
  get paddedPlanes(): readonly Plane[] {
    const { width, height } = this.size;
    const { planes } = this;
    return [0, 1, 2].map((plane) => {
      const step = plane === 0 ? 1 : 2;
      const start = plane === 0 ? 0 : width * height * (plane === 1 ? 1 : 1.25);
      const stride = (Math.ceil(width / 16) * 16) / step;
      const rows = (Math.ceil(height / 16) * 16) / step;
      const data = Buffer.alloc(stride * rows);
      for (let row = 0; row < rows; row++) {
        const from = start + Math.min(row, height / step - 1) * (width / step);
        const line = data.subarray(row * stride, (row + 1) * stride);
        line.fill(planes[from + width / step - 1]);
        planes.copy(line, 0, from, from + width / step);
      }
      return { data, stride };
    });
  }

  /**
   * Replaces parts of the picture by the patches of a sheet, which has no more pixels than the picture. Their sides and
   * their corners in the picture are even.
   */
  put(sheet: PixelSheet): void {
    this.#write(sheet, this.kernel.convert);
  }

  /** Lays the patches of a sheet of premultiplied pixels over the picture; otherwise as `put`. */
  blend(sheet: PixelSheet): void {
    this.#write(sheet, this.kernel.blend);
  }

  /** Replaces an area, whose sides and corner are even, by the first samples of the planes luma, blue and red. */
  putPlanes(planes: readonly Plane[], area: PixelArea): void {
    const { width, height } = this.size;
    const whole = this.planes;
    let start = 0;
    for (const [index, { data, stride }] of planes.entries()) {
      const step = index === 0 ? 1 : 2;
      const rowBytes = area.width / step;
      let at = start + (area.y / step) * (width / step) + area.x / step;
      for (let row = 0; row < area.height / step; row++, at += width / step)
        whole.set(data.subarray(row * stride, row * stride + rowBytes), at);
      start += (width / step) * (height / step);
    }
  }

  #write({ rgba, width: sheetWidth, patches }: PixelSheet, write: FromPixels): void {
    // Patches may overlap in the picture, so they are written in their order.
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
        for (const patch of row) this.#writeRows(write, pixels, sheetWidth, patch, top, bottom);
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

  /** Writes rows of a patch from `top` up to and not including `bottom`; `pixels` has the same rows of the sheet. */
  #writeRows(
    write: FromPixels,
    pixels: number,
    sheetWidth: number,
    { area, x }: Patch,
    top: number,
    bottom: number,
  ): void {
    const rows = Math.min(bottom, area.height) - top;
    if (rows <= 0) return;
    const { width, height } = this.size;
    const samples = width * height;
    const chromaStride = width / 2;
    const y = area.y + top;
    const chroma = (y / 2) * chromaStride + area.x / 2;
    write(
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
