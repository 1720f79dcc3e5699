import { imageOf } from './pixels.js';
import { askPicture } from './server.js';

/** Milliseconds without a change of the film after which thumbnails are made. */
const quietMs = 150;

/** Narrower segments have no thumbnail, in pixels. */
const narrowest = 6;

/** Different pictures of one transition; in a hold all are the same. */
const mostOfTransition = 6;

/** Draws the film in small pictures on its strip, one after the other. */
export class Thumbnails {
  #timer;
  #stop = new AbortController();
  #made = new Map();
  #revision = 0;

  /** Makes the thumbnails of a film that are missing or have another width; those before stay until then. */
  make(revision, outline, segments) {
    clearTimeout(this.#timer);
    this.#stop.abort();
    const stop = new AbortController();
    this.#stop = stop;
    if (revision !== this.#revision) this.#made.clear();
    this.#revision = revision;
    this.#timer = setTimeout(() => this.#makeAll(outline, segments, stop.signal), quietMs);
  }

  async #makeAll(outline, segments, signal) {
    for (const [index, segment] of outline.segments.entries()) {
      const { clientWidth, clientHeight } = segments[index];
      if (signal.aborted) return;
      if (this.#made.get(index) === clientWidth || clientWidth < narrowest) continue;
      const canvas = await this.#draw(outline, segment, { clientWidth, clientHeight }, signal);
      if (!canvas || signal.aborted) continue;
      segments[index].replaceChildren(canvas);
      this.#made.set(index, clientWidth);
    }
  }

  /** A row of pictures as wide as the segment; null if one cannot be had. */
  async #draw(outline, { startMs, endMs, to }, { clientWidth, clientHeight }, signal) {
    const height = Math.round(clientHeight * devicePixelRatio);
    const width = Math.max(1, Math.min(Math.round((height * outline.width) / outline.height), 400));
    const canvas = document.createElement('canvas');
    canvas.width = Math.min(8000, Math.round(clientWidth * devicePixelRatio));
    canvas.height = height;
    const context = canvas.getContext('2d');
    const places = Math.ceil(canvas.width / width);
    const pictures = to === null ? 1 : Math.min(places, mostOfTransition);
    for (let picture = 0; picture < pictures; picture++) {
      const from = Math.round((picture * places) / pictures);
      const until = Math.round(((picture + 1) * places) / pictures);
      const timeMs = startMs + ((picture + 0.5) * (endMs - startMs)) / pictures;
      const parameters = { revision: this.#revision, timeMs, width, purpose: 'thumbnail' };
      const packed = await askPicture(parameters, signal).catch(() => null);
      if (!packed) return null;
      const bitmap = await createImageBitmap(imageOf(packed));
      for (let place = from; place < until; place++)
        context.drawImage(bitmap, place * width, 0, width, height);
      bitmap.close();
    }
    return canvas;
  }
}
