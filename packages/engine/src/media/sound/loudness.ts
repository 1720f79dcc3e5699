import { mixRate, type Sound } from './sound.ts';

// The measure of ITU-R BS.1770-5 (annex 1), which EBU R 128 uses. The coefficients for 48 kHz are those of its tables 1
// and 2.

/** A filter of second order: the coefficients of its input, and those of its output before. */
interface Biquad {
  readonly b: readonly [number, number, number];
  readonly a: readonly [number, number];
}

/** The head reflects high frequencies. */
const shelf: Biquad = {
  b: [1.53512485958697, -2.69169618940638, 1.19839281085285],
  a: [-1.69065929318241, 0.73248077421585],
};

/** Deep tones sound quieter. */
const highPass: Biquad = { b: [1, -2, 1], a: [-1.99004745483398, 0.99007225036621] };

/** Makes the loudness of a sine of 997 Hz in one channel, at full scale, -3.01 LUFS. */
const loudnessOffset = -0.691;

/** Samples of a step, and steps of a block whose loudness is measured. */
export const stepSamples = mixRate / 10;
const stepsInBlock = 4;

/** Blocks that are quieter are silence, in LUFS. */
const absoluteGate = -70;
/** Blocks that are quieter than the mean by more are pauses, in LU. */
const relativeGate = -10;

/** Values below this are silence. Without it, filters fade through numbers that processors compute slowly. */
const smallest = 1e-30;

/** Weighs the samples of a channel like the ear, in order. */
class EarFilter {
  #a1 = 0;
  #a2 = 0;
  #b1 = 0;
  #b2 = 0;

  /** Returns the weighted sample. */
  next(sample: number): number {
    const middle = shelf.b[0] * sample + this.#a1;
    this.#a1 = shelf.b[1] * sample - shelf.a[0] * middle + this.#a2;
    this.#a2 = shelf.b[2] * sample - shelf.a[1] * middle;
    const weighted = highPass.b[0] * middle + this.#b1;
    this.#b1 = highPass.b[1] * middle - highPass.a[0] * weighted + this.#b2;
    this.#b2 = highPass.b[2] * middle - highPass.a[1] * weighted;
    return weighted;
  }

  settle(): void {
    if (Math.abs(this.#a1) < smallest) this.#a1 = 0;
    if (Math.abs(this.#a2) < smallest) this.#a2 = 0;
    if (Math.abs(this.#b1) < smallest) this.#b1 = 0;
    if (Math.abs(this.#b2) < smallest) this.#b2 = 0;
  }
}

/** Measures the loudness of a sound in stereo at the rate of the mix, whose samples are added in order. */
export class LoudnessMeter {
  /** The mean squares of the complete steps of 100 ms, both channels together. */
  readonly steps: number[] = [];
  readonly #left = new EarFilter();
  readonly #right = new EarFilter();
  #sum = 0;
  #samples = 0;

  /** Adds samples. */
  add({ left, right }: Sound): void {
    for (let i = 0; i < left.length; i++) this.addSample(left[i], right[i]);
  }

  addSample(left: number, right: number): void {
    const leftSample = this.#left.next(left);
    const other = this.#right.next(right);
    this.#sum += leftSample * leftSample + other * other;
    this.#samples++;
    if (this.#samples < stepSamples) return;
    this.steps.push(this.#sum / stepSamples);
    this.#sum = 0;
    this.#samples = 0;
    this.#left.settle();
    this.#right.settle();
  }

  /** The integrated loudness of what has been added, in LUFS; -Infinity for silence. */
  integrated(): number {
    // A sound that is shorter than a block is one.
    if (this.steps.length < stepsInBlock) {
      const samples = this.steps.length * stepSamples + this.#samples;
      const sum = this.steps.reduce((all, step) => all + step * stepSamples, this.#sum);
      const short = samples === 0 ? -Infinity : toLoudness(sum / samples);
      return short > absoluteGate ? short : -Infinity;
    }
    return integratedLoudness(this.steps);
  }
}

/** Returns the integrated loudness in LUFS of steps of 100 ms by their mean squares; -Infinity for silence. */
export function integratedLoudness(steps: readonly number[]): number {
  const blocks = steps
    .slice(stepsInBlock - 1)
    .map((_, index) => mean(steps.slice(index, index + stepsInBlock)))
    .filter((power) => toLoudness(power) > absoluteGate);
  const gate = toLoudness(mean(blocks)) + relativeGate;
  return toLoudness(mean(blocks.filter((power) => toLoudness(power) > gate)));
}

/** Returns the loudness in LUFS of a mean square of both channels. */
export function toLoudness(power: number): number {
  return loudnessOffset + 10 * Math.log10(power);
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
