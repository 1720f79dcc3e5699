import type { Buffer } from 'node:buffer';
import {
  AV_CODEC_ID_VP8,
  AV_CODEC_ID_VP9,
  AV_PKT_DATA_DISPLAYMATRIX,
  type AVPixelFormat,
  FF_DECODER_LIBVPX_VP8,
  FF_DECODER_LIBVPX_VP9,
  type FFVideoDecoder,
} from '#node-av/constants';
import { avGetCodecName, avGetPixFmtName, Codec, type Stream } from '#node-av/lib';
import { failure, type Result, success } from '../../project/result.ts';
import { maxImagePixels, maxImageSide } from '../images/decode-image.ts';

/** How stored pictures are turned for display. */
export interface Turning {
  /** Quarter turns clockwise, 0 to 3. */
  readonly quarters: number;
  /** Whether they are mirrored, left to right, before that. */
  readonly isMirrored: boolean;
}

/** What the header of a video file tells. */
export interface VideoFacts extends Turning {
  /** Size in square pixels, as displayed. */
  readonly width: number;
  readonly height: number;
  /** Of the whole file: the longest of its streams. */
  readonly durationMs: number;
  /** Mean number of pictures in a second; undefined if it is not known. */
  readonly rate: number | undefined;
  /** FFmpeg's name of the coding, such as `h264`. */
  readonly codec: string;
  readonly hasSound: boolean;
  /** Whether no picture can have transparent pixels. */
  readonly isOpaque: boolean;
}

/** Codings of which FFmpeg has no decoder of its own, or one that ignores transparency. */
const namedDecoders = new Map<number, FFVideoDecoder>([
  [AV_CODEC_ID_VP8, FF_DECODER_LIBVPX_VP8],
  [AV_CODEC_ID_VP9, FF_DECODER_LIBVPX_VP9],
]);

/** Returns the decoder of a stream whose pictures are small enough; the failure ends a sentence about the file. */
export function decoderOf(stream: Stream): Result<Codec> {
  const { codecId, width, height } = stream.codecpar;
  if (!(width > 0 && height > 0)) return failure('has pictures of an unknown size; export it again');
  if (width > maxImageSide || height > maxImageSide || width * height > maxImagePixels) {
    const rule = `pictures may have ${maxImageSide} pixels a side and ${maxImagePixels} in all`;
    return failure(`is ${width} x ${height}, but ${rule}; export it smaller`);
  }
  const isTransparent = stream.metadata?.get('alpha_mode') === '1';
  const named = isTransparent ? namedDecoders.get(codecId) : undefined;
  const decoder = (named && Codec.findDecoderByName(named)) || Codec.findDecoder(codecId);
  if (decoder) return success(decoder);
  const name = avGetCodecName(codecId) ?? 'unknown';
  return failure(`has pictures in the coding ${name}, which cannot be decoded; convert it to H.264`);
}

/** Names of formats of pixels without transparency. */
const opaqueFormats = /^(?:yuvj?4|nv|p0|gray|gbrp(?!a)|rgb24|bgr24)/;

export function videoFacts(
  { codecpar, avgFrameRate, sampleAspectRatio, metadata }: Stream,
  { durationMs, hasSound }: Pick<VideoFacts, 'durationMs' | 'hasSound'>,
): VideoFacts {
  const formatName = avGetPixFmtName(codecpar.format as AVPixelFormat) ?? '';
  const turning = turningOf(codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX));
  const { num, den } = sampleAspectRatio;
  const aspect = num > 0 && den > 0 ? num / den : 1;
  // A picture keeps its height, as in browsers.
  const width = Math.max(1, Math.min(maxImageSide, Math.round(codecpar.width * aspect)));
  const isSideways = turning.quarters % 2 === 1;
  return {
    ...turning,
    width: isSideways ? codecpar.height : width,
    height: isSideways ? width : codecpar.height,
    durationMs,
    rate: avgFrameRate.num > 0 && avgFrameRate.den > 0 ? avgFrameRate.num / avgFrameRate.den : undefined,
    codec: avGetCodecName(codecpar.codecId) ?? 'unknown',
    hasSound,
    isOpaque: metadata?.get('alpha_mode') !== '1' && opaqueFormats.test(formatName),
  };
}

/**
 * Reads a display matrix (ISO/IEC 14496-12, section 8.5.2): the numbers a, b, c, d at the places 0, 1, 3 and 4 in 16.16, for
 * x' = ax + cy and y' = bx + dy. Angles between quarters count as the nearest one.
 */
function turningOf(matrix: Buffer | null): Turning {
  if (matrix === null || matrix.length < 36) return { quarters: 0, isMirrored: false };
  const [a, b, c, d] = [0, 1, 3, 4].map((place) => matrix.readInt32LE(place * 4));
  const isMirrored = a * d - b * c < 0;
  const angle = Math.atan2(isMirrored ? -b : b, isMirrored ? -a : a);
  return { quarters: (Math.round(angle / (Math.PI / 2)) + 4) % 4, isMirrored };
}
