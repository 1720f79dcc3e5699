import { element, make } from './elements.js';
import { askJson } from './server-client.js';
import { freeName } from './time-edits.js';

/** @import { FilmState } from '../film-state.ts' */
/** @import { PageAnswers } from '../page-messages.ts' */
/** @import { Edits } from './edits.js' */

/** Adds objects of the common kinds and of the catalogue to the scene at the playhead. */
export class AddObject {
  #edits;
  #path;
  #onAdded;
  #select = element('add-object', HTMLSelectElement);
  /** @type {FilmState | null} */
  #film = null;
  /** @type {PageAnswers['api/offered-objects']} */
  #offered = [];

  /**
   * @param {object} options
   * @param {Edits} options.edits
   * @param {() => string | undefined} options.composition The path of the composition at the playhead.
   * @param {(name: string) => void} options.onAdded
   */
  constructor({ edits, composition, onAdded }) {
    this.#edits = edits;
    this.#path = composition;
    this.#onAdded = onAdded;
    this.#select.addEventListener('change', () => {
      const offered = this.#offered.find(({ kind }) => kind === this.#select.value);
      this.#select.value = '';
      if (offered) void this.add(offered.kind, offered.object);
    });
  }

  /** @param {FilmState} film */
  setFilm(film) {
    if (!this.#film && film.outline) void this.#offer();
    this.#film = film;
  }

  async #offer() {
    this.#offered = (await askJson('api/offered-objects', {}).catch(() => null)) ?? [];
    const options = (/** @type {boolean} */ isOfCatalogue) =>
      this.#offered
        .filter((one) => one.isOfCatalogue === isOfCatalogue)
        .map(({ kind }) => make('option', { value: kind }, kind));
    this.#select.replaceChildren(
      make('option', { value: '' }, 'Add an object …'),
      make('optgroup', { label: 'Kinds' }, ...options(false)),
      make('optgroup', { label: 'Catalogue' }, ...options(true)),
    );
    this.#select.hidden = this.#offered.length === 0;
  }

  /**
   * @param {string} wanted The name that it gets if no other object has it.
   * @param {Readonly<Record<string, unknown>>} object
   */
  async add(wanted, object) {
    const composition = this.#path() ?? '';
    const prefix = /^(scenes(?:\[\d+\]|\.[^.]+)\.)?/.exec(composition)?.[0] ?? '';
    const path = `${prefix}objects`;
    const names = Object.keys((await this.#written(path)) ?? {});
    const name = names.includes(wanted) ? freeName(wanted, names) : wanted;
    const edits = [
      { path: `${path}.${name}`, value: /** @type {any} */ (object) },
      ...(await this.#entrance(composition, name)),
    ];
    if (await this.#edits.commit(edits)) this.#onAdded(name);
  }

  /**
   * What makes an object enter in a composition. An object that none mentions is there from the first one on.
   * @param {string} composition
   * @param {string} name
   */
  async #entrance(composition, name) {
    const [, list = '', index, key] = /^(.*compositions)(?:\[(\d+)\]|\.(.+))$/.exec(composition) ?? [];
    if (list === '') return [];
    const first = index === undefined ? Object.keys((await this.#written(list)) ?? {})[0] : '0';
    return (index ?? key) === first ? [] : [{ path: `${composition}.states.${name}`, value: true }];
  }

  /**
   * The value at a path of the document; null if there is none.
   * @param {string} path
   */
  async #written(path) {
    const revision = this.#film?.revision ?? 0;
    return (await askJson('api/written', { revision, path }).catch(() => null))?.value ?? null;
  }
}
