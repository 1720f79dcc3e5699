import { contextOf, element, make } from './elements.js';
import { segmentAt } from './film-times.js';
import { holdLabels, placeOf, sceneLabels, shareOf } from './strip-layout.js';
import { limitZoom, pinchZoom, scrollToShow, timeAt, wheelZoom } from './strip-zoom.js';

/** @import { FilmOutline } from '../../render/view/film-outline.ts' */
/** @import { Loop } from './loop.js' */

const zoomStep = 1.5;

/** In pixels. A finger that has moved less may still be the first of two. */
const slack = 6;

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
   * Two fingers on the strip: the share of the film between them, their distance and the zoom when they were put down. It
   * lasts until both are lifted.
   * @type {{ readonly share: number, readonly spread: number, readonly zoom: number } | null}
   */
  #grip = null;

  /**
   * @param {object} listeners
   * @param {(timeMs: number) => void} listeners.onScrub Gets the time under the pointer that drags the playhead.
   * @param {() => void} listeners.onZoom
   */
  constructor({ onScrub, onZoom }) {
    this.#onScrub = onScrub;
    this.#onZoom = onZoom;
    const track = this.#track;
    track.addEventListener('pointerdown', (event) => this.#press(event));
    track.addEventListener('pointermove', (event) => this.#move(event));
    track.addEventListener('pointerup', (event) => this.#release(event, true));
    track.addEventListener('pointercancel', (event) => this.#release(event, false));
    track.addEventListener('lostpointercapture', (event) => this.#release(event, false));
    this.#strip.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
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
    const names = holdLabels(outline).map(({ name, left, width: maxWidth }) => {
      const label = make('span', {}, name);
      Object.assign(label.style, { left, maxWidth });
      return label;
    });
    element('names').replaceChildren(...names);
    this.setTime(this.#timeMs);
  }

  /** @param {number} timeMs */
  setTime(timeMs) {
    this.#timeMs = timeMs;
    element('playhead').style.left = `${100 * this.#share()}%`;
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
    context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--wave');
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
    this.#track.style.width = `${100 * this.#zoom}%`;
    strip.scrollLeft = share * this.#track.offsetWidth - (x - strip.getBoundingClientRect().left);
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
    // Of two fingers, the one that stays must not move the playhead.
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
