import { element, make } from './elements.js';

/** How far the strip can be zoomed in: so many pixels for a second, which makes single frames easy to hit. */
const mostPixelsPerSecond = 2400;

const zoomStep = 1.5;

/** The share of the strip's width that is seen beyond a playhead which has moved. */
const marginShare = 0.08;

/** In pixels: a finger that has moved less is not yet known to drag; it may be the first of two. */
const slack = 6;

/** In pixels: fingers that are closer than this say nothing of how much to zoom. */
const leastSpread = 20;

/** The film from left to right: scenes, holds and transitions to scale, its sound, the playhead and the loop. */
export class Strip {
  /** The elements of the segments, in the order of the outline's. */
  segments = [];
  #strip = element('strip');
  #track = element('track');
  #outline = null;
  #zoom = 1;
  #timeMs = 0;
  #onScrub;
  #onZoom;
  /** Where each pointer is that is down, in pixels of the window. */
  #pointers = new Map();
  /** Where a finger came down that has not moved yet; null if none has. */
  #tap = null;
  /** How two fingers took hold of the strip; it lasts until both are gone. */
  #grip = null;

  /** `onScrub` is called with a time while the pointer moves on the strip. */
  constructor({ onScrub, onZoom }) {
    this.#onScrub = onScrub;
    this.#onZoom = onZoom;
    const track = this.#track;
    track.addEventListener('pointerdown', (event) => this.#press(event));
    track.addEventListener('pointermove', (event) => this.#move(event));
    track.addEventListener('pointerup', (event) => this.#release(event, true));
    for (const end of ['pointercancel', 'lostpointercapture'])
      track.addEventListener(end, (event) => this.#release(event, false));
    this.#strip.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
  }

  setOutline(outline) {
    this.#outline = outline;
    this.#track.setAttribute('aria-valuemax', String(Math.round(outline.durationMs)));
    const share = (ms) => `${(100 * ms) / (outline.durationMs || 1)}%`;
    const placed = (made, { startMs, endMs }) => {
      made.style.left = share(startMs);
      made.style.width = share(endMs - startMs);
      return made;
    };
    const { scenes } = outline;
    const labels = scenes.length < 2 ? [] : scenes.filter(({ startMs, endMs }) => endMs > startMs);
    element('scenes').hidden = labels.length === 0;
    element('scenes').replaceChildren(
      ...labels.map((scene) => placed(make('span', { title: scene.name }, scene.name), scene)),
    );
    // Thumbnails stay until the new ones are there.
    const old = this.segments.map((segment) => segment.querySelector('canvas'));
    this.segments = outline.segments.map((segment, index) => {
      const isHold = segment.to === null;
      const made = make('div', { className: isHold ? 'segment' : 'segment transition' });
      made.title = isHold ? segment.name : `${segment.name} to ${segment.to}`;
      if (old[index]) made.append(old[index]);
      return placed(made, segment);
    });
    element('segments').replaceChildren(...this.segments);
    const holds = outline.segments.filter(({ to }) => to === null);
    const names = holds.map(({ name, startMs }, index) => {
      const made = make('span', {}, name);
      made.style.left = share(startMs);
      // A name may stand on the transition behind its hold.
      made.style.maxWidth = share((holds[index + 1]?.startMs ?? outline.durationMs) - startMs);
      return made;
    });
    element('names').replaceChildren(...names);
    this.setTime(this.#timeMs);
  }

  setTime(timeMs) {
    this.#timeMs = timeMs;
    element('playhead').style.left = `${100 * this.#share()}%`;
    const current = this.#outline?.segments.findIndex(
      ({ endMs }) => timeMs < endMs || endMs === this.#outline.durationMs,
    );
    for (const [index, segment] of this.segments.entries())
      segment.classList.toggle('current', index === current);
  }

  /**
   * Scrolls a zoomed strip just enough to show the playhead, or, while the film plays, far enough to show what comes next. A
   * pointer that moves the playhead sees it, and would lose it if the strip moved below.
   */
  follow(isPlaying) {
    if (this.#zoom === 1 || this.#pointers.size > 0) return;
    const strip = this.#strip;
    const at = this.#share() * this.#track.offsetWidth - strip.scrollLeft;
    const margin = strip.clientWidth * marginShare;
    const most = strip.clientWidth - margin;
    if (at < margin) strip.scrollLeft += at - margin;
    else if (at > most) strip.scrollLeft += at - (isPlaying ? margin : most);
  }

  setLoop(loop) {
    const shade = element('loop');
    shade.hidden = loop === null;
    if (!loop || !this.#outline) return;
    shade.style.left = `${(100 * loop.from) / this.#outline.durationMs}%`;
    shade.style.width = `${(100 * (loop.to - loop.from)) / this.#outline.durationMs}%`;
  }

  /** Draws the loudest samples of the sound, 0 to 255 each; nothing for a film without sound. */
  drawWave(peaks) {
    const canvas = element('wave');
    canvas.hidden = peaks.length === 0;
    if (canvas.hidden) return;
    canvas.width = peaks.length;
    canvas.height = 64;
    const context = canvas.getContext('2d');
    context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--wave');
    for (const [column, peak] of peaks.entries()) {
      const height = Math.max(1, (peak / 255) * canvas.height);
      context.fillRect(column, (canvas.height - height) / 2, 1, height);
    }
  }

  /** Zooms in or out around the playhead, which is then in view, or around a point `x` of the window. */
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

  /** Where the playhead is, as a share of the film. */
  #share() {
    return this.#timeMs / (this.#outline?.durationMs || 1);
  }

  /** Zooms so that a share of the film is at a point `x` of the window. */
  #zoomTo(zoom, share, x) {
    const strip = this.#strip;
    const seconds = (this.#outline?.durationMs ?? 0) / 1000;
    const most = Math.max(1, (seconds * mostPixelsPerSecond) / strip.clientWidth);
    this.#zoom = Math.min(most, Math.max(1, zoom));
    this.#track.style.width = `${100 * this.#zoom}%`;
    strip.scrollLeft = share * this.#track.offsetWidth - (x - strip.getBoundingClientRect().left);
    this.#onZoom();
  }

  #press(event) {
    if (event.button !== 0 || !this.#outline || this.#pointers.size === 2) return;
    const { pointerId, pointerType, clientX } = event;
    const isTouch = pointerType === 'touch';
    this.#track.setPointerCapture(pointerId);
    this.#pointers.set(pointerId, clientX);
    if (this.#pointers.size === 1) {
      // What a finger means is known once it moves, leaves, or another one joins it, however long that takes.
      this.#tap = isTouch ? clientX : null;
      if (!isTouch) this.#scrub(clientX);
    } else if (isTouch) this.#takeHold();
  }

  #move({ pointerId, clientX }) {
    if (!this.#pointers.has(pointerId)) return;
    this.#pointers.set(pointerId, clientX);
    if (this.#tap !== null && Math.abs(clientX - this.#tap) < slack) return;
    this.#tap = null;
    if (!this.#grip) this.#scrub(clientX);
    else if (this.#pointers.size > 1) this.#pull();
  }

  #release({ pointerId, clientX }, isLifted) {
    if (!this.#pointers.delete(pointerId)) return;
    if (isLifted && this.#tap !== null) this.#scrub(clientX);
    this.#tap = null;
    // The finger that stays must not move the playhead.
    if (this.#pointers.size === 0) this.#grip = null;
  }

  #scrub(x) {
    const { left, width } = this.#track.getBoundingClientRect();
    this.#onScrub(Math.min(1, Math.max(0, (x - left) / width)) * this.#outline.durationMs);
  }

  /** Two fingers hold the strip. */
  #takeHold() {
    const { middle, spread } = this.#fingers();
    const { left, width } = this.#track.getBoundingClientRect();
    this.#grip = { share: (middle - left) / width, spread, zoom: this.#zoom };
    this.#tap = null;
  }

  /** What lay between the fingers stays there, wherever they go. */
  #pull() {
    const { middle, spread } = this.#fingers();
    const { share, zoom, spread: first } = this.#grip;
    this.#zoomTo((zoom * Math.max(leastSpread, spread)) / Math.max(leastSpread, first), share, middle);
  }

  #fingers() {
    const [one, other] = this.#pointers.values();
    return { middle: (one + other) / 2, spread: Math.abs(one - other) };
  }

  #wheel(event) {
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      this.zoomBy(Math.exp(-event.deltaY / 300), event.clientX);
    } else if (this.#zoom > 1 && event.deltaX === 0) {
      event.preventDefault();
      this.#strip.scrollLeft += event.deltaY;
    }
  }
}
