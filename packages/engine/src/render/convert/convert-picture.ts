import { createCanvas, type Image, ImageData, loadImage } from '@napi-rs/canvas';
import {
  type PixelPicture,
  readAvifSize,
  readWebpSize,
  startsAsAvif,
  startsAsWebp,
} from '../../media/images/picture-size.ts';
import { startsAsSvg } from '../../media/images/svg/read-svg.ts';
import { writePng } from '../../output/png.ts';
import { failure, type Result, success } from '../../project/result.ts';
import { imageAssetSchema } from '../../project/schema.ts';
import type { Conversion, Converted } from './conversion.ts';
import { drawSvg, outlineSvg } from './draw-svg.ts';

/** The longest side of a picture in a project, in pixels. */
const maxSide = imageAssetSchema.shape.width.maxValue ?? 0;

/** Qualities of a JPEG from 0 to 100, to be tried in order until the file is small enough. */
const jpegQualities = [92, 80];

/**
 * Converts a WebP, AVIF or SVG file: an SVG to outlines if they show all of it, others to PNG, or to JPEG if the PNG
 * would be too large and no pixel is transparent. Checks the size before it decodes anything.
 */
export async function convertPicture({ bytes, drawn, maxBytes }: Conversion): Promise<Result<Converted>> {
  if (!startsAsSvg(bytes)) return embeddable(await decodePicture(bytes), maxBytes);
  const outlines = await outlineSvg(bytes);
  if (!outlines.ok) return outlines;
  const svg = 'svg' in outlines.value ? Buffer.from(outlines.value.svg) : undefined;
  if (svg && svg.length <= maxBytes) return success({ mime: 'image/svg+xml', bytes: svg });
  const bitmap = await embeddable(await drawSvg(bytes, drawn, maxSide), maxBytes);
  const unsupported = 'unsupported' in outlines.value ? outlines.value.unsupported : 'very long outlines';
  return bitmap.ok ? success({ ...bitmap.value, unsupported }) : bitmap;
}

/** Returns a picture as PNG, or as JPEG if that has to be smaller. */
async function embeddable(made: Result<PixelPicture>, maxBytes: number): Promise<Result<Converted>> {
  if (!made.ok) return made;
  const picture = made.value;
  const png = await writePng(picture.premultiplied, picture);
  if (png.length <= maxBytes) return success({ mime: 'image/png', bytes: png });
  if (isOpaque(picture)) {
    for (const quality of jpegQualities) {
      const jpeg = await writeJpeg(picture, quality);
      if (jpeg.length <= maxBytes) return success({ mime: 'image/jpeg', bytes: jpeg });
    }
  }
  return failure(`it takes ${png.length} bytes as PNG, but at most ${maxBytes} fit; make it smaller`);
}

async function decodePicture(bytes: Uint8Array): Promise<Result<PixelPicture>> {
  const type = startsAsWebp(bytes) ? 'WebP' : startsAsAvif(bytes) ? 'AVIF' : undefined;
  if (type === undefined)
    return failure('the file is neither PNG, JPEG, WebP, AVIF nor SVG; convert it to one of them');
  const size = type === 'WebP' ? readWebpSize(bytes) : readAvifSize(bytes);
  if (size && (size.width > maxSide || size.height > maxSide)) {
    return failure(
      `it must have at most ${maxSide} pixels a side, but has ${size.width} x ${size.height}; make it smaller`,
    );
  }
  const image = size && (await loadImage(bytes).catch(() => undefined));
  // A damaged file may decode to a picture of another size.
  if (!image || image.width !== size.width || image.height !== size.height)
    return failure(`the ${type} is damaged or unusual; export it again`);
  return success({ ...size, premultiplied: pixelsOf(image) });
}

function pixelsOf(image: Image): Uint8Array {
  const canvas = createCanvas(image.width, image.height);
  canvas.getContext('2d').drawImage(image, 0, 0);
  return canvas.data();
}

function isOpaque({ premultiplied }: PixelPicture): boolean {
  for (let at = 3; at < premultiplied.length; at += 4) if (premultiplied[at] !== 255) return false;
  return true;
}

function writeJpeg({ premultiplied, width, height }: PixelPicture, quality: number): Promise<Uint8Array> {
  const canvas = createCanvas(width, height);
  canvas
    .getContext('2d')
    .putImageData(new ImageData(new Uint8ClampedArray(premultiplied), width, height), 0, 0);
  return canvas.encode('jpeg', quality);
}
