import { element, make } from './elements.js';
import { askJson } from './server-client.js';
import { freeName } from './time-edits.js';

/** @import { FilmState } from '../film-state.ts' */
/** @import { PageAnswers } from '../page-messages.ts' */
/** @import { Edits } from './edits.js' */

/** The entry that adds a file. */
const aFile = '+file';

/** Adds objects of the common kinds and of the catalogue to the scene at the playhead. */
export class AddObject {
  #edits;
  #path;
  #sceneTimeMs;
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
   * @param {() => number} options.sceneTimeMs The time of the playhead in its scene.
   * @param {(name: string) => void} options.onAdded
   * @param {() => void} options.onFile The user wants to add a file.
   */
  constructor({ edits, composition, sceneTimeMs, onAdded, onFile }) {
    this.#edits = edits;
    this.#path = composition;
    this.#sceneTimeMs = sceneTimeMs;
    this.#onAdded = onAdded;
    this.#select.addEventListener('change', () => {
      const { value } = this.#select;
      const offered = this.#offered.find(({ kind }) => kind === value);
      this.#select.value = '';
      if (value === aFile) onFile();
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
      make('option', { value: aFile }, 'A picture, sound or clip …'),
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
    const { place, name, base } = await this.#placeIn('objects', wanted);
    const edits = [
      { path: place, value: /** @type {any} */ (object) },
      ...(await this.#entrance(composition, name)),
    ];
    if (await this.#edits.commit(edits, base)) this.#onAdded(name);
  }

  /**
   * Adds a sound that starts at the playhead.
   * @param {string} wanted The name that it gets if no other sound has it.
   * @param {string} src
   */
  async addSound(wanted, src) {
    const start = Math.round(this.#sceneTimeMs());
    const { place, base } = await this.#placeIn('audioTracks', wanted);
    await this.#edits.commit([{ path: place, value: { src, ...(start > 0 && { start }) } }], base);
  }

  /**
   * A free place in a list of the scene at the playhead.
   * @param {'objects' | 'audioTracks'} list
   * @param {string} wanted
   */
  async #placeIn(list, wanted) {
    const prefix = /^(scenes(?:\[\d+\]|\.[^.]+)\.)?/.exec(this.#path() ?? '')?.[0] ?? '';
    const path = `${prefix}${list}`;
    const { values, base } = await this.#edits.read(path);
    const names = Object.keys(values[0] ?? {});
    const name = names.includes(wanted) ? freeName(wanted, names) : wanted;
    return { place: `${path}.${name}`, name, base };
  }

  /**
   * What makes an object enter in a composition. An object that none mentions is there from the first one on.
   * @param {string} composition
   * @param {string} name
   */
  async #entrance(composition, name) {
    const [, list = '', index, key] = /^(.*compositions)(?:\[(\d+)\]|\.(.+))$/.exec(composition) ?? [];
    if (list === '') return [];
    const first = index === undefined ? Object.keys((await this.#edits.read(list)).values[0] ?? {})[0] : '0';
    return (index ?? key) === first ? [] : [{ path: `${composition}.states.${name}`, value: true }];
  }
}
