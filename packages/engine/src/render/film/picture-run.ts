import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PixelArea } from '@render-service/h264';
import type { Drawing } from '../../drawing/compile-drawing.ts';
import type { DisplayList } from '../../drawing/display-list.ts';
import { changedArea } from '../../output/animation/changed-area.ts';
import { straightPixels } from '../../output/png.ts';
import { type PictureSource, SkiaCanvas } from '../../output/skia/skia-canvas.ts';
import { countFrames } from '../plan.ts';
import type { FrameSettings } from './frame-pictures.ts';

/** Bytes of pixels that may be read from the canvas before they are freed. V8 would let them grow to gigabytes. */
const maxReadBytes = 16 * 1024 ** 2;

/** A picture of a film that differs from the one before. */
export interface FilmPicture {
  /**
   * Straight RGBA, one word per pixel; the pixels of the still at this time. The memory is used again for the next
   * picture.
   */
  readonly pixels: Uint32Array;
  /** The area that differs from the picture before; the whole first picture. */
  readonly area: PixelArea;
  /** The first frame that shows it, and how many do. */
  readonly frame: number;
  readonly frames: number;
}

/** The pictures of a film with their transparency, each painted once. */
export async function* paintPictures(
  drawing: Drawing,
  settings: FrameSettings,
  source: PictureSource,
  signal: AbortSignal | undefined,
): AsyncGenerator<FilmPicture> {
  const { startMs, durationMs, size, framesPerSecond } = settings;
  const canvas = new SkiaCanvas(size, source);
  const count = countFrames(durationMs, framesPerSecond);
  let list: DisplayList | undefined;
  let spare: Uint32Array = new Uint32Array(size.width * size.height);
  let readBytes = 0;
  let shown: Omit<FilmPicture, 'frames'> | undefined;
  for (let frame = 0; frame < count; frame++) {
    signal?.throwIfAborted();
    const next = drawing.at(startMs + Math.min((frame * 1000) / framesPerSecond, durationMs));
    if (next === list) continue;
    list = next;
    canvas.paint(next);
    const pixels = spare;
    pixels.set(straightPixels(canvas.pixels(), size).pixels);
    readBytes += pixels.byteLength;
    if (readBytes > maxReadBytes) {
      globalThis.gc?.({ type: 'minor' });
      // Node frees the memory of collected pixels in the next turn, and receives the parent's messages there.
      await nextTurn();
      readBytes = 0;
    }
    const area = shown ? changedArea(shown.pixels, pixels, size) : { x: 0, y: 0, ...size };
    if (!area) continue;
    if (shown) yield { ...shown, frames: frame - shown.frame };
    spare = shown?.pixels ?? new Uint32Array(pixels.length);
    shown = { pixels, area, frame };
  }
  if (shown) yield { ...shown, frames: count - shown.frame };
}
