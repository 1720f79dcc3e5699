declare module 'fft.js' {
  /** A transform of `size` numbers, a power of two. */
  export default class FFT {
    constructor(size: number);
    /** Returns an array for a spectrum: the real and the imaginary part of each frequency in turn. */
    createComplexArray(): number[];
    /** Writes the lower half of the spectrum of real numbers. */
    realTransform(out: number[], data: ArrayLike<number>): void;
  }
}
