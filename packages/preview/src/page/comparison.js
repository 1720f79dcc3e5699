import { contextOf, element } from './elements.js';
import { maxSide, pictureWidth } from './fit.js';
import { imageOf } from './picture.js';
import { askPicture } from './server-client.js';

/** @import { FilmState } from '../film-state.ts' */

/** Shows the previous version instead of this one while a key or the button is held. */
export class Comparison {
  #canvas = element('picture-before', HTMLCanvasElement);
  #button = element('compare', HTMLButtonElement);
  /** @type {FilmState | null} */
  #film = null;
  /** The picture that is on the canvas. */
  #shown = '';
  /** The time at which the previous version is shown; null while it is hidden. */
  #timeMs = /** @type {number | null} */ (null);
  #currentTime;

  /** @param {() => number} currentTime The time of the playhead in milliseconds. Playback is stopped before. */
  constructor(currentTime) {
    this.#currentTime = currentTime;
    const button = this.#button;
    button.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      button.setPointerCapture(event.pointerId);
      this.begin();
    });
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture']) {
      button.addEventListener(end, () => this.end());
    }
    // Keyboards and screen readers click the button; the previous version then stays until the next click.
    button.addEventListener('click', ({ detail }) => {
      if (detail > 0) return;
      if (this.#timeMs === null) this.begin();
      else this.end();
    });
    addEventListener('blur', () => this.end());
  }

  /** @param {FilmState} film */
  setFilm(film) {
    if (film.revision !== this.#film?.revision) this.end();
    this.#film = film;
    this.#button.disabled = film.before === null;
  }

  begin() {
    if (this.#timeMs !== null || !this.#film?.before) return;
    this.#timeMs = this.#currentTime();
    void this.#draw(this.#timeMs);
    this.#button.setAttribute('aria-pressed', 'true');
  }

  end() {
    this.#timeMs = null;
    this.#canvas.hidden = true;
    element('comparing').hidden = true;
    this.#button.setAttribute('aria-pressed', 'false');
  }

  /** @param {number} timeMs */
  async #draw(timeMs) {
    const { before, outline } = this.#film ?? {};
    if (!before || !outline) return;
    const pixels = element('picture').clientWidth * devicePixelRatio;
    const width = pictureWidth(outline, pixels, maxSide);
    const time = Math.min(timeMs, before.durationMs);
    const key = `${before.revision} ${time} ${width}`;
    if (key !== this.#shown) {
      const query = {
        revision: before.revision,
        timeMs: time,
        width,
        purpose: /** @type {const} */ ('still'),
      };
      const packed = await askPicture(query, new AbortController().signal).catch(() => null);
      if (!packed) {
        this.end();
        return;
      }
      const image = imageOf(packed);
      Object.assign(this.#canvas, { width: image.width, height: image.height });
      contextOf(this.#canvas).putImageData(image, 0, 0);
      this.#shown = key;
    }
    if (this.#timeMs !== timeMs) return;
    this.#canvas.hidden = false;
    element('comparing').hidden = false;
  }
}
