import { copyButton, element, make, replaceKeepingFocus, showPlace } from './elements.js';
import { fitScene, toFrame, toScene } from './fit.js';
import { askJson } from './server-client.js';

/** @import { FilmState } from '../film-state.ts' */
/** @import { Box, Fit } from './fit.js' */
/** @import { PlacedMoment, PlacedObject } from '../page-messages.ts' */

/** Milliseconds for which the playhead must rest, with its picture on the page, before the objects are listed. */
const restMs = 80;

/** Lists the objects in the picture. Shows the box, the state and the places in the file of the selected one. */
export class Inspector {
  /** @type {FilmState | null} */
  #film = null;
  #timeMs = 0;
  /** @type {PlacedMoment | null} */
  #moment = null;
  /** The revision and the time of the moment. */
  #loaded = '';
  /** @type {string | null} */
  #selected = null;
  /** The list on the page, as text to compare. */
  #listed = '';
  #isDrawing = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #stop = new AbortController();

  constructor() {
    element('frame').addEventListener('click', (event) => this.#pick(event));
  }

  /** @param {FilmState} film */
  setFilm(film) {
    this.#film = film;
  }

  /**
   * Lists the objects at a time once the playhead rests there. Until then no box is shown.
   * @param {number} timeMs
   */
  setTime(timeMs) {
    if (timeMs !== this.#timeMs) element('selection').hidden = true;
    if (timeMs !== this.#timeMs) element('relations').hidden = true;
    this.#timeMs = timeMs;
    this.#stop.abort();
    this.#plan();
  }

  /**
   * Objects are asked for after the picture, because the next picture would have to wait for them.
   * @param {boolean} isDrawing Whether a picture is being drawn.
   */
  setDrawing(isDrawing) {
    this.#isDrawing = isDrawing;
    this.#plan();
  }

  #plan() {
    clearTimeout(this.#timer);
    if (this.#isDrawing) return;
    if (this.#loaded === this.#wanted()) this.#show();
    else this.#timer = setTimeout(() => this.#load(), restMs);
  }

  /**
   * Selects an object, or none. The details appear below the lists and may cover it in the list, so the list scrolls to it.
   * @param {string | null} id
   */
  select(id) {
    this.#selected = id;
    this.#show();
    element('objects').querySelector('[aria-pressed="true"]')?.scrollIntoView({ block: 'nearest' });
  }

  async #load() {
    const film = this.#film;
    if (!film?.outline) return;
    const stop = new AbortController();
    this.#stop = stop;
    const query = { revision: film.revision, timeMs: this.#timeMs };
    const moment = await askJson('api/moment', query, { signal: stop.signal }).catch(() => null);
    if (!moment || stop.signal.aborted) return;
    this.#moment = moment;
    this.#loaded = this.#wanted();
    this.#show();
  }

  #wanted() {
    return `${this.#film?.revision} ${this.#timeMs}`;
  }

  /**
   * Selects the object under the pointer. Another click there selects the next one below it.
   * @param {MouseEvent} event
   */
  async #pick({ clientX, clientY }) {
    if (this.#loaded !== this.#wanted()) await this.#load();
    const fit = this.#fit();
    if (!this.#film || !fit) return;
    const { left, top } = element('frame').getBoundingClientRect();
    const place = toScene({ x: clientX - left, y: clientY - top }, fit);
    const query = { revision: this.#film.revision, timeMs: this.#timeMs, ...place };
    /** @type {readonly (string | null)[]} */
    const under = (await askJson('api/pick', query).catch(() => null)) ?? [];
    const next = under.indexOf(this.#selected) + 1;
    this.select(under[next] ?? (next > 0 && under.length > 1 ? under[0] : null));
  }

  /** The scene of the moment in the frame. */
  #fit() {
    const scene = this.#moment && this.#film?.outline?.scenes[this.#moment.scene];
    if (!scene) return undefined;
    const { clientWidth: width, clientHeight: height } = element('frame');
    return fitScene(scene, { width, height });
  }

  #show() {
    const objects = this.#moment?.objects ?? [];
    const selected = objects.find(({ id }) => id === this.#selected);
    this.#showList(objects);
    this.#showBox(selected);
    this.#showRelations(selected);
    element('details').hidden = !selected;
    if (selected) this.#showDetails(selected);
  }

  /**
   * Lists the objects again only if they differ: making hundreds of buttons takes as long as drawing a picture.
   * @param {readonly PlacedObject[]} objects
   */
  #showList(objects) {
    const listed = JSON.stringify([this.#selected, objects.map(({ id, name, kind }) => [id, name, kind])]);
    if (listed === this.#listed) return;
    this.#listed = listed;
    const list = element('objects');
    const items = objects.toReversed().map(({ id, name, kind }) => {
      const button = make(
        'button',
        { type: 'button' },
        make('span', { className: 'name' }, name),
        make('span', { className: 'kind' }, kind),
      );
      button.dataset.key = id;
      button.setAttribute('aria-pressed', String(id === this.#selected));
      button.addEventListener('click', () => this.select(id === this.#selected ? null : id));
      return make('li', {}, button);
    });
    replaceKeepingFocus(list, items.length > 0 ? items : [make('li', { className: 'faint' }, 'None')]);
  }

  /** @param {PlacedObject | undefined} selected */
  #showBox(selected) {
    const outline = element('selection');
    const fit = this.#fit();
    outline.hidden = !selected || !fit;
    if (!selected || !fit) return;
    placed(outline, selected.box, fit);
    element('selection-name').textContent = selected.name;
  }

  /**
   * Marks what the selected object is related to, and the gaps between.
   * @param {PlacedObject | undefined} selected
   */
  #showRelations(selected) {
    const marks = element('relations');
    const fit = this.#fit();
    const relations = selected?.relations;
    marks.hidden = !relations || !fit;
    if (!relations || !fit) return;
    const related = relations.related.map(({ box }) =>
      placed(make('div', { className: 'related' }), box, fit),
    );
    const gaps = relations.gaps.map((box) => placed(make('div', { className: 'gap' }), box, fit));
    marks.replaceChildren(...related, ...gaps);
  }

  /** @param {PlacedObject} selected */
  #showDetails({ name, kind, id, box, state, places, relations }) {
    element('details-title').textContent = `${name} (${kind})`;
    const shownPlaces = places.map(({ what, place }) => {
      const copy = copyButton(showPlace(this.#film?.file ?? '', place), what);
      copy.dataset.key = what;
      return make('div', {}, make('span', { className: 'faint' }, `${what} `), copy);
    });
    replaceKeepingFocus(element('places'), shownPlaces);
    const corners = `${box.left}, ${box.top} to ${box.right}, ${box.bottom}`;
    // A relation and a field of the state may have the same name.
    const rows = [
      ...Object.entries({ id, ...relations?.written }),
      ...Object.entries({ box: corners, ...state }),
    ];
    element('details-state').replaceChildren(
      ...rows.flatMap(([field, value]) => [
        make('dt', {}, field),
        make('dd', {}, ...showValue(field, String(value))),
      ]),
    );
  }
}

/**
 * Puts an element over a box of the scene.
 * @template {HTMLElement} Mark
 * @param {Mark} mark
 * @param {Box} box
 * @param {Fit} fit
 */
function placed(mark, box, fit) {
  const sides = Object.entries(toFrame(box, fit)).map(([side, pixels]) => [side, `${pixels}px`]);
  Object.assign(mark.style, Object.fromEntries(sides));
  return mark;
}

/**
 * The value of a field; colours with a swatch.
 * @param {string} field
 * @param {string} value
 */
function showValue(field, value) {
  if (field !== 'fill' && field !== 'stroke') return [value];
  const swatch = make('span', { className: 'swatch' });
  swatch.style.background = value;
  return [swatch, value];
}
