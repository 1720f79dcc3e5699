import type { Drawing } from '../../drawing/compile-drawing.ts';
import type { DecodedImage } from '../../media/images/decode-image.ts';
import { pictureSource } from '../../media/picture-source.ts';
import type { Sound } from '../../media/sound/sound.ts';
import type { Footage } from '../../media/video/footage.ts';
import type { Captions } from '../../output/caption-text.ts';
import { chooseQuality } from '../../output/film/film-quality.ts';
import { mp3Bitrate } from '../../output/film/mp3-encoder.ts';
import type { Size } from '../../output/fit-scene.ts';
import type { Mp4Sound, Mp4Video } from '../../output/formats.ts';
import type { ImageAsset } from '../../project/object-schemas.ts';
import type { Project } from '../../project/schema.ts';
import type { ClipStamps } from '../../timeline/footage.ts';
import type { Timeline } from '../../timeline/timeline.ts';
import type { OpenedFiles } from '../open-footage.ts';
import type { Span } from '../options/film-range.ts';
import { countFrames, firstFrameFrom } from '../plan.ts';
import { FilmBuild } from './film-build.ts';
import { type Film, FilmFile } from './film-file.ts';
import { type FilmShare, piecesOf } from './film-share.ts';
import { areThreadsReady, FilmThreads, sharedFiles } from './film-threads.ts';
import { FrameRun } from './frame-run.ts';
import type { KeptSound } from './kept/kept-sound.ts';
import { PieceKeys } from './kept/piece-key.ts';
import type { PieceStore } from './kept/piece-store.ts';
import { cutIntoPieces, type EncodedPiece } from './piece.ts';
import { PieceEncoder, type VideoSettings } from './piece-encoder.ts';
import { PieceQueue } from './piece-queue.ts';
import { chooseThreads, OwnWork } from './thread-count.ts';
import { movingSpans, workOrder } from './work-order.ts';

export interface FilmOptions {
  readonly project: Project;
  /** Of the project. */
  readonly timeline: Timeline;
  /** The part of the project that the film shows; by default all of it. */
  readonly span?: Span;
  /** Prepares the project for drawing. */
  readonly compileDrawing: () => Promise<Drawing>;
  /** Decodes the project's images. */
  readonly decodeImages: () => Promise<ReadonlyMap<ImageAsset, DecodedImage>>;
  /** Decodes the project's clips, if it has any. */
  readonly footage?: Footage | undefined;
  /** The opened files of clips. */
  readonly files?: OpenedFiles | undefined;
  /** When the pictures of clips change, as `timeline` has it. */
  readonly stamps?: ClipStamps | undefined;
  /** Sound as long as the part; null without an audio track. */
  readonly sound: Sound | null;
  /** The place of an MP4's coded sound; the sound is not needed if it has it. */
  readonly keptSound?: KeptSound | undefined;
  /** The codec of an MP4's sound; MP3 by default. Other formats have their own. */
  readonly audio?: Mp4Sound | undefined;
  /** The codec of an MP4's pictures; H.264 by default. Other formats have their own. */
  readonly codec?: Mp4Video | undefined;
  /** Of a text track in the file, if it has one. */
  readonly captions?: Captions | undefined;
  /** Size in pixels, even numbers. */
  readonly size: Size;
  readonly framesPerSecond: number;
  /** The quality of an MP4 depends on it. */
  readonly maximumBytes: number;
  /** Free bytes on the disk. A film with more fails; nothing else depends on it. */
  readonly roomBytes?: number | undefined;
  /** Where pieces are kept for other films; without it, all are made. Only for an MP4. */
  readonly store?: PieceStore | undefined;
  /** Only makes this share of an MP4's pieces and keeps them; the film has no bytes then. */
  readonly share?: FilmShare | undefined;
  /** Whether the film has sound; by default, whether `sound` is given. */
  readonly hasSound?: boolean | undefined;
  /** Additional threads. The default suits the machine and the film. */
  readonly threads?: number;
  readonly signal?: AbortSignal | undefined;
  /** Called when further frames are done, with the number of frames done so far. */
  readonly onFrame?: ((framesDone: number) => void) | undefined;
}

/** Share of the byte budget for the pictures, after the file's tables and the error of the rate control. */
const usableShare = 0.9;

/** Bytes that a film's pictures may take to keep its file, including the sound, within `maximumBytes`. */
export function videoBytes(durationMs: number, maximumBytes: number, hasSound: boolean): number {
  const soundBytes = hasSound ? (mp3Bitrate / 8) * (durationMs / 1000) : 0;
  return Math.max(0, maximumBytes * usableShare - soundBytes);
}

/** The number of bytes at which a film fails. */
export function maxFilmBytes({ maximumBytes, roomBytes }: FilmOptions): number {
  return Math.min(maximumBytes, roomBytes ?? maximumBytes);
}

/**
 * Encodes a drawing as a film. This thread and others paint and encode pieces of it as soon as they are free; the
 * pieces are joined in order. Rejects with the signal's reason if aborted, or with `OutputTooLargeError` if the file
 * exceeds `maximumBytes`.
 */
