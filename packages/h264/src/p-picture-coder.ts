import { Buffer } from 'node:buffer';
import type { I420Picture, PixelArea, Plane } from './i420-picture.ts';
import { codedPictureParameterSetId, type SequenceParameters } from './syntax.ts';

// See docs/decisions.md, "Our own coder writes pictures in which little changes".

/** A part of a picture that the picture before showed elsewhere. */
export interface Motion {
  readonly area: PixelArea;
  /** From a place in this picture to the same content in the picture before, in quarter samples. */
  readonly x: number;
  readonly y: number;
}

/** The quantizer of coded pictures, on the scale of H.264: 0 is lossless, 51 the worst. */
export interface Quantizer {
  /** QP of a macroblock of mean detail. */
  readonly quantizer: number;
  /** How much QP changes with each doubling of a macroblock's detail; 0 for a constant one. */
  readonly adaption: number;
  /** Reduction of QP in a held picture, which viewers see for longer. */
  readonly finerWhenHeld: number;
}

/** How a picture differs from the one before it. */
export interface PictureChange {
  /** Nothing differs outside these areas. */
  readonly areas: readonly PixelArea[];
  /** Objects that only moved. */
  readonly motions: readonly Motion[];
  /** Whether the next picture shows the same. */
  readonly isHeld: boolean;
}

/** The start code and the header of a slice that later pictures refer to. */
const sliceStart = Buffer.from([0, 0, 0, 1, 0x41]);

/** The value that slice_qp_delta is relative to: pic_init_qp_minus26 is 0. */
const initialQuantizer = 26;

/**
 * Codes the pictures after a key picture as P pictures whose cost follows what changed: macroblocks outside the damage
 * are skipped. The work is done by packages/h264/assembly/p-picture/, in the memory of the picture that is coded.
 */
export class PPictureCoder {
  readonly #picture: I420Picture;
  readonly #parameters: SequenceParameters;
  readonly #quantizer: Quantizer;

  /** `maxBytes` limits the size of one picture. */
  constructor(picture: I420Picture, parameters: SequenceParameters, quantizer: Quantizer, maxBytes: number) {
    this.#picture = picture;
    this.#parameters = parameters;
    this.#quantizer = quantizer;
    picture.kernel.prepare(maxBytes);
  }

  /**
   * Begins after a key picture, whose source is still in the picture. `planes` are the luma, blue and red samples
   * that a decoder shows for it, up to whole macroblocks.
   */
  start(planes: readonly Plane[]): void {
    const { kernel } = this.#picture;
    const { height } = this.#picture.size;
    const memory = new Uint8Array(kernel.memory.buffer);
    const lumaRows = Math.ceil(height / 16) * 16;
    const addresses = [kernel.lumaAddress(), kernel.blueAddress(), kernel.redAddress()];
    for (const [plane, { data, stride }] of planes.entries()) {
      const width = plane === 0 ? kernel.strideOfLuma() : kernel.strideOfLuma() / 2;
      const rows = plane === 0 ? lumaRows : lumaRows / 2;
      for (let row = 0; row < rows; row++) {
        memory.set(data.subarray(row * stride, row * stride + width), addresses[plane] + row * width);
      }
    }
    kernel.start();
  }

  /**
   * Codes the picture as the one of that number since the key picture. Nothing differs outside the areas. Returns a
   * byte stream, or null if it would exceed `maxBytes`; the coder cannot be used after that.
   */
  code(frameNumber: number, { areas, motions, isHeld }: PictureChange): Buffer | null {
    const { kernel } = this.#picture;
    const { frameNumberBits } = this.#parameters;
    for (const { x, y, width, height } of areas) kernel.damage(x, y, x + width, y + height);
    for (const { area, x, y } of motions) {
      kernel.hint(area.x, area.y, area.x + area.width, area.y + area.height, x, y);
    }
    const { quantizer: usual, adaption, finerWhenHeld } = this.#quantizer;
    const quantizer = usual - (isHeld ? finerWhenHeld : 0);
    const length = kernel.code(
      frameNumber % 2 ** frameNumberBits,
      frameNumberBits,
      codedPictureParameterSetId,
      quantizer - initialQuantizer,
      quantizer,
      adaption,
      isHeld,
    );
    if (length === 0) return null;
    return Buffer.concat([sliceStart, Buffer.from(kernel.memory.buffer, kernel.streamAddress(), length)]);
  }
}
