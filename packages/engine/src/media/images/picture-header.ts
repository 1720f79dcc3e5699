/** Width and height in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

export interface PixelPicture extends PictureSize {
  /** RGBA, row by row, with colours multiplied by their alpha. */
  readonly premultiplied: Uint8Array;
}

/** The header of a picture, read without decompressing anything. */
export interface PictureHeader extends PictureSize {
  /** EXIF orientation, 1 to 8, which defines how to turn the stored picture for display. */
  readonly orientation: number;
  /** Whether further frames follow the first. */
  readonly isAnimated: boolean;
  /** The ICC profile of the colours, if the decoder ignores that of the file. */
  readonly profile?: Uint8Array | undefined;
}
