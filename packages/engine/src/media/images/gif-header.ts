import { Buffer } from 'node:buffer';
import type { PictureHeader } from './picture-header.ts';

const imageSeparator = 0x2c;
const extension = 0x21;

/** Whether these are the bytes of a GIF. */
export function startsAsGif(bytes: Uint8Array): boolean {
  return /^GIF8[79]a$/.test(String.fromCharCode(...bytes.subarray(0, 6)));
}

/** Reads the header of a GIF89a; undefined if it is damaged. */
export function readGifHeader(bytes: Uint8Array): PictureHeader | undefined {
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
