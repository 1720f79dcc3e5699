import { copyButton, element, make, showPlace } from './elements.js';
import { messageOf, send } from './server-client.js';
import { readSetting, writeSetting } from './settings.js';

/** @import { TextPlace } from '@render-service/engine/text' */
/** @import { UrlEditor } from '../editors.ts' */
/** @import { FilmState } from '../film-state.ts' */

const setting = 'editor';

/**
 * The URL that opens a place in an editor.
 * @param {UrlEditor} editor
 * @param {string} absolutePath
 * @param {TextPlace} place
 */
export function editorUrl({ url }, absolutePath, { line, column }) {
  const path = absolutePath.replaceAll('\\', '/');
  const file = (path.startsWith('/') ? path : `/${path}`).split('/').map(encodeURIComponent).join('/');
  /** @type {Readonly<Record<string, string>>} */
  const values = { file: file.replaceAll('%3A', ':'), line: String(line), column: String(column) };
  return url.replace(/\{(file|line|column)\}/g, (_, name) => values[name]);
}

/** Makes the controls of places in the project's file: one opens the editor, one copies. */
export class Places {
  /** @type {FilmState | null} */
  #film = null;
  #dialog = element('editors', HTMLDialogElement);
  /** @type {TextPlace | null} */
  #waiting = null;

  constructor() {
    element('editors-close').addEventListener('click', () => this.#dialog.close());
    element('choose-editor').addEventListener('click', () => this.#ask(null));
  }

  /** @param {FilmState} film */
  setFilm(film) {
    if (!this.#film) this.#offer(film);
    this.#film = film;
    element('choose-editor').hidden = film.editors.program !== null || film.editors.chosen !== null;
  }

  /**
   * The controls of a place.
   * @param {TextPlace | null} place
   * @param {string} what A description of the place for screen readers.
   * @param {string} key The `data-key` of the controls, which keeps their focus.
   * @returns {HTMLElement[]}
   */
  controls(place, what, key) {
    const text = showPlace(this.#film?.file ?? '', place);
    const copy = copyButton(text, what, 'copy');
    copy.dataset.key = `copy ${key}`;
    if (!place) return [make('span', { className: 'place' }, text), copy];
    const open = make(
      'button',
      { type: 'button', className: 'link place', title: 'Open in the editor' },
      text,
    );
    open.setAttribute('aria-label', `${what}: open ${text} in the editor`);
    open.dataset.key = `open ${key}`;
    open.addEventListener('click', () => this.#open(place));
    return [open, copy];
  }

  /** @param {TextPlace} place */
  #open(place) {
    const film = this.#film;
    if (!film) return;
    if (film.editors.program !== null) {
      void send('api/editor', place).catch((error) => this.#report(messageOf(error)));
      return;
    }
    const id = film.editors.chosen ?? readSetting(setting);
    const editor = film.editors.known.find((one) => one.id === id);
    if (editor) follow(editorUrl(editor, film.absolutePath, place));
    else this.#ask(place);
  }

  /**
   * Asks which editor to use, and then opens the place in it.
   * @param {TextPlace | null} place
   */
  #ask(place) {
    this.#waiting = place;
    const chosen = readSetting(setting);
    for (const button of element('editors-list').querySelectorAll('button')) {
      button.setAttribute('aria-pressed', String(button.dataset.editor === chosen));
    }
    this.#report('');
    this.#dialog.showModal();
  }

  /** @param {FilmState} film */
  #offer({ editors }) {
    const buttons = editors.known.map(({ id, name }) => {
      const button = make('button', { type: 'button' }, name);
      button.dataset.editor = id;
      button.addEventListener('click', () => {
        writeSetting(setting, id);
        this.#dialog.close();
        if (this.#waiting) this.#open(this.#waiting);
      });
      return make('li', {}, button);
    });
    element('editors-list').replaceChildren(...buttons);
  }

  /** @param {string} message */
  #report(message) {
    element('editors-message').textContent = message;
    if (message !== '' && !this.#dialog.open) this.#dialog.showModal();
  }
}

/**
 * Follows a URL that another program opens, without leaving the page.
 * @param {string} url
 */
function follow(url) {
  const link = make('a', { href: url });
  document.body.append(link);
  link.click();
  link.remove();
}
