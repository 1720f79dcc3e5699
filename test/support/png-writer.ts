import { crc32, deflateSync } from 'node:zlib';

export type PngColorType = 0 | 2 | 3 | 4 | 6;

export interface PngOptions {
  width: number;
  height: number;
  colorType: PngColorType;
  bitDepth: 1 | 2 | 4 | 8 | 16;
  /** The channels of one pixel, each 0 to 2^bitDepth - 1: grey, grey+alpha, RGB, RGBA or a palette index. */
  pixel: (x: number, y: number) => readonly number[];
  interlaced?: boolean;
  /** Filter of each row, in the order in which rows are stored; by default the five filters in turn. */
  filter?: (row: number) => 0 | 1 | 2 | 3 | 4;
  palette?: readonly (readonly [number, number, number])[];
  /** Raw tRNS data. */
  transparency?: readonly number[];
  /** Chunks between IHDR and PLTE, the place of cICP, iCCP and gAMA. */
  chunks?: readonly PngChunk[];
  /** How many bytes of compressed data go into each IDAT; default: all. */
  idatSize?: number;
}

export interface PngChunk {
  type: string;
  data: Uint8Array;
}

export const pngSignature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

const channelCounts: Record<PngColorType, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

const adam7 = [
  { x: 0, y: 0, dx: 8, dy: 8 },
  { x: 4, y: 0, dx: 8, dy: 8 },
  { x: 0, y: 4, dx: 4, dy: 8 },
  { x: 2, y: 0, dx: 4, dy: 4 },
  { x: 0, y: 2, dx: 2, dy: 4 },
  { x: 1, y: 0, dx: 2, dy: 2 },
  { x: 0, y: 1, dx: 1, dy: 2 },
];

/** A whole PNG file of any colour type, bit depth and interlacing of the format. */
export function writePng(options: PngOptions): Uint8Array {
  const chunks: PngChunk[] = [pngHeaderChunk(options), ...(options.chunks ?? [])];
  if (options.palette) chunks.push({ type: 'PLTE', data: Uint8Array.from(options.palette.flat()) });
  if (options.transparency) chunks.push({ type: 'tRNS', data: Uint8Array.from(options.transparency) });
  const compressed = deflateSync(scanlines(options));
  const size = options.idatSize ?? compressed.length;
  for (let at = 0; at < compressed.length; at += size) {
    chunks.push({ type: 'IDAT', data: compressed.subarray(at, at + size) });
  }
  chunks.push({ type: 'IEND', data: new Uint8Array() });
  return joinPngChunks(chunks);
}

/** The IHDR chunk of a PNG, even for pictures with different data. */
export function pngHeaderChunk(
  options: Pick<PngOptions, 'width' | 'height' | 'bitDepth' | 'colorType' | 'interlaced'>,
): PngChunk {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(options.width, 0);
  data.writeUInt32BE(options.height, 4);
  data[8] = options.bitDepth;
  data[9] = options.colorType;
  data[12] = options.interlaced ? 1 : 0;
  return { type: 'IHDR', data };
}

/** The signature and the given chunks, each with its length and a correct CRC. */
export function joinPngChunks(chunks: readonly PngChunk[]): Uint8Array {
  const parts: Uint8Array[] = [pngSignature];
  for (const chunk of chunks) {
    const body = Buffer.concat([Buffer.from(chunk.type, 'latin1'), chunk.data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(chunk.data.length);
    const crc = Buffer.alloc(4);
    crc.writeUInt32BE(crc32(body));
    parts.push(length, body, crc);
  }
  return Uint8Array.from(Buffer.concat(parts));
}

/** Splits a PNG from this writer into its parts. */
export function splitPngChunks(png: Uint8Array): PngChunk[] {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  const chunks: PngChunk[] = [];
  for (let at = pngSignature.length; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    chunks.push({
      type: bytes.toString('latin1', at + 4, at + 8),
      data: bytes.subarray(at + 8, at + 8 + length),
    });
    at += 12 + length;
  }
  return chunks;
}

/** The filtered rows of all passes before compression. */
export function scanlines(options: PngOptions): Uint8Array {
  const passes = options.interlaced ? adam7 : [{ x: 0, y: 0, dx: 1, dy: 1 }];
  const bitsPerPixel = channelCounts[options.colorType] * options.bitDepth;
  const rows: Uint8Array[] = [];
  for (const pass of passes) {
    const columns = Math.ceil(Math.max(0, options.width - pass.x) / pass.dx);
    if (columns === 0) continue;
    let previous = new Uint8Array(Math.ceil((columns * bitsPerPixel) / 8));
    for (let y = pass.y; y < options.height; y += pass.dy) {
      const row = packRow(options, columns, (column) => options.pixel(pass.x + column * pass.dx, y));
      const filter = options.filter ? options.filter(rows.length) : ((rows.length % 5) as 0 | 1 | 2 | 3 | 4);
      rows.push(filterRow(row, previous, filter, Math.max(1, bitsPerPixel / 8)));
      previous = row;
    }
  }
  return Buffer.concat(rows);
}

function packRow(
  options: PngOptions,
  columns: number,
  pixel: (column: number) => readonly number[],
): Uint8Array<ArrayBuffer> {
  const depth = options.bitDepth;
  const row = new Uint8Array(Math.ceil((columns * channelCounts[options.colorType] * depth) / 8));
  let bit = 0;
  for (let column = 0; column < columns; column++) {
    for (const sample of pixel(column)) {
      const at = bit >> 3;
      if (depth === 16) {
        row[at] = sample >> 8;
        row[at + 1] = sample & 255;
      } else {
        row[at] = (row[at] ?? 0) | (sample << (8 - depth - (bit & 7)));
      }
      bit += depth;
    }
  }
  return row;
}

function filterRow(row: Uint8Array, above: Uint8Array, filter: number, step: number): Uint8Array {
  const filtered = new Uint8Array(row.length + 1);
  filtered[0] = filter;
  for (let i = 0; i < row.length; i++) {
    const left = row[i - step] ?? 0;
    const up = above[i] ?? 0;
    const upLeft = i >= step ? (above[i - step] ?? 0) : 0;
    const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, upLeft)][filter] ?? 0;
    filtered[i + 1] = (row[i] ?? 0) - predicted;
  }
  return filtered;
}

function paeth(left: number, up: number, upLeft: number): number {
  const estimate = left + up - upLeft;
  const toLeft = Math.abs(estimate - left);
  const toUp = Math.abs(estimate - up);
  const toUpLeft = Math.abs(estimate - upLeft);
  if (toLeft <= toUp && toLeft <= toUpLeft) return left;
  return toUp <= toUpLeft ? up : upLeft;
}
