import { Buffer } from 'node:buffer';
import { failure, type Result, success } from '../../project/result.ts';

/** The media types of fonts that a project can embed. */
export const fontTypes = ['font/ttf', 'font/otf', 'font/woff2'] as const;

export type FontType = (typeof fontTypes)[number];

const signatures: Readonly<Record<string, FontType>> = {
  '00010000': 'font/ttf',
  // "true", as some fonts from macOS begin.
  '74727565': 'font/ttf',
  // "OTTO"
  '4f54544f': 'font/otf',
  // "wOF2"
  '774f4632': 'font/woff2',
};

/** Files that have to be unpacked before a project embeds them. */
const packed: Readonly<Record<string, string>> = {
  // "ttcf"
  '74746366': 'a collection of fonts',
  // "wOFF"
  '774f4646': 'a WOFF font',
};

/** Whether a file is a WOFF font or a collection, which `unpackFont` reads. */
export function isPackedFont(bytes: Uint8Array): boolean {
  return Object.hasOwn(packed, signatureOf(bytes));
}

function signatureOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, 4)).toString('hex');
}

/** Returns the media type of a font by its first bytes. */
export function fontTypeOf(bytes: Uint8Array): Result<FontType> {
  const signature = signatureOf(bytes);
  const type = Object.hasOwn(signatures, signature) ? signatures[signature] : undefined;
  if (type !== undefined) return success(type);
  const found = Object.hasOwn(packed, signature) ? packed[signature] : 'not a font';
  return failure(`is ${found}; save it as a single TTF, OTF or WOFF2 font`);
}
