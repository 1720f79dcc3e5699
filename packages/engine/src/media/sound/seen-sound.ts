import { mixStretches } from './mix-sound.ts';
import { mixRate, toSamples } from './sound.ts';
import type { ScheduledTrack } from './sound-schedule.ts';
import { Spectrum } from './spectrum.ts';

/** Maximum number of samples that are kept: 21 minutes at half the rate of the mix. Longer sounds have a lower rate. */
const maxSamples = 30_000_000;

/** The length over which the loudest moment is found, in milliseconds. */
const momentMs = 20;

/** A part of a film, in milliseconds. */
interface SoundSpan {
  readonly startMs: number;
  readonly durationMs: number;
}

/** The sound of a scene, or of one of its tracks, as far as pictures need it: the mean of left and right. */
export class SeenSound {
  /** The time of the film at which it begins, and how long it is, in milliseconds. */
  readonly startMs: number;
  readonly durationMs: number;
  readonly #samples: Int16Array;
  /** Samples per second. */
  readonly #rate: number;
  /** The greatest magnitude of a sample, and the greatest level of a moment. */
  readonly #peak: number;
  readonly #loudest: number;
  readonly #waves = new Map<number, readonly number[]>();
  #spectrum: Spectrum | undefined;

  constructor(samples: Int16Array, rate: number, { startMs, durationMs }: SoundSpan) {
    this.startMs = startMs;
    this.durationMs = durationMs;
    this.#samples = samples;
    this.#rate = rate;
    let peak = 0;
    for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
    this.#peak = peak;
    let loudest = 0;
    const length = Math.round((momentMs * rate) / 1000);
    for (let from = 0; from < samples.length; from += length)
      loudest = Math.max(loudest, this.#rms(from, from + length));
    this.#loudest = loudest;
  }

  /** Returns the levels of `count` equal parts, from 0 to 1, which is that of the loudest part. */
  wave(count: number): readonly number[] {
    const cached = this.#waves.get(count);
    if (cached !== undefined) return cached;
    const partMs = this.durationMs / count;
    const levels = Array.from({ length: count }, (_, index) => {
      const fromMs = this.startMs + index * partMs;
      return this.#rms(this.#indexOf(fromMs), this.#indexOf(fromMs + partMs));
    });
    const most = Math.max(...levels) || 1;
    const wave = levels.map((level) => level / most);
    this.#waves.set(count, wave);
    return wave;
  }

  /** Returns the level between two times of the film, from 0 to 1, which is that of the loudest moment. */
  level(fromMs: number, toMs: number): number {
    if (this.#loudest === 0) return 0;
    return Math.min(1, this.#rms(this.#indexOf(fromMs), this.#indexOf(toMs)) / this.#loudest);
  }

  /** Returns the mean sample between two times of the film, as a share of the greatest one, from -1 to 1. */
  mean(fromMs: number, toMs: number): number {
    const [from, to] = this.#range(this.#indexOf(fromMs), this.#indexOf(toMs));
    if (this.#peak === 0 || to <= from) return 0;
    let sum = 0;
    for (let i = from; i < to; i++) sum += this.#samples[i];
    return sum / (to - from) / this.#peak;
  }

  /**
   * Returns how loud each of `count` bands of frequencies is at a time of the film, from 0 to 1, the lowest first.
   * `smoothing` is the share of the past, see `Spectrum`.
   */
  bands(timeMs: number, count: number, smoothing: number): readonly number[] {
    this.#spectrum ??= new Spectrum(this.#samples, this.#rate, this.#peak);
    return this.#spectrum.bands(((timeMs - this.startMs) * this.#rate) / 1000, count, smoothing);
  }

  #indexOf(timeMs: number): number {
    return Math.round(((timeMs - this.startMs) * this.#rate) / 1000);
  }

  /** At least one sample, as far as there are any. */
  #range(from: number, to: number): readonly [number, number] {
    return [Math.max(0, from), Math.min(this.#samples.length, Math.max(to, from + 1))];
  }

  /** The root of the mean square. */
  #rms(start: number, end: number): number {
    const [from, to] = this.#range(start, end);
    let sum = 0;
    for (let i = from; i < to; i++) sum += this.#samples[i] ** 2;
    return to > from ? Math.sqrt(sum / Math.max(1, end - start)) : 0;
  }
}

/**
 * Mixes tracks of a scene in a part of the film, to be seen. Rejects with a SoundError that names every track that cannot
 * be read.
 */
export async function seeSound(tracks: readonly ScheduledTrack[], part: SoundSpan): Promise<SeenSound> {
  const from = toSamples(part.startMs);
  const span = { from, to: from + toSamples(part.durationMs) };
  const step = Math.max(2, Math.ceil((span.to - span.from) / maxSamples));
  const samples = new Int16Array(Math.floor((span.to - span.from) / step));
  let [at, sum, taken] = [0, 0, 0];
  for await (const { left, right } of mixStretches(tracks, span)) {
    for (let i = 0; i < left.length && at < samples.length; i++) {
      sum += left[i] + right[i];
      taken++;
      if (taken < step) continue;
      samples[at] = Math.round(32767 * Math.max(-1, Math.min(1, sum / (2 * step))));
      [sum, taken] = [0, 0];
      at++;
    }
  }
  return new SeenSound(samples, mixRate / step, part);
}
