import { openEasing } from './easing-editor.js';
import { element, make, placeBeside } from './elements.js';
import { animationEdits, animationFields, freeName, isTime, typedTime, writeTime } from './time-edits.js';

/** @import { SegmentOutline } from '@render-service/engine/film' */
/** @import { FilmState } from '../film-state.ts' */
/** @import { Edit, Edits } from './edits.js' */

/** Shortest part into which a composition is split, in milliseconds. */
const minPartMs = 50;

/** The values of the composition at the playhead, and what is done with it as a whole. */
export class CompositionMenu {
  #edits;
  #timeMs;
  /** @type {FilmState | null} */
  #film = null;
  #menu = element('composition-menu');
  #form = element('composition-form', HTMLFormElement);
  /** The version of the file that has the values. */
  #base = '';

  /**
   * @param {object} options
   * @param {Edits} options.edits
   * @param {() => number} options.timeMs The time of the playhead.
   */
  constructor({ edits, timeMs }) {
    this.#edits = edits;
    this.#timeMs = timeMs;
    const form = this.#form;
    this.#menu.addEventListener('toggle', () => {
      this.#setTyped(null);
      if (!this.#menu.matches(':popover-open')) return;
      placeBeside(this.#menu, element('open-composition'));
      void this.#fill();
    });
    form.addEventListener('input', ({ target }) => this.#setTyped(target));
    form.addEventListener('change', ({ target }) => void this.#write(target));
    form.addEventListener('submit', (event) => event.preventDefault());
    const easing = /** @type {HTMLInputElement} */ (form.elements.namedItem('easing'));
    element('composition-curve').addEventListener('click', ({ currentTarget }) =>
      openEasing(/** @type {HTMLElement} */ (currentTarget), easing.value, (text) => {
        easing.value = text;
        void this.#write(easing);
      }),
    );
    for (const action of ['duplicate', 'split', 'delete', 'earlier', 'later'])
      element(`composition-${action}`).addEventListener('click', () => void this.#change(action));
  }

  /** @param {FilmState} film */
  setFilm(film) {
    this.#film = film;
    const isTyping = this.#form.querySelector('[data-dirty]') !== null;
    if (this.#menu.matches(':popover-open') && !isTyping) void this.#fill();
  }

  /** @param {EventTarget | null} typed The field that has a value that is not written. */
  #setTyped(typed) {
    for (const one of this.#form.elements) if (one instanceof HTMLElement) delete one.dataset.dirty;
    if (typed instanceof HTMLElement) typed.dataset.dirty = '';
  }

  /**
   * The composition at the playhead, or the one that a transition there leads to.
   * @returns {SegmentOutline | undefined}
   */
  #held() {
    const segments = this.#film?.outline?.segments ?? [];
    const time = this.#timeMs();
    const index = segments.findIndex(({ endMs }) => time < endMs);
    const at = index < 0 ? segments.length - 1 : index;
    return segments.slice(at).find(({ to }) => to === null);
  }

  /** Shows the values of the composition. */
  async #fill() {
    const held = this.#held();
    if (!held) return;
    const { values, base } = await this.#edits.read(`${held.path}.duration`, `${held.path}.enter`);
    const [duration, enter] = values;
    const fields = animationFields(enter);
    this.#base = base;
    element('composition-title').textContent = held.name;
    this.#form.dataset.path = held.path;
    const shown = { duration, enter: fields.duration, type: fields.type, easing: fields.easing };
    for (const [name, value] of Object.entries(shown)) {
      const input = this.#form.elements.namedItem(name);
      if (!(input instanceof HTMLInputElement || input instanceof HTMLSelectElement)) continue;
      const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
      if (input instanceof HTMLSelectElement && ![...input.options].some((one) => one.value === text))
        input.append(make('option', { value: text }, text));
      input.value = text;
      input.dataset.written = text;
    }
  }

  /** @param {EventTarget | null} input */
  async #write(input) {
    const { path } = this.#form.dataset;
    if (!(input instanceof HTMLInputElement || input instanceof HTMLSelectElement) || path === undefined)
      return;
    this.#setTyped(null);
    const value = typedTime(input.value, input.dataset.written);
    const duration = `${path}.duration`;
    /** @type {Edit[]} */
    let edits = [value === undefined ? { path: duration, remove: true } : { path: duration, value }];
    if (input.name !== 'duration') {
      const field = input.name === 'enter' ? 'duration' : input.name;
      const { values } = await this.#edits.read(`${path}.enter`);
      edits = animationEdits(`${path}.enter`, values[0], { [field]: value });
    }
    // The value that is written is shown again.
    if (!(await this.#edits.commit(edits, this.#base))) await this.#fill();
  }

  /** @param {string} action */
  async #change(action) {
    const { path } = this.#form.dataset;
    // The values are not known yet.
    if (path === undefined) return false;
    const [, list = '', index, name = ''] = /^(.*compositions)(?:\[(\d+)\]|\.(.+))$/.exec(path) ?? [];
    const { values, base } = await this.#edits.read(list, `${path}.duration`);
    const [all, duration] = values;
    const keys = typeof all === 'object' && all !== null ? Object.keys(all) : [];
    const at = index === undefined ? keys.indexOf(name) : Number(index);
    if (action === 'delete') {
      // The same button would delete the next one.
      this.#menu.hidePopover();
      return this.#edits.commit([{ path, remove: true }], base);
    }
    if (action === 'earlier' || action === 'later') {
      const to = at + (action === 'earlier' ? -1 : 1);
      return to >= 0 && to < keys.length && this.#edits.commit([{ path, move: to }], base);
    }
    const copy = index === undefined ? `${list}.${freeName(name, keys)}` : `${list}[${at + 1}]`;
    const ids = Object.values(all ?? {}).map((one) => String(one?.id ?? ''));
    const isNamed = index !== undefined && ids[at] !== '' && ids[at] !== undefined;
    /** @type {Edit[]} */
    const copied = [
      { path: copy, copy: path },
      ...(isNamed ? [{ path: `${copy}.id`, value: freeName(ids[at] ?? '', ids) }] : []),
    ];
    if (action === 'duplicate') return this.#edits.commit(copied, base);
    const held = this.#held();
    const partMs = this.#timeMs() - (held?.startMs ?? 0);
    const restMs = (held?.endMs ?? 0) - this.#timeMs();
    if (partMs < minPartMs || restMs < minPartMs) {
      this.#edits.report(`not split: put the playhead inside of ${held?.name}, where it is held`);
      return false;
    }
    if (duration !== null && !isTime(duration)) {
      this.#edits.report(`not split: the duration of ${held?.name} is ${JSON.stringify(duration)}`);
      return false;
    }
    return this.#edits.commit(
      [
        ...copied,
        { path: `${path}.duration`, value: writeTime(duration, partMs) },
        { path: `${copy}.duration`, value: writeTime(duration, restMs) },
        // The second part begins as the first one ends.
        { path: `${copy}.enter`, value: 0 },
        ...['start', 'say', 'highlight'].map((field) => ({
          path: `${copy}.${field}`,
          remove: /** @type {const} */ (true),
        })),
      ],
      base,
    );
  }
}
