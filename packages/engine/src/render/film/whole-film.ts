import { pictureSource } from '../../media/picture-source.ts';
import { startEncoder } from '../../output/film/coded-sound.ts';
import { bitrateWindow, levelBitrate } from '../../output/film/film-quality.ts';
import { Mp4File } from '../../output/film/mp4-file.ts';
import { samplesOf } from '../../output/film/sound-samples.ts';
import { VideoEncoder, type WholeVideo } from '../../output/film/video-encoder.ts';
import { OutputTooLargeError } from '../../output/formats.ts';
import { countFrames } from '../plan.ts';
import { type FilmOptions, maxFilmBytes, videoBytes } from './film.ts';
import { type Film, ticksPerFrame } from './film-file.ts';
import { FrameRun } from './frame-run.ts';

/**
 * Writes an MP4 whose pictures one encoder makes from start to end, with its own threads, while this one paints. A film
 * that gets too large is made once more, below a bitrate. Rejects with the signal's reason if aborted, or with
 * `OutputTooLargeError` if the file exceeds `maximumBytes`.
 */
export async function writeWholeFilm(options: FilmOptions, codec: WholeVideo): Promise<Film> {
  let reported = 0;
  const onFrame = (framesDone: number) => {
    if (framesDone <= reported) return;
    reported = framesDone;
    options.onFrame?.(framesDone);
  };
  const attempt = { ...options, onFrame };
  try {
    return await encodeFilm(attempt, codec);
  } catch (error) {
    // The bytes of a film do not depend on the room on a disk.
    const fits = maxFilmBytes(options) === options.maximumBytes;
    if (!(error instanceof OutputTooLargeError) || !fits) throw error;
  }
  const { startMs, endMs } = spanOf(options);
  const bytes = videoBytes(endMs - startMs, options.maximumBytes, options.sound !== null);
  // An encoder starts with a full buffer.
  const seconds = (endMs - startMs) / 1000 + bitrateWindow;
  return encodeFilm(attempt, codec, Math.min(levelBitrate, (bytes * 8) / seconds));
}

function spanOf({ span, timeline }: FilmOptions) {
  return span ?? { startMs: 0, endMs: timeline.durationMs };
}

async function encodeFilm(options: FilmOptions, codec: WholeVideo, bitrate?: number): Promise<Film> {
  const { size, framesPerSecond, sound, signal, footage, onFrame } = options;
  const { startMs, endMs } = spanOf(options);
  const settings = { startMs, durationMs: endMs - startMs, size, framesPerSecond };
  const frames = countFrames(settings.durationMs, framesPerSecond);
  const ticks = Math.round(settings.durationMs * framesPerSecond);
  const maximumBytes = maxFilmBytes(options);
  const [images, drawing] = await Promise.all([options.decodeImages(), options.compileDrawing()]);
  const run = new FrameRun(drawing, settings, pictureSource(images, footage), footage);
  const encoder = new VideoEncoder({ codec, ...size, framesPerSecond, bitrate }, ({ data, frame, isKey }) => {
    // The last picture is shown for the rest of the film.
    const duration = frame === frames - 1 ? Math.max(1, ticks - frame * ticksPerFrame) : ticksPerFrame;
    file.addVideo({ data, ticks: frame * ticksPerFrame, duration, isKey });
  });
  const soundTrack =
    sound && startEncoder(options.audio ?? 'mp3', samplesOf(sound), (packet) => file.addAudio(packet));
  const file = new Mp4File(
    {
      codec: encoder.codec,
      parameterSets: encoder.parameterSets,
      ticksPerSecond: framesPerSecond * ticksPerFrame,
    },
    soundTrack?.codec,
    options.captions,
  );
  const refuseIfTooLarge = (bytes: number) => {
    if (bytes > maximumBytes) throw new OutputTooLargeError('the film exceeds the maximum size');
  };
  const encode = async (frame: number) => {
    await encoder.encode(frame);
    await soundTrack?.encodeUntil(((frame + 1) * 1000) / framesPerSecond);
    refuseIfTooLarge(file.length);
    onFrame?.(frame + 1);
  };
  const start = performance.now();
  let paintMs = 0;
  let encoding = Promise.resolve();
  try {
    let rasterizedFrames = 0;
    run.goTo(0, frames);
    for (let frame = 0; frame < frames; frame++) {
      signal?.throwIfAborted();
      const paintStart = performance.now();
      // The next picture is painted while the one before is encoded.
      const change = run.paint(frame);
      paintMs += performance.now() - paintStart;
      await encoding;
      if (change) {
        encoder.load(run.picture.planes);
        rasterizedFrames++;
      }
      encoding = encode(frame);
      encoding.catch(() => {});
      run.freePixels();
    }
    await encoding;
    await encoder.finish();
    await soundTrack?.finish();
    const bytes = file.finish();
    refuseIfTooLarge(bytes.length);
    return { bytes, frames, rasterizedFrames, paintShare: paintMs / (performance.now() - start) };
  } finally {
    // An encoder at work cannot be freed.
    await encoding.catch(() => {});
    file.close();
    soundTrack?.close();
    encoder.close();
  }
}
