import { element, setText } from './elements.js';
import { askTried, messageOf, send } from './server-client.js';

/** @import { FilmState } from '../film-state.ts' */
/** @import { PageOrders } from '../page-messages.ts' */
/** @import { Playhead } from './playhead.js' */

/** @typedef {PageOrders['api/edits']['edits'][number]} Edit */

/** Changes the project's file, and shows changes that are not written yet. */
export class Edits {
  /** @type {FilmState | null} */
  #film = null;
  #playhead;
  /**
   * The newest change to try that has not been requested yet.
   * @type {readonly Edit[] | null}
   */
  #waiting = null;
  /**
   * The change that is tried, until it is written or given up.
   * @type {readonly Edit[] | null}
   */
  #tried = null;
  #isTrying = false;
  /** Counts what ends a try: a picture of an earlier one is not shown any more. */
  #ended = 0;

  /** @param {() => Playhead} playhead */
  constructor(playhead) {
    this.#playhead = playhead;
    element('refused-close').addEventListener('click', () => this.report(''));
    const fixAll = element('fix-all');
    let isFixing = false;
    fixAll.addEventListener('click', async () => {
      // A disabled button would lose the focus.
      if (isFixing) return;
      isFixing = true;
      fixAll.textContent = 'Fixing …';
      await this.#order('api/fix-all', { revision: this.#film?.revision ?? 0 });
      fixAll.textContent = 'Fix all';
      isFixing = false;
    });
  }

  /** @param {FilmState} film */
  setFilm(film) {
    this.#film = film;
    element('fix-all').hidden = film.remarks.filter(({ fix }) => fix !== null).length < 2;
    element('undo', HTMLButtonElement).disabled = !film.canUndo;
    element('redo', HTMLButtonElement).disabled = !film.canRedo;
  }

  /** Whether the page shows a version that can be changed. */
  get isPossible() {
    return this.#film !== null && this.#film.hash !== '';
  }

  /**
   * Shows the picture as edits would make it. Of several in a row, only the newest waits.
   * @param {readonly Edit[]} edits
   */
  try(edits) {
    this.#waiting = edits;
    this.#tried = edits;
    if (!this.#isTrying) void this.#tryAll();
  }

  /** Shows the change that is tried again, after a picture of the film has replaced it. */
  repeat() {
    if (this.#tried) this.try(this.#tried);
  }

  /** Shows the picture of the film again. */
  cancel() {
    this.#end();
    this.#playhead().rest();
  }

  /**
   * Writes edits into the file. Resolves with whether they were made; otherwise the reason is on the page.
   * @param {readonly Edit[]} edits
   */
  async commit(edits) {
    this.#end();
    if (!this.#film || edits.length === 0) return false;
    const isMade = await this.#order('api/edits', { base: this.#film.hash, edits: [...edits] });
    if (!isMade) this.#playhead().rest();
    return isMade;
  }

  /**
   * Takes back the last change, or makes it again.
   * @param {'undo' | 'redo'} direction
   */
  step(direction) {
    this.#end();
    return this.#order(`api/${direction}`, {});
  }

  /**
   * Shows why a change was not made; an empty text hides the reason.
   * @param {string} message
   */
  report(message) {
    setText(element('refused-text'), message);
    element('refused').hidden = message === '';
  }

  /**
   * @template {'api/edits' | 'api/fix-all' | 'api/undo' | 'api/redo'} Path
   * @param {Path} path
   * @param {PageOrders[Path]} order
   */
  async #order(path, order) {
    try {
      await send(path, order);
      this.report('');
      return true;
    } catch (error) {
      this.report(messageOf(error));
      return false;
    }
  }

  #end() {
    this.#waiting = null;
    this.#tried = null;
    this.#ended++;
  }

  async #tryAll() {
    this.#isTrying = true;
    while (this.#waiting && this.#film) {
      const [edits, number] = [this.#waiting, this.#ended];
      this.#waiting = null;
      const { timeMs, pictureWidth: width } = this.#playhead();
      const order = { base: this.#film.hash, edits: [...edits], timeMs, width };
      try {
        const packed = await askTried(order);
        if (packed && number === this.#ended) this.#playhead().showTried(packed);
        if (number === this.#ended) this.report('');
      } catch (error) {
        if (number === this.#ended) this.report(`not possible: ${messageOf(error)}`);
      }
    }
    this.#isTrying = false;
  }
}
