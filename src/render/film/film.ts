import { availableParallelism } from 'node:os';
import type { Drawing } from '../../drawing/compile-drawing.ts';
import type { DecodedImage } from '../../media/images/decode-image.ts';
import { lookUpAsset } from '../../media/images/project-images.ts';
import type { Sound } from '../../media/sound/mix-sound.ts';
import { bitrateWindow, H264Encoder, ticksPerFrame } from '../../output/film/h264-encoder.ts';
import { Mp3Encoder, mp3Bitrate } from '../../output/film/mp3-encoder.ts';
import { Mp4File } from '../../output/film/mp4-file.ts';
import type { Size } from '../../output/fit-scene.ts';
import { OutputTooLargeError } from '../../output/output-too-large-error.ts';
import type { PictureSource } from '../../output/skia/skia-canvas.ts';
import type { ImageAsset, Project } from '../../project/schema.ts';
import { countFrames } from '../plan.ts';
import { type FilmPictures, FrameRun, PaintedPictures } from './film-pictures.ts';
import { ThreadedPictures } from './film-threads.ts';

export interface FilmOptions {
  readonly project: Project;
  /** Of the project. */
  readonly drawing: Drawing;
  /** More than 0. */
  readonly durationMs: number;
  /** Decodes the project's images; not called when threads paint, since each decodes its own. */
  readonly decodeImages: () => Promise<ReadonlyMap<ImageAsset, DecodedImage>>;
  /** As long as the film; null for a film without an audio track. */
  readonly sound: Sound | null;
  /** Even numbers of pixels. */
  readonly size: Size;
  readonly framesPerSecond: number;
  readonly maximumBytes: number;
  /** Threads that paint ahead; 0 paints on this one. By default what suits the machine and the film. */
  readonly threads?: number;
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

/** What is left of the byte budget for the pictures, after the file's own tables and the rate control's error. */
const usableShare = 0.9;

/** Each takes some 100 MB. */
const mostThreads = 3;
/** A shorter film is done before the threads have started. */
const fewestFramesForThreads = 60;

/** Bits per second that a film's pictures may take for its file, sound included, to stay within `maximumBytes`. */
export function videoBitrate(durationMs: number, maximumBytes: number, hasSound: boolean): number {
  // The rate control may run ahead of the average by one window.
  const bitrate = (maximumBytes * 8 * usableShare) / (durationMs / 1000 + bitrateWindow);
  return bitrate - (hasSound ? mp3Bitrate : 0);
}

/**
 * Encodes the whole of a drawing as a film. Rejects with the signal's reason when aborted, with
 * `OutputTooLargeError` when the file outgrows `maximumBytes`.
 */
export async function writeFilm(options: FilmOptions): Promise<Film> {
  const frames = countFrames(options.durationMs, options.framesPerSecond);
  const pictures = await paintPictures(options, frames);
  try {
    return await encodePictures(pictures, frames, options);
  } finally {
    await pictures.close();
  }
}

async function encodePictures(pictures: FilmPictures, frames: number, options: FilmOptions): Promise<Film> {
  const { durationMs, size, framesPerSecond, maximumBytes, signal, onFrame } = options;
  const ticks = Math.round(durationMs * framesPerSecond);
  let packets = 0;
  const encoder = new H264Encoder(
    {
      ...size,
      framesPerSecond,
      maximumBitrate: videoBitrate(durationMs, maximumBytes, options.sound !== null),
    },
    (packet) => {
      packets++;
      const isLast = packets === frames;
      packet.duration = BigInt(isLast ? Math.max(1, ticks - (frames - 1) * ticksPerFrame) : ticksPerFrame);
      file.addVideo(packet);
      if (file.length > maximumBytes) throw new OutputTooLargeError('the film exceeds the maximum size');
    },
  );
  const sound = options.sound && new Mp3Encoder(options.sound, (packet) => file.addAudio(packet));
  const file = new Mp4File(encoder.codec, sound?.codec);
  let encoding: Promise<void> = Promise.resolve();
  try {
    let rasterizedFrames = 0;
    for (let index = 0; index < frames; index++) {
      signal?.throwIfAborted();
      // While this frame is painted, the one before it is encoded. A failure of either counts at once.
      const [planes] = await Promise.all([pictures.next(), encoding]);
      if (planes) {
        encoder.takePicture(planes);
        rasterizedFrames++;
      }
      encoding = encoder.encode(index).then(() => sound?.encodeUntil(((index + 1) * 1000) / framesPerSecond));
      onFrame?.(index + 1);
    }
    await encoding;
    await encoder.finish();
    await sound?.finish();
    if (packets !== frames) throw new Error(`the encoder gave ${packets} packets for ${frames} frames`);
    const bytes = file.finish();
    if (bytes.length > maximumBytes) throw new OutputTooLargeError('the film exceeds the maximum size');
    return { bytes, frames, rasterizedFrames };
  } finally {
    await encoding.catch(() => {});
    file.close();
    encoder.close();
    sound?.close();
  }
}

/** On a machine of more than two processors threads paint ahead; the encoder keeps two busy. */
async function paintPictures(options: FilmOptions, frames: number): Promise<FilmPictures> {
  const { project, drawing, size, framesPerSecond, decodeImages, signal } = options;
  const threads = options.threads ?? Math.min(mostThreads, availableParallelism() - 2);
  if (threads > 0 && frames >= fewestFramesForThreads) {
    return new ThreadedPictures({ project, size, framesPerSecond }, frames, threads, signal);
  }
  const images = await decodeImages();
  const pictureSource: PictureSource = (asset) => lookUpAsset(images, asset).drawable;
  return new PaintedPictures(new FrameRun(drawing, size, framesPerSecond, pictureSource));
}
