import { element, make, setText } from './elements.js';
import { exportCommand, exportOrder } from './export-command.js';
import { roundTime, showTime } from './film-times.js';
import { cancelExport, messageOf, startExport } from './server-client.js';

/** @import { FilmState, OfferedFormat } from '../film-state.ts' */
/** @import { ExportState } from '../export-state.ts' */
/** @import { Loop } from './loop.js' */
/** @import { FrameRate } from '@render-service/engine' */

/** Why nothing can be exported: because of the file, or of values of variables that the page tries. */
const notReady = {
  file: 'The project in the file cannot be drawn. Solve its problems first.',
  tried:
    'The project cannot be drawn with the variables that you try here. Change them, or go back to the file.',
};

/** The format that is listed first and chosen at the start. */
const usualFormat = 'png';

const kinds = { still: 'Still', film: 'Film' };

/** The dialog that exports files. */
export class ExportDialog {
  #dialog = element('export', HTMLDialogElement);
  #form = element('export-form', HTMLFormElement);
  #startButton = element('export-start', HTMLButtonElement);
  /** @type {FilmState | null} */
  #film = null;
  #timeMs = 0;
  /** @type {Loop | null} */
  #loop = null;
  /** @type {string | null} */
  #id = null;
  #hasFailed = false;
  /** The format whose frame rates are offered. */
  #ratesOf = '';

  constructor() {
    element('export-close').addEventListener('click', () => this.#dialog.close());
    element('export-cancel').addEventListener('click', () => this.#id && cancelExport(this.#id));
    this.#form.addEventListener('input', () => this.#describe());
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#start();
    });
  }

  get isOpen() {
    return this.#dialog.open;
  }

  /** @param {FilmState} film */
  setFilm(film) {
    if (!this.#film) this.#offer(film.formats);
    // A failed export belongs to the previous version.
    if (this.#hasFailed && film.revision !== this.#film?.revision) this.#tell('');
    this.#film = film;
    if (this.#dialog.open) this.#describe();
  }

  /**
   * @param {number} timeMs The time of the still.
   * @param {Loop | null} loop The part of the film that can be exported alone.
   */
  open(timeMs, loop) {
    this.#timeMs = roundTime(timeMs);
    this.#loop = loop;
    element('export-part', HTMLInputElement).checked = loop !== null;
    const shown = loop ? `${showTime(loop.from)} to ${showTime(loop.to)}` : '';
    setText(element('export-loop'), `Only the loop, ${shown}`);
    if (this.#id === null) this.#tell('');
    this.#describe();
    this.#dialog.showModal();
  }

  /**
   * Shows the state of an export if this page started it.
   * @param {ExportState} state
   */
  update({ id, status, fraction, framesDone, frames, fileName, bytes, problems }) {
    if (id !== this.#id) return;
    const isRunning = status === 'running';
    element('export-running').hidden = !isRunning;
    element('export-cancel').hidden = !isRunning;
    this.#startButton.disabled = isRunning;
    element('export-progress', HTMLProgressElement).value = fraction;
    const counted = frames > 0 ? ` ${framesDone} of ${frames} frames` : '';
    const messages = {
      running: `Making ${fileName} …${counted}`,
      done: `${fileName}, ${bytes.toLocaleString('en')} bytes, is in your downloads.`,
      failed: problems.join(' '),
      cancelled: 'Cancelled.',
    };
    this.#tell(messages[status], status === 'failed');
    if (isRunning) return;
    this.#id = null;
    if (status === 'done') make('a', { href: `api/exports/${id}`, download: fileName }).click();
  }

  /**
   * Lists the formats of the server before the contact sheet.
   * @param {readonly OfferedFormat[]} formats
   */
  #offer(formats) {
    const isUsual = (/** @type {OfferedFormat} */ { id }) => id === usualFormat;
    const ordered = [...formats.filter(isUsual), ...formats.filter((format) => !isUsual(format))];
    const labels = ordered.map(({ id, label, kind }, index) => {
      const radio = make('input', { type: 'radio', name: 'what', value: id, defaultChecked: index === 0 });
      return make('label', {}, radio, ` ${kinds[kind]}, ${label}`);
    });
    element('export-sheet').before(...labels);
  }

  /**
   * @param {string} message
   * @param {boolean} [hasFailed]
   */
  #tell(message, hasFailed = false) {
    this.#hasFailed = hasFailed;
    setText(element('export-message'), message);
  }

  #order() {
    const width = element('export-width', HTMLInputElement).valueAsNumber;
    const choices = {
      what: String(new FormData(this.#form).get('what')),
      width: Number.isNaN(width) ? undefined : width,
      fps: /** @type {FrameRate} */ (Number(element('export-fps', HTMLSelectElement).value)),
      timeMs: this.#timeMs,
      part: element('export-part', HTMLInputElement).checked ? this.#loop : null,
    };
    return exportOrder(choices, this.#film?.formats ?? []);
  }

  /**
   * Offers the frame rates of the chosen format.
   * @param {FilmState} film
   */
  #offerRates({ formats }) {
    const what = String(new FormData(this.#form).get('what'));
    const format = formats.find(({ id }) => id === what);
    if (!format || what === this.#ratesOf) return;
    this.#ratesOf = what;
    const options = format.frameRates.map((rate) =>
      make('option', { value: String(rate), selected: rate === format.usualFrameRate }, String(rate)),
    );
    element('export-fps').replaceChildren(...options);
  }

  /** Shows the command that makes the same file. */
  #describe() {
    const film = this.#film;
    if (film) this.#offerRates(film);
    const order = this.#order();
    if (!film || !order) return;
    element('export-rate').hidden = !('fps' in order.options);
    element('export-range').hidden = !('fps' in order.options) || this.#loop === null;
    element('export-command').textContent = exportCommand(order, film);
    const isReady = film.status === 'ready';
    this.#startButton.disabled = !isReady || this.#id !== null;
    // This message disappears with the problems; the result of an export stays.
    const isTrying = film.variables.some(({ source }) => source === 'page');
    const shown = element('export-message').textContent ?? '';
    if (!isReady && this.#id === null) this.#tell(isTrying ? notReady.tried : notReady.file);
    else if (Object.values(notReady).includes(shown)) this.#tell('');
  }

  async #start() {
    const order = this.#order();
    if (!order) return;
    this.#startButton.disabled = true;
    try {
      const state = await startExport(order);
      this.#id = state.id;
      this.update(state);
    } catch (error) {
      this.#tell(messageOf(error), true);
      this.#startButton.disabled = false;
    }
  }
}
