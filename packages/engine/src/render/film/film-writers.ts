import { ApngWriter } from '../../output/animation/apng.ts';
import { GifWriter } from '../../output/animation/gif.ts';
import { WebpWriter } from '../../output/animation/webp.ts';
import type { FilmFormat } from '../../output/formats.ts';
import { writeAnimation } from './animation-film.ts';
import { writeFilm } from './film.ts';
import { writeTransparentFilm } from './transparent-film.ts';
import { writeWholeFilm } from './whole-film.ts';

/** Writers of the film formats. */
export const filmWriters: Readonly<Record<FilmFormat, typeof writeFilm>> = {
  mp4: (options) => {
    const { codec = 'h264' } = options;
    return codec === 'h264' ? writeFilm(options) : writeWholeFilm(options, codec);
  },
  webm: (options) => writeTransparentFilm(options, { muxer: 'webm', video: 'vp9', audio: 'opus' }),
  mov: (options) => writeTransparentFilm(options, { muxer: 'mov', video: 'prores', audio: 'pcm' }),
  gif: (options) => writeAnimation(options, (settings) => new GifWriter(settings)),
  webp: (options) => writeAnimation(options, (settings) => new WebpWriter(settings)),
  apng: (options) => writeAnimation(options, (settings) => new ApngWriter(settings)),
};
