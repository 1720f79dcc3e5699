import { contextOf } from './elements.js';
import { maxSide, pictureWidth } from './fit.js';
import { askPicture, messageOf } from './server-client.js';

/** @import { FilmOutline } from '@render-service/engine/film' */

/** Memory for pictures, so that going back shows them at once. */
const keptBytes = 64 * 1024 * 1024;

/** Milliseconds within which a picture should be on the page while the playhead moves. */
const promptMs = 50;

/** Weight of the newest picture in the average time of a picture. */
const newestWeight = 0.25;

/** Milliseconds after which a picture is stopped in favour of a newer one. */
const patienceMs = 60;

/** A picture is not stopped if none has been shown for this long, in milliseconds, however fast the playhead moves. */
const maxWaitMs = 300;

/** Identifies this page to the server. A page in a frame may have no other source of chance. */
const client = Math.random().toString(36).slice(2);

/**
 * @typedef {{ readonly revision: number, readonly outline: FilmOutline }} Film
 * @typedef {{ readonly timeMs: number, readonly width: number, readonly isWhole: boolean, readonly key: string,
 *   readonly film: Film, readonly number: number }} Wanted
 */

/** Shows stills of the film on a canvas, always the newest requested one. */
export class Picture {
  #canvas;
  #onFailure;
  #onDrawing;
  /** @type {Film | undefined} */
  #film;
  /** @type {Wanted | undefined} */
  #wanted;
  /** @type {{ wanted: Wanted, readonly stop: AbortController, readonly since: number } | undefined} */
  #running;
  #kept = new KeptPictures(keptBytes);
  #averageMs = 0;
  #shownAt = 0;
  /** @type {string | undefined} */
  #shownKey;
  /** Number of requested pictures. */
  #asked = 0;
  /** Number of the picture on the canvas. */
  #shownNumber = 0;

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {object} listeners
   * @param {(failure: string | null) => void} listeners.onFailure Gets the message if the newest picture failed,
   * otherwise null.
   * @param {(isDrawing: boolean) => void} listeners.onDrawing Gets whether a picture is being drawn.
   */
  constructor(canvas, { onFailure, onDrawing }) {
    this.#canvas = canvas;
    this.#onFailure = onFailure;
    this.#onDrawing = onDrawing;
  }

