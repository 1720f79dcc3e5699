import { element, setText } from './elements.js';
import { askJson, askTried, messageOf, send } from './server-client.js';

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
   * The newest change to try that has not been requested yet, and the version that it is made of.
   * @type {{ readonly edits: readonly Edit[], readonly base: string } | null}
   */
  #waiting = null;
  /**
   * The change that is tried, until it is written or given up.
   * @type {{ readonly edits: readonly Edit[], readonly base: string } | null}
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
    // What was refused is about an earlier version.
    if (this.#film && film.hash !== this.#film.hash) this.report('');
    this.#film = film;
    element('fix-all').hidden = film.remarks.filter(({ fix }) => fix !== null).length < 2;
    element('undo', HTMLButtonElement).disabled = !film.canUndo;
    element('redo', HTMLButtonElement).disabled = !film.canRedo;
  }

  /** Whether the page shows a version that can be changed. */
  get isPossible() {
    return this.#film !== null && this.#film.hash !== '';
  }

  /** The version of the file that the page shows; empty while there is none that can be changed. */
  get base() {
    return this.#film?.hash ?? '';
  }

  /**
   * The values at paths of the document, null where there is none, and the version that has them.
   * @param {string[]} paths
   * @returns {Promise<{ readonly values: readonly any[], readonly base: string }>}
   */
  async read(...paths) {
    const { revision = 0, hash: base = '' } = this.#film ?? {};
    const answers = paths.map((path) => askJson('api/written', { revision, path }).catch(() => null));
    return { values: (await Promise.all(answers)).map((answer) => answer?.value ?? null), base };
  }

  /**
   * Shows the picture as edits would make it. Of several in a row, only the newest waits.
   * @param {readonly Edit[]} edits
   * @param {string} base The version in which the edits' paths were found.
   */
  try(edits, base) {
    this.#tried = { edits, base };
    this.#waiting = this.#tried;
    if (!this.#isTrying) void this.#tryAll();
  }

  /** Shows the change that is tried again, after a picture of the film has replaced it. */
  repeat() {
    if (this.#tried) this.try(this.#tried.edits, this.#tried.base);
  }

  /** Shows the picture of the film again. */
  cancel() {
    this.#end();
    this.#playhead().rest();
  }

  /**
   * Writes edits into the file. Resolves with whether they were made; otherwise the reason is on the page.
   * @param {readonly Edit[]} edits
   * @param {string} base The version in which the edits' paths were found: in a later one they may lead elsewhere.
   */
  async commit(edits, base = this.base) {
    this.#end();
    if (!this.#film || edits.length === 0) return false;
    const isMade = await this.#order('api/edits', { base, edits: [...edits] });
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
      const [{ edits, base }, number] = [this.#waiting, this.#ended];
      this.#waiting = null;
      const { timeMs, pictureWidth: width } = this.#playhead();
      const order = { base, edits: [...edits], timeMs, width };
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
