import { Buffer } from 'node:buffer';
import { createCanvas } from '@napi-rs/canvas';
import type { PixelArea } from '@render-service/h264';
import {
  type AnimationPicture,
  type AnimationSettings,
  type AnimationWriter,
  shownMs,
} from './animation-writer.ts';
import { cutOut } from './changed-area.ts';
import { OrderedWork } from './ordered-work.ts';

/** Quality of a picture, 0 to 100. */
const quality = 73;

/** The corners of rectangles are at even pixels. */
const cornerStep = 2;

/** Flags of an extended file: it has an animation and transparency. */
const hasAnimationAndAlpha = 0b0001_0010;

/** Side of the blocks that can be left out of a picture, in pixels. */
const blockSide = 8;

/** Minimum share of unchanged blocks for making them transparent, which requires an alpha channel. */
const minUnchangedShare = 0.3;

/** Flag of a picture: it replaces the pixels below, without blending. */
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
  #last: Uint32Array | undefined;

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
    const last = this.#last && cutOut(this.#last, size.width, area);
    if (this.#last) this.#last.set(pixels);
    else this.#last = pixels.slice();
    const isBlended = last !== undefined && clearUnchanged(part, last, area);
    return this.#work.add(async () => pictureChunk(area, time, isBlended, await compress(part, area)));
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

/**
 * Makes unchanged blocks transparent, if the picture can be blended with the one before: none of its changed pixels
 * lets that one show through. Returns whether it can, and whether that makes the file smaller.
 */
function clearUnchanged(pixels: Uint32Array, last: Uint32Array, area: PixelArea): boolean {
  const { width, height } = area;
  const unchanged: number[] = [];
  const [columns, rows] = [Math.ceil(width / blockSide), Math.ceil(height / blockSide)];
  for (let block = 0; block < columns * rows; block++) {
    if (isSameBlock(pixels, last, area, block, columns)) unchanged.push(block);
  }
  if (unchanged.length < columns * rows * minUnchangedShare) return false;
  for (let index = 0; index < pixels.length; index++) {
    if (pixels[index] >>> 24 < 255 && pixels[index] !== last[index]) return false;
  }
  for (const block of unchanged) {
    const { left, right, top, bottom } = blockAt(area, block, columns);
    for (let y = top; y < bottom; y++) pixels.fill(0, y * width + left, y * width + right);
  }
  return true;
}

function isSameBlock(
  pixels: Uint32Array,
  last: Uint32Array,
  area: PixelArea,
  block: number,
  columns: number,
): boolean {
  const { left, right, top, bottom } = blockAt(area, block, columns);
  for (let y = top; y < bottom; y++) {
    const end = y * area.width + right;
    for (let index = y * area.width + left; index < end; index++) {
      if (pixels[index] !== last[index]) return false;
    }
  }
  return true;
}

function blockAt({ width, height }: PixelArea, block: number, columns: number) {
  const left = (block % columns) * blockSide;
  const top = Math.floor(block / columns) * blockSide;
  return { left, top, right: Math.min(width, left + blockSide), bottom: Math.min(height, top + blockSide) };
}

function pictureChunk(
  { x, y, width, height }: PixelArea,
  time: number,
  isBlended: boolean,
  picture: Buffer,
): Buffer {
  const head = Buffer.alloc(16);
  for (const [index, value] of [x / cornerStep, y / cornerStep, width - 1, height - 1, time].entries())
    head.writeUIntLE(value, 3 * index, 3);
  head[15] = isBlended ? 0 : replacesBelow;
  return riffChunk('ANMF', Buffer.concat([head, picture]));
}

function riffChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(8 + data.length + (data.length % 2));
  chunk.write(type, 0, 'latin1');
  chunk.writeUInt32LE(data.length, 4);
  chunk.set(data, 8);
  return chunk;
}
