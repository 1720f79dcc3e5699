import FFT from 'fft.js';
import { clampUnit } from '../../project/numbers.ts';

/** Samples of one transform: 85 milliseconds at 24 kHz. */
const size = 2048;

/** The frequencies between which bands are, in Hz; the upper one is lower in sounds with few samples. */
const [lowest, highest] = [55, 11_000];

/** Pictures a second for which `smoothing` is, as browsers have them. */
const pace = 60;

/** The past is left out where its share is less. */
const smallestShare = 0.002;

/** Levels in decibels below the loudest sample, which bands of the height 0 and 1 have at `middle` Hz. */
const [quiet, loud] = [-60, -16];

/** Higher tones are quieter in most sounds, so they count more: decibels for each octave from `middle` on. */
const [tilt, middle] = [2, 400];

/** Maximum number of transforms that are kept. */
const maxKept = 512;

/**
 * The frequencies of a sound at any time. As in the Web Audio API (AnalyserNode, "smoothing over time" and "Blackman
 * window"), a band is the mean of its magnitudes a sixtieth of a second apart, each with the share `smoothing` of the one
 * after it. Only the sound decides about a picture, not which pictures were asked for before.
 */
export class Spectrum {
  readonly #samples: Int16Array;
  readonly #rate: number;
  readonly #peak: number;
  readonly #fft = new FFT(size);
  readonly #out = this.#fft.createComplexArray();
  readonly #window = blackman(size);
  readonly #kept = new Map<number, Float32Array>();

  constructor(samples: Int16Array, rate: number, peak: number) {
    this.#samples = samples;
    this.#rate = rate;
    this.#peak = peak;
  }

  /** Returns the heights of `count` bands around a sample, from 0 to 1, the lowest first. */
  bands(at: number, count: number, smoothing: number): readonly number[] {
    const sums = new Float64Array(size / 2);
    let [share, shares] = [1, 0];
    for (let step = 0; share > smallestShare; step++) {
      const magnitudes = this.#magnitudes(Math.round(at - (step * this.#rate) / pace));
      for (let bin = 0; bin < sums.length; bin++) sums[bin] += share * magnitudes[bin];
      shares += share;
      share *= smoothing;
    }
    const top = Math.min(highest, this.#rate * 0.45);
    const edge = (index: number) => (lowest * (top / lowest) ** (index / count) * size) / this.#rate;
    return Array.from({ length: count }, (_, index) => {
      const [from, to] = [edge(index), edge(index + 1)];
      const frequency = (((from + to) / 2) * this.#rate) / size;
      const level = 20 * Math.log10(Math.max(1e-9, largest(sums, from, to) / shares));
      const raised = level + tilt * Math.log2(frequency / middle);
      return clampUnit((raised - quiet) / (loud - quiet));
    });
  }

  /** The magnitude of each frequency around a sample, as a share of that of the loudest tone. */
  #magnitudes(at: number): Float32Array {
    const cached = this.#kept.get(at);
    if (cached !== undefined) return cached;
    const magnitudes = new Float32Array(size / 2);
    const data = new Float64Array(size);
    const start = at - size / 2;
    let isSilent = true;
    for (let i = 0; i < size; i++) {
      const sample = this.#samples[start + i] ?? 0;
      if (sample !== 0) isSilent = false;
      data[i] = sample * this.#window[i];
    }
    if (!isSilent) {
      this.#fft.realTransform(this.#out, data);
      // The mean of the window is 0.42, and a tone is in two frequencies, a positive and a negative one.
      const whole = (0.42 * size * this.#peak) / 2;
      for (let bin = 0; bin < magnitudes.length; bin++)
        magnitudes[bin] = Math.hypot(this.#out[2 * bin], this.#out[2 * bin + 1]) / whole;
    }
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= maxKept && oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(at, magnitudes);
    return magnitudes;
  }
}

/** The largest number between two positions, which may be between two of them. */
function largest(numbers: Float64Array, from: number, to: number): number {
  const middlePosition = (from + to) / 2;
  const below = Math.floor(middlePosition);
  const share = middlePosition - below;
  let found = (numbers[below] ?? 0) * (1 - share) + (numbers[below + 1] ?? 0) * share;
  for (let bin = Math.ceil(from); bin < to && bin < numbers.length; bin++)
    found = Math.max(found, numbers[bin]);
  return found;
}

function blackman(length: number): Float64Array {
  return Float64Array.from({ length }, (_, i) => {
    const turn = (2 * Math.PI * i) / length;
    return 0.42 - 0.5 * Math.cos(turn) + 0.08 * Math.cos(2 * turn);
  });
}
