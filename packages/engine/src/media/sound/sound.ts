/** Samples per second of every film's sound. */
export const mixRate = 48_000;

/** The sound of a whole film: the same number of samples left and right, from -1 to 1, at `mixRate`. */
export interface Sound {
  readonly left: Float32Array;
  readonly right: Float32Array;
}
