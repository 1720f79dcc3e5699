import { imageOf } from './pixels.js';
import { askPicture } from './server.js';

/** Bytes of pictures that are kept, so that going back shows them at once. */
const keptBytes = 64 * 1024 * 1024;

/** Milliseconds in which a picture should be on the page while the playhead moves. */
const promptMs = 50;

/** Weight of the newest picture in the average of the time that pictures take. */
const newestWeight = 0.25;

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
  #onDrawing;
  #film;
  #wanted;
  #running;
  #kept = new Map();
  #keptBytes = 0;
  #averageMs = 0;
  #shownAt = 0;
  #shownKey;

  /** `onFailure` is called with the error of the newest picture, or null; `onDrawing` with whether one is being drawn. */
  constructor(canvas, { onFailure, onDrawing }) {
    this.#canvas = canvas;
    this.#onFailure = onFailure;
    this.#onDrawing = onDrawing;
  }

  /** The film whose pictures are shown from now on; the picture before stays until the first one is there. */
  setFilm(revision, outline) {
    if (this.#film?.revision === revision) return;
    this.#running?.stop.abort();
    this.#film = { revision, outline };
    this.#kept.clear();
    this.#keptBytes = 0;
    this.#averageMs = 0;
  }

  /** Whether pictures of the size on the screen take too long to follow a playhead that moves. */
  get isSlow() {
    return this.#averageMs > promptMs;
  }

  /** Shows a picture of the film that plays, which comes late rather than never. */
  play(timeMs, mostPixels) {
    this.show(timeMs, mostPixels, true);
  }

  /** Shows the picture at a time, at most `mostPixels` wide. One in the making may be stopped unless `isPatient`. */
  show(timeMs, mostPixels = largestSide, isPatient = false) {
    if (!this.#film) return;
    const width = this.#widthFor(mostPixels);
    if (width === 0) return;
    const isWhole = mostPixels >= largestSide;
    const wanted = { timeMs, width, isWhole, key: this.#keyOf(timeMs, width), film: this.#film };
    this.#wanted = wanted;
    const known = this.#kept.get(wanted.key);
    if (known) {
      this.#wanted = undefined;
      this.#draw(known, wanted.key);
      this.#onFailure(null);
      return;
    }
    const now = performance.now();
    const running = this.#running;
    if (!running) this.#start();
    else if (running.key === wanted.key) this.#wanted = undefined;
    else if (!isPatient && now - running.since > patienceMs && now - this.#shownAt < longestWaitMs)
      running.stop.abort();
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
    this.#onDrawing(true);
    while (this.#wanted) {
      const { timeMs, width, isWhole, key, film } = this.#wanted;
      this.#wanted = undefined;
      const stop = new AbortController();
      const since = performance.now();
      this.#running = { key, stop, since };
      try {
        const parameters = { revision: film.revision, timeMs, width, client };
        const packed = await askPicture(parameters, stop.signal);
        if (packed && film === this.#film) {
          this.#keep(key, packed);
          this.#draw(packed, key);
          if (isWhole) this.#averageMs += (performance.now() - since - this.#averageMs) * newestWeight;
        }
        this.#onFailure(null);
      } catch (error) {
        if (!stop.signal.aborted && film === this.#film) this.#onFailure(error);
      }
    }
    this.#running = undefined;
    this.#onDrawing(false);
  }

  #keep(key, packed) {
    this.#kept.set(key, packed);
    this.#keptBytes += packed.byteLength;
    for (const [oldest, old] of this.#kept) {
      if (this.#keptBytes <= keptBytes) return;
      this.#kept.delete(oldest);
      this.#keptBytes -= old.byteLength;
    }
  }

  #draw(packed, key) {
    this.#shownAt = performance.now();
    if (this.#shownKey === key) return;
    this.#shownKey = key;
    const canvas = this.#canvas;
    const image = imageOf(packed);
    if (canvas.width !== image.width || canvas.height !== image.height) {
      canvas.width = image.width;
      canvas.height = image.height;
    }
    // Its pixels come from memory, so it is kept there.
    canvas.getContext('2d', { willReadFrequently: true }).putImageData(image, 0, 0);
    // For whoever watches the page from outside, such as its tests.
    canvas.dataset.shown = key;
  }
}
