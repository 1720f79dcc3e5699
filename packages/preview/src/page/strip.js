import { contextOf, element, make, replaceKeepingFocus } from './elements.js';
import { segmentAt } from './film-times.js';
import { markedTimes } from './note-groups.js';
import { holdLabels, placeOf, sceneLabels, shareOf } from './strip-layout.js';
import { limitZoom, pinchZoom, scrollToShow, timeAt, wheelZoom } from './strip-zoom.js';
import { rulerLabel, rulerMarks } from './timeline-ruler.js';

/** @import { FilmOutline } from '@render-service/engine/film' */
/** @import { Remark } from '../film-state.ts' */
/** @import { Loop } from './loop.js' */
/** @import { View } from './timeline-ruler.js' */

const zoomStep = 1.5;

/** A finger that has moved less, in pixels, may still be the first of two. */
const slack = 6;

/** Milliseconds for which changed segments are marked. */
const markedMs = 2000;

const noteNouns = { problem: 'Problem', warning: 'Warning', advice: 'Advice' };

/** The film from left to right: scenes, holds and transitions to scale, its sound, the playhead and the loop. */
export class Strip {
  /**
   * The elements of the segments, in the order of the outline.
   * @type {readonly HTMLElement[]}
   */
  segments = [];
  #strip = element('strip');
  #track = element('track');
  /** @type {FilmOutline | null} */
  #outline = null;
  #zoom = 1;
  #timeMs = 0;
  #onScrub;
  #onZoom;
  #onView;
  #onNote;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #unmark;
  /**
   * The `clientX` of each pointer that is down, by its id.
   * @type {Map<number, number>}
   */
  #pointers = new Map();
  /**
   * The `clientX` of a finger that has not moved yet.
   * @type {number | null}
   */
  #tap = null;
  /**
   * Two fingers on the strip: the share of the film between them, their distance and the zoom when they were put down.
   * It lasts until both are lifted.
   * @type {{ readonly share: number, readonly spread: number, readonly zoom: number } | null}
   */
  #grip = null;

