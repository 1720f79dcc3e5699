import { Buffer } from 'node:buffer';
import { type Canvas, createCanvas, type Image, loadImage } from '@napi-rs/canvas';
import type { DisplayList } from '../drawing/display-list.ts';
import { memoizeByObject } from '../drawing/memoize-by-object.ts';
import { type DecodedImage, readPixels } from '../media/images/decode-image.ts';
import { pictureSegments } from '../media/images/jpeg-segments.ts';
import { isColorProfile, joinPngChunks, pictureChunks, readPngChunks } from '../media/images/png-chunks.ts';
import { lookUpAsset } from '../media/images/project-images.ts';
import { pictureSource } from '../media/picture-source.ts';
import { isClipPicture, type PictureAsset } from '../media/video/clip-picture.ts';
import type { Footage } from '../media/video/footage.ts';
import type { ImageAsset } from '../project/object-schemas.ts';
import type { Size } from './fit-scene.ts';
import type { StillFormat } from './formats.ts';
import { writePng } from './png.ts';
import { SkiaCanvas } from './skia/skia-canvas.ts';
import { writeSvg } from './svg.ts';

export interface Still {
  readonly list: DisplayList;
  readonly size: Size;
  /** The images of the list. */
  readonly images: ReadonlyMap<ImageAsset, DecodedImage>;
  /** The clips of the list, if it has any. */
  readonly footage: Footage | undefined;
  readonly maximumBytes: number;
  /** Called after the picture is drawn, before its encoding begins. */
  readonly onDrawn: () => void;
}

/** Rejects with an OutputTooLargeError as soon as it is certain that the file exceeds `maximumBytes`. */
type StillWriter = (still: Still) => Promise<Uint8Array>;

/** The writer of each format of stills. */
export const stillWriters: Readonly<Record<StillFormat, StillWriter>> = {
  svg: async ({ list, size, images, footage, maximumBytes, onDrawn }) => {
    onDrawn();
    const sources = new Map<ImageAsset, string>();
    for (const [asset, image] of images) sources.set(asset, await embeddableSource(image));
    const pictures = pictureSource(images, footage);
    const sourceOf = (asset: PictureAsset) =>
      isClipPicture(asset) ? pngUrl(pictures(asset, 1)) : lookUpAsset(sources, asset);
    return Buffer.from(writeSvg(list, size, sourceOf, maximumBytes));
  },
  png: async ({ list, size, images, footage, onDrawn }) => {
    const canvas = new SkiaCanvas(size, pictureSource(images, footage));
    canvas.paint(list);
    const pixels = canvas.pixels();
    onDrawn();
    return writePng(pixels, size);
  },
};

/** A picture of a clip is drawn on a canvas, which is used again. */
function pngUrl(picture: Image | Canvas): string {
  const canvas = createCanvas(picture.width, picture.height);
  canvas.getContext('2d').drawImage(picture, 0, 0);
  return canvas.toDataURL('image/png');
}

/**
 * Returns the data URL that an SVG embeds for an image. It looks the same in every viewer, even without support for
 * colour profiles, orientation, 16-bit PNG or CMYK: a file that depends on them is replaced with a PNG of the decoded
 * pixels. Any other file is embedded without its metadata (text, EXIF, thumbnails, animation), under the registered
 * name of its type.
 */
export const embeddableSource = memoizeByObject(async (image: DecodedImage): Promise<string> => {
  const plain = plainFile(image);
  if (plain && (!image.header.hasColorProfile || (await drawsAlike(plain, image)))) {
    const isWhole = Buffer.compare(plain, image.bytes) === 0;
    return dataUrl(image.header.type, isWhole ? image.base64 : toBase64(plain));
  }
  const canvas = createCanvas(image.width, image.height);
  canvas.getContext('2d').drawImage(image.drawable, 0, 0);
  return dataUrl('image/png', toBase64(await canvas.encode('png')));
});

/** Returns the file without its colour profile, or undefined if viewers would draw it differently. */
function plainFile({ header, bytes }: DecodedImage): Uint8Array | undefined {
  if (header.orientation !== 1) return undefined;
  if (header.type === 'image/jpeg') {
    if (header.colorModel !== 'grey' && header.colorModel !== 'ycbcr') return undefined;
    return pictureSegments(bytes, { keepProfile: false, orientation: 1 });
  }
  if (header.png.bitDepth === 16) return undefined;
  const chunks = pictureChunks(readPngChunks(bytes).chunks);
  return joinPngChunks(chunks.filter((chunk) => !isColorProfile(chunk)));
}

/** Whether the profile changes no channel by more than rounding. Most profiles describe sRGB and can be omitted. */
async function drawsAlike(plain: Uint8Array, image: DecodedImage): Promise<boolean> {
  const canvas = createCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(await loadImage(plain), 0, 0);
  const without = context.getImageData(0, 0, image.width, image.height).data;
  return readPixels(image).every((value, index) => Math.abs(value - (without[index] ?? 0)) <= 1);
}

function dataUrl(type: string, base64: string): string {
  return `data:${type};base64,${base64}`;
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
