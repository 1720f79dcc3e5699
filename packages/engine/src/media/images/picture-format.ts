import { Buffer } from 'node:buffer';
import { readAvifHeader, startsAsAvif } from './avif-header.ts';
import { readExifOrientation } from './exif-orientation.ts';
import type { PictureHeader, PictureSize } from './picture-header.ts';

/** A format of pictures that are converted. */
export interface PictureFormat {
  readonly name: string;
  readonly starts: (bytes: Uint8Array) => boolean;
  /** Undefined for a damaged header. */
  readonly readHeader: (bytes: Uint8Array) => PictureHeader | undefined;
  /** Whether the decoder turns pictures upright by itself. */
  readonly decodesUpright: boolean;
}

const formats: readonly PictureFormat[] = [
  { name: 'WebP', starts: startsAsWebp, readHeader: readWebpHeader, decodesUpright: true },
  { name: 'AVIF', starts: startsAsAvif, readHeader: readAvifHeader, decodesUpright: false },
  { name: 'GIF', starts: startsAsGif, readHeader: readGifHeader, decodesUpright: true },
];

/** The format of a picture; undefined for those that need no conversion, and for unknown ones. */
export function pictureFormatOf(bytes: Uint8Array): PictureFormat | undefined {
  return formats.find(({ starts }) => starts(bytes));
}

const imageSeparator = 0x2c;
const extension = 0x21;

/** Whether these are the bytes of a GIF. */
function startsAsGif(bytes: Uint8Array): boolean {
  return /^GIF8[79]a$/.test(String.fromCharCode(...bytes.subarray(0, 6)));
}

/** Reads the header of a GIF89a; undefined if it is damaged. */
function readGifHeader(bytes: Uint8Array): PictureHeader | undefined {
  if (bytes.length < 13) return undefined;
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = { width: view.readUInt16LE(6), height: view.readUInt16LE(8) };
  if (size.width === 0 || size.height === 0) return undefined;
  return { ...size, orientation: 1, isAnimated: hasSecondImage(view) };
}

function hasSecondImage(view: Buffer): boolean {
  let at = 13 + colorTableLength(view[10] ?? 0);
  for (let images = 0; at < view.length; ) {
    if (view[at] === imageSeparator) {
      images++;
      if (images === 2) return true;
      // The code size of LZW follows the colours.
      at = skipBlocks(view, at + 11 + colorTableLength(view[at + 9] ?? 0));
    } else if (view[at] === extension) at = skipBlocks(view, at + 2);
    else return false;
  }
  return false;
}

function colorTableLength(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

function skipBlocks(view: Buffer, start: number): number {
  let at = start;
  for (let length = view[at] ?? 0; length > 0; length = view[at] ?? 0) at += 1 + length;
  return at + 1;
}

const animationFlag = 0x02;

/** Whether these are the bytes of a WebP. */
function startsAsWebp(bytes: Uint8Array): boolean {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return view.toString('latin1', 0, 4) === 'RIFF' && view.toString('latin1', 8, 12) === 'WEBP';
}

/** Reads the header of a WebP (RFC 9649); undefined if it is damaged. */
function readWebpHeader(bytes: Uint8Array): PictureHeader | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = readSize(view);
  if (size === undefined) return undefined;
  const isExtended = view.toString('latin1', 12, 16) === 'VP8X';
  const exif = isExtended ? findChunk(view, 'EXIF') : undefined;
  return {
    ...size,
    orientation: exif === undefined ? 1 : readExifOrientation(exif),
    isAnimated: isExtended && ((view[20] ?? 0) & animationFlag) !== 0,
  };
}

/** Sections 2.5 to 2.7. */
function readSize(view: Buffer): PictureSize | undefined {
  if (view.length < 30) return undefined;
  switch (view.toString('latin1', 12, 16)) {
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

function findChunk(view: Buffer, name: string): Buffer | undefined {
  for (let at = 12; at + 8 <= view.length; ) {
    const length = view.readUInt32LE(at + 4);
    if (view.toString('latin1', at, at + 4) === name) return view.subarray(at + 8, at + 8 + length);
    at += 8 + length + (length % 2);
  }
  return undefined;
}
