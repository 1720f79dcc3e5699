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
    const prefix = /^(scenes(?:\[\d+\]|\.[^.]+)\.)?/.exec(this.#path() ?? '')?.[0] ?? '';
    const path = `${prefix}objects`;
    const revision = this.#film?.revision ?? 0;
    const written = await askJson('api/written', { revision, path }).catch(() => null);
    const names = Object.keys(written?.value ?? {});
    const name = names.includes(wanted) ? freeName(wanted, names) : wanted;
    if (await this.#edits.commit([{ path: `${path}.${name}`, value: /** @type {any} */ (object) }]))
      this.#onAdded(name);
  }
}
