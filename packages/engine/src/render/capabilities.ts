import { contractFormats, formats, type OutputFormat } from '../output/formats.ts';
import { maxInputBytes } from '../project/limits.ts';

/** The largest output, in pixels. */
export interface SizeLimit {
  /** Of the width and of the height. */
  readonly side: number;
  /** Of width x height. */
  readonly pixels: number;
}

/** The contract's, which HTTP and the tools keep. */
export const contractSize = { side: 1920, pixels: 2_073_600 } as const satisfies SizeLimit;
/** That of the command line and the library, for extended documents. */
export const largestSize: SizeLimit = { side: 3840, pixels: 8_294_400 };

/** The limit of a server that offers these formats; without them, that of the command line and the library. */
export function sizeLimitOf(server: readonly OutputFormat[] | undefined): SizeLimit {
  return server === undefined ? largestSize : contractSize;
}

export const maxOutputBytes = 64 * 1024 * 1024;
export const maxVideoDurationMs = 60_000;
export const maxVideoFrames = 1800;

/** The longest film over clips that is made in parts, where a film is written to a file. */
export const maxFootageMs = 600_000;
export const maxAudibleTracks = 32;
export const defaultTimeoutMs = 120_000;
export const maxTimeoutMs = 600_000;

/** Bytes that the pieces in a cache may take, unless an option says otherwise. */
export const defaultCacheBytes = 2e9;
export const minCacheBytes = 1e6;

/** The features that every service supports. */
const constants = {
  /** Video codec of MP4: H.264. */
  videoCodec: 'avc',
  /** Audio codec of MP4. */
  audioCodec: formats.mp4.audioCodec,
  /** Media types of images that a project can embed. */
  imageInputs: ['image/png', 'image/jpeg'],
  /** Sound formats that a project can embed. */
  audioInputs: ['PCM WAV'],
  /** Whether a project can contain video clips. */
  videoInputs: false,
  maxInputBytes,
  /** Maximum width x height of an output in pixels. */
  maxPixels: contractSize.pixels,
  /** Maximum duration of a film in milliseconds. */
  maxVideoDurationMs,
  /** Maximum frames of a film. */
  maxVideoFrames,
  /** Whether a project can refer to images and sound by an address. */
  externalAssets: false,
} as const;

/** The supported formats, source types and limits. */
export interface Capabilities extends Readonly<typeof constants> {
  /** Output formats. */
  readonly formats: readonly OutputFormat[];
}

/** The capabilities of a service that offers these formats. */
export function capabilitiesWith(offered: readonly OutputFormat[]): Capabilities {
  return { formats: offered, ...constants };
}

/** The capabilities of this version. */
export const capabilities: Capabilities = capabilitiesWith(contractFormats);
