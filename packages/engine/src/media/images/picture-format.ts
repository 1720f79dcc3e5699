import { readAvifHeader, startsAsAvif } from './avif-header.ts';
import { readGifHeader, startsAsGif } from './gif-header.ts';
import type { PictureHeader } from './picture-header.ts';
import { readWebpHeader, startsAsWebp } from './webp-header.ts';

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
