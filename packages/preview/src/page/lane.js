import { element, make, replaceKeepingFocus } from './elements.js';
import { showTime } from './film-times.js';
import { askJson } from './server-client.js';
import { placeOf, shareOf } from './strip-layout.js';

/** @import { FilmState } from '../film-state.ts' */
/** @import { PlacedLane } from '../page-messages.ts' */
/** @import { Places } from './places.js' */

/** @typedef {PlacedLane['spans'][number]} Span */
/** @typedef {PlacedLane['keyframes'][number]} Keyframe */

const nothing = 'Select an object to see how it changes.';

/** Maximum number of properties in the name of a span. */
const maxNamed = 4;

/** @param {Span} span */
function spanName({ what, type, properties }) {
  const named = properties.slice(0, maxNamed).join(', ') + (properties.length > maxNamed ? ', …' : '');
  const name = named === '' || what === 'enters' || what === 'leaves' ? what : named;
  return type === 'move' ? name : `${name}, ${type}`;
}

/** @param {Span} span */
export function spanText(span) {
  const { type, easing, delayMs, startMs, endMs, properties } = span;
  const what = span.what === 'changes' ? ['changes', properties.join(', ')].join(' ').trim() : span.what;
  const how = type === 'move' ? easing : `${type}, ${easing}`;
  const delay = delayMs > 0 ? `, starts ${Math.round(delayMs)} ms into the transition` : '';
  return `${what}: ${how}, ${Math.round(endMs - startMs)} ms${delay}`;
}

/** @param {Keyframe} keyframe */
export function keyframeText({ property, value, easing, timeMs }) {
  return `${property} ${value} at ${showTime(timeMs)}, then ${easing}`;
}

/** The changes of the selected object, below the strip and to the same scale. */
export class LaneView {
  #places;
  #onJump;
  #onEasing;
  /** @type {FilmState | null} */
  #film = null;
  /** @type {{ readonly scene: string, readonly id: string, readonly name: string } | null} */
  #object = null;
  /** The shown or requested lane. */
  #wanted = '';
  /**
   * The parts on the page by their `data-key`.
   * @type {Map<string, { readonly text: string, readonly place: Span['place'] }>}
   */
  #parts = new Map();
  /** @type {readonly Span[]} */
  #spans = [];
  /** @type {readonly Keyframe[]} */
  #keyframes = [];
  /** The `data-key` of the part that is described. */
  #chosen = '';

  /**
   * @param {object} options
   * @param {Places} options.places
   * @param {(timeMs: number) => void} options.onJump
   * @param {(span: Span, opener: HTMLElement) => void} options.onEasing Edits the easing of a change.
   */
  constructor({ places, onJump, onEasing }) {
    this.#places = places;
    this.#onJump = onJump;
    this.#onEasing = onEasing;
  }

  get object() {
    return this.#object;
  }

  /**
   * The change with a `data-key`; undefined if there is none.
   * @param {string} key
   */
  spanOf(key) {
    return this.#spans[Number(/^span (\d+)$/.exec(key)?.[1])];
  }

  /**
   * The keyframe with a `data-key`; undefined if there is none.
   * @param {string} key
   */
  keyframeOf(key) {
    return this.#keyframes[Number(/^keyframe (\d+)$/.exec(key)?.[1])];
  }

  /** @param {FilmState} film */
  setFilm(film) {
    this.#film = film;
    void this.#load();
  }

