/** @import { FilmOutline } from '@render-service/engine/film' */

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
