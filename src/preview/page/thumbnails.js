import { askPicture } from './server.js';

/** Milliseconds without a change of the film after which thumbnails are made. */
const quietMs = 150;

/** Narrower segments have no thumbnail, in pixels. */
const narrowest = 14;

/** Draws a small picture of every segment, one after the other. */
export class Thumbnails {
  #timer;
  #stop = new AbortController();
  #made = new Set();
  #revision = 0;

  /** Makes the thumbnails of a film that are missing; those of the film before stay until then. */
  make(revision, outline, segments) {
    clearTimeout(this.#timer);
    this.#stop.abort();
    const stop = new AbortController();
    this.#stop = stop;
    if (revision !== this.#revision) this.#made.clear();
    this.#revision = revision;
    this.#timer = setTimeout(() => this.#makeAll(revision, outline, segments, stop.signal), quietMs);
  }

  async #makeAll(revision, outline, segments, signal) {
    for (const [index, { startMs, endMs }] of outline.segments.entries()) {
      const segment = segments[index];
      if (signal.aborted) return;
      if (this.#made.has(index) || segment.clientWidth < narrowest) continue;
      const pixels = Math.ceil(((segment.clientHeight * outline.width) / outline.height) * devicePixelRatio);
      const width = Math.max(1, Math.min(pixels, outline.width, 400));
      const parameters = { revision, timeMs: (startMs + endMs) / 2, width, purpose: 'thumbnail' };
      const bitmap = await askPicture(parameters, signal).catch(() => null);
      if (!bitmap || signal.aborted) continue;
      const canvas = document.createElement('canvas');
      canvas.width = bitmap.width;
      canvas.height = bitmap.height;
      canvas.getContext('2d').drawImage(bitmap, 0, 0);
      bitmap.close();
      segment.querySelector('canvas')?.remove();
      segment.prepend(canvas);
      this.#made.add(index);
    }
  }
}
