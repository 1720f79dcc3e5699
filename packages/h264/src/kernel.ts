import { readFileSync } from 'node:fs';

declare global {
  /** The part of WebAssembly that is used here; TypeScript includes it only in the browser's library. */
  namespace WebAssembly {
    class Memory {
      readonly buffer: ArrayBuffer;
    }
    class Module {
      constructor(bytes: Uint8Array);
    }
    class Instance {
      constructor(module: Module, imports: object);
      readonly exports: unknown;
    }
  }
}

/** Writes a rectangle of RGBA pixels into a rectangle of three planes; packages/h264/assembly/i420.ts has the parameters. */
export type FromPixels = (
  pixels: number,
  stride: number,
  width: number,
  height: number,
  luma: number,
  lumaStride: number,
  blue: number,
  red: number,
  chromaStride: number,
) => void;

/**
 * What packages/h264/assembly/kernel.ts exports. Each instance has a memory of its own, for the pictures of one film.
 */
export interface Kernel {
  readonly memory: WebAssembly.Memory;
  allocatePicture(width: number, height: number): number;
  convert: FromPixels;
  blend: FromPixels;
  prepare(maxBytes: number): void;
  lumaAddress(): number;
  blueAddress(): number;
  redAddress(): number;
  strideOfLuma(): number;
  streamAddress(): number;
  start(): void;
  damage(left: number, top: number, right: number, bottom: number): void;
  hint(left: number, top: number, right: number, bottom: number, x: number, y: number): void;
  code(
    frameNumber: number,
    frameNumberBits: number,
    parameterSet: number,
    quantizerDelta: number,
    quantizer: number,
    adaption: number,
    refines: boolean,
  ): number;
}

let compiled: WebAssembly.Module | undefined;

/** A new instance of the kernel, compiled once in each thread. */
export function createKernel(): Kernel {
  compiled ??= new WebAssembly.Module(readFileSync(new URL('../assets/kernel.wasm', import.meta.url)));
  const abort = () => {
    throw new Error('the H.264 kernel failed');
  };
  return new WebAssembly.Instance(compiled, { env: { abort } }).exports as Kernel;
}
