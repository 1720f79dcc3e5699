import type { ImageAsset } from '../../project/object-schemas.ts';

/** A picture of a clip: the one at a position. */
export interface ClipPicture {
  readonly src: string;
  /** Size of the clip in pixels, as the document declares it. */
  readonly width: number;
  readonly height: number;
  /** The place in the project of the object that shows it. Each has a decoder, because each goes forward by itself. */
  readonly place: string;
  /** In milliseconds of the clip. */
  readonly clipMs: number;
}

/** What a node paints: an image, or a picture of a clip. */
export type PictureAsset = ImageAsset | ClipPicture;

export function isClipPicture(asset: PictureAsset): asset is ClipPicture {
  return 'clipMs' in asset;
}