  /**
   * @param {object} listeners
   * @param {(timeMs: number) => void} listeners.onScrub Gets the time under the pointer that drags the playhead.
   * @param {() => void} listeners.onZoom
   * @param {(view: View) => void} listeners.onView Gets the visible part of the film whenever it may have changed.
   * @param {(remark: Remark) => void} listeners.onNote Gets the first remark of a marker that was clicked.
   */
  constructor({ onScrub, onZoom, onView, onNote }) {
    this.#onScrub = onScrub;
    this.#onZoom = onZoom;
    this.#onView = onView;
    this.#onNote = onNote;
    const track = this.#track;
    track.addEventListener('pointerdown', (event) => this.#press(event));
    track.addEventListener('pointermove', (event) => this.#move(event));
    track.addEventListener('pointerup', (event) => this.#release(event, true));
    track.addEventListener('pointercancel', (event) => this.#release(event, false));
    track.addEventListener('lostpointercapture', (event) => this.#release(event, false));
    this.#strip.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    this.#strip.addEventListener('scroll', () => this.#drawRuler(), { passive: true });
    new ResizeObserver(() => this.#drawLabels()).observe(this.#strip);
  }

  /** @param {FilmOutline} outline */
  setOutline(outline) {
    this.#outline = outline;
    const { durationMs } = outline;
    this.#track.setAttribute('aria-valuemax', String(Math.round(durationMs)));
    const scenes = sceneLabels(outline).map(({ name, left, width }) => {
      const label = make('span', { title: name }, name);
      Object.assign(label.style, { left, width });
      return label;
    });
    element('scenes').hidden = scenes.length === 0;
    element('scenes').replaceChildren(...scenes);
    // The old thumbnails stay until the new ones are ready.
    const old = this.segments.map((segment) => segment.querySelector('canvas'));
    this.segments = outline.segments.map((segment, index) => {
      const { name, to } = segment;
      const made = make('div', {
        className: to === null ? 'segment' : 'segment transition',
        title: to === null ? name : `${name} to ${to}`,
      });
      const thumbnail = old[index];
      if (thumbnail) made.append(thumbnail);
      Object.assign(made.style, placeOf(segment, durationMs));
      return made;
    });
    element('segments').replaceChildren(...this.segments);
    this.#drawLabels();
    this.setTime(this.#timeMs);
  }

  /** The names and the ruler, as far as they fit the width of the film on the page. */
  #drawLabels() {
    if (!this.#outline) return;
    const names = holdLabels(this.#outline, this.#track.offsetWidth).map(
      ({ name, left, width: maxWidth }) => {
        const label = make('span', { title: name }, name);
        Object.assign(label.style, { left, maxWidth });
        return label;
      },
    );
    element('names').replaceChildren(...names);
    this.#drawRuler();
  }

  #drawRuler() {
    const durationMs = this.#outline?.durationMs ?? 0;
    const width = this.#track.offsetWidth;
    const { scrollLeft, clientWidth } = this.#strip;
    const msOf = (/** @type {number} */ pixels) => (pixels * durationMs) / Math.max(1, width);
    const view = { durationMs, width, fromMs: msOf(scrollLeft), toMs: msOf(scrollLeft + clientWidth) };
    this.#onView(view);
    const labels = rulerMarks(view).map((ms) => {
      const label = make('span', {}, rulerLabel(ms));
      label.style.left = `${100 * shareOf(ms, durationMs)}%`;
      return label;
    });
    element('ruler').replaceChildren(...labels);
  }

  /**
   * Marks the times that have notes.
   * @param {readonly Remark[]} remarks
   */
  setRemarks(remarks) {
    const durationMs = this.#outline?.durationMs ?? 0;
    const markers = markedTimes(remarks).map(({ timeMs, kind, remarks: [first, ...others] }) => {
      const more = others.length > 0 ? `, and ${others.length} more` : '';
      const text = `${noteNouns[kind]} at ${rulerLabel(timeMs)}: ${first.message}${more}`;
      const marker = make('button', { type: 'button', className: `marker ${kind}`, title: text });
      marker.setAttribute('aria-label', text);
      marker.dataset.key = `${timeMs}`;
      marker.style.left = `${100 * shareOf(timeMs, durationMs)}%`;
      marker.addEventListener('click', () => this.#onNote(first));
      return marker;
    });
    element('markers').hidden = markers.length === 0;
    replaceKeepingFocus(element('markers'), markers);
  }

  /**
   * Marks changed segments for a moment.
   * @param {readonly number[]} indices
   */
  markChanged(indices) {
    clearTimeout(this.#unmark);
    const mark = (/** @type {readonly number[]} */ marked) => {
      for (const [index, segment] of this.segments.entries())
        segment.classList.toggle('changed', marked.includes(index));
    };
    mark(indices);
    this.#unmark = setTimeout(() => mark([]), markedMs);
  }

  /** @param {number} timeMs */
  setTime(timeMs) {
    this.#timeMs = timeMs;
    // The whole line is visible at both ends of the film.
    element('playhead').style.left = `clamp(1px, ${100 * this.#share()}%, 100% - 1px)`;
    const current = this.#outline && segmentAt(this.#outline, timeMs);
    for (const [index, segment] of this.segments.entries())
      segment.classList.toggle('current', index === current);
  }

  /**
   * Scrolls a zoomed strip to the playhead, except while a pointer is down: the strip must not move below it.
   * @param {boolean} isPlaying
   */
  follow(isPlaying) {
    if (this.#zoom === 1 || this.#pointers.size > 0) return;
    const strip = this.#strip;
    const at = this.#share() * this.#track.offsetWidth - strip.scrollLeft;
    const distance = scrollToShow(at, strip.clientWidth, isPlaying);
    if (distance !== 0) strip.scrollLeft += distance;
  }

  /** @param {Loop | null} loop */
  setLoop(loop) {
    const shade = element('loop');
    shade.hidden = loop === null;
    if (!loop || !this.#outline) return;
    const part = { startMs: loop.from, endMs: loop.to };
    Object.assign(shade.style, placeOf(part, this.#outline.durationMs));
  }

  /**
   * Draws the wave of the sound.
   * @param {readonly number[]} peaks The loudest samples, 0 to 255; empty for a film without sound.
   */
  drawWave(peaks) {
    const canvas = element('wave', HTMLCanvasElement);
    canvas.hidden = peaks.length === 0;
    if (canvas.hidden) return;
    canvas.width = peaks.length;
    canvas.height = 64;
    const context = contextOf(canvas);
    // A canvas cannot read a colour that depends on the scheme.
    context.fillStyle = getComputedStyle(canvas).color;
    for (const [column, peak] of peaks.entries()) {
      const height = Math.max(1, (peak / 255) * canvas.height);
      context.fillRect(column, (canvas.height - height) / 2, 1, height);
    }
  }

  /**
   * Zooms around the point `x` of the window, or around the playhead, which is then in view.
   * @param {number} factor
   * @param {number} [x]
   */
  zoomBy(factor, x) {
    const { left, width } = this.#track.getBoundingClientRect();
    const share = x === undefined ? this.#share() : (x - left) / width;
    this.#zoomTo(this.#zoom * factor, share, x ?? left + share * width);
    if (x === undefined) this.follow(false);
  }

  get zoom() {
    return this.#zoom;
  }

  zoomIn() {
    this.zoomBy(zoomStep);
  }

  zoomOut() {
    this.zoomBy(1 / zoomStep);
  }

  /** The playhead as a share of the film. */
  #share() {
    return shareOf(this.#timeMs, this.#outline?.durationMs);
  }

  /**
   * Zooms so that a share of the film is at the point `x` of the window.
   * @param {number} zoom
   * @param {number} share
   * @param {number} x
   */
  #zoomTo(zoom, share, x) {
    const strip = this.#strip;
    this.#zoom = limitZoom(zoom, this.#outline?.durationMs ?? 0, strip.clientWidth);
    element('film').style.width = `${100 * this.#zoom}%`;
    strip.scrollLeft = share * this.#track.offsetWidth - (x - strip.getBoundingClientRect().left);
    this.#drawLabels();
    this.#onZoom();
  }

  /** @param {PointerEvent} event */
  #press({ button, pointerId, pointerType, clientX }) {
    if (button !== 0 || !this.#outline || this.#pointers.size === 2) return;
    const isTouch = pointerType === 'touch';
    this.#track.setPointerCapture(pointerId);
    this.#pointers.set(pointerId, clientX);
    if (this.#pointers.size === 1) {
      // A finger may tap, drag or be the first of two. It is clear once it moves, is lifted, or a second one joins it.
      this.#tap = isTouch ? clientX : null;
      if (!isTouch) this.#scrub(clientX);
    } else if (isTouch) this.#takeHold();
  }

  /** @param {PointerEvent} event */
  #move({ pointerId, clientX }) {
    if (!this.#pointers.has(pointerId)) return;
    this.#pointers.set(pointerId, clientX);
    if (this.#tap !== null && Math.abs(clientX - this.#tap) < slack) return;
    this.#tap = null;
    if (!this.#grip) this.#scrub(clientX);
    else if (this.#pointers.size > 1) this.#pull();
  }

  /**
   * @param {PointerEvent} event
   * @param {boolean} isLifted
   */
  #release({ pointerId, clientX }, isLifted) {
    if (!this.#pointers.delete(pointerId)) return;
    if (isLifted && this.#tap !== null) this.#scrub(clientX);
    this.#tap = null;
    // When one of two fingers is lifted, the other one must not move the playhead.
    if (this.#pointers.size === 0) this.#grip = null;
  }

  /** @param {number} x */
  #scrub(x) {
    const durationMs = this.#outline?.durationMs ?? 0;
    this.#onScrub(timeAt(x, this.#track.getBoundingClientRect(), durationMs));
  }

  #takeHold() {
    const { middle, spread } = this.#fingers();
    const { left, width } = this.#track.getBoundingClientRect();
    this.#grip = { share: (middle - left) / width, spread, zoom: this.#zoom };
    this.#tap = null;
  }

  /** Keeps the same share of the film between the fingers. */
  #pull() {
    if (!this.#grip) return;
    const { middle, spread } = this.#fingers();
    this.#zoomTo(pinchZoom(this.#grip, spread), this.#grip.share, middle);
  }

  #fingers() {
    const [first = 0, second = first] = this.#pointers.values();
    return { middle: (first + second) / 2, spread: Math.abs(first - second) };
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      this.zoomBy(wheelZoom(1, event.deltaY), event.clientX);
    } else if (this.#zoom > 1 && event.deltaX === 0) {
      event.preventDefault();
      this.#strip.scrollLeft += event.deltaY;
    }
  }
}
