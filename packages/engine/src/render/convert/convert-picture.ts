import { promisify } from 'node:util';
import { deflate, gunzip } from 'node:zlib';
import { type Canvas, createCanvas, type Image, ImageData, loadImage } from '@napi-rs/canvas';
import { swapsSides } from '../../media/images/exif-orientation.ts';
import { pictureFormatOf } from '../../media/images/picture-format.ts';
import type { PictureHeader, PixelPicture } from '../../media/images/picture-header.ts';
import { joinPngChunks, readPngChunks } from '../../media/images/png-chunks.ts';
import { startsAsSvg } from '../../media/images/svg/read-svg.ts';
import { upright } from '../../media/images/upright.ts';
import { pngChunk, writePng } from '../../output/png.ts';
import { imageAssetSchema } from '../../project/object-schemas.ts';
import { failure, type Result, success } from '../../project/result.ts';
import type { Conversion, Converted } from './conversion.ts';
import { drawSvg, outlineSvg } from './draw-svg.ts';

/** The longest side of a picture in a project, in pixels. */
const maxSide = imageAssetSchema.shape.width.maxValue ?? 0;

/** Maximum bytes of an SVGZ file without its compression. */
const maxUnpacked = 4 * 1024 ** 2;

/** Qualities of a JPEG from 0 to 100, to be tried in order until the file is small enough. */
const jpegQualities = [92, 80];

/**
 * Converts a WebP, AVIF, GIF or SVG file: an SVG to outlines if they show all of it, others to PNG, or to JPEG if the PNG
 * would be too large and no pixel is transparent. Checks the size before it decodes anything.
 */
export async function convertPicture({
  bytes: file,
  drawn,
  maxBytes,
}: Conversion): Promise<Result<Converted>> {
  const bytes = isGzip(file) ? await unpack(file) : file;
  if (bytes === undefined)
    return failure(
      `the compressed file is damaged, or has more than ${maxUnpacked} bytes; save it without compression`,
    );
  if (!startsAsSvg(bytes)) return convertBitmap(bytes, maxBytes);
  const outlines = await outlineSvg(bytes);
  if (!outlines.ok) return outlines;
  const svg = 'svg' in outlines.value ? Buffer.from(outlines.value.svg) : undefined;
  if (svg && svg.length <= maxBytes) return success({ mime: 'image/svg+xml', bytes: svg });
  const bitmap = await embeddable(await drawSvg(bytes, drawn, maxSide), maxBytes);
  const unsupported = 'unsupported' in outlines.value ? outlines.value.unsupported : 'very long outlines';
  return bitmap.ok ? success({ ...bitmap.value, unsupported }) : bitmap;
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Returns the content of an SVGZ file; undefined if it is damaged or too large. */
function unpack(file: Uint8Array): Promise<Uint8Array | undefined> {
  return promisify(gunzip)(file, { maxOutputLength: maxUnpacked }).catch(() => undefined);
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

async function convertBitmap(bytes: Uint8Array, maxBytes: number): Promise<Result<Converted>> {
  const format = pictureFormatOf(bytes);
  if (format === undefined)
    return failure('the file is neither PNG, JPEG, WebP, AVIF, GIF nor SVG; convert it to one of them');
  const header = format.readHeader(bytes);
  if (header && (header.width > maxSide || header.height > maxSide)) {
    return failure(
      `it must have at most ${maxSide} pixels a side, but has ${header.width} x ${header.height}; make it smaller`,
    );
  }
  const turned = format.decodesUpright ? 1 : (header?.orientation ?? 1);
  const picture = header && (await decodePicture(bytes, header, turned));
  if (!picture) return failure(`the ${format.name} is damaged or unusual; export it again`);
  const made = await embeddable(success(picture), maxBytes);
  return made.ok && header.isAnimated ? success({ ...made.value, isAnimated: true }) : made;
}

/** Decodes a picture and turns it by `orientation`. Undefined if its size is not that of its header. */
async function decodePicture(
  bytes: Uint8Array,
  header: PictureHeader,
  orientation: number,
): Promise<PixelPicture | undefined> {
  const decoded = await loadImage(bytes).catch(() => undefined);
  const image = decoded && upright(await withProfile(decoded, header.profile), orientation);
  const isTurned = swapsSides(header.orientation);
  const width = isTurned ? header.height : header.width;
  const height = isTurned ? header.width : header.height;
  // A damaged file may decode to a picture of another size.
  if (image?.width !== width || image.height !== height) return undefined;
  return { width, height, premultiplied: pixelsOf(image) };
}

/** Converts the colours of a picture from a profile to sRGB, as the decoder of PNG does. */
async function withProfile(image: Image, profile: Uint8Array | undefined): Promise<Image> {
  if (profile === undefined) return image;
  const { chunks } = readPngChunks(await writePng(pixelsOf(image), image));
  const data = Buffer.concat([Buffer.from('profile\0\0'), await promisify(deflate)(profile)]);
  const whole = pngChunk('iCCP', data);
  const tagged = chunks.map((chunk) => (chunk.type === 'sRGB' ? { type: 'iCCP', data, whole } : chunk));
  return loadImage(joinPngChunks(tagged)).catch(() => image);
}

function pixelsOf(image: Image | Canvas): Uint8Array {
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
