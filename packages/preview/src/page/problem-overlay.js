import { element, make } from './elements.js';

/** @import { FilmState } from '../film-state.ts' */
/** @import { Places } from './places.js' */

/** How many problems are over the picture; the notes have all. */
const most = 3;

/** The problems of a project over its picture, because nothing else matters until they are solved. */
export class ProblemOverlay {
  #places;
  #overlay = element('problems');
  /** The problems on the page as text, to detect changes. */
  #shown = '';

  /**
   * @param {Pick<Places, 'controls'>} places
   * @param {() => void} onMore Shows all notes.
   */
  constructor(places, onMore) {
    this.#places = places;
    element('problems-all').addEventListener('click', onMore);
    element('problems-hide').addEventListener('click', () => this.hide());
  }

  get isOpen() {
    return !this.#overlay.hidden;
  }

  hide() {
    this.#overlay.hidden = true;
  }

  /** @param {FilmState} film */
  setFilm({ file, remarks }) {
    const problems = remarks.filter(({ kind }) => kind === 'problem');
    const shown = JSON.stringify([file, problems]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#overlay.hidden = problems.length === 0;
    const items = problems.slice(0, most).map(({ message, path, place }) => {
      const item = make('li', {}, path === '' || path === 'project' ? message : `${path}: ${message} `);
      if (place) item.append(...this.#places.controls(place, 'Place in the file', `over ${path} ${message}`));
      return item;
    });
    element('problems-list').replaceChildren(...items);
    const more = problems.length - most;
    element('problems-all').hidden = more <= 0;
    element('problems-all').textContent = `${more} more`;
  }
}