  /**
   * Changes the film. The picture before stays until the first one of this film arrives.
   * @param {number} revision
   * @param {FilmOutline} outline
   */
  setFilm(revision, outline) {
    if (this.#film?.revision === revision) return;
    this.#running?.stop.abort();
    this.#film = { revision, outline };
    this.#kept.clear();
    this.#averageMs = 0;
  }

  /** Whether pictures at the size on the screen take too long to follow the playhead. */
  get isSlow() {
    return this.#averageMs > promptMs;
  }

  /**
   * Shows a picture of the film as it plays. A late picture is better than none.
   * @param {number} timeMs
   * @param {number} maxPixels
   */
  play(timeMs, maxPixels) {
    this.show(timeMs, maxPixels, true);
  }

  /**
   * Shows the picture at a time, at most `maxPixels` wide. Unless `isPatient`, it may stop one that is being drawn.
   * @param {number} timeMs
   * @param {number} [maxPixels]
   * @param {boolean} [isPatient]
   */
  show(timeMs, maxPixels = maxSide, isPatient = false) {
    const film = this.#film;
    if (!film) return;
    const width = pictureWidth(film.outline, this.#canvas.clientWidth * devicePixelRatio, maxPixels);
    if (width === 0) return;
    const isWhole = maxPixels >= maxSide;
    const key = pictureKey(film, timeMs, width);
    const wanted = { timeMs, width, isWhole, key, film, number: ++this.#asked };
    this.#wanted = wanted;
    const keptPicture = this.#kept.get(key);
    if (keptPicture) {
      this.#wanted = undefined;
      this.#draw(keptPicture, wanted);
      this.#onFailure(null);
      return;
    }
    const now = performance.now();
    const running = this.#running;
    if (!running) void this.#start();
    else if (running.wanted.key === key && !running.stop.signal.aborted) {
      running.wanted = wanted;
      this.#wanted = undefined;
    } else if (!isPatient && now - running.since > patienceMs && now - this.#shownAt < maxWaitMs)
      running.stop.abort();
  }

  /** The width of the pictures that fill the canvas. */
  get width() {
    const pixels = this.#canvas.clientWidth * devicePixelRatio;
    return this.#film ? Math.max(1, pictureWidth(this.#film.outline, pixels, maxSide)) : 1;
  }

  /**
   * Shows a picture of a change that is tried, until another picture is requested.
   * @param {ArrayBuffer} packed
   */
  showTried(packed) {
    const number = ++this.#asked;
    this.#draw(packed, { key: `tried ${number}`, number });
  }

  /**
   * Shows the picture of a video until the next still arrives.
   * @param {HTMLVideoElement | VideoFrame} video
   */
  copy(video) {
    const canvas = this.#canvas;
    const { clientWidth, clientHeight } = canvas;
    const videoWidth = 'videoWidth' in video ? video.videoWidth : video.displayWidth;
    const width = Math.min(Math.round(clientWidth * devicePixelRatio), videoWidth);
    if (width === 0) return;
    // A still that was requested before shows an earlier time.
    this.#shownNumber = ++this.#asked;
    this.#shownKey = undefined;
    Object.assign(canvas, { width, height: Math.round((width * clientHeight) / clientWidth) });
    contextOf(canvas, { willReadFrequently: true }).drawImage(video, 0, 0, canvas.width, canvas.height);
    canvas.dataset.shown = '';
  }

  async #start() {
    this.#onDrawing(true);
    while (this.#wanted) {
      const { timeMs, width, isWhole, key, film } = this.#wanted;
      const stop = new AbortController();
      const since = performance.now();
      const running = { wanted: this.#wanted, stop, since };
      this.#running = running;
      this.#wanted = undefined;
      try {
        const query = {
          revision: film.revision,
          timeMs,
          width,
          client,
          purpose: /** @type {const} */ ('still'),
        };
        const packed = await askPicture(query, stop.signal);
        if (packed && film === this.#film) {
          this.#kept.add(key, packed);
          this.#draw(packed, running.wanted);
          if (isWhole) this.#averageMs += (performance.now() - since - this.#averageMs) * newestWeight;
        }
        this.#onFailure(null);
      } catch (error) {
        if (!stop.signal.aborted && film === this.#film) this.#onFailure(messageOf(error));
      }
    }
    this.#running = undefined;
    this.#onDrawing(false);
  }

  /**
   * Draws a picture unless the canvas already shows a later request: a kept picture appears before an earlier one from
   * the server.
   * @param {ArrayBuffer} packed
   * @param {Pick<Wanted, 'key' | 'number'>} wanted
   */
  #draw(packed, { key, number }) {
    if (number < this.#shownNumber) return;
    this.#shownNumber = number;
    this.#shownAt = performance.now();
    if (this.#shownKey === key) return;
    this.#shownKey = key;
    const canvas = this.#canvas;
    const image = imageOf(packed);
    if (canvas.width !== image.width || canvas.height !== image.height) {
      canvas.width = image.width;
      canvas.height = image.height;
    }
    // The pixels come from memory, so the canvas is faster there than on the graphics card.
    contextOf(canvas, { willReadFrequently: true }).putImageData(image, 0, 0);
    // Tests wait for it.
    canvas.dataset.shown = key;
  }
}

/**
 * A packed picture, for a canvas.
 * @param {ArrayBuffer} packed
 */
export function imageOf(packed) {
  const { data, width, height } = unpackPixels(packed);
  return new ImageData(data, width, height);
}

/**
 * The key of a picture. All times of a hold without captions share one, because they show the same picture.
 * @param {{ readonly revision: number, readonly outline: FilmOutline }} film
 * @param {number} timeMs
 * @param {number} width
 */
export function pictureKey({ revision, outline }, timeMs, width) {
  const hold = outline.segments.findIndex(
    ({ startMs, endMs, isStill }) => isStill && timeMs >= startMs && timeMs < endMs,
  );
  return `${revision} ${hold < 0 ? timeMs : `hold ${hold}`} ${width}`;
}

/** Pictures by their keys. The oldest are dropped when together they exceed `maxBytes`. */
export class KeptPictures {
  #maxBytes;
  #bytes = 0;
  /** @type {Map<string, ArrayBuffer>} */
  #pictures = new Map();

  /** @param {number} maxBytes */
  constructor(maxBytes) {
    this.#maxBytes = maxBytes;
  }

  /** @param {string} key */
  get(key) {
    return this.#pictures.get(key);
  }

  /**
   * @param {string} key
   * @param {ArrayBuffer} packed
   */
  add(key, packed) {
    this.#bytes += packed.byteLength - (this.#pictures.get(key)?.byteLength ?? 0);
    this.#pictures.set(key, packed);
    for (const [oldest, old] of this.#pictures) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#pictures.delete(oldest);
      this.#bytes -= old.byteLength;
    }
  }

  clear() {
    this.#pictures.clear();
    this.#bytes = 0;
  }
}

/** Kinds of packets, as `packages/engine/src/render/view/pixel-runs.ts` writes them. */
const literal = 0;
const run = 1;

/**
 * Unpacks a picture of the server: its width, its height, and its pixels as RGBA.
 * @param {ArrayBuffer} buffer
 */
export function unpackPixels(buffer) {
  const words = new Uint32Array(buffer);
  const [width = 0, height = 0] = words;
  const pixels = new Uint32Array(width * height);
  let from = 2;
  let to = 0;
  while (to < pixels.length) {
    const kind = words[from] & 3;
    const end = to + (words[from++] >>> 2);
    if (kind === literal) {
      pixels.set(words.subarray(from, from + end - to), to);
      from += end - to;
      to = end;
    } else if (kind === run) {
      pixels.fill(words[from++], to, end);
      to = end;
    } else {
      // Row by row, because each copies the row above it, which may itself be a copy.
      while (to < end) {
        const until = Math.min(end, to + width);
        pixels.copyWithin(to, to - width, until - width);
        to = until;
      }
    }
  }
  return { width, height, data: new Uint8ClampedArray(pixels.buffer) };
}
