import { element, make } from './elements.js';
import { showShortTime } from './film-times.js';
import { askJson } from './server-client.js';
import { shareOf } from './strip-layout.js';
import {
  animationEdits,
  animationFields,
  freeName,
  isTime,
  snapTime,
  trackEdits,
  writeTime,
} from './time-edits.js';

/** @import { SegmentOutline } from '@render-service/engine/film' */
/** @import { FilmState } from '../film-state.ts' */
/** @import { Edit, Edits } from './edits.js' */
/** @import { LaneView } from './lane.js' */

/** Pixels within which a dragged time snaps, from a click to a drag, and of the ends of a change. */
const snapPixels = 6;
const slack = 3;
const endPixels = 7;

/** Shortest duration that a drag makes, in milliseconds. */
const minMs = 50;

/** Edits times on the strip and in the lane by dragging, and compositions in a menu. */
export class StripEditor {
  #edits;
  #lane;
  #timeMs;
  /** @type {FilmState | null} */
  #film = null;
  #menu = element('composition-menu');
  #form = element('composition-form', HTMLFormElement);

  /**
   * @param {object} options
   * @param {Edits} options.edits
   * @param {LaneView} options.lane
   * @param {() => number} options.timeMs The time of the playhead.
   */
  constructor({ edits, lane, timeMs }) {
    this.#edits = edits;
    this.#lane = lane;
    this.#timeMs = timeMs;
    element('lane').addEventListener('pointerdown', (event) => this.#pressLane(event));
    this.#menu.addEventListener('toggle', () => this.#menu.matches(':popover-open') && void this.#fill());
    this.#form.addEventListener('change', ({ target }) => void this.#write(target));
    this.#form.addEventListener('submit', (event) => event.preventDefault());
    for (const action of ['duplicate', 'delete', 'earlier', 'later'])
      element(`composition-${action}`).addEventListener('click', () => void this.#change(action));
  }

  /** @param {FilmState} film */
  setFilm(film) {
    const isOther = film.revision !== this.#film?.revision;
    this.#film = film;
    if (!isOther || !film.outline) return;
    const { segments, durationMs } = film.outline;
    const grips = segments.map((segment) => {
      const grip = make('div', {
        className: 'grip',
        title: `Drag to change the duration of ${nameOf(segment)}`,
      });
      grip.style.left = `${100 * shareOf(segment.endMs, durationMs)}%`;
      grip.addEventListener('pointerdown', (event) => this.#pressGrip(event, segment, grip));
      return grip;
    });
    element('grips').replaceChildren(...grips);
    if (this.#menu.matches(':popover-open')) void this.#fill();
  }

  /**
   * @param {PointerEvent} event
   * @param {SegmentOutline} segment
   * @param {HTMLElement} grip
   */
  #pressGrip(event, segment, grip) {
    event.stopPropagation();
    if (event.button !== 0) return;
    const { startMs, endMs } = segment;
    this.#drag(event, grip, (byMs) => {
      const wanted = snapTime(endMs + byMs, this.#marks(), this.#msOf(snapPixels));
      const length = Math.max(minMs, wanted - startMs);
      grip.style.translate = `${this.#pixelsOf(startMs + length - endMs)}px`;
      grip.dataset.time = showShortTime(length);
      return async () => {
        grip.style.translate = '';
        await this.#setDuration(segment, length);
      };
    });
  }

  /**
   * Writes the duration of a composition or of the transition into it.
   * @param {SegmentOutline} segment
   * @param {number} ms
   */
  async #setDuration(segment, ms) {
    const isHold = segment.to === null;
    const raw = await this.#written(isHold ? `${segment.path}.duration` : segment.path);
    if (isHold && raw !== null && !isTime(raw)) {
      this.#edits.report(`not changed: the duration of ${nameOf(segment)} is ${JSON.stringify(raw)}`);
      return;
    }
    const edits = isHold
      ? [{ path: `${segment.path}.duration`, value: writeTime(raw, ms) }]
      : animationEdits(segment.path, raw, { duration: writeTime(animationFields(raw).duration, ms) });
    await this.#edits.commit(edits);
  }

  /** @param {PointerEvent} event */
  #pressLane(event) {
    const bar = event.target instanceof Element ? event.target.closest('.span') : null;
    const span = bar instanceof HTMLElement ? this.#lane.spanOf(bar.dataset.key ?? '') : undefined;
    if (!span || !(bar instanceof HTMLElement) || event.button !== 0) return;
    const { left, right } = bar.getBoundingClientRect();
    const isStart = event.clientX < left + endPixels;
    const isEnd = event.clientX > right - endPixels;
    const before = bar.style.width;
    this.#drag(event, bar, (byMs) => {
      const [from, to] = [span.startMs, span.endMs];
      const snapped = (/** @type {number} */ ms) => snapTime(ms, this.#marks(), this.#msOf(snapPixels));
      // A change ends with its transition at the latest: one that would end later becomes shorter.
      const last = Math.max(to, this.#transitionAt(from)?.endMs ?? to);
      const wanted = isEnd && !isStart ? from : Math.max(from - span.delayMs, snapped(from + byMs));
      const start = Math.min(wanted, Math.max(from, last - minMs));
      const later = isEnd ? Math.max(start + minMs, snapped(to + byMs)) : isStart ? to : start + to - from;
      const end = Math.min(later, last);
      bar.style.translate = `${this.#pixelsOf(start - from)}px`;
      bar.style.width = `${this.#pixelsOf(Math.max(minMs, end - start))}px`;
      const times = { start: Math.round(start - from + span.delayMs), duration: Math.round(end - start) };
      return async () => {
        if (await this.#setTrack(span.path, span.startMs, times)) return;
        // The change stays where it was.
        Object.assign(bar.style, { translate: '', width: before });
      };
    });
  }

  /**
   * Writes the start and the duration of an object's change in a transition.
   * @param {string} path Where the change is written.
   * @param {number} timeMs A time in the transition.
   * @param {{ readonly start: number, readonly duration: number }} times
   * @returns {Promise<boolean>} Whether it was written.
   */
  async #setTrack(path, timeMs, times) {
    const { object } = this.#lane;
    const segments = this.#film?.outline?.segments ?? [];
    const transition = this.#transitionAt(timeMs);
    const next = transition && segments[segments.indexOf(transition) + 1];
    if (!next || !object) return false;
    if (/\.(?:tracks\b.*|exit|objects\..*\.enter)$|^objects\..*\.enter$/.test(path)) {
      return this.#edits.commit(animationEdits(path, await this.#written(path), times));
    }
    const enter = `${next.path}.enter`;
    const written = await this.#written(enter);
    return this.#edits.commit(trackEdits({ enter, written, object: object.name }, times));
  }

