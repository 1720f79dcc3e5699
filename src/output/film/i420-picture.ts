import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import type { Size } from '../fit-scene.ts';
import type { PixelSheet } from '../skia/pixel-sheet.ts';

declare global {
  /** The part of WebAssembly used here. TypeScript declares it only in the browser's library. */
  namespace WebAssembly {
    class Memory {
      constructor(descriptor: { initial: number });
      readonly buffer: ArrayBuffer;
    }
    class Module {
      constructor(bytes: Uint8Array);
    }
    class Instance {
      constructor(module: Module, imports: { env: { memory: Memory } });
      readonly exports: Readonly<Record<string, unknown>>;
    }
  }
}

interface Kernel {
  convert(
    pixels: number,
    stride: number,
    width: number,
    height: number,
    luma: number,
    lumaStride: number,
    blue: number,
    red: number,
    chromaStride: number,
  ): void;
}

const pageBytes = 65_536;

let compiled: WebAssembly.Module | undefined;

/**
 * A picture in planar YCbCr 4:2:0, ITU-R BT.709 limited range, in memory that the WebAssembly kernel of
 * assembly/i420.ts can write to. Each chroma sample is the mean of four pixels, so its place is in their middle.
 */
export class I420Picture {
  /** The three planes one after another, without gaps; changes with every `put`. */
  readonly planes: Buffer;
  readonly #size: Size;
  readonly #kernel: Kernel;
  /** Space for the RGBA pixels of a whole picture, after the planes. */
  readonly #pixels: Uint8Array;

  /** Width and height are even. */
  constructor(size: Size) {
    this.#size = size;
    const samples = size.width * size.height;
    const planesLength = samples * 1.5;
    const start = Math.ceil(planesLength / 16) * 16;
    const memory = new WebAssembly.Memory({ initial: Math.ceil((start + samples * 4) / pageBytes) });
    this.planes = Buffer.from(memory.buffer, 0, planesLength);
    this.#pixels = new Uint8Array(memory.buffer, start, samples * 4);
    compiled ??= new WebAssembly.Module(readFileSync(new URL('../../../assets/i420.wasm', import.meta.url)));
    this.#kernel = kernelOf(new WebAssembly.Instance(compiled, { env: { memory } }));
  }

  /**
   * Replaces parts of the picture with the patches of a sheet, which has no more pixels than the picture. Their sides
   * and their positions in the picture are even.
   */
  put({ rgba, width: sheetWidth, patches }: PixelSheet): void {
    const { width, height } = this.#size;
    const samples = width * height;
    const chromaStride = width / 2;
    const pixels = this.#pixels;
    pixels.set(rgba);
    for (const { area, x, y } of patches) {
      const chroma = (area.y / 2) * chromaStride + area.x / 2;
      this.#kernel.convert(
        pixels.byteOffset + (y * sheetWidth + x) * 4,
        sheetWidth,
        area.width,
        area.height,
        area.y * width + area.x,
        width,
        samples + chroma,
        samples * 1.25 + chroma,
        chromaStride,
      );
    }
  }
}

function kernelOf({ exports }: WebAssembly.Instance): Kernel {
  const { convert } = exports;
  if (typeof convert !== 'function') throw new Error('assets/i420.wasm has no function convert');
  return { convert: convert as Kernel['convert'] };
}
