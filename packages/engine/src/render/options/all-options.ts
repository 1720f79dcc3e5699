import type { CaptionFormat } from '../../output/caption-text.ts';
import type { FrameRate, Mp4Sound, Mp4Video, OutputFormat } from '../../output/formats.ts';
import type { Variables } from '../../shorthand/schema.ts';

/**
 * Every option with its type in Node. The option table has the rest: the values that are allowed, and the operations
 * and interfaces that take the option.
 */
export interface AllOptions {
  /** Number of evenly spaced moments. */
  readonly moments?: number | undefined;
  /** Milliseconds between two moments, instead of `moments`. */
  readonly every?: number | undefined;
  /** Pictures per row. */
  readonly columns?: number | undefined;
  /** Format of the output; default `png`. */
  readonly format?: OutputFormat | undefined;
  /**
   * Width in pixels, 1 to 3840; over 1920 only for shorthand and extended projects. If only the width or the height is
   * given, the first scene's aspect ratio is kept; without both, its size, reduced to 1920 x 1080 pixels.
   */
  readonly width?: number | undefined;
  /** Height in pixels, as the width. */
  readonly height?: number | undefined;
  /**
   * Frames per second of a film: 24, 30 (default) or 60; of a GIF, WebP or APNG: 10, 12, 15 (default), 20, 24, 25, 30,
   * 50 or 60.
   */
  readonly fps?: FrameRate | undefined;
  /** Project time of a still in milliseconds; default 0. */
  readonly timeMs?: number | undefined;
  /** The moments in milliseconds of project time, instead of `moments`. */
  readonly times?: readonly number[] | undefined;
  /** Values of the project's variables, which override the values in the document. */
  readonly variables?: Variables | undefined;
  /**
   * The name of a bundled theme, or a JSON file with one in `baseFolder`, instead of the theme of a project in shorthand.
   */
  readonly theme?: string | undefined;
  /** The folder to which relative paths in the project's `src` fields refer. Without it, such paths are refused. */
  readonly baseFolder?: string | undefined;
  /** Cancels the call, which then rejects with `aborted`. */
  readonly signal?: KnownAbortSignal | undefined;
  /** Milliseconds after which the call rejects with `timeout`: 1 to 600000, default 120000. */
  readonly timeoutMs?: number | undefined;
  /**
   * Receives the progress. It may return a promise, which the call waits for. If it throws, or its promise rejects, the
   * call rejects with `failed`.
   */
  readonly onProgress?: ((progress: RenderProgress) => void) | undefined;
  /** Project time at which the film starts, in milliseconds. */
  readonly fromMs?: number | undefined;
  /** Project time at which the film ends, in milliseconds. */
  readonly toMs?: number | undefined;
  /** Codec of the sound of an MP4: `mp3` (default), or `aac` for platforms that demand it. */
  readonly audio?: Mp4Sound | undefined;
  /**
   * Codec of the pictures of an MP4: `h264` (default), or `hevc` or `av1` for shorthand and extended projects, which take
   * about half the bytes and several times the time.
   */
  readonly codec?: Mp4Video | undefined;
  /** Adds the captions of a film to the result: as WebVTT (`vtt`) or SRT (`srt`). */
  readonly captions?: CaptionFormat | undefined;
  /** Whether the captions become a text track of an MP4, MOV or WebM. */
  readonly embedCaptions?: boolean | undefined;
  /**
   * A folder in which the pieces of MP4 films and the pictures of PNGs and sheets are kept for later ones, or false
   * (default) for none. The output has the same bytes with it and without it.
   */
  readonly cache?: string | false | undefined;
  /** Bytes that the cache may take, 2 GB by default; the least recently used files are removed first. */
  readonly cacheBytes?: number | undefined;
  /** Whether to refuse what would be drawn differently from how it was written. Otherwise the result warns of it. */
  readonly strict?: boolean | undefined;
  /** Whether to list the visible objects of every hold. */
  readonly layout?: boolean | undefined;
  /** Whether to list what enters, changes and leaves in each composition. */
  readonly plan?: boolean | undefined;
  /** Parts that are rendered at the same time, each in a process of its own; 1 by default. */
  readonly jobs?: number | undefined;
  /** Whether an existing file is replaced; false by default. */
  readonly replace?: boolean | undefined;
}

/** Progress of a render. */
export interface RenderProgress {
  /** Completed share of the whole work, 0 to 1; never decreases. */
  readonly fraction: number;
  /** Frames of the film that are done; 0 for a still. */
  readonly framesDone: number;
  /** Frames of the whole film; 0 for a still. */
  readonly frames: number;
}

// Programs that use the public types may lack the types of Node or of the DOM, and may target an older language. The
// types below therefore look up such a type and do not name it.

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
