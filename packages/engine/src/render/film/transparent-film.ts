import { pictureSource } from '../../media/picture-source.ts';
import { type AlphaCodec, AlphaEncoder } from '../../output/film/alpha-encoder.ts';
import { ContainerFile } from '../../output/film/container-file.ts';
import { extendColors } from '../../output/film/extend-colors.ts';
import { type SoundCodecName, SoundEncoder } from '../../output/film/sound-encoder.ts';
import { samplesOf } from '../../output/film/sound-samples.ts';
import { OutputTooLargeError } from '../../output/formats.ts';
import { countFrames } from '../plan.ts';
import { type FilmOptions, maxFilmBytes } from './film.ts';
import type { Film } from './film-file.ts';
import { type FilmPicture, paintPictures } from './picture-run.ts';

/** The parts of a format with transparency. */
export interface TransparentFormat {
  readonly muxer: 'webm' | 'mov';
  readonly video: AlphaCodec;
  readonly audio: SoundCodecName;
}

/**
 * Writes a film with transparency at a constant rate. Rejects with the signal's reason if aborted, or with
 * `OutputTooLargeError` if the file exceeds `maximumBytes`.
 */
export async function writeTransparentFilm(
  options: FilmOptions,
  { muxer, video, audio }: TransparentFormat,
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
  const refuseIfTooLarge = () => {
    if (file.length > maximumBytes) throw new OutputTooLargeError('the film exceeds the maximum size');
  };
  const encode = async ({ pixels, frame, frames }: FilmPicture) => {
    await encoder.encode(extendColors(pixels, size), frame);
    for (let held = 1; held < frames; held++) {
      file.holdVideo(frame + held);
      // The file waits for the slower of pictures and sound.
      if (held % framesPerSecond === 0)
        await soundEncoder?.encodeUntil(((frame + held) * 1000) / framesPerSecond);
    }
    await soundEncoder?.encodeUntil(((frame + frames) * 1000) / framesPerSecond);
    refuseIfTooLarge();
  };
  let encoding = Promise.resolve();
  try {
    let rasterizedFrames = 0;
    const pictures = paintPictures(drawing, settings, pictureSource(images, options.footage), signal);
    for await (const picture of pictures) {
      // The next picture is painted while this one is encoded.
      await encoding;
      shownFrames.set(picture.frame, picture.frames);
      encoding = encode(picture);
      encoding.catch(() => {});
      rasterizedFrames++;
      onFrame?.(picture.frame + picture.frames);
    }
    await encoding;
    const count = countFrames(settings.durationMs, framesPerSecond);
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
