import { copyButton, element, make, replaceKeepingFocus, showPlace } from './elements.js';
import { askJson } from './server.js';

/** Milliseconds for which the playhead rests, and its picture is shown, before the objects are listed. */
const restMs = 80;

/** Pixels on the screen by which a click may miss an object, a thin line for example. */
const slack = 3;

/** Shows which objects are in the picture, and the one that is selected: its box, its state, its places in the file. */
export class Inspector {
  #film = null;
  #timeMs = 0;
  #moment = null;
  /** What the moment was asked for. */
  #loaded = '';
  #selected = null;
  /** What the list shows. */
  #listed = '';
  #isDrawing = false;
  #timer;
  #stop = new AbortController();

  constructor() {
    element('frame').addEventListener('click', (event) => this.#pick(event));
  }

  setFilm(film) {
    this.#film = film;
  }

  /** The objects at a time are listed once the playhead rests there; until then no box is shown. */
  setTime(timeMs) {
    if (timeMs !== this.#timeMs) element('selection').hidden = true;
    this.#timeMs = timeMs;
    this.#stop.abort();
    this.#plan();
  }

  /** Whether a picture is being drawn. The objects come after it, or the next picture would wait for them. */
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

  /** The details appear below the lists, and may take the place of the object there. */
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
    const parameters = { revision: film.revision, timeMs: this.#timeMs };
    const moment = await askJson('api/moment', parameters, { signal: stop.signal }).catch(() => null);
    if (!moment || stop.signal.aborted) return;
    this.#moment = moment;
    this.#loaded = this.#wanted();
    this.#show();
  }

  #wanted() {
    return `${this.#film?.revision} ${this.#timeMs}`;
  }

  /** Selects the object under the pointer; a further click on the same one the next below it. */
  async #pick({ clientX, clientY }) {
    if (this.#loaded !== this.#wanted()) await this.#load();
    const film = this.#film;
    if (!this.#moment || !film) return;
    const parameters = { revision: film.revision, timeMs: this.#timeMs, ...this.#toScene(clientX, clientY) };
    const under = (await askJson('api/pick', parameters).catch(() => null)) ?? [];
    const next = under.indexOf(this.#selected) + 1;
    this.select(under[next] ?? (next > 0 && under.length > 1 ? under[0] : null));
  }

  /** The scene fitted into the frame: its scale, and the frame's pixels beside it. */
  #fit() {
    const scene = this.#film.outline.scenes[this.#moment.scene];
    const { clientWidth, clientHeight } = element('frame');
    const scale = Math.min(clientWidth / scene.width, clientHeight / scene.height);
    return {
      scale,
      left: (clientWidth - scene.width * scale) / 2,
      top: (clientHeight - scene.height * scale) / 2,
    };
  }

  #toScene(clientX, clientY) {
    const frame = element('frame').getBoundingClientRect();
    const { scale, left, top } = this.#fit();
    const inScene = (pixels) => Math.max(0, Math.round((100 * pixels) / scale) / 100);
    return {
      x: inScene(clientX - frame.left - left),
      y: inScene(clientY - frame.top - top),
      reach: Math.min(50, Math.round(slack / scale)),
    };
  }

  #show() {
    const objects = this.#moment?.objects ?? [];
    const selected = objects.find(({ id }) => id === this.#selected);
    this.#showList(objects);
    this.#showBox(selected);
    element('details').hidden = !selected;
    if (selected) this.#showDetails(selected);
  }

  /** Lists the objects anew where they differ: to make hundreds of buttons takes as long as to draw a picture. */
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

  #showBox(selected) {
    const outline = element('selection');
    outline.hidden = !selected;
    if (!selected) return;
    const { scale, left, top } = this.#fit();
    const { box } = selected;
    outline.style.left = `${left + box.left * scale}px`;
    outline.style.top = `${top + box.top * scale}px`;
    outline.style.width = `${(box.right - box.left) * scale}px`;
    outline.style.height = `${(box.bottom - box.top) * scale}px`;
    element('selection-name').textContent = selected.name;
  }

  #showDetails({ name, kind, id, box, state, places }) {
    element('details-title').textContent = `${name} (${kind})`;
    const shownPlaces = places.map(({ what, place }) => {
      const copy = copyButton(showPlace(this.#film.file, place), what);
      copy.dataset.key = what;
      return make('div', {}, make('span', { className: 'faint' }, `${what} `), copy);
    });
    replaceKeepingFocus(element('places'), shownPlaces);
    const corners = `${box.left}, ${box.top} to ${box.right}, ${box.bottom}`;
    const rows = Object.entries({ id, box: corners, ...state });
    element('details-state').replaceChildren(
      ...rows.flatMap(([field, value]) => [make('dt', {}, field), make('dd', {}, ...shown(field, value))]),
    );
  }
}

function shown(field, value) {
  if (field !== 'fill' && field !== 'stroke') return [String(value)];
  const swatch = make('span', { className: 'swatch' });
  swatch.style.background = value;
  return [swatch, value];
}
