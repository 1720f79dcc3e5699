import type { Sound } from '../../media/sound/sound.ts';

/** Samples for a sound encoder, which reads them in order. */
export interface SoundSamples {
  /** Number of samples of the whole sound. */
  readonly length: number;
  /** Returns `count` samples from number `at`. They are valid until the next call. */
  read(at: number, count: number): Sound;
}

/** The samples of a sound in memory. */
export function samplesOf({ left, right }: Sound): SoundSamples {
  return {
    length: left.length,
    read: (at, count) => ({ left: left.subarray(at, at + count), right: right.subarray(at, at + count) }),
  };
}

/** The samples of a long sound. Only those between the last one read and the last one added are in memory. */
export class SoundQueue implements SoundSamples {
  readonly length: number;
  /** Number of samples added so far. */
  end = 0;
  #window: Sound = { left: new Float32Array(0), right: new Float32Array(0) };
  #parts: { readonly start: number; readonly sound: Sound }[] = [];

  constructor(length: number) {
    this.length = length;
  }

  /** Adds the next samples. */
  add(sound: Sound): void {
    this.#parts.push({ start: this.end, sound });
    this.end += sound.left.length;
  }

  read(at: number, count: number): Sound {
    if (this.#window.left.length < count) {
      this.#window = { left: new Float32Array(count), right: new Float32Array(count) };
    }
    const left = this.#window.left.subarray(0, count).fill(0);
    const right = this.#window.right.subarray(0, count).fill(0);
    while (this.#parts.length > 0 && this.#parts[0].start + this.#parts[0].sound.left.length <= at) {
      this.#parts.shift();
    }
    for (const { start, sound } of this.#parts) {
      const from = Math.max(at, start);
      const to = Math.min(at + count, start + sound.left.length);
      if (from >= to) continue;
      left.set(sound.left.subarray(from - start, to - start), from - at);
      right.set(sound.right.subarray(from - start, to - start), from - at);
    }
    return { left, right };
  }
}
