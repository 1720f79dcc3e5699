import { askPicture } from './server.js';

/** Pictures that are kept, so that going back shows them at once. */
const keptPictures = 16;

/** Milliseconds for which a picture may be in the making before a newer one takes its place. */
const patienceMs = 60;

/** Milliseconds after which some picture is shown, however fast the playhead moves. */
const longestWaitMs = 300;

/** The largest side that the server draws. */
const largestSide = 1920;

/** Tells the server which page asks. */
const client = crypto.randomUUID();

/** Shows the film's stills on a canvas: always the newest that was asked for. */
export class Picture {
  #canvas;
  #onFailure;
  #film;
  #wanted;
  #running;
  #kept = new Map();
  #shownAt = 0;
  #shownKey;

  constructor(canvas, onFailure) {
    this.#canvas = canvas;
    this.#onFailure = onFailure;
  }

  /** The film whose pictures are shown from now on; the picture before stays until the first one is there. */
  setFilm(revision, outline) {
    if (this.#film?.revision === revision) return;
    this.#film = { revision, outline };
    for (const bitmap of this.#kept.values()) bitmap.close();
    this.#kept.clear();
  }

  /** Shows the picture at a time, at most `mostPixels` wide. */
  show(timeMs, mostPixels = largestSide) {
    if (!this.#film) return;
    const width = this.#widthFor(mostPixels);
    if (width === 0) return;
    const wanted = { timeMs, width, key: this.#keyOf(timeMs, width), film: this.#film };
    this.#wanted = wanted;
    const known = this.#kept.get(wanted.key);
    if (known) {
      this.#wanted = undefined;
      this.#draw(known, wanted.key);
      return;
    }
    const now = performance.now();
    const running = this.#running;
    if (!running) this.#start();
    else if (running.key === wanted.key) this.#wanted = undefined;
    else if (now - running.since > patienceMs && now - this.#shownAt < longestWaitMs) running.stop.abort();
  }

  /** The width of the canvas on the screen in its pixels, and never more than the film's own. */
  #widthFor(mostPixels) {
    const { width, height } = this.#film.outline;
    const onScreen = Math.round(this.#canvas.clientWidth * devicePixelRatio);
    const largest = Math.floor(largestSide * Math.min(1, width / height));
    return Math.min(onScreen, width, largest, mostPixels);
  }

  /** All times of a hold show the same picture. */
  #keyOf(timeMs, width) {
    const { revision, outline } = this.#film;
    const hold = outline.segments.findIndex(
      ({ startMs, endMs, to }) => to === null && timeMs >= startMs && timeMs < endMs,
    );
    return `${revision} ${hold < 0 ? timeMs : `hold ${hold}`} ${width}`;
  }

  async #start() {
    while (this.#wanted) {
      const { timeMs, width, key, film } = this.#wanted;
      this.#wanted = undefined;
      const stop = new AbortController();
      this.#running = { key, stop, since: performance.now() };
      try {
        const parameters = { revision: film.revision, timeMs, width, client };
        const bitmap = await askPicture(parameters, stop.signal);
        if (bitmap && film === this.#film) {
          this.#keep(key, bitmap);
          this.#draw(bitmap, key);
        }
        this.#onFailure(null);
      } catch (error) {
        if (!stop.signal.aborted && film === this.#film) this.#onFailure(error);
      }
    }
    this.#running = undefined;
  }

  #keep(key, bitmap) {
    this.#kept.set(key, bitmap);
    if (this.#kept.size <= keptPictures) return;
    const [[oldest, old]] = this.#kept;
    this.#kept.delete(oldest);
    old.close();
  }

  #draw(bitmap, key) {
    this.#shownAt = performance.now();
    if (this.#shownKey === key) return;
    this.#shownKey = key;
    const canvas = this.#canvas;
    if (canvas.width !== bitmap.width || canvas.height !== bitmap.height) {
      canvas.width = bitmap.width;
      canvas.height = bitmap.height;
    }
    const context = canvas.getContext('2d');
    context.globalCompositeOperation = 'copy';
    context.drawImage(bitmap, 0, 0);
    // For whoever watches the page from outside, such as its tests.
    canvas.dataset.shown = key;
  }
}
