import { element, setText } from './elements.js';
import { statusOf, statusSentence } from './status-text.js';

/** @import { FilmState } from '../film-state.ts' */

/** Milliseconds that reading and drawing may take before the status mentions them. */
const patienceMs = 300;

/** The status of the project, at the top of the page. */
export class Status {
  /** @type {FilmState | null} */
  #film = null;
  #isDrawing = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #isSlow = false;

  /** @param {FilmState} film */
  setFilm(film) {
    this.#film = film;
    this.#wait();
  }

  /** @param {boolean} isDrawing Whether the picture at the playhead is being drawn. */
  setDrawing(isDrawing) {
    this.#isDrawing = isDrawing;
    this.#wait();
  }

  #wait() {
    const isBusy = this.#isDrawing || this.#film?.isOpening;
    if (!isBusy) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#isSlow = false;
    } else
      this.#timer ??= setTimeout(() => {
        this.#isSlow = true;
        this.#show();
      }, patienceMs);
    this.#show();
  }

  #show() {
    if (!this.#film) return;
    const status = statusOf(this.#film, this.#isSlow);
    setText(element('status'), statusSentence(status, this.#film.outline !== null));
    element('status').dataset.status = status;
  }
}
