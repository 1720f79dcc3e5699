import { formats, type OutputFormat } from '../output/formats.ts';
import { maxInputBytes } from '../project/limits.ts';

/** Formats that the contract promises, whatever other formats exist. */
const contractFormats = ['svg', 'png', 'mp4'] as const satisfies readonly OutputFormat[];

export const frameRates = [24, 30, 60] as const;
export type FrameRate = (typeof frameRates)[number];

/** Longest side of any output, in pixels. */
export const maxOutputSide = 1920;
export const maxOutputPixels = 2_073_600;
export const maxOutputBytes = 64 * 1024 * 1024;
export const maxVideoDurationMs = 60_000;
export const maxVideoFrames = 1800;
export const maxAudibleTracks = 32;
export const defaultTimeoutMs = 120_000;
export const maxTimeoutMs = 600_000;

/** Formats and limits of the service, as constants of the contract. */
export const capabilities = {
  formats: contractFormats,
  videoCodec: 'avc',
  audioCodec: formats.mp4.audioCodec,
  imageInputs: ['image/png', 'image/jpeg'],
  audioInputs: ['PCM WAV'],
  videoInputs: false,
  maxInputBytes,
  maxPixels: maxOutputPixels,
  maxVideoDurationMs,
  maxVideoFrames,
  externalAssets: false,
} as const;

export interface Capabilities extends Readonly<typeof capabilities> {}
