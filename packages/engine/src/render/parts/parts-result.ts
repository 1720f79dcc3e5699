import type { AudioCodec } from '../../output/formats.ts';
import type { Problem } from '../../project/problem.ts';

/** The chapter of a part. */
export interface PartChapter {
  /** Name of the part's project in one line, cut to 255 bytes. */
  readonly title: string;
  /** In the film, in milliseconds. */
  readonly startMs: number;
}

/** A film of several parts, in a file. */
export interface PartsResult {
  readonly format: 'mp4';
  readonly mimeType: string;
  /** Size of the file. */
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  readonly durationMs: number;
  readonly frames: number;
  /** Pictures drawn: the frames except those that repeat a held picture. */
  readonly rasterizedFrames: number;
  /** Codec of the sound; null without sound. */
  readonly audioCodec: AudioCodec | null;
  /** Of the first 255 parts; a file cannot list more. */
  readonly chapters: readonly PartChapter[];
  /** What is drawn differently from how it was written, in the words of an inspection. Missing if nothing is. */
  readonly warnings?: readonly Problem[];
  /** Milliseconds from the call to its result. */
  readonly elapsedMs: number;
}
