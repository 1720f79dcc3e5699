import { element, makeSvg, setText } from './elements.js';
import { fitScene, frameSize } from './fit.js';
import { distanceText, gridStep, safeAreas, snap } from './guides.js';

/** @import { FilmOutline } from '@render-service/engine/film' */
/** @import { Box, Point, Size } from './fit.js' */

/** Pixels on the screen within which the ends of the measured line snap to boxes. */
const snapPixels = 6;

const zoomStep = 1.25;
const maxZoom = 16;
const minZoom = 0.05;

/** The size of the picture on the page, and its overlays: safe areas, a grid and a measured line. */
export class PictureView {
  #stage = element('stage');
  #frame = element('frame');
  #guides = element('guides', SVGSVGElement);
  /** CSS pixels for a pixel of the film; null to fit the picture into the stage. */
  #zoom = /** @type {number | null} */ (null);
  /** @type {FilmOutline | null} */
  #outline = null;
  #scene = /** @type {Size | null} */ (null);
  #hasSafeAreas = false;
  #hasGrid = false;
  #isMeasuring = false;
  /** @type {[Point, Point]} */
  #line = [
    { x: 0, y: 0 },
    { x: 0, y: 0 },
  ];
  #onResize;
  #boxes;

  /**
   * @param {() => void} onResize The picture on the page has another size.
   * @param {() => readonly Box[]} boxes The boxes of the objects in the picture, to which measuring snaps.
   */
  constructor(onResize, boxes) {
    this.#onResize = onResize;
    this.#boxes = boxes;
    const stage = this.#stage;
    stage.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    this.#frame.addEventListener('pointerdown', (event) => this.#press(event));
    this.#frame.addEventListener('pointermove', (event) => this.#drag(event));
    for (const input of this.#inputs()) input.addEventListener('input', () => this.#readLine());
    element('measure-close').addEventListener('click', () => this.toggleMeasure());
  }

  /** Whether a drag on the picture measures. */
  get isMeasuring() {
    return this.#isMeasuring;
  }

  get zoom() {
    return this.#zoom;
  }

  /** @param {FilmOutline} outline */
  setOutline(outline) {
    this.#outline = outline;
    document.documentElement.style.setProperty('--ratio', String(outline.width / outline.height));
  }

  /** @param {Size | null} scene The scene of the picture. */
  setScene(scene) {
    if (scene?.width === this.#scene?.width && scene?.height === this.#scene?.height) return;
    this.#scene = scene;
    if (scene)
      this.#line = [
        { x: 0, y: 0 },
        { x: scene.width, y: scene.height },
      ];
    this.#writeLine();
    this.#draw();
  }

  /** Gives the frame its size. */
  layOut() {
    if (!this.#outline) return;
    const { width, height } = this.#size(this.#outline);
    Object.assign(this.#frame.style, { width: `${width}px`, height: `${height}px` });
    const shown = width / this.#outline.width;
    // Pixels of the film that are larger than those of the screen keep their edges.
    this.#frame.classList.toggle('enlarged', this.#zoom !== null && shown * devicePixelRatio > 1);
    this.#stage.classList.toggle('zoomed', this.#zoom !== null);
    setText(element('zoom-shown'), `${Math.round(100 * shown)} %`);
    this.#draw();
  }

  /** @param {number | null} zoom CSS pixels for a pixel of the film; null to fit. */
  setZoom(zoom) {
    this.#zoomAround(zoom, { x: 0.5, y: 0.5 });
  }

  zoomIn() {
    this.setZoom(this.#shownZoom() * zoomStep);
  }

  zoomOut() {
    this.setZoom(this.#shownZoom() / zoomStep);
  }

  toggleSafeAreas() {
    this.#hasSafeAreas = this.#toggle('safe-areas', !this.#hasSafeAreas);
  }

  toggleGrid() {
    this.#hasGrid = this.#toggle('grid', !this.#hasGrid);
  }

  toggleMeasure() {
    this.#isMeasuring = this.#toggle('measure', !this.#isMeasuring);
    element('measuring').hidden = !this.#isMeasuring;
    this.#frame.classList.toggle('measured', this.#isMeasuring);
  }

  /**
   * @param {string} id
   * @param {boolean} isOn
   */
  #toggle(id, isOn) {
    element(id).setAttribute('aria-pressed', String(isOn));
    queueMicrotask(() => this.#draw());
    return isOn;
  }

  /** @param {Size} film */
  #size({ width, height }) {
    if (this.#zoom !== null)
      return { width: Math.round(width * this.#zoom), height: Math.round(height * this.#zoom) };
    const { clientWidth, clientHeight } = this.#stage;
    return frameSize({ width, height }, { width: clientWidth, height: clientHeight });
  }

  #shownZoom() {
    return this.#frame.clientWidth / (this.#outline?.width || 1);
  }

  /**
   * Zooms so that a point of the stage, in shares of its size, keeps showing the same place.
   * @param {number | null} zoom
   * @param {Point} point
   */
  #zoomAround(zoom, point) {
    const stage = this.#stage;
    const before = this.#frame.getBoundingClientRect();
    const { left, top } = stage.getBoundingClientRect();
    const at = { x: left + point.x * stage.clientWidth, y: top + point.y * stage.clientHeight };
    const share = { x: (at.x - before.left) / before.width, y: (at.y - before.top) / before.height };
    this.#zoom = zoom === null ? null : Math.min(maxZoom, Math.max(minZoom, zoom));
    this.layOut();
    const after = this.#frame.getBoundingClientRect();
    stage.scrollLeft += after.left + share.x * after.width - at.x;
    stage.scrollTop += after.top + share.y * after.height - at.y;
    this.#onResize();
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const { left, top, width, height } = this.#stage.getBoundingClientRect();
    const point = { x: (event.clientX - left) / width, y: (event.clientY - top) / height };
    this.#zoomAround(this.#shownZoom() * Math.exp(-event.deltaY / 300), point);
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (!this.#isMeasuring || event.button !== 0) return;
    event.preventDefault();
    this.#frame.setPointerCapture(event.pointerId);
    const point = this.#pointOf(event);
    if (point) this.#setLine([point, point]);
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    if (!this.#isMeasuring || !this.#frame.hasPointerCapture(event.pointerId)) return;
    const point = this.#pointOf(event);
    if (point) this.#setLine([this.#line[0], point]);
  }

  /**
   * The point of the scene under the pointer, in whole scene pixels, or at an edge or the middle of a box near it.
   * @param {PointerEvent} event
   */
  #pointOf({ clientX, clientY, altKey }) {
    const fit = this.#fit();
    if (!fit) return null;
    const { left, top } = this.#frame.getBoundingClientRect();
    const point = {
      x: (clientX - left - fit.left) / fit.scale,
      y: (clientY - top - fit.top) / fit.scale,
    };
    const snapped = altKey ? point : snap(point, this.#boxes(), snapPixels / fit.scale);
    return {
      x: snapped.x === point.x ? Math.round(point.x) : snapped.x,
      y: snapped.y === point.y ? Math.round(point.y) : snapped.y,
    };
  }

  #fit() {
    const { clientWidth: width, clientHeight: height } = this.#frame;
    return this.#scene ? fitScene(this.#scene, { width, height }) : null;
  }

  #inputs() {
    return ['from-x', 'from-y', 'to-x', 'to-y'].map((id) => element(`measure-${id}`, HTMLInputElement));
  }

  #readLine() {
    const [x1, y1, x2, y2] = this.#inputs().map(({ valueAsNumber }) => valueAsNumber);
    if ([x1, y1, x2, y2].some(Number.isNaN)) return;
    this.#line = [
      { x: x1, y: y1 },
      { x: x2, y: y2 },
    ];
    this.#draw();
  }

  /** @param {[Point, Point]} line */
  #setLine(line) {
    this.#line = line;
    this.#writeLine();
    this.#draw();
  }

  #writeLine() {
    const values = this.#line.flatMap(({ x, y }) => [x, y]);
    for (const [index, input] of this.#inputs().entries()) input.value = String(values[index]);
  }

  #draw() {
    const scene = this.#scene;
    const fit = this.#fit();
    const isEmpty = !this.#hasSafeAreas && !this.#hasGrid && !this.#isMeasuring;
    this.#guides.toggleAttribute('hidden', isEmpty || !scene);
    setText(element('measured-distance'), distanceText(...this.#line));
    if (isEmpty || !scene || !fit) return;
    const shapes = [];
    if (this.#hasGrid) {
      const step = gridStep(scene.width);
      setText(element('grid-step'), `every ${step} px`);
      for (let x = step; x < scene.width; x += step)
        shapes.push(makeSvg('path', { class: 'grid', d: `M${x} 0V${scene.height}` }));
      for (let y = step; y < scene.height; y += step)
        shapes.push(makeSvg('path', { class: 'grid', d: `M0 ${y}H${scene.width}` }));
    }
    if (this.#hasSafeAreas)
      shapes.push(...safeAreas(scene).map((area) => makeSvg('rect', { class: 'safe', ...area })));
    if (this.#isMeasuring) {
      const [{ x: x1, y: y1 }, { x: x2, y: y2 }] = this.#line;
      shapes.push(makeSvg('line', { class: 'measured-line', x1, y1, x2, y2 }));
    }
    this.#guides.setAttribute('viewBox', `0 0 ${scene.width} ${scene.height}`);
    this.#guides.replaceChildren(...shapes);
  }
}
