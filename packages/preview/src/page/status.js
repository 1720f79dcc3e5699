import { element, setText } from './elements.js';
import { statusOf, statusSentence, statusText } from './status-text.js';

/** @import { FilmState } from '../film-state.ts' */

/** Milliseconds that reading and drawing may take before the status mentions them. */
const patienceMs = 300;

/** Milliseconds between two updates of the seconds. */
const tickMs = 250;

/** The status of the project, at the top of the page. */
export class Status {
  /** @type {FilmState | null} */
  #film = null;
  #isDrawing = false;
  /** When reading or drawing began; undefined while nothing is read or drawn. */
  #since = /** @type {number | undefined} */ (undefined);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

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
    if (!isBusy) this.#since = undefined;
    else this.#since ??= performance.now();
    this.#show();
  }

  #show() {
    clearTimeout(this.#timer);
    const busyMs = this.#since === undefined ? 0 : performance.now() - this.#since;
    if (this.#since !== undefined)
      this.#timer = setTimeout(() => this.#show(), busyMs < patienceMs ? patienceMs : tickMs);
    const film = this.#film;
    if (!film) return;
    const status = statusOf(film, busyMs >= patienceMs);
    const { movie } = film;
    const shown = { hasPicture: film.outline !== null, seconds: Math.floor(busyMs / 1000), movie };
    setText(element('status-text'), statusText(status, shown));
    // Screen readers announce neither seconds nor percentages, and also read it at the button that plays.
    setText(element('status-said'), statusSentence(status, shown));
    element('status').dataset.status = status;
    element('status').title = movie.reason ?? '';
  }
}
