/** Samples per second of every film's sound. */
export const mixRate = 48_000;

/** The sound of a whole film: the same number of samples left and right, from -1 to 1, at `mixRate`. */
export interface Sound {
  readonly left: Float32Array;
  readonly right: Float32Array;
}

/** Returns the sample of a time in milliseconds. */
export function toSamples(ms: number): number {
  return Math.round((ms * mixRate) / 1000);
}

/** A part of a film's sound, in samples of the film. The end is not part of it. */
export interface SampleSpan {
  readonly from: number;
  readonly to: number;
}
