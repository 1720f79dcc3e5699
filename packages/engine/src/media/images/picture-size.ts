import { Buffer } from 'node:buffer';

/** Width and height in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

export interface PixelPicture extends PictureSize {
  /** RGBA, row by row, with colours multiplied by their alpha. */
  readonly premultiplied: Uint8Array;
}

/** Whether these are the bytes of a WebP. */
export function startsAsWebp(bytes: Uint8Array): boolean {
  return characters(bytes, 0, 4) === 'RIFF' && characters(bytes, 8, 12) === 'WEBP';
}

/** Whether these are the bytes of an AVIF. */
export function startsAsAvif(bytes: Uint8Array): boolean {
  return characters(bytes, 4, 8) === 'ftyp' && /^(avif|avis|mif1|msf1)$/.test(characters(bytes, 8, 12));
}

/** Reads the size of a WebP (RFC 9649, sections 2.5 to 2.7); undefined if its header is damaged. */
export function readWebpSize(bytes: Uint8Array): PictureSize | undefined {
  if (bytes.length < 30) return undefined;
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (characters(bytes, 12, 16)) {
    case 'VP8X':
      return { width: view.readUIntLE(24, 3) + 1, height: view.readUIntLE(27, 3) + 1 };
    case 'VP8L': {
      const bits = view.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8 ':
      return { width: view.readUInt16LE(26) & 0x3fff, height: view.readUInt16LE(28) & 0x3fff };
    default:
      return undefined;
  }
}

/**
 * Reads the size of an AVIF: the largest that one of its properties `ispe` declares (ISO/IEC 23008-12, section 6.5.3).
 * Undefined if it has none.
 */
export function readAvifSize(bytes: Uint8Array): PictureSize | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let largest: PictureSize | undefined;
  for (let at = view.indexOf('ispe'); at >= 0 && at + 16 <= view.length; at = view.indexOf('ispe', at + 4)) {
    const size = { width: view.readUInt32BE(at + 8), height: view.readUInt32BE(at + 12) };
    if (!largest || size.width * size.height > largest.width * largest.height) largest = size;
  }
  return largest;
}

function characters(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end));
}
