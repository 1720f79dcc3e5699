import { Buffer } from 'node:buffer';
import { readExifOrientation } from './exif-orientation.ts';
import type { PictureHeader, PictureSize } from './picture-header.ts';

const animationFlag = 0x02;

/** Whether these are the bytes of a WebP. */
export function startsAsWebp(bytes: Uint8Array): boolean {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return view.toString('latin1', 0, 4) === 'RIFF' && view.toString('latin1', 8, 12) === 'WEBP';
}

/** Reads the header of a WebP (RFC 9649); undefined if it is damaged. */
export function readWebpHeader(bytes: Uint8Array): PictureHeader | undefined {
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
