import { Buffer } from 'node:buffer';
import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';
import { pngSignature } from '../media/images/png-chunks.ts';
import type { Size } from './fit-scene.ts';

// See docs/decisions.md, "PNG is written by our own code".

const compress = promisify(deflate);

/** Drawings consist of runs, for which a low level compresses nearly as well as a high one in a third of the time. */
const effort = 3;

/** Row filters of PNG: each pixel itself, or its difference from the one on the left or above. */
const filters = { none: 0, left: 1, above: 2 } as const;
type Filter = (typeof filters)[keyof typeof filters];

/** Distance between the pixels that are sampled to choose the filter of a row. */
const sampleStep = 4;

/**
 * Writes premultiplied RGBA pixels as a PNG file of 8-bit RGB, or RGBA where a pixel is not opaque. The same pixels
 * give the same bytes.
 */
export async function writePng(premultiplied: Uint8Array, size: Size): Promise<Uint8Array> {
  const { pixels: straight, isOpaque } = straightPixels(premultiplied, size);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size.width, 0);
  header.writeUInt32BE(size.height, 4);
  // Bits per channel, then the colour type: RGB or RGBA.
  header.set([8, isOpaque ? 2 : 6], 8);
  const data = await compressPixels(straight, size, isOpaque ? 3 : 4);
  return Buffer.concat([
    pngSignature,
    pngChunk('IHDR', header),
    pngChunk('sRGB', Buffer.from([0])),
    pngChunk('IDAT', data),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns straight RGBA pixels, one word each, as the data of a PNG with the given number of 8-bit channels. */
export function compressPixels(pixels: Uint32Array, size: Size, channels: 3 | 4): Promise<Buffer> {
  return compress(filterRows(pixels, size, channels), { level: effort });
}

/**
 * Returns premultiplied RGBA pixels with each colour divided by its alpha, one word per pixel, and whether all are
 * opaque.
 */
export function straightPixels(
  premultiplied: Uint8Array,
  size: Size,
): {
  readonly pixels: Uint32Array;
  readonly isOpaque: boolean;
} {
  const { buffer, byteOffset, byteLength } = premultiplied;
  const pixels = new Uint32Array(buffer, byteOffset, byteLength / 4);
  const isOpaque = hasNoTransparency(pixels, size);
  return { pixels: isOpaque ? pixels : pixels.map(unpremultiply), isOpaque };
}

/** Returns a chunk of a PNG with its length and CRC. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(data.length + 12);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  bytes.set(data, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, data.length + 8)), data.length + 8);
  return bytes;
}

/** Returns a pixel with its colour divided by its alpha and rounded. */
function unpremultiply(pixel: number): number {
  const alpha = pixel >>> 24;
  if (alpha === 255 || alpha === 0) return alpha === 0 ? 0 : pixel;
  const channel = (shift: number) =>
    Math.min(255, Math.round((((pixel >>> shift) & 255) * 255) / alpha)) << shift;
  return ((alpha << 24) | channel(16) | channel(8) | channel(0)) >>> 0;
}

function hasNoTransparency(pixels: Uint32Array, size: Size): boolean {
  const { width, height } = size;
  const isRepeated = repeatedRows(pixels, size);
  for (let y = 0; y < height; y++) {
    if (isRepeated[y] === 1) continue;
    for (let index = y * width; index < (y + 1) * width; index++) {
      if (pixels[index] >>> 24 !== 255) return false;
    }
  }
  return true;
}

/**
 * Returns 1 for each row that is equal to the one above. Rows are compared as bytes, and many at once: in the first
 * picture of a process, a loop over numbers is slow, because it is not optimized yet.
 */
function repeatedRows({ buffer, byteOffset, byteLength }: Uint32Array, { width, height }: Size): Uint8Array {
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  const rowLength = 4 * width;
  const isRepeated = new Uint8Array(height);
  const mark = (first: number, end: number) => {
    const [start, stop] = [first * rowLength, end * rowLength];
    if (bytes.compare(bytes, start, stop, start - rowLength, stop - rowLength) === 0) {
      isRepeated.fill(1, first, end);
    } else if (end - first > 1) {
      const middle = (first + end) >> 1;
      mark(first, middle);
      mark(middle, end);
    }
  };
  if (height > 1) mark(1, height);
  return isRepeated;
}

function filterRows(pixels: Uint32Array, size: Size, channels: 3 | 4): Buffer {
  const { width, height } = size;
  const rowLength = 1 + width * channels;
  const filtered = Buffer.alloc(height * rowLength);
  const isRepeated = repeatedRows(pixels, size);
  for (let y = 0; y < height; y++) {
    // The differences from an equal row are 0, like a new buffer.
    if (isRepeated[y] === 1) filtered[y * rowLength] = filters.above;
    else filterRow(filtered.subarray(y * rowLength, (y + 1) * rowLength), pixels, y * width, width, channels);
  }
  return filtered;
}

/** Writes the row of pixels that begins at `start`: the number of the filter, then the filtered pixels. */
function filterRow(row: Buffer, pixels: Uint32Array, start: number, width: number, channels: 3 | 4): void {
  const filter = chooseFilter(pixels, start, width);
  row[0] = filter;
  const distance = filter === filters.above ? width : 1;
  // The first pixel of a row has no left neighbour and the first row none above. They count as 0.
  const firstReferenced = filter === filters.none ? start + width : Math.max(start, distance);
  let at = 1;
  for (let index = start; index < start + width; index++) {
    const pixel = pixels[index];
    const outside = index < firstReferenced || (filter === filters.left && index === start);
    const reference = outside ? 0 : pixels[index - distance];
    row[at++] = pixel - reference;
    row[at++] = (pixel >>> 8) - (reference >>> 8);
    row[at++] = (pixel >>> 16) - (reference >>> 16);
    if (channels === 4) row[at++] = (pixel >>> 24) - (reference >>> 24);
  }
}

/** Flat rows are not filtered, because runs compress well. Other rows use the filter with the smaller differences. */
function chooseFilter(pixels: Uint32Array, start: number, width: number): Filter {
  let changes = 0;
  let fromLeft = 0;
  let fromAbove = 0;
  let samples = 0;
  for (let index = start + 1; index < start + width; index += sampleStep) {
    samples++;
    const pixel = pixels[index];
    const left = pixels[index - 1];
    if (pixel === left) continue;
    changes++;
    fromLeft += difference(pixel, left);
    fromAbove += difference(pixel, start > 0 ? pixels[index - width] : 0);
  }
  if (changes < samples / 8) return filters.none;
  return fromLeft < fromAbove ? filters.left : filters.above;
}

function difference(a: number, b: number): number {
  return (
    Math.abs((a & 255) - (b & 255)) +
    Math.abs(((a >>> 8) & 255) - ((b >>> 8) & 255)) +
    Math.abs(((a >>> 16) & 255) - ((b >>> 16) & 255))
  );
}
