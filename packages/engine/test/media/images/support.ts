import { readFileSync } from 'node:fs';
import {
  type DecodedImage,
  decodeImage,
  ImageError,
  maxImagePixels,
} from '../../../src/media/images/decode-image.ts';
import { Budget } from '../../../src/project/budget.ts';

export const imagePath = 'scenes.intro.objects.logo.image';

export function dataUrl(type: string, bytes: Uint8Array): string {
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
}

export const pngUrl = (bytes: Uint8Array) => dataUrl('image/png', bytes);
export const jpegUrl = (bytes: Uint8Array) => dataUrl('image/jpeg', bytes);

export function decode(src: string, budget = new Budget(maxImagePixels)): Promise<DecodedImage> {
  return decodeImage(src, { path: imagePath.split('.'), budget });
}

/** Returns the problem of a refused image, without its path; undefined if it decodes. Other errors are passed on. */
export async function problemOf(
  src: string,
  budget = new Budget(maxImagePixels),
): Promise<string | undefined> {
  try {
    await decode(src, budget);
    return undefined;
  } catch (error) {
    if (error instanceof ImageError) return error.problem;
    throw error;
  }
}

export function fixture(name: string): Uint8Array {
  return readFileSync(new URL(`../../../../../test/fixtures/images/${name}`, import.meta.url));
}

/** Returns the RGBA of one pixel. */
export function pixelAt(pixels: ArrayLike<number>, width: number, x: number, y: number): number[] {
  return Array.from({ length: 4 }, (_, channel) => pixels[(y * width + x) * 4 + channel] ?? Number.NaN);
}

/** Returns the largest difference between two pictures, with colours multiplied by alpha as in drawing. */
export function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) return Number.POSITIVE_INFINITY;
  let largest = 0;
  for (let i = 0; i < a.length; i++) {
    const alpha = i | 3;
    const isAlpha = i === alpha;
    const left = (a[i] ?? 0) * (isAlpha ? 1 : (a[alpha] ?? 0) / 255);
    const right = (b[i] ?? 0) * (isAlpha ? 1 : (b[alpha] ?? 0) / 255);
    largest = Math.max(largest, Math.abs(left - right));
  }
  return largest;
}
