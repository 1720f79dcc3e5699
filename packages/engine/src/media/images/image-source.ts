import { type DataUrl, parseEmbedded } from '../../project/data-url.ts';
import { showSource } from '../../project/problem-text.ts';
import { failure, type Result, success } from '../../project/result.ts';

const imageTypes = ['image/png', 'image/jpeg'];

/** Returns the parts of an image's src, without checking the base64 or the picture. */
export function readImageSource(src: string): Result<DataUrl> {
  const url = parseEmbedded(src, imageTypes);
  if (url) return success(url);
  return failure(
    `the src must be a base64 data URL of image/png or image/jpeg, but is ${showSource(src)}; embed a PNG or JPEG`,
  );
}