  /** @param {{ readonly scene: string, readonly id: string, readonly name: string } | null} object */
  show(object) {
    if (object?.id !== this.#object?.id || object?.scene !== this.#object?.scene) this.#chosen = '';
    this.#object = object;
    void this.#load();
  }

  async #load() {
    const film = this.#film;
    const object = this.#object;
    const wanted = object && film?.outline ? `${film.revision} ${object.scene} ${object.id}` : '';
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    if (!film?.outline || !object) {
      element('lane').replaceChildren();
      this.#describe(nothing, null);
      return;
    }
    const query = { revision: film.revision, scene: object.scene, object: object.id };
    const lane = await askJson('api/lane', query).catch(() => null);
    if (this.#wanted !== wanted || !lane) return;
    this.#draw(lane, film.outline.durationMs, object.name);
  }

  /**
   * @param {PlacedLane} lane
   * @param {number} durationMs
   * @param {string} name
   */
  #draw({ spans, keyframes }, durationMs, name) {
    this.#parts.clear();
    [this.#spans, this.#keyframes] = [spans, keyframes];
    const rows = laneRows(spans);
    const bars = spans.map((span, index) => {
      const bar = this.#part(`span ${index}`, spanText(span), span.startMs, span.place);
      bar.className = 'span';
      bar.dataset.what = span.what;
      bar.append(make('span', { className: 'span-name' }, spanName(span)));
      Object.assign(bar.style, placeOf(span, durationMs), { top: `calc(${rows[index]} * var(--lane-row))` });
      return bar;
    });
    const height = Math.max(1, ...rows.map((row) => row + 1));
    const marks = keyframes.map((keyframe, index) => {
      const mark = this.#part(`keyframe ${index}`, keyframeText(keyframe), keyframe.timeMs, keyframe.place);
      mark.className = 'keyframe';
      mark.style.left = `${100 * shareOf(keyframe.timeMs, durationMs)}%`;
      mark.style.top = `calc(${height} * var(--lane-row))`;
      return mark;
    });
    const lane = element('lane');
    lane.setAttribute('aria-label', `Changes of ${name}`);
    replaceKeepingFocus(lane, [make('div', { className: 'parts' }, ...bars, ...marks)]);
    this.#showChosen();
  }

  /**
   * @param {string} key
   * @param {string} text
   * @param {number} timeMs
   * @param {Span['place']} place
   */
  #part(key, text, timeMs, place) {
    const part = make('button', { type: 'button', title: text });
    part.dataset.key = key;
    part.setAttribute('aria-label', text);
    this.#parts.set(key, { text, place });
    part.addEventListener('click', () => {
      this.#chosen = key;
      this.#onJump(timeMs);
      this.#showChosen();
    });
    return part;
  }

  /** Describes the chosen part. A save makes a new lane, in which the same part is still chosen. */
  #showChosen() {
    const chosen = this.#parts.get(this.#chosen);
    const name = this.#object?.name ?? '';
    const hint =
      this.#parts.size === 0
        ? `${name} never changes.`
        : `${name}: choose a change to see its line in the file.`;
    this.#describe(chosen?.text ?? hint, chosen?.place ?? null);
    for (const part of element('lane').querySelectorAll('button'))
      part.setAttribute('aria-pressed', String(part.dataset.key === this.#chosen));
  }

  /** @param {Span} span */
  #easingButton(span) {
    const button = make('button', { type: 'button', className: 'link' }, 'Easing …');
    button.dataset.key = 'lane easing';
    button.addEventListener('click', () => this.#onEasing(span, button));
    return button;
  }

  /**
   * @param {string} text
   * @param {Span['place']} place
   */
  #describe(text, place) {
    const controls = place ? this.#places.controls(place, text, 'lane') : [];
    const span = place ? this.spanOf(this.#chosen) : undefined;
    if (span) controls.push(this.#easingButton(span));
    replaceKeepingFocus(element('lane-info'), [make('span', {}, place ? `${text} ` : text), ...controls]);
  }
}

/**
 * The row of each part of a lane, so that no two parts in a row overlap. A part goes into the first row with room for
 * it.
 * @param {readonly { readonly startMs: number, readonly endMs: number }[]} parts
 */
export function laneRows(parts) {
  /** @type {number[]} */
  const ends = [];
  return parts.map(({ startMs, endMs }) => {
    const found = ends.findIndex((end) => end <= startMs);
    const row = found < 0 ? ends.length : found;
    ends[row] = endMs;
    return row;
  });
}
