import { readImageHeader } from '../media/images/image-header.ts';
import { readWavFile, type WavFile } from '../media/sound/wav-file.ts';
import { decodeBase64, parseDataUrl, parseEmbedded } from '../project/data-url.ts';
import { type ImageAsset, type MediaAsset, mediaAssetSchema } from '../project/object-schemas.ts';
import { type Path, showSource } from '../project/problem-text.ts';
import type { Problems } from '../project/problems.ts';
import type { Result } from '../project/result.ts';
import type { ResolvedMedia, ResolvedObject } from './schema.ts';

type ResolvedImage = NonNullable<ResolvedObject['image']>;

const imageMimes = ['image/png', 'image/jpeg'];

/** The first EXIF orientation that swaps width and height. */
const firstSideways = 5;

/**
 * Completes an image with the size from its header. Adds a problem and returns undefined if the size cannot be read.
 */
export function completeImage(image: ResolvedImage, path: Path, problems: Problems): ImageAsset | undefined {
  const { src, width, height } = image;
  if (width !== undefined && height !== undefined) return { ...image, width, height };
  const size = imageSize(src);
  if (size === undefined && parseEmbedded(src, imageMimes) === null) {
    const rule = 'must be a PNG or JPEG file, or a base64 data URL of image/png or image/jpeg';
    problems.add([...path, 'src'], 'media-source', `${rule}, but is ${showSource(src)}`);
    return undefined;
  }
  if (size === undefined) {
    const missing = width === undefined ? 'width' : 'height';
    problems.add(
      [...path, missing],
      'missing-field',
      `is required, because it cannot be read from the src ${showSource(src)}`,
    );
    return undefined;
  }
  return { ...image, width: width ?? size.width, height: height ?? size.height };
}

function imageSize(src: string): { readonly width: number; readonly height: number } | undefined {
  const embedded = parseEmbedded(src, imageMimes);
  const bytes = embedded && decodeBase64(embedded.data);
  const header = bytes && readImageHeader(bytes);
  if (!header?.ok) return undefined;
  const { width, height, orientation } = header.value;
  return orientation < firstSideways ? { width, height } : { width: height, height: width };
}

const mimes: readonly string[] = mediaAssetSchema.shape.mime.options;

/** Completes a sound with the type and duration from its src. */
export function completeMedia(media: ResolvedMedia, path: Path, problems: Problems): MediaAsset | undefined {
  const { src } = media;
  const mime = media.mime ?? mimeOf(src);
  const wav = media.duration === undefined ? readWav(src) : undefined;
  if (wav && !wav.ok) {
    for (const problem of wav.problems) problems.add([...path, 'src'], 'media-source', problem);
    return undefined;
  }
  const duration = media.duration ?? (wav && durationOf(wav.value));
  for (const [name, value] of Object.entries({ mime, duration })) {
    if (value !== undefined) continue;
    problems.add(
      [...path, name],
      'missing-field',
      `is required, because it can only be read from WAV, not from ${showSource(src)}`,
    );
  }
  if (mime === undefined || duration === undefined) return undefined;
  return { ...media, mime, duration, hasAudio: media.hasAudio ?? mime.startsWith('audio/') };
}

function mimeOf(src: string): MediaAsset['mime'] | undefined {
  const mime = parseDataUrl(src)?.mime ?? '';
  return mimes.includes(mime) ? (mime as MediaAsset['mime']) : undefined;
}

/** Returns an embedded WAV, or its problem; undefined if the src is something else. */
function readWav(src: string): Result<WavFile> | undefined {
  const embedded = parseEmbedded(src, ['audio/wav']);
  const bytes = embedded && decodeBase64(embedded.data);
  return bytes ? readWavFile(bytes) : undefined;
}

/** Returns the duration in milliseconds. */
function durationOf({ frames, sampleRate }: WavFile): number {
  return (frames * 1000) / sampleRate;
}
