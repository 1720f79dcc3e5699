import type { PictureSize } from '../../media/images/picture-header.ts';
import type { Result } from '../../project/result.ts';

/** A file to be converted for a project: a picture to PNG, JPEG or outlines, a sound to PCM WAV. */
export interface Conversion {
  readonly type: 'image' | 'media';
  readonly bytes: Uint8Array;
  /** Maximum bytes of the result. */
  readonly maxBytes: number;
  /** For a picture: the largest size in which the project draws it, in scene pixels; undefined if that is unknown. */
  readonly drawn: PictureSize | undefined;
  /** For a sound: the end of the part that is heard, in milliseconds of the file; undefined for all of it. */
  readonly heardUntilMs: number | undefined;
}

export interface Converted {
  /** An SVG has nothing but outlines in colors. */
  readonly mime: 'image/png' | 'image/jpeg' | 'image/svg+xml' | 'audio/wav';
  readonly bytes: Uint8Array;
  /** Of an SVG that became a bitmap: what it has that outlines cannot show, such as `a gradient`. */
  readonly unsupported?: string;
  /** Whether the file has more frames than the one that is drawn. */
  readonly isAnimated?: boolean;
}

/**
 * Converts a file; the problems of a failure follow `is "name", but`. Rejects with the signal's reason, or, if it works
 * in another process, with a RenderError.
 */
export type Converter = (conversion: Conversion, signal: AbortSignal) => Promise<Result<Converted>>;