  /**
   * The transition at a time; undefined in a hold.
   * @param {number} ms
   */
  #transitionAt(ms) {
    return this.#film?.outline?.segments.find(
      ({ to, startMs, endMs }) => to !== null && ms >= startMs && ms < endMs,
    );
  }

  /**
   * Follows a drag. `move` gets its milliseconds, shows them, and returns what writes them.
   * @param {PointerEvent} start
   * @param {HTMLElement} handle
   * @param {(byMs: number) => () => Promise<void>} move
   */
  #drag(start, handle, move) {
    /** @type {(() => Promise<void>) | null} */
    let write = null;
    const stop = new AbortController();
    const options = { signal: stop.signal };
    handle.setPointerCapture(start.pointerId);
    handle.addEventListener(
      'pointermove',
      ({ clientX }) => {
        const by = clientX - start.clientX;
        if (write || Math.abs(by) >= slack) write = move(this.#msOf(by));
      },
      options,
    );
    handle.addEventListener(
      'pointerup',
      () => {
        stop.abort();
        if (!write) return;
        // The click that follows does not jump to the change.
        handle.addEventListener('click', (click) => click.stopImmediatePropagation(), {
          capture: true,
          once: true,
        });
        void write();
      },
      options,
    );
    handle.addEventListener('pointercancel', () => stop.abort(), options);
  }

  /** Times to which others snap: the ends of segments, and the playhead. */
  #marks() {
    return [
      this.#timeMs(),
      ...(this.#film?.outline?.segments ?? []).flatMap(({ startMs, endMs }) => [startMs, endMs]),
    ];
  }

  /** @param {number} pixels */
  #msOf(pixels) {
    return (pixels * (this.#film?.outline?.durationMs ?? 0)) / Math.max(1, element('track').offsetWidth);
  }

  /** @param {number} ms */
  #pixelsOf(ms) {
    return (ms * element('track').offsetWidth) / Math.max(1, this.#film?.outline?.durationMs ?? 1);
  }

  /**
   * The value at a path of the document; null if there is none.
   * @param {string} path
   */
  async #written(path) {
    const revision = this.#film?.revision ?? 0;
    return (await askJson('api/written', { revision, path }).catch(() => null))?.value ?? null;
  }

  /** The composition at the playhead, or the one that a transition there leads to. */
  #held() {
    const segments = this.#film?.outline?.segments ?? [];
    const time = this.#timeMs();
    const index = segments.findIndex(({ endMs }) => time < endMs);
    const at = index < 0 ? segments.length - 1 : index;
    return segments.slice(at).find(({ to }) => to === null);
  }

  /** Shows the values of the composition in the menu. */
  async #fill() {
    const held = this.#held();
    if (!held) return;
    const [duration, enter] = [
      await this.#written(`${held.path}.duration`),
      await this.#written(`${held.path}.enter`),
    ];
    const fields = animationFields(enter);
    element('composition-title').textContent = held.name;
    this.#form.dataset.path = held.path;
    const values = { duration, enter: fields.duration, type: fields.type, easing: fields.easing };
    for (const [name, value] of Object.entries(values)) {
      const input = this.#form.elements.namedItem(name);
      if (!(input instanceof HTMLInputElement || input instanceof HTMLSelectElement)) continue;
      const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
      if (input instanceof HTMLSelectElement && ![...input.options].some((one) => one.value === text))
        input.append(make('option', { value: text }, text));
      input.value = text;
    }
  }

  /** @param {EventTarget | null} input */
  async #write(input) {
    const { path } = this.#form.dataset;
    if (!(input instanceof HTMLInputElement || input instanceof HTMLSelectElement) || path === undefined)
      return;
    const typed = input.value.trim();
    const value = typed === '' ? undefined : /^\d+(\.\d+)?$/.test(typed) ? Number(typed) : typed;
    const duration = `${path}.duration`;
    /** @type {Edit[]} */
    let edits = [value === undefined ? { path: duration, remove: true } : { path: duration, value }];
    if (input.name !== 'duration') {
      const field = input.name === 'enter' ? 'duration' : input.name;
      const raw = await this.#written(`${path}.enter`);
      edits = animationEdits(`${path}.enter`, raw, { [field]: value });
    }
    // The value that is written is shown again.
    if (!(await this.#edits.commit(edits))) await this.#fill();
  }

  /** @param {string} action */
  async #change(action) {
    const { path = '' } = this.#form.dataset;
    const [, list = '', index, name = ''] = /^(.*compositions)(?:\[(\d+)\]|\.(.+))$/.exec(path) ?? [];
    const all = await this.#written(list);
    const keys = typeof all === 'object' && all !== null ? Object.keys(all) : [];
    const at = index === undefined ? keys.indexOf(name) : Number(index);
    /** @type {Edit[]} */
    let edits = [];
    if (action === 'delete') edits = [{ path, remove: true }];
    else if (action !== 'duplicate') {
      const to = at + (action === 'earlier' ? -1 : 1);
      if (to >= 0 && to < keys.length) edits = [{ path, move: to }];
    } else if (index === undefined) edits = [{ path: `${list}.${freeName(name, keys)}`, copy: path }];
    else {
      const ids = Object.values(/** @type {object} */ (all)).map((one) => String(one?.id ?? ''));
      const copy = `${list}[${at + 1}]`;
      edits = [
        { path: copy, copy: path },
        ...(ids[at] === '' ? [] : [{ path: `${copy}.id`, value: freeName(ids[at], ids) }]),
      ];
    }
    if (edits.length > 0) await this.#edits.commit(edits);
  }
}

/** @param {SegmentOutline} segment */
function nameOf({ name, to }) {
  return to === null ? name : `the transition to ${to}`;
}
