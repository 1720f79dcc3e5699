import { lookUpAsset } from '../../media/images/project-images.ts';
import type {
  AnimationPicture,
  AnimationSettings,
  AnimationWriter,
} from '../../output/animation/animation-writer.ts';
import { OutputTooLargeError } from '../../output/formats.ts';
import { countFrames } from '../plan.ts';
import type { FilmOptions } from './film.ts';
import type { Film } from './film-file.ts';
import { paintPictures } from './picture-run.ts';

/**
 * Writes a film as an animated picture. Rejects with the signal's reason if aborted, or with `OutputTooLargeError` if the file
 * exceeds `maximumBytes`.
 */
export async function writeAnimation(
  options: FilmOptions,
  start: (settings: AnimationSettings) => AnimationWriter,
): Promise<Film> {
  const { timeline, drawing, size, framesPerSecond, maximumBytes, signal, onFrame } = options;
  const { startMs, endMs } = options.span ?? { startMs: 0, endMs: timeline.durationMs };
  const settings = { startMs, durationMs: endMs - startMs, size, framesPerSecond };
  const images = await options.decodeImages();
  const paint = () =>
    paintPictures(drawing, settings, (asset) => lookUpAsset(images, asset).drawable, signal);
  const writer = start(settings);
  const pictureOf = (frame: number): Pick<AnimationPicture, 'startMs'> => ({
    startMs: (frame * 1000) / framesPerSecond,
  });
  try {
    if (writer.look)
      for await (const picture of paint()) writer.look({ ...picture, ...pictureOf(picture.frame) });
    let rasterizedFrames = 0;
    for await (const picture of paint()) {
      await writer.add({ ...picture, ...pictureOf(picture.frame) });
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
