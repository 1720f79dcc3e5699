import { mixRate } from './sound.ts';
import type { RateConverter } from './track-samples.ts';

/**
 * Converts sound to the rate of the mix along straight lines between frames. That is good enough to measure levels, and
 * needs no library.
 */
export class LineConverter implements RateConverter {
  readonly reach = 2;
  readonly #step: number;
  readonly #planes: readonly Float32Array[];
  /** The last frame of the call before, and the position of the next output frame, in frames of the next call. */
  readonly #last: number[];
  #position = 0;

  /** The rate is in Hz. A call of `convert` gets at most `maxFrames` frames. */
  constructor(channels: 1 | 2, fromRate: number, maxFrames: number) {
    this.#step = fromRate / mixRate;
    const room = Math.ceil((maxFrames + 2) / this.#step);
    this.#planes = Array.from({ length: channels }, () => new Float32Array(room));
    this.#last = Array.from({ length: channels }, () => 0);
  }

  convert(frames: readonly Float32Array[]): Promise<readonly Float32Array[]> {
    if (this.#step === 1) return Promise.resolve(frames);
    const [{ length }] = frames;
    let count = 0;
    let position = this.#position;
    for (const [channel, plane] of frames.entries()) {
      const made = this.#planes[channel];
      const before = this.#last[channel];
      position = this.#position;
      for (count = 0; position <= length - 1; count++, position += this.#step) {
        const index = Math.floor(position);
        const low = index < 0 ? before : plane[index];
        made[count] = low + (position - index) * ((plane[index + 1] ?? low) - low);
      }
      this.#last[channel] = plane[length - 1];
    }
    this.#position = position - length;
    return Promise.resolve(this.#planes.map((plane) => plane.subarray(0, count)));
  }

  close(): void {}
}
