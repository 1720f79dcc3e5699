import type { PixelArea } from '@render-service/h264';
import type { Size } from '../fit-scene.ts';

/** A picture of an animation that differs from the one before. */
export interface AnimationPicture {
  /** Straight RGBA, one word per pixel. The memory is used again once `add` has resolved. */
  readonly pixels: Uint32Array;
  /** The area that differs from the picture before; the whole first picture. */
  readonly area: PixelArea;
  /** From the start of the film, in milliseconds. */
  readonly startMs: number;
  /** The number of frames that it is shown. */
  readonly frames: number;
}

export interface AnimationSettings {
  readonly size: Size;
  readonly framesPerSecond: number;
  readonly durationMs: number;
}

/** Writes an animation picture by picture. */
export interface AnimationWriter {
  /** Optional: gets every picture once before the first one is added. */
  readonly look?: (picture: AnimationPicture) => void;
  /** Adds the next picture. Resolves when another may be added. */
  add(picture: AnimationPicture): Promise<void>;
  /** Number of bytes so far. */
  readonly length: number;
  /** Ends the file and returns its bytes. */
  finish(): Promise<Uint8Array>;
  close(): void;
}

/**
 * The duration of a picture in whole milliseconds. Both of its ends are rounded, which keeps the film from drifting:
 * browsers cut off the fractions of milliseconds.
 */
export function shownMs(
  { startMs, frames }: Pick<AnimationPicture, 'startMs' | 'frames'>,
  { framesPerSecond, durationMs }: AnimationSettings,
): number {
  const endMs = Math.min(durationMs, startMs + (frames * 1000) / framesPerSecond);
  return Math.max(1, Math.round(endMs) - Math.round(startMs));
}
