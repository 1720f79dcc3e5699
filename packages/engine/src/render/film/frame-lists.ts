import type { Drawing } from '../../drawing/compile-drawing.ts';
import type { DisplayList } from '../../drawing/display-list.ts';
import type { Size } from '../../output/fit-scene.ts';

/** Times of a film's frames. */
export interface FrameSettings {
  /** Project time of the first frame. */
  readonly startMs: number;
  readonly durationMs: number;
  readonly size: Size;
  readonly framesPerSecond: number;
}

/** The display lists of a film's frames. */
export class FrameLists {
  readonly #drawing: Drawing;
  readonly #startMs: number;
  readonly #durationMs: number;
  readonly #framesPerSecond: number;
  #evaluated: { readonly index: number; readonly list: DisplayList } | undefined;

  constructor(drawing: Drawing, { startMs, durationMs, framesPerSecond }: FrameSettings) {
    this.#drawing = drawing;
    this.#startMs = startMs;
    this.#durationMs = durationMs;
    this.#framesPerSecond = framesPerSecond;
  }

  /** Returns the display list of a frame; the same object for consecutive equal frames. */
  at(index: number): DisplayList {
    if (index !== this.#evaluated?.index) {
      const time = Math.min((index * 1000) / this.#framesPerSecond, this.#durationMs);
      const list = this.#drawing.at(this.#startMs + time);
      this.#evaluated = { index, list };
    }
    return this.#evaluated.list;
  }

  /** Whether a frame differs from the frame before it, which the first one always does. */
  isNew(index: number): boolean {
    return index === 0 || this.at(index - 1) !== this.at(index);
  }
}
