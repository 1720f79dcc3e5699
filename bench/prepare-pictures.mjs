// Draws a film's pictures for the encoder that is measured on its own.
// node prepare-pictures.mjs PROJECT.json PICTURES.i420 MOST_PICTURES
import { closeSync, openSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { FilmPainter } from '../packages/engine/dist/output/skia/film-painter.js';
import { I420Picture } from '../packages/h264/dist/i420-picture.js';
import { openFilm } from './open-film.mjs';
import { tell } from './stopwatch.mjs';
import { output } from './workloads/workloads.mjs';

const [projectFile, picturesFile, most] = process.argv.slice(2);
const maxPictures = Number(most);
const film = await openFilm(await readFile(projectFile));
const painter = new FilmPainter(output, film.pictureSource);
const picture = new I420Picture(output);
const file = openSync(picturesFile, 'w');
/** The index of the picture that each frame of the film shows. */
const shownInFrame = [];
let shown;
let pictures = 0;
for (let index = 0; index < film.frames; index++) {
  const list = film.listAt(index);
  if (list !== shown) {
    shown = list;
    if (pictures < maxPictures) {
      const next = film.listAt(Math.min(index + 1, film.frames - 1));
      for (const sheet of painter.paint(list, next)) picture.put(sheet);
      writeSync(file, picture.planes);
    }
    pictures++;
  }
  shownInFrame.push(pictures - 1);
}
closeSync(file);
const stored = Math.min(pictures, maxPictures);
tell({
  durationMs: film.durationMs,
  hasSound: film.hasSound,
  pictures,
  stored,
  sequence: shownInFrame.map((index) => turnBack(index, stored)),
});

/** Runs through the stored pictures forwards and backwards, so that motion continues. */
function turnBack(index, length) {
  if (length === 1) return 0;
  const period = 2 * (length - 1);
  const at = index % period;
  return at < length ? at : period - at;
}
