import { type Canvas, createCanvas, type Image, loadImage } from '@napi-rs/canvas';
import type { Budget } from '../../project/budget.ts';
import { ContentError } from '../../project/content-error.ts';
import { decodeBase64 } from '../../project/data-url.ts';
import { problemAt } from '../../project/problem.ts';
import type { Path } from '../../project/problem-text.ts';
import { failure, type Result, success } from '../../project/result.ts';
import { swapsSides } from './exif-orientation.ts';
import { type ImageHeader, readImageHeader } from './image-header.ts';
import { readImageSource } from './image-source.ts';
import { findJpegDamage, pictureSegments } from './jpeg-segments.ts';
import { findPngDamage, joinPngChunks, pictureChunks, readPngChunks } from './png-chunks.ts';
import { upright } from './upright.ts';

/** Maximum side of an image, in pixels. */
export const maxImageSide = 8192;

/** Maximum number of pixels of one image, and of all images of a project together. */
export const maxImagePixels = 16_000_000;

/** An image that cannot be drawn: `message` names its place, the rule and the value seen. */
export class ImageError extends ContentError {
  override readonly name = 'ImageError';
  readonly path: Path;
  /** The message without the place. */
  readonly problem: string;

  constructor(path: Path, problem: string) {
    super([problemAt(path, 'damaged-media', problem)]);
    this.path = path;
    this.problem = problem;
  }
}

/** A decoded image in sRGB, turned upright. It never changes. */
export interface DecodedImage {
  /** Size in pixels, as displayed. */
  readonly width: number;
  readonly height: number;
  /** Whether no pixel is transparent. False if unknown. */
  readonly opaque: boolean;
  /** For drawImage. Skia caches smaller copies of an Image that is drawn reduced. */
  readonly drawable: Image | Canvas;
  readonly header: ImageHeader;
  /** The file as embedded. */
  readonly bytes: Uint8Array;
  /** The same in base64. */
  readonly base64: string;
}

/**
 * Decodes an embedded PNG or JPEG. Checks type, sides and pixels in the header before it decodes anything. Rejects
 * truncated pictures instead of drawing them in part. `path` is the image's place in the project, `budget` the pixels
 * that its images may still have. Rejects with an ImageError.
 */
export async function decodeImage(
  src: string,
  { path, budget }: { path: Path; budget: Budget },
): Promise<DecodedImage> {
  const source = readSource(src, budget);
  if (!source.ok) throw new ImageError(path, source.problems.join('; '));
  const { header, bytes, base64 } = source.value;
  const prepared = await prepareForSkia(header, bytes);
  if (!prepared.ok) throw new ImageError(path, `${prepared.problems.join('; ')}; export the image again`);
  const image = await loadImage(prepared.value).catch(() => undefined);
  const turned = swapsSides(header.orientation);
  const width = turned ? header.height : header.width;
  const height = turned ? header.width : header.height;
  const decoded = image && {
    drawable: header.type === 'image/png' ? upright(image, header.orientation) : image,
  };
  if (decoded?.drawable.width !== width || decoded.drawable.height !== height) {
    throw new ImageError(path, `the ${header.type} image cannot be decoded; export the image again`);
  }
  const opaque = header.type === 'image/jpeg' || !header.hasAlpha;
  return { width, height, opaque, drawable: decoded.drawable, header, bytes, base64 };
}

/** Returns the pixels of a decoded image, row by row, as 8-bit RGBA without premultiplied alpha. */
export function readPixels(image: DecodedImage): Uint8ClampedArray {
  const canvas = createCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image.drawable, 0, 0);
  return context.getImageData(0, 0, image.width, image.height).data;
}

function readSource(src: string, budget: Budget): Result<Pick<DecodedImage, 'header' | 'bytes' | 'base64'>> {
  const embedded = readImageSource(src);
  if (!embedded.ok) return embedded;
  const url = embedded.value;
  const bytes = decodeBase64(url.data);
  if (!bytes) {
    return failure(`the src (${src.length} characters) is not valid base64; embed the image again`);
  }
  const read = readImageHeader(bytes);
  if (!read.ok) return failure(`${read.problems.join('; ')}; export the image again`);
  const header = read.value;
  if (header.type !== url.mime) {
    return failure(`the src declares ${url.mime}, but the data is ${header.type}; correct the MIME type`);
  }
  const { width, height } = header;
  if (width > maxImageSide || height > maxImageSide) {
    return failure(
      `each side must be at most ${maxImageSide} pixels, but the image is ${width} x ${height}; make it smaller`,
    );
  }
  const pixels = width * height;
  if (pixels > maxImagePixels) {
    return failure(
      `the image must have at most ${maxImagePixels} pixels, but has ${pixels} (${width} x ${height}); make it smaller`,
    );
  }
  if (pixels > budget.left) {
    const sum = maxImagePixels - budget.left + pixels;
    return failure(
      `all images together must have at most ${maxImagePixels} pixels, but with this one (${width} x ${height}) they have ${sum}; make them smaller`,
    );
  }
  budget.take(pixels);
  return success({ header, bytes, base64: url.data });
}

/**
 * Returns the file for Skia: whole, and without the parts that Skia and browsers read differently. Skia then draws
 * the same as Chromium, converts to sRGB by the file's profile, and turns a JPEG upright. It ignores the orientation of
 * a PNG.
 */
async function prepareForSkia(header: ImageHeader, bytes: Uint8Array): Promise<Result<Uint8Array>> {
  if (header.type === 'image/jpeg') {
    const damage = findJpegDamage(bytes, header.jpeg);
    if (damage !== null) return failure(damage);
    return success(pictureSegments(bytes, { keepProfile: true, orientation: header.orientation }));
  }
  const { chunks, damage: cut } = readPngChunks(bytes);
  const damage = cut ?? (await findPngDamage(header.png, chunks));
  return damage === null ? success(joinPngChunks(pictureChunks(chunks))) : failure(damage);
}
