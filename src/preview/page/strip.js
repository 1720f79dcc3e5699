import { element, make } from './elements.js';

/** How far the strip can be zoomed in: so many pixels for a second, which makes single frames easy to hit. */
const mostPixelsPerSecond = 2400;

const zoomStep = 1.5;

/** The film from left to right: scenes, holds and transitions to scale, its sound, the playhead and the loop. */
export class Strip {
  /** The elements of the segments, in the order of the outline's. */
  segments = [];
  #strip = element('strip');
  #track = element('track');
  #outline = null;
  #zoom = 1;
  #timeMs = 0;
  #onZoom;

  /** `onScrub` is called with a time while the pointer moves on the strip. */
  constructor({ onScrub, onZoom }) {
    this.#onZoom = onZoom;
    const scrub = (event) => {
      if (!this.#outline) return;
      const { left, width } = this.#track.getBoundingClientRect();
      const share = Math.min(1, Math.max(0, (event.clientX - left) / width));
      onScrub(share * this.#outline.durationMs);
    };
    this.#track.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      this.#track.setPointerCapture(event.pointerId);
      scrub(event);
    });
    this.#track.addEventListener('pointermove', (event) => {
      if (this.#track.hasPointerCapture(event.pointerId)) scrub(event);
    });
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

  setTime(timeMs, follows = false) {
    this.#timeMs = timeMs;
    const share = timeMs / (this.#outline?.durationMs || 1);
    element('playhead').style.left = `${100 * share}%`;
    const current = this.#outline?.segments.findIndex(
      ({ endMs }) => timeMs < endMs || endMs === this.#outline.durationMs,
    );
    for (const [index, segment] of this.segments.entries())
      segment.classList.toggle('current', index === current);
    const strip = this.#strip;
    const at = share * this.#track.offsetWidth - strip.scrollLeft;
    if (follows && this.#zoom > 1 && (at < 0 || at > strip.clientWidth * 0.95)) {
      strip.scrollLeft += at - strip.clientWidth * 0.1;
    }
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

  /** Zooms in or out around the playhead, or around a point `x` of the window. */
  zoomBy(factor, x) {
    const strip = this.#strip;
    const { left, width } = this.#track.getBoundingClientRect();
    const most = Math.max(
      1,
      (((this.#outline?.durationMs ?? 0) / 1000) * mostPixelsPerSecond) / strip.clientWidth,
    );
    const share = x === undefined ? this.#timeMs / (this.#outline?.durationMs || 1) : (x - left) / width;
    const onScreen = x ?? left + share * width;
    this.#zoom = Math.min(most, Math.max(1, this.#zoom * factor));
    this.#track.style.width = `${100 * this.#zoom}%`;
    strip.scrollLeft = share * this.#track.offsetWidth - (onScreen - strip.getBoundingClientRect().left);
    this.#onZoom();
  }

  zoomIn() {
    this.zoomBy(zoomStep);
  }

  zoomOut() {
    this.zoomBy(1 / zoomStep);
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
