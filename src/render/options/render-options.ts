import type { OutputFormat } from '../../output/formats.ts';
import type { FrameRate } from '../capabilities.ts';

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

// The public types are read by programs that know those of Node, those of the DOM, or neither, and that may be set to an
// older language. What only some of them know is asked for here rather than named.

/** AbortSignal, where the program knows it. */
export type KnownAbortSignal = typeof globalThis extends {
  AbortSignal: { readonly prototype: infer Signal };
}
  ? Signal
  : { readonly aborted: boolean };

/** AsyncDisposable, where the program knows `Symbol.asyncDispose`. */
export type KnownAsyncDisposable = SymbolConstructor extends {
  readonly asyncDispose: infer Key extends symbol;
}
  ? { [Name in Key]: () => Promise<void> }
  : object;
