import { crc32, createInflate } from 'node:zlib';
import { failure, type Result, success } from '../../project/result.ts';

/** A chunk of a PNG. `data` is its payload; `whole` also has its length, type and CRC. */
export interface PngChunk {
  readonly type: string;
  readonly data: Uint8Array;
  readonly whole: Uint8Array;
}

export interface PngHeader {
  readonly width: number;
  readonly height: number;
  readonly bitDepth: number;
  readonly colorType: number;
  readonly interlaced: boolean;
}

export const pngSignature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

const bitDepths: Record<number, readonly number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

/** Whether the bytes start like a PNG. */
export function startsAsPng(bytes: Uint8Array): boolean {
  return pngSignature.every((byte, index) => bytes[index] === byte);
}

/** Returns every complete chunk up to the first IEND. `damage` explains why the list ends before one. */
export function readPngChunks(bytes: Uint8Array): { chunks: PngChunk[]; damage: string | null } {
  const chunks: PngChunk[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = pngSignature.length;
  while (at + 12 <= bytes.length) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (!/^[A-Za-z]{4}$/.test(type)) return { chunks, damage: `the PNG is corrupt at byte ${at}` };
    const end = at + 12 + length;
    if (end > bytes.length) {
      const rest = bytes.length - at - 12;
      return { chunks, damage: `the PNG is cut short: chunk ${type} of ${length} bytes has only ${rest}` };
    }
    chunks.push({ type, data: bytes.subarray(at + 8, end - 4), whole: bytes.subarray(at, end) });
    if (type === 'IEND') return { chunks, damage: null };
    at = end;
  }
  return { chunks, damage: `the PNG is cut short: it ends at byte ${bytes.length} without an IEND chunk` };
}

/** Whether the chunk's CRC matches its type and data. */
export function hasMatchingCrc(chunk: PngChunk): boolean {
  const { whole } = chunk;
  const view = new DataView(whole.buffer, whole.byteOffset, whole.byteLength);
  return crc32(whole.subarray(4, -4)) === view.getUint32(whole.length - 4);
}

/** Whether decoders must understand the chunk, which a capital first letter indicates. */
function isCritical(chunk: PngChunk): boolean {
  return chunk.type.charCodeAt(0) < 0x61;
}

/** Reads IHDR, which must be the first chunk. */
export function readPngHeader(chunks: readonly PngChunk[]): Result<PngHeader> {
  const first = chunks[0];
  if (first?.type !== 'IHDR' || first.data.length !== 13) {
    return failure('the PNG does not start with a complete IHDR chunk');
  }
  const view = new DataView(first.data.buffer, first.data.byteOffset, first.data.byteLength);
  const header = {
    width: view.getUint32(0),
    height: view.getUint32(4),
    bitDepth: view.getUint8(8),
    colorType: view.getUint8(9),
    interlaced: view.getUint8(12) === 1,
  };
  const { width, height, bitDepth, colorType } = header;
  if (width === 0 || height === 0) return failure(`the PNG has no pixels (${width} x ${height})`);
  if (!bitDepths[colorType]?.includes(bitDepth)) {
    return failure(
      `the PNG has colour type ${colorType} with bit depth ${bitDepth}, which PNG does not define`,
    );
  }
  const methods = [view.getUint8(10), view.getUint8(11), view.getUint8(12)];
  if (methods[0] !== 0 || methods[1] !== 0 || (methods[2] ?? 0) > 1) {
    return failure(
      `the PNG has compression, filter and interlace methods ${methods.join(', ')}, which PNG does not define`,
    );
  }
  return success(header);
}

const channels: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/**
 * Describes the missing part of a PNG whose chunks end with IEND; null if it is complete. Skia silently draws a part of
 * such a picture. The pixels are inflated piece by piece and discarded.
 */
export async function findPngDamage(header: PngHeader, chunks: readonly PngChunk[]): Promise<string | null> {
  const unknown = chunks.find((chunk) => isCritical(chunk) && !/^(?:IHDR|PLTE|IDAT|IEND)$/.test(chunk.type));
  if (unknown) return `the PNG has chunk ${unknown.type}, which is not a standard chunk`;
  const damaged = chunks.find(
    (chunk) => (isCritical(chunk) || chunk.type === 'tRNS') && !hasMatchingCrc(chunk),
  );
  if (damaged) return `the PNG is corrupt: the checksum of chunk ${damaged.type} does not match`;
  const data = chunks.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data);
  if (data.length === 0) return 'the PNG has no picture (no IDAT chunk)';
  const { width, height, colorType, bitDepth, interlaced } = header;
  const rowBits = width * (channels[colorType] ?? 0) * bitDepth;
  // Each row begins with its filter. Interlaced rows are shorter, and have at least this many bytes together.
  const expected = interlaced ? Math.ceil((height * rowBits) / 8) : height * (1 + Math.ceil(rowBits / 8));
  const inflate = createInflate({ chunkSize: 65_536 });
  inflate.end(Buffer.concat(data));
  let received = 0;
  try {
    for await (const piece of inflate as AsyncIterable<Buffer>) {
      received += piece.length;
      // Any data after the last row is not part of the picture.
      if (received >= expected) return null;
    }
  } catch (error) {
    return `the PNG is cut short or corrupt: its picture data cannot be inflated (${(error as Error).message})`;
  }
  return `the PNG is cut short: it holds ${received} of ${expected} bytes of picture data`;
}

// A gAMA of 1 / 2.2 approximates sRGB. Browsers do not convert files within 5 % of it.
const srgbGamma = 45_455;
const gammaTolerance = 0.05;

/**
 * Returns the chunks needed for the picture, without metadata such as text, times and print size, and without the
 * frames of an animation. Keeps the colour chunks that browsers use: an ICC profile, sRGB, and gAMA with cHRM unless
 * that only describes sRGB. Skia does not support cICP.
 */
export function pictureChunks(chunks: readonly PngChunk[]): PngChunk[] {
  const usable = chunks.filter((chunk) => isCritical(chunk) || hasMatchingCrc(chunk));
  const has = (type: string) => usable.some((chunk) => chunk.type === type);
  const kept = new Set(['sRGB', 'tRNS']);
  if (has('iCCP')) kept.add('iCCP');
  else if (!has('sRGB')) {
    const gamma = usable.find((chunk) => chunk.type === 'gAMA' && chunk.data.length === 4);
    const value = gamma ? new DataView(gamma.data.buffer, gamma.data.byteOffset).getUint32(0) : srgbGamma;
    if (gamma && (has('cHRM') || Math.abs(value / srgbGamma - 1) > gammaTolerance))
      kept.add('gAMA').add('cHRM');
  }
  return usable.filter((chunk) => isCritical(chunk) || kept.has(chunk.type));
}

/** Whether the chunk requires a conversion to sRGB. */
export function isColorProfile(chunk: PngChunk): boolean {
  return chunk.type === 'iCCP' || chunk.type === 'gAMA' || chunk.type === 'cHRM';
}

/** A PNG file of these chunks. */
export function joinPngChunks(chunks: readonly PngChunk[]): Uint8Array {
  return Buffer.concat([pngSignature, ...chunks.map((chunk) => chunk.whole)]);
}
