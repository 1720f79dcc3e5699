import type { FrameRate, OutputFormat } from '../capabilities.ts';
import type { KnownAbortSignal } from './platform-types.ts';

/** The options of a render; all have defaults. */
export interface RenderOptions {
  /** Default `png`. */
  readonly format?: OutputFormat | undefined;
  /** In pixels, 1 to 1920. One alone keeps the first scene's aspect; without both its size is kept. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** Frames per second of an MP4: 24, 30 (default) or 60. */
  readonly fps?: FrameRate | undefined;
  /** Project time of a still in milliseconds; default 0. */
  readonly timeMs?: number | undefined;
}

/** How a render is cancelled, limited in time and observed. */
export interface RenderControl {
  readonly signal?: KnownAbortSignal | undefined;
  /** Milliseconds until the render ends with `timeout`: 1 to 600000, default 120000. */
  readonly timeoutMs?: number | undefined;
  /** May return a promise, which the call waits for. What it throws, or the promise rejects with, fails the call. */
  readonly onProgress?: ((progress: RenderProgress) => void) | undefined;
}

export interface RenderProgress {
  /** Share of the whole work, 0 to 1; never goes back. */
  readonly fraction: number;
  /** Frames of the film done so far and in all; for a still 0 of 0. */
  readonly framesDone: number;
  readonly frames: number;
}
