/** Amplitude spectrum of a stretch of sound, under a window whose side lobes are below -180 dB. */
export interface Spectrum {
  /** Amplitude at each multiple of `binHz`, in the samples' own units. */
  readonly amplitudes: Float64Array;
  readonly binHz: number;
}

/** Coefficients of the 7-term Blackman-Harris window (Albrecht 2001). */
const windowTerms = [
  0.27105140069342, -0.43329793923448, 0.21812299954311, -0.06592544638803, 0.01081174209837,
  -0.00077658482522, 0.00001388721735,
];

/** The number of `samples` is a power of two. */
export function spectrumOf(samples: Float32Array, rate: number): Spectrum {
  const size = samples.length;
  const real = new Float64Array(size);
  const imaginary = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    const angle = (2 * Math.PI * i) / size;
    const weight = windowTerms.reduce((sum, term, order) => sum + term * Math.cos(order * angle), 0);
    real[i] = samples[i] * weight;
  }
  transform(real, imaginary);
  const amplitudes = new Float64Array(size / 2);
  for (let i = 0; i < size / 2; i++) {
    amplitudes[i] = (2 * Math.hypot(real[i], imaginary[i])) / (size * windowTerms[0]);
  }
  return { amplitudes, binHz: rate / size };
}

/** Returns the strongest part of a sound apart from the tone of this frequency, in decibels below the tone. */
export function highestSpurDb({ amplitudes, binHz }: Spectrum, frequency: number): number {
  let tone = 0;
  let spur = 0;
  for (const [bin, amplitude] of amplitudes.entries()) {
    if (Math.abs(bin - frequency / binHz) <= 10) tone = Math.max(tone, amplitude);
    else spur = Math.max(spur, amplitude);
  }
  return 20 * Math.log10(spur / tone);
}

/** The fast Fourier transform, radix 2, in place. */
function transform(real: Float64Array, imaginary: Float64Array): void {
  const size = real.length;
  for (let i = 1, j = 0; i < size; i++) {
    let bit = size >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      [real[i], real[j]] = [real[j], real[i]];
      [imaginary[i], imaginary[j]] = [imaginary[j], imaginary[i]];
    }
  }
  for (let length = 2; length <= size; length *= 2) {
    for (let k = 0; k < length / 2; k++) {
      const cosine = Math.cos((2 * Math.PI * k) / length);
      const sine = -Math.sin((2 * Math.PI * k) / length);
      for (let a = k; a < size; a += length) {
        const b = a + length / 2;
        const turnedReal = real[b] * cosine - imaginary[b] * sine;
        const turnedImaginary = real[b] * sine + imaginary[b] * cosine;
        real[b] = real[a] - turnedReal;
        imaginary[b] = imaginary[a] - turnedImaginary;
        real[a] += turnedReal;
        imaginary[a] += turnedImaginary;
      }
    }
  }
}
