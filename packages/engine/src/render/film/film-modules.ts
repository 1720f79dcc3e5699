/**
 * Imported only for films: FFmpeg's libraries take a tenth of a second to load, and stills and inspections do not need
 * them.
 */
export function loadFilmModules() {
  return Promise.all([import('../../media/sound/mix-sound.ts'), import('./film-writers.ts')]);
}
