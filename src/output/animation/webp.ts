import { Buffer } from 'node:buffer';
import { createCanvas } from '@napi-rs/canvas';
import type { PixelArea } from '../skia/damage.ts';
import {
  type AnimationPicture,
  type AnimationSettings,
  type AnimationWriter,
  shownMs,
} from './animation-writer.ts';
import { cutOut } from './changed-area.ts';
import { OrderedWork } from './ordered-work.ts';

/** Quality of a picture, 0 to 100. */
const quality = 82;

/** The corners of rectangles are at even pixels. */
const cornerStep = 2;

/** Flags of an extended file: it has an animation and transparency. */
const hasAnimationAndAlpha = 0b0001_0010;

/** Flag of a picture: it replaces what is below, without blending. */
const replacesBelow = 0b10;

/** Writes an animated WebP (RFC 9649): each picture as the rectangle that has changed, compressed by Skia. */
export class WebpWriter implements AnimationWriter {
  readonly #settings: AnimationSettings;
  readonly #work = new OrderedWork<Buffer>((chunk) => {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
  });
  readonly #chunks: Buffer[] = [];
  #length = 0;

  constructor(settings: AnimationSettings) {
    this.#settings = settings;
  }

  get length(): number {
    return this.#length;
  }

  add({ pixels, area: changed, startMs, frames }: AnimationPicture): Promise<void> {
    const { size } = this.#settings;
    const area = withEvenCorner(changed);
    const time = shownMs({ startMs, frames }, this.#settings);
    const part = cutOut(pixels, size.width, area);
    return this.#work.add(async () => pictureChunk(area, time, await compress(part, area)));
  }

  async finish(): Promise<Uint8Array> {
    await this.#work.finish();
    const { width, height } = this.#settings.size;
    const extended = Buffer.alloc(10);
    extended[0] = hasAnimationAndAlpha;
    extended.writeUIntLE(width - 1, 4, 3);
    extended.writeUIntLE(height - 1, 7, 3);
    // A transparent background, then how often the film is played: 0 for ever.
    const animation = Buffer.alloc(6);
    const chunks = [riffChunk('VP8X', extended), riffChunk('ANIM', animation), ...this.#chunks];
    const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks]);
    return riffChunk('RIFF', body);
  }

  close(): void {}
}

function withEvenCorner({ x, y, width, height }: PixelArea): PixelArea {
  const [left, above] = [x % cornerStep, y % cornerStep];
  return { x: x - left, y: y - above, width: width + left, height: height + above };
}

/** Compresses straight RGBA pixels. Returns the chunks of the picture. */
async function compress(pixels: Uint32Array, { width, height }: PixelArea): Promise<Buffer> {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const image = context.createImageData(width, height);
  new Uint32Array(image.data.buffer, image.data.byteOffset, width * height).set(pixels);
  context.putImageData(image, 0, 0);
  const file = await canvas.encode('webp', quality);
  const kept: Buffer[] = [];
  for (let at = 12; at + 8 <= file.length; ) {
    const type = file.toString('latin1', at, at + 4);
    const length = 8 + file.readUInt32LE(at + 4);
    const padded = length + (length % 2);
    if (['ALPH', 'VP8 ', 'VP8L'].includes(type)) kept.push(file.subarray(at, at + padded));
    at += padded;
  }
  return Buffer.concat(kept);
}

function pictureChunk({ x, y, width, height }: PixelArea, time: number, picture: Buffer): Buffer {
  const head = Buffer.alloc(16);
  for (const [index, value] of [x / cornerStep, y / cornerStep, width - 1, height - 1, time].entries())
    head.writeUIntLE(value, 3 * index, 3);
  head[15] = replacesBelow;
  return riffChunk('ANMF', Buffer.concat([head, picture]));
}

function riffChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(8 + data.length + (data.length % 2));
  chunk.write(type, 0, 'latin1');
  chunk.writeUInt32LE(data.length, 4);
  chunk.set(data, 8);
  return chunk;
}
