import type { OutputFormat } from '../../output/formats.ts';
import type { FrameRate } from '../capabilities.ts';

/** The options of a render; all have defaults. */
export interface RenderOptions {
  /** Default `png`. */
  readonly format?: OutputFormat | undefined;
  /** In pixels, 1 to 1920. One alone keeps the first scene's aspect ratio; without both, the scene's size is kept. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** Frames per second of an MP4: 24, 30 (default) or 60. */
  readonly fps?: FrameRate | undefined;
  /** Project time of a still in milliseconds; default 0. */
  readonly timeMs?: number | undefined;
}

/** Cancellation, time limit and progress of a render. */
export interface RenderControl {
  readonly signal?: KnownAbortSignal | undefined;
  /** Milliseconds until the render ends with `timeout`: 1 to 600000, default 120000. */
  readonly timeoutMs?: number | undefined;
  /** May return a promise, which the call waits for. If it throws or the promise rejects, the call fails. */
  readonly onProgress?: ((progress: RenderProgress) => void) | undefined;
}

export interface RenderProgress {
  /** Share of the whole work, 0 to 1; never decreases. */
  readonly fraction: number;
  /** Frames of the film done so far, and their total; both 0 for a still. */
  readonly framesDone: number;
  readonly frames: number;
}

// Programs that use these types may have the types of Node, of the DOM, or neither, and an older language level. Types
// that only some of them have are therefore looked up rather than named.

/** AbortSignal, if the program has its type. */
export type KnownAbortSignal = typeof globalThis extends {
  AbortSignal: { readonly prototype: infer Signal };
}
  ? Signal
  : { readonly aborted: boolean };

/** AsyncDisposable, if the program has the type of `Symbol.asyncDispose`. */
export type KnownAsyncDisposable = SymbolConstructor extends {
  readonly asyncDispose: infer Key extends symbol;
}
  ? { [Name in Key]: () => Promise<void> }
  : object;
