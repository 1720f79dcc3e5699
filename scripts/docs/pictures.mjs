/** The pictures of the documentation: moments of projects, rendered by this project. */
import { readFileSync } from 'node:fs';
import { readFormatPages } from './format-pages.mjs';
import { cellSize, frame } from './frame.mjs';
import { readSnippets } from './snippets.mjs';

const root = new URL('../../', import.meta.url);

/** The films of the README. */
export const readmeFilms = [
  readmeFilm('templates/roadmap.json', 'roadmap.webp', { width: 400, fps: 12 }),
  readmeFilm('examples/good-morning.json', 'good-morning.webp', { width: 600 }),
];

/**
 * All pictures as `{ name, make }`. `make(library)` gets the package and returns the bytes of the PNG. Throws
 * an Error for a snippet that is unreadable and for two pictures with the same name.
 */
export function allPictures() {
  const snippets = readFormatPages().flatMap(({ text }) => readSnippets(text));
  const pictures = snippets
    .filter(({ picture }) => picture !== null)
    .map((snippet) => ({ name: snippet.picture, make: (library) => snippetPicture(snippet, library) }));
  const names = pictures.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`docs/reference/format/: two pictures are named "${twice}"`);
  return pictures;
}

function snippetPicture({ project, times }, library) {
  return momentsPicture(project, times, library, (timeMs) => `${timeMs} ms`);
}

/** A film of this repository as `{ file, make }`; `make(library)` returns the bytes of an animated WebP. */
function readmeFilm(film, file, options) {
  return {
    file,
    make: async ({ render }) => {
      const project = readFileSync(new URL(film, root), 'utf8');
      return (await render(project, { format: 'webp', ...options })).data;
    },
  };
}

/** One or several moments of a project side by side. Several have captions if a function for them is given. */
async function momentsPicture(written, times, { render, expandProject }, captionOf) {
  const { project } = expandProject(written);
  const { width, height } = project.scenes[project.sceneOrder[0]];
  const cell = cellSize(times.length, width / height);
  const cards = [];
  for (const timeMs of times) {
    const still = await render(project, { format: 'png', ...cell, timeMs });
    cards.push({ still: still.data, caption: captionOf && times.length > 1 ? captionOf(timeMs) : null });
  }
  return frame(cell, cards, render);
}
