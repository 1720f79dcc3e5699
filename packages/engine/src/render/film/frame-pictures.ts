import type { Size } from '../../output/fit-scene.ts';

/** Times of a film's frames. */
export interface FrameSettings {
  /** Project time of the first frame. */
  readonly startMs: number;
  readonly durationMs: number;
  readonly size: Size;
  readonly framesPerSecond: number;
}

/** The pictures of a film's frames, as a drawing or a timeline has them. */
export class FramePictures<Picture> {
  readonly #source: { at(timeMs: number): Picture };
  readonly #startMs: number;
  readonly #durationMs: number;
  readonly #framesPerSecond: number;
  #evaluated: { readonly index: number; readonly picture: Picture } | undefined;

  /** `source` returns the same object for successive times with the same picture. */
  constructor(
    source: { at(timeMs: number): Picture },
    { startMs, durationMs, framesPerSecond }: FrameSettings,
  ) {
    this.#source = source;
    this.#startMs = startMs;
    this.#durationMs = durationMs;
    this.#framesPerSecond = framesPerSecond;
  }

  /** Returns the picture of a frame; the same object for consecutive equal frames. */
  at(index: number): Picture {
    if (index !== this.#evaluated?.index) {
      const time = Math.min((index * 1000) / this.#framesPerSecond, this.#durationMs);
      this.#evaluated = { index, picture: this.#source.at(this.#startMs + time) };
    }
    return this.#evaluated.picture;
  }

  /** Whether a frame differs from the frame before it, which the first one always does. */
  isNew(index: number): boolean {
    return index === 0 || this.at(index - 1) !== this.at(index);
  }
}
