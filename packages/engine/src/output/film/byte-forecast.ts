import type { Size } from '../fit-scene.ts';
import type { Attempt } from './film-quality.ts';

/** Changed pictures from which the others are foreseen. */
const recentPictures = 4;

/** Pictures that are foreseen: most of a second. */
export const picturesAhead = 20;

/** Motion gets slower before it ends, so the foreseen bytes must exceed the limit by this. */
const certainty = 1.1;

/** Foresees that the pictures of a piece take too many bytes, long before they do. */
export class ByteForecast {
  readonly #attempt: Attempt;
  readonly #recent: number[] = [];
  #pictures = 0;
  #bytes = 0;

  constructor(attempt: Attempt) {
    this.#attempt = attempt;
  }

  /** Adds the next picture; `isChanged` tells that it is neither the key picture nor held. */
  add(bytes: number, isChanged: boolean): void {
    this.#pictures++;
    this.#bytes += bytes;
    if (!isChanged) return;
    this.#recent.push(bytes);
    if (this.#recent.length > recentPictures) this.#recent.shift();
  }

  /** Whether the pictures so far take too many bytes. */
  get isExceeded(): boolean {
    return this.#bytes > this.#attempt.maxBytes(this.#pictures);
  }

  /** Whether the pictures will take too many bytes if the next `picturesAhead` change as much as the last ones. */
  get isExceededSoon(): boolean {
    if (this.#recent.length < recentPictures) return false;
    const mean = this.#recent.reduce((sum, bytes) => sum + bytes, 0) / recentPictures;
    const foreseen = this.#bytes + picturesAhead * mean;
    return foreseen > certainty * this.#attempt.usualBytes(this.#pictures + picturesAhead);
  }
}

/** Bytes of a changed macroblock of our own coder at the start of a motion up to which x264 would hardly take fewer. */
const fewBytes = 1.5;

const macroblockPixels = 256;

/** Judges once, by the first pictures of our own coder, whether the changed areas have many details. */
export class DetailJudge {
  #pictures = 0;
  #bytes = 0;
  #pixels = 0;

  /** Adds the next changed picture. Returns true if it is the one that shows many details. */
  isDetailedWith(bytes: number, areas: readonly Size[]): boolean {
    this.#pictures++;
    this.#bytes += bytes;
    for (const { width, height } of areas) this.#pixels += width * height;
    return this.#pictures === recentPictures && this.#bytes * macroblockPixels > fewBytes * this.#pixels;
  }
}
