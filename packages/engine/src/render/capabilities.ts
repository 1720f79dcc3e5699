import { contractFormats, formats, type OutputFormat } from '../output/formats.ts';
import { maxInputBytes } from '../project/limits.ts';

/** Longest side of any output, in pixels. */
export const maxOutputSide = 1920;
export const maxOutputPixels = 2_073_600;
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
  maxPixels: maxOutputPixels,
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
