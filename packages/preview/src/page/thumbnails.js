import { contextOf, make } from './elements.js';
import { imageOf } from './picture.js';
import { askPicture } from './server-client.js';

/** @import { FilmOutline, SegmentOutline } from '@render-service/engine/film' */
/** @import { Size } from './fit.js' */

/** Milliseconds without a change to the film before thumbnails are made. */
const quietMs = 150;

/** Fills the strip with small pictures of the film, one after the other. */
export class Thumbnails {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #stop = new AbortController();
  /**
   * The widths of the thumbnails on the strip, by the index of the segment.
   * @type {Map<number, number>}
   */
  #made = new Map();
  #revision = 0;

  /**
   * Makes the thumbnails that are missing or whose segment has another width. The earlier ones stay until then.
   * @param {number} revision
   * @param {FilmOutline} outline
   * @param {readonly HTMLElement[]} segments
   */
  make(revision, outline, segments) {
    clearTimeout(this.#timer);
    this.#stop.abort();
    const stop = new AbortController();
    this.#stop = stop;
    if (revision !== this.#revision) this.#made.clear();
    this.#revision = revision;
    this.#timer = setTimeout(() => this.#makeAll(outline, segments, stop.signal), quietMs);
  }

  /**
   * @param {FilmOutline} outline
   * @param {readonly HTMLElement[]} segments
   * @param {AbortSignal} signal
   */
  async #makeAll(outline, segments, signal) {
    for (const [index, segment] of outline.segments.entries()) {
      if (signal.aborted) return;
      const { clientWidth: width, clientHeight: height } = segments[index];
      const plan = planThumbnails(segment, outline, { width, height }, devicePixelRatio);
      if (!plan || this.#made.get(index) === width) continue;
      const canvas = await this.#draw(plan, signal);
      if (!canvas || signal.aborted) continue;
      segments[index].replaceChildren(canvas);
      this.#made.set(index, width);
    }
  }

  /**
   * A canvas with the pictures of a plan; null if one of them failed.
   * @param {ThumbnailPlan} plan
   * @param {AbortSignal} signal
   */
  async #draw({ row, picture: { width, height }, pictures }, signal) {
    const canvas = make('canvas', row);
    const context = contextOf(canvas);
    for (const { timeMs, from, until } of pictures) {
      const purpose = /** @type {const} */ ('thumbnail');
      const query = { revision: this.#revision, timeMs, width, purpose };
      const packed = await askPicture(query, signal).catch(() => null);
      if (!packed) return null;
      const bitmap = await createImageBitmap(imageOf(packed));
      for (let start = from; start < until; start++)
        context.drawImage(bitmap, start * width, 0, width, height);
      bitmap.close();
    }
    return canvas;
  }
}

/** Narrower segments have no thumbnail, in pixels. */
const narrowest = 6;

/** Maximum number of pictures of a segment. A hold without captions needs one, because it never changes. */
const maxPictures = 6;

/** Maximum widths of a picture and of a row of pictures, in pixels. */
const widestPicture = 400;
const widestRow = 8000;

/**
 * A row of pictures: the sizes of the row and of each picture, and which places in the row each picture fills.
 * @typedef {object} ThumbnailPlan
 * @property {Size} row
 * @property {Size} picture
 * @property {readonly { readonly timeMs: number, readonly from: number, readonly until: number }[]} pictures
 */

/**
 * The row of pictures that fills a segment; null if the segment is too narrow for one.
 * @param {SegmentOutline} segment
 * @param {Size} film
 * @param {Size} box The segment on the page, in CSS pixels.
 * @param {number} pixelRatio Pixels of the screen for one CSS pixel.
 * @returns {ThumbnailPlan | null}
 */
export function planThumbnails({ startMs, endMs, isStill }, film, box, pixelRatio) {
  if (box.width < narrowest) return null;
  const height = Math.round(box.height * pixelRatio);
  const width = Math.max(1, Math.min(Math.round((height * film.width) / film.height), widestPicture));
  const row = { width: Math.min(widestRow, Math.round(box.width * pixelRatio)), height };
  const places = Math.ceil(row.width / width);
  const count = isStill ? 1 : Math.min(places, maxPictures);
  const pictures = Array.from({ length: count }, (_, index) => ({
    timeMs: startMs + ((index + 0.5) * (endMs - startMs)) / count,
    from: Math.round((index * places) / count),
    until: Math.round(((index + 1) * places) / count),
  }));
  return { row, picture: { width, height }, pictures };
}