export async function writeFilm(options: FilmOptions): Promise<Film> {
  const { project, timeline, size, framesPerSecond, maximumBytes, sound, share, onFrame } = options;
  const { startMs, endMs } = options.span ?? { startMs: 0, endMs: timeline.durationMs };
  const durationMs = endMs - startMs;
  const frames = countFrames(durationMs, framesPerSecond);
  const pieces = cutIntoPieces(
    frames,
    framesPerSecond,
    videoBytes(durationMs, maximumBytes, options.hasSound ?? sound !== null),
    compositionStarts(timeline).map((timeMs) => firstFrameFrom(timeMs - startMs, framesPerSecond)),
  );
  const wanted = share === undefined ? pieces : piecesOf(pieces, share);
  const settings: VideoSettings = {
    startMs,
    durationMs,
    size,
    framesPerSecond,
    quality: chooseQuality(project),
  };
  const stop = new AbortController();
  let framesDone = 0;
  const count = (more: number) => {
    framesDone += more;
    if (more > 0 && !stop.signal.aborted) onFrame?.(framesDone);
  };
  const file =
    share === undefined
      ? new FilmFile({
          ...{ settings, pieces, frames, sound },
          ...{
            audio: options.audio ?? 'mp3',
            keptSound: options.keptSound,
            maximumBytes: maxFilmBytes(options),
            captions: options.captions,
          },
        })
      : new MadeShare();
  const moving = movingSpans(project, timeline);
  // A decoder goes on where the piece before ended. Elsewhere, it has to begin at a key picture.
  const isInRuns = options.footage !== undefined;
  const order = isInRuns ? pieces.map(({ index }) => index) : workOrder(pieces, moving, settings);
  const queue = PieceQueue.for(order, { isInRuns });
  let missing = 0;
  const ownWork = new OwnWork();
  const useThreads = () => {
    // An edit often leaves so few pieces to make that this thread is done before another one has started.
    const areWorth = !build || areThreadsReady() || ownWork.wouldTakeLong(queue.waiting);
    // This thread makes one piece after the other, too.
    if (areWorth) threads.use(missing - 1);
  };
  const release = (index: number) => {
    queue.release(index);
    missing++;
    useThreads();
  };
  // Awaited at the end of the film.
  const add = (piece: EncodedPiece) => void file.add(piece).catch((error) => stop.abort(error));
  const addMade = (piece: EncodedPiece) => {
    add(piece);
    build?.made(piece);
  };
  const build =
    options.store &&
    new FilmBuild({
      ...{ project, pieces, wanted, settings, store: options.store, signal: stop.signal, onMissing: release },
      keys: new PieceKeys(project, timeline, settings, options.files),
      onKept: (piece) => {
        count(piece.lengths.length);
        add(piece);
      },
    });
  const threads = new FilmThreads(
    {
      project,
      settings,
      pieces,
      queue: queue.memory,
      files: sharedFiles(options.files),
      stamps: options.stamps ?? new Map(),
    },
    Math.min(options.threads ?? chooseThreads(moving, framesPerSecond, size), wanted.length - 1),
    count,
    addMade,
    (error) => stop.abort(error),
  );
  const timer = setInterval(useThreads, 100);
  const stopBy = options.signal;
  const forward = () => stop.abort(stopBy?.reason);
  if (stopBy?.aborted) forward();
  stopBy?.addEventListener('abort', forward, { once: true });
  try {
    if (!build) for (const { index } of wanted) release(index);
    const [images] = await Promise.all([options.decodeImages(), build?.find()]);
    queue.close();
    const source = pictureSource(images, options.footage);
    const makeEncoder = async () => {
      const drawing = await options.compileDrawing();
      ownWork.start();
      const run = new FrameRun(drawing, settings, source, options.footage);
      return new PieceEncoder(run, settings, count, stop.signal);
    };
    let encoder: PieceEncoder | undefined;
    for (let index = queue.take(); index !== undefined; index = queue.take()) {
      encoder ??= await makeEncoder();
      const piece = await encoder.encode(pieces[index]);
      await file.add(piece);
      build?.made(piece);
      ownWork.pieces++;
    }
    await Promise.race([threads.done(), rejection(stop.signal)]);
    const film = await file.finish();
    return build ? { ...film, pieces: await build.finish() } : film;
  } finally {
    clearInterval(timer);
    stopBy?.removeEventListener('abort', forward);
    stop.abort();
    queue.stop();
    await threads.close();
    await file.close();
  }
}

/** The times at which compositions start. */
function compositionStarts({ segments }: Timeline): number[] {
  const starts = segments.filter(({ sceneIndex, kind }, index) => {
    const before = segments[index - 1];
    // A composition without a duration has no hold.
    return kind === 'hold' || before?.kind !== 'hold' || before.sceneIndex !== sceneIndex;
  });
  return starts.map(({ startMs }) => startMs);
}

/** Rejects with the signal's reason if it is aborted; never resolves. */
function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** Takes the pieces of a share, as a file takes those of a film. */
class MadeShare {
  #frames = 0;
  #rasterizedFrames = 0;
  #paintMs = 0;
  #totalMs = 0;

  async add({ lengths, rasterizedFrames, paintMs, totalMs }: EncodedPiece): Promise<void> {
    this.#frames += lengths.length;
    this.#rasterizedFrames += rasterizedFrames;
    this.#paintMs += paintMs;
    this.#totalMs += totalMs;
  }

  /** A film without bytes. */
  async finish(): Promise<Film> {
    const paintShare = this.#paintMs / Math.max(this.#totalMs, Number.MIN_VALUE);
    return {
      bytes: new Uint8Array(0),
      frames: this.#frames,
      rasterizedFrames: this.#rasterizedFrames,
      paintShare,
    };
  }

  async close(): Promise<void> {}
}
