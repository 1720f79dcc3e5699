import { readAvifHeader, startsAsAvif } from './avif-header.ts';
import { readGifHeader, startsAsGif } from './gif-header.ts';
import { readWebpHeader, startsAsWebp } from './webp-header.ts';

/** Width and height in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

export interface PixelPicture extends PictureSize {
  /** RGBA, row by row, with colours multiplied by their alpha. */
  readonly premultiplied: Uint8Array;
}

/** What a picture says about itself, read without decompressing anything. */
export interface PictureHeader extends PictureSize {
  /** EXIF orientation, 1 to 8, which defines how to turn the stored picture for display. */
  readonly orientation: number;
  /** Whether further frames follow the first. */
  readonly isAnimated: boolean;
  /** The ICC profile of the colours, if the decoder ignores that of the file. */
  readonly profile?: Uint8Array | undefined;
}

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
