import { element, setText } from './elements.js';

/** Milliseconds that reading and drawing may take before the page says so. */
const patienceMs = 300;

const sentences = {
  loading: 'Reading …',
  drawing: 'Drawing …',
  ready: 'Up to date',
  faulty: 'Up to date, with problems',
  broken: 'Has problems',
  missing: 'The file is gone',
  unreadable: 'The file cannot be read',
};

/** What the page shows of the project in the file, in a few words. */
export class Status {
  #film = null;
  #isDrawing = false;
  #timer;
  /** Whether reading or drawing has taken longer than somebody who looks at the page takes for no time. */
  #isSlow = false;

  setFilm(film) {
    this.#film = film;
    this.#wait();
  }

  /** Whether the picture at the playhead is being drawn. */
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
    const { outline } = this.#film;
    const status = this.#status();
    const isOld = outline && ['broken', 'missing', 'unreadable'].includes(status);
    setText(element('status'), sentences[status] + (isOld ? '; this is the last good version' : ''));
    element('status').dataset.status = status;
  }

  #status() {
    const { status, remarks } = this.#film;
    if (status !== 'loading' && this.#isSlow) return 'drawing';
    const hasProblems = remarks.some(({ kind }) => kind === 'problem');
    return status === 'ready' && hasProblems ? 'faulty' : status;
  }
}
