/** FFmpeg's libraries take a tenth of a second to load; stills and inspections do without. */
export function loadFilmParts() {
  return Promise.all([import('../../media/sound/mix-sound.ts'), import('./film.ts')]);
}
