import { lookUpAsset } from '../../media/images/project-images.ts';
import { type AlphaCodec, AlphaEncoder } from '../../output/film/alpha-encoder.ts';
import { ContainerFile } from '../../output/film/container-file.ts';
import { extendColors } from '../../output/film/extend-colors.ts';
import { type SoundCodecName, SoundEncoder } from '../../output/film/sound-encoder.ts';
import { samplesOf } from '../../output/film/sound-samples.ts';
import { OutputTooLargeError } from '../../output/formats.ts';
import { countFrames } from '../plan.ts';
import { type FilmOptions, maxFilmBytes } from './film.ts';
import type { Film } from './film-file.ts';
import { paintPictures } from './picture-run.ts';

/** The parts of a format with transparency. */
export interface TransparentFormat {
  readonly muxer: 'webm' | 'mov';
  readonly video: AlphaCodec;
  readonly audio: SoundCodecName;
  /**
   * Whether the last picture is stored again at the last frame, because the file has no duration of its last picture.
   */
  readonly repeatsLast: boolean;
}

/**
 * Writes a film with transparency. A held picture is one picture with a longer duration. Rejects with the signal's
 * reason if aborted, or with `OutputTooLargeError` if the file exceeds `maximumBytes`.
 */
export async function writeTransparentFilm(
  options: FilmOptions,
  { muxer, video, audio, repeatsLast }: TransparentFormat,
): Promise<Film> {
  const { timeline, size, framesPerSecond, sound, signal, onFrame } = options;
  const maximumBytes = maxFilmBytes(options);
  const { startMs, endMs } = options.span ?? { startMs: 0, endMs: timeline.durationMs };
  const settings = { startMs, durationMs: endMs - startMs, size, framesPerSecond };
  const [images, drawing] = await Promise.all([options.decodeImages(), options.compileDrawing()]);
  /** The number of frames that each picture is shown, by its first frame. */
  const shownFrames = new Map<number, number>();
  const encoder = new AlphaEncoder({ codec: video, ...size, framesPerSecond }, (packet) => {
    const frames = shownFrames.get(Number(packet.pts)) ?? 1;
    file.addVideo(packet, frames);
  });
  const soundEncoder = sound && new SoundEncoder(audio, samplesOf(sound), (packet) => file.addAudio(packet));
  const file = new ContainerFile(muxer, encoder.codec, soundEncoder?.codec, options.captions);
  let encoding = Promise.resolve();
  try {
    let rasterizedFrames = 0;
    let last: { readonly pixels: Uint32Array; readonly frame: number } | undefined;
    const pictures = paintPictures(drawing, settings, (asset) => lookUpAsset(images, asset).drawable, signal);
    for await (const { pixels, frame, frames } of pictures) {
      // The next picture is painted while this one is encoded.
      await encoding;
      shownFrames.set(frame, frames);
      encoding = encoder.encode(extendColors(pixels, size), frame);
      encoding.catch(() => {});
      await soundEncoder?.encodeUntil(((frame + frames) * 1000) / framesPerSecond);
      if (file.length > maximumBytes) throw new OutputTooLargeError('the film exceeds the maximum size');
      rasterizedFrames++;
      last = { pixels, frame };
      onFrame?.(frame + frames);
    }
    await encoding;
    const count = countFrames(settings.durationMs, framesPerSecond);
    if (repeatsLast && last && last.frame < count - 1) {
      shownFrames.set(last.frame, count - 1 - last.frame);
      await encoder.encode(extendColors(last.pixels, size), count - 1);
    }
    await encoder.finish();
    await soundEncoder?.finish();
    const bytes = file.finish();
    if (bytes.length > maximumBytes) throw new OutputTooLargeError('the film exceeds the maximum size');
    return {
      bytes,
      frames: count,
      rasterizedFrames,
      paintShare: 0.5,
    };
  } finally {
    // An encoder at work cannot be freed.
    await encoding.catch(() => {});
    file.close();
    soundEncoder?.close();
    encoder.close();
  }
}
