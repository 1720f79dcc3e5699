import { createCanvas, loadImage } from '@napi-rs/canvas';
import { memoizeByObject } from '../drawing/memoize-by-object.ts';
import { type DecodedImage, readPixels } from '../media/images/decode-image.ts';
import { pictureSegments } from '../media/images/jpeg-segments.ts';
import { isColorProfile, joinPngChunks, pictureChunks, readPngChunks } from '../media/images/png-chunks.ts';

/**
 * The data URL that an SVG embeds for this image. It draws the same in every viewer, also in those that know no
 * colour profile, orientation, 16-bit PNG or CMYK: where the file depends on such things, it is a PNG of the
 * decoded pixels, else the authored file without what only describes it (text, EXIF, thumbnails, animation).
 * A file that holds nothing but its picture goes in as it is, under the name of its type that every viewer knows.
 * Worked out once for each image.
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

/** The file without colour profile, if viewers agree on how such a file is drawn. */
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

/** A profile that says sRGB, as most do, changes no channel by more than rounding; the file does without it. */
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
