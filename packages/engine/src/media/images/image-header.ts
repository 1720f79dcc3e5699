import { failure, type Result, success } from '../../project/result.ts';
import { readExifOrientation } from './exif-orientation.ts';
import {
  hasIccProfile,
  type JpegFrame,
  jpegColorModel,
  readJpegFrame,
  readJpegOrientation,
  readJpegSegments,
  startsAsJpeg,
} from './jpeg-segments.ts';
import {
  hasMatchingCrc,
  isColorProfile,
  type PngChunk,
  type PngHeader,
  pictureChunks,
  readPngChunks,
  readPngHeader,
  startsAsPng,
} from './png-chunks.ts';

interface CommonHeader {
  /** Size in pixels as stored, before the orientation is applied. */
  readonly width: number;
  readonly height: number;
  /** EXIF orientation, 1 to 8, which defines how to turn the stored picture for display. */
  readonly orientation: number;
  /** Whether the file has colours that need conversion to sRGB, by an ICC profile or (PNG) by gAMA. */
  readonly hasColorProfile: boolean;
}

export interface PngImageHeader extends CommonHeader {
  readonly type: 'image/png';
  readonly png: PngHeader;
  readonly hasAlpha: boolean;
  /** Whether further frames follow the picture. */
  readonly isAnimated: boolean;
}

export interface JpegImageHeader extends CommonHeader {
  readonly type: 'image/jpeg';
  readonly jpeg: JpegFrame;
  readonly colorModel: 'grey' | 'ycbcr' | 'rgb' | 'cmyk';
}

export type ImageHeader = PngImageHeader | JpegImageHeader;

/**
 * Reads the header of a PNG or JPEG without decompressing anything. Also works for a file that is truncated after its
 * size.
 */
export function readImageHeader(bytes: Uint8Array): Result<ImageHeader> {
  if (startsAsPng(bytes)) return pngImageHeader(bytes);
  if (startsAsJpeg(bytes)) return jpegImageHeader(bytes);
  if (bytes.length === 0) return failure('the image has no bytes');
  const start = Array.from(bytes.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0'));
  return failure(`the bytes are neither a PNG nor a JPEG; they start with ${start.join(' ')}`);
}

function pngImageHeader(bytes: Uint8Array): Result<PngImageHeader> {
  const { chunks } = readPngChunks(bytes);
  const header = readPngHeader(chunks);
  if (!header.ok) return header;
  const png = header.value;
  return success({
    type: 'image/png',
    width: png.width,
    height: png.height,
    orientation: pngOrientation(chunks),
    hasColorProfile: pictureChunks(chunks).some(isColorProfile),
    png,
    hasAlpha: png.colorType >= 4 || chunks.some(({ type }) => type === 'tRNS'),
    isAnimated: chunks.some(({ type }) => type === 'acTL'),
  });
}

function pngOrientation(chunks: readonly PngChunk[]): number {
  const exif = chunks.find((chunk) => chunk.type === 'eXIf' && hasMatchingCrc(chunk));
  return exif ? readExifOrientation(exif.data) : 1;
}

function jpegImageHeader(bytes: Uint8Array): Result<JpegImageHeader> {
  const segments = readJpegSegments(bytes);
  const frame = readJpegFrame(segments);
  if (!frame.ok) return frame;
  const jpeg = frame.value;
  return success({
    type: 'image/jpeg',
    width: jpeg.width,
    height: jpeg.height,
    orientation: readJpegOrientation(segments),
    hasColorProfile: hasIccProfile(segments),
    jpeg,
    colorModel: jpegColorModel(segments, jpeg),
  });
}
