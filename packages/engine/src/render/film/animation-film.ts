import { pictureSource } from '../../media/picture-source.ts';
import type {
  AnimationPicture,
  AnimationSettings,
  AnimationWriter,
} from '../../output/animation/animation-writer.ts';
import { OutputTooLargeError } from '../../output/formats.ts';
import { countFrames } from '../plan.ts';
import { type FilmOptions, maxFilmBytes } from './film.ts';
import type { Film } from './film-file.ts';
import { type FilmPicture, paintPictures } from './picture-run.ts';

/** Maximum memory for pictures that are needed twice. */
const maxKeptBytes = 128 * 1024 * 1024;

/**
 * Writes a film as an animated picture. Rejects with the signal's reason if aborted, or with `OutputTooLargeError` if
 * the file exceeds `maximumBytes`.
 */
export async function writeAnimation(
  options: FilmOptions,
  start: (settings: AnimationSettings) => AnimationWriter,
): Promise<Film> {
  const { timeline, size, framesPerSecond, signal, onFrame } = options;
  const maximumBytes = maxFilmBytes(options);
  const { startMs, endMs } = options.span ?? { startMs: 0, endMs: timeline.durationMs };
  const settings = { startMs, durationMs: endMs - startMs, size, framesPerSecond };
  const [images, drawing] = await Promise.all([options.decodeImages(), options.compileDrawing()]);
  const paint = () => paintPictures(drawing, settings, pictureSource(images, options.footage), signal);
  const writer = start(settings);
  const timed = (picture: FilmPicture): AnimationPicture => ({
    ...picture,
    startMs: (picture.frame * 1000) / framesPerSecond,
  });
  try {
    const kept = writer.look && (await lookAtAll(paint(), (picture) => writer.look?.(timed(picture))));
    let rasterizedFrames = 0;
    for await (const picture of kept ?? paint()) {
      await writer.add(timed(picture));
      if (writer.length > maximumBytes) throw new OutputTooLargeError('the film exceeds the maximum size');
      rasterizedFrames++;
      onFrame?.(picture.frame + picture.frames);
    }
    const bytes = await writer.finish();
    if (bytes.length > maximumBytes) throw new OutputTooLargeError('the film exceeds the maximum size');
    const frames = countFrames(settings.durationMs, framesPerSecond);
    return { bytes, frames, rasterizedFrames, paintShare: 0.5 };
  } finally {
    writer.close();
  }
}

/** Passes on all pictures. Returns them if they take little memory; otherwise they must be painted again. */
async function lookAtAll(
  pictures: AsyncIterable<FilmPicture>,
  look: (picture: FilmPicture) => void,
): Promise<readonly FilmPicture[] | undefined> {
  const kept: FilmPicture[] = [];
  let bytes = 0;
  for await (const picture of pictures) {
    look(picture);
    bytes += picture.pixels.byteLength;
    if (bytes <= maxKeptBytes) kept.push({ ...picture, pixels: picture.pixels.slice() });
    else kept.length = 0;
  }
  return bytes <= maxKeptBytes ? kept : undefined;
}
