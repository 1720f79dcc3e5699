import { compileDrawing } from '../../packages/engine/src/drawing/compile-drawing.ts';
import { decodeProjectImages } from '../../packages/engine/src/media/images/project-images.ts';
import type { FilmFormat } from '../../packages/engine/src/output/formats.ts';
import type { Project } from '../../packages/engine/src/project/schema.ts';
import type { FilmOptions } from '../../packages/engine/src/render/film/film.ts';
import type { Film } from '../../packages/engine/src/render/film/film-file.ts';
import { filmWriters } from '../../packages/engine/src/render/film/film-writers.ts';
import { compileTimeline } from '../../packages/engine/src/timeline/compile-timeline.ts';
import { checkFilm } from './film/check-film.ts';

interface FilmChanges extends Partial<FilmOptions> {
  /** Default `mp4`; films in other formats are not checked. */
  readonly format?: FilmFormat;
  readonly isChecked?: boolean;
}

/**
 * A silent film of a project, by default at 320 x 180 and 30 frames per second. It is checked unless its bytes are only
 * compared with those of a checked film.
 */
export async function filmOf(
  made: Project,
  { format = 'mp4', isChecked = format === 'mp4', ...changes }: FilmChanges = {},
): Promise<Film> {
  const timeline = compileTimeline(made);
  const options: FilmOptions = {
    project: made,
    timeline,
    compileDrawing: () => compileDrawing(made, timeline),
    decodeImages: () => decodeProjectImages(made),
    sound: null,
    size: { width: 320, height: 180 },
    framesPerSecond: 30,
    maximumBytes: 1 << 26,
    ...changes,
  };
  const film = await filmWriters[format](options);
  if (!isChecked) return film;
  const { size, framesPerSecond, sound } = options;
  const { durationMs } = timeline;
  const audioCodec = sound ? 'mp3' : null;
  await checkFilm(film.bytes, { ...size, frames: film.frames, durationMs, framesPerSecond, audioCodec });
  return film;
}
