import type { Drawing } from '../drawing/compile-drawing.ts';
import type { DisplayList } from '../drawing/display-list.ts';
import type { Sound } from './audio/mix-sound.ts';
import { Mp3Encoder, mp3Bitrate } from './audio/mp3-encoder.ts';
import { FilmPainter } from './film-painter.ts';
import type { Size } from './fit-scene.ts';
import { H264Encoder, ticksPerFrame } from './h264-encoder.ts';
import { I420Picture } from './i420-picture.ts';
import { Mp4File } from './mp4-file.ts';
import type { PictureSource } from './skia-canvas.ts';

export interface FilmOptions {
  readonly drawing: Drawing;
  /** More than 0. */
  readonly durationMs: number;
  readonly pictureSource: PictureSource;
  /** As long as the film; null for a film without an audio track. */
  readonly sound: Sound | null;
  /** Even numbers of pixels. */
  readonly size: Size;
  readonly framesPerSecond: number;
  readonly maximumBytes: number;
  readonly signal?: AbortSignal | undefined;
  /** Called after each frame that has been handed to the encoder. */
  readonly onFrame?: ((framesDone: number) => void) | undefined;
}

export interface Film {
  readonly bytes: Uint8Array;
  readonly frames: number;
  /** Frames that were drawn anew; the others show a held picture again. */
  readonly rasterizedFrames: number;
}

/** Thrown when a film does not fit into the bytes it may take. */
export class FilmTooLargeError extends Error {}

/** What is left of the byte budget for the pictures, after the file's own tables and the rate control's error. */
const usableShare = 0.9;

/** Frames of a film that lasts `durationMs`: frame i shows the time i / framesPerSecond. */
export function countFrames(durationMs: number, framesPerSecond: number): number {
  // Rounded to a millionth, lest a duration that ends on a frame gain one by the last bit of a fraction.
  return Math.ceil(Math.round(durationMs * framesPerSecond * 1e3) / 1e6);
}

/**
 * Encodes the whole of a drawing as a film. Rejects with the signal's reason when
 * aborted, with `FilmTooLargeError` when the file outgrows `maximumBytes`.
 */
export async function writeFilm(options: FilmOptions): Promise<Film> {
  const { drawing, durationMs, size, framesPerSecond, maximumBytes, signal, onFrame } = options;
  const frames = countFrames(durationMs, framesPerSecond);
  const ticks = Math.round(durationMs * framesPerSecond);
  const picture = new I420Picture(size);
  let packets = 0;
  const bitrate = (maximumBytes * 8 * usableShare) / (durationMs / 1000);
  const encoder = new H264Encoder(
    { ...size, framesPerSecond, maximumBitrate: bitrate - (options.sound ? mp3Bitrate : 0) },
    picture.planes,
    (packet) => {
      packets++;
      const isLast = packets === frames;
      packet.duration = BigInt(isLast ? Math.max(1, ticks - (frames - 1) * ticksPerFrame) : ticksPerFrame);
      file.addVideo(packet);
      if (file.length > maximumBytes) throw new FilmTooLargeError('the film is larger than it may be');
    },
  );
  const sound = options.sound && new Mp3Encoder(options.sound, (packet) => file.addAudio(packet));
  const file = new Mp4File(encoder.codec, sound?.codec);
  let encoding: Promise<void> = Promise.resolve();
  try {
    const painter = new FilmPainter(size, options.pictureSource);
    let shown: DisplayList | undefined;
    let rasterizedFrames = 0;
    for (let index = 0; index < frames; index++) {
      signal?.throwIfAborted();
      const list = drawing.at((index * 1000) / framesPerSecond);
      if (list === shown) {
        await encoding;
      } else {
        painter.paint(list, (area, rgba) => picture.put(area, rgba));
        shown = list;
        rasterizedFrames++;
        // Until then the encoder reads the picture before it.
        await encoding;
        encoder.takePicture();
      }
      encoding = encoder.encode(index).then(() => sound?.encodeUntil(((index + 1) * 1000) / framesPerSecond));
      onFrame?.(index + 1);
    }
    await encoding;
    await encoder.finish();
    await sound?.finish();
    if (packets !== frames) throw new Error(`the encoder gave ${packets} packets for ${frames} frames`);
    const bytes = file.finish();
    if (bytes.length > maximumBytes) throw new FilmTooLargeError('the film is larger than it may be');
    return { bytes, frames, rasterizedFrames };
  } finally {
    await encoding.catch(() => {});
    file.close();
    encoder.close();
    sound?.close();
  }
}
