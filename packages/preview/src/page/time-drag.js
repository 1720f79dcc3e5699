import { element } from './elements.js';
import { snapTime } from './time-edits.js';

/** @import { FilmOutline } from '@render-service/engine/film' */

/** Pixels within which a dragged time snaps, and from a click to a drag. */
const snapPixels = 6;
const slack = 3;

/** Follows drags of times on the strip and below it, which have the same scale. */
export class TimeDrag {
  #timeMs;
  #spokenTimes;
  /** @type {FilmOutline | null} */
  #outline = null;

  /**
   * @param {object} options
   * @param {() => number} options.timeMs The time of the playhead.
   * @param {() => readonly number[]} options.spokenTimes When cues and words begin, and when cues end.
   */
  constructor({ timeMs, spokenTimes }) {
    this.#timeMs = timeMs;
    this.#spokenTimes = spokenTimes;
  }

  /**
   * Shows a time or a duration beside the pointer until the drag ends.
   * @param {string} text
   */
  say(text) {
    element('drag-time').textContent = text;
    element('drag-time').hidden = false;
  }

  /** @param {FilmOutline} outline */
  setOutline(outline) {
    this.#outline = outline;
  }

  /**
   * Follows a drag. `move` gets its milliseconds, shows them, and returns what writes them. What is shown is left as it
   * is after that.
   * @param {PointerEvent} start
   * @param {HTMLElement} handle
   * @param {(byMs: number) => () => Promise<unknown>} move
   */
  follow(start, handle, move) {
    /** @type {(() => Promise<unknown>) | null} */
    let write = null;
    const stop = new AbortController();
    const options = { signal: stop.signal };
    handle.setPointerCapture(start.pointerId);
    handle.addEventListener(
      'pointermove',
      ({ clientX }) => {
        const by = clientX - start.clientX;
        Object.assign(element('drag-time').style, { left: `${clientX}px`, top: `${start.clientY}px` });
        if (write || Math.abs(by) >= slack) write = move(this.msOf(by));
      },
      options,
    );
    handle.addEventListener(
      'pointerup',
      () => {
        stop.abort();
        element('drag-time').hidden = true;
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
    handle.addEventListener(
      'pointercancel',
      () => {
        stop.abort();
        element('drag-time').hidden = true;
      },
      options,
    );
  }

  /**
   * A dragged time, at a mark if one is near: the ends of segments and of sounds, the playhead, and what is said.
   * @param {number} ms
   */
  snapped(ms) {
    const { segments = [], sounds = [] } = this.#outline ?? {};
    const ends = [...segments, ...sounds].flatMap(({ startMs, endMs }) => [startMs, endMs]);
    return snapTime(ms, [this.#timeMs(), ...ends, ...this.#spokenTimes()], this.msOf(snapPixels));
  }

  /** @param {number} pixels */
  msOf(pixels) {
    return (pixels * (this.#outline?.durationMs ?? 0)) / Math.max(1, element('track').offsetWidth);
  }

  /** @param {number} ms */
  pixelsOf(ms) {
    return (ms * element('track').offsetWidth) / Math.max(1, this.#outline?.durationMs ?? 1);
  }
}

/** Pixels of the ends of a bar, which change one of its times alone. */
const endPixels = 7;

/**
 * Which times of a bar a press drags.
 * @param {PointerEvent} press
 * @param {HTMLElement} bar
 * @returns {'start' | 'end' | 'both'}
 */
export function pressedPart({ clientX }, bar) {
  const { left, right } = bar.getBoundingClientRect();
  if (clientX > right - endPixels && clientX >= left + endPixels) return 'end';
  return clientX < left + endPixels ? 'start' : 'both';
}
