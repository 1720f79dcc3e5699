import type { Canvas, Image } from '@napi-rs/canvas';
import type { ImageAsset } from '../project/object-schemas.ts';
import type { DecodedImage } from './images/decode-image.ts';
import { lookUpAsset } from './images/project-images.ts';
import { isClipPicture, type PictureAsset } from './video/clip-picture.ts';
import type { Footage } from './video/footage.ts';

interface PictureLookup {
  (asset: PictureAsset, scale: number): Image | Canvas;
  isOpaque(asset: PictureAsset): boolean;
}

/** Returns what gives painters decoded images and pictures of clips. `footage` is missing for a project without clips. */
export function pictureSource(
  images: ReadonlyMap<ImageAsset, DecodedImage>,
  footage: Footage | undefined,
): PictureLookup {
  const lookUp = (asset: PictureAsset, scale: number) => {
    if (!isClipPicture(asset)) return lookUpAsset(images, asset).drawable;
    if (footage === undefined) throw new Error('a clip is drawn that was not opened');
    return footage.pictureOf(asset, scale);
  };
  return Object.assign(lookUp, {
    isOpaque: (asset: PictureAsset) => isClipPicture(asset) && footage?.isOpaque(asset) === true,
  });
}
