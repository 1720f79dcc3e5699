import { mixRate, type Sound } from './sound.ts';

/** The highest true peak, in decibels of full scale, and how much below it the limiter stays: meters differ a little. */
export const maxTruePeakDb = -1;
const safetyDb = 0.1;
const ceiling = 10 ** ((maxTruePeakDb - safetyDb) / 20);

// True peaks are measured with 4 times as many points, as ITU-R BS.1770-5 (annex 2) recommends.

/** Samples on either side of a point that its value depends on. */
const halfTaps = 16;
/** Shape of the Kaiser window of the interpolation. */
const kaiserBeta = 8;

/** Samples before a peak in which the gain begins to fall, and those around it at which it has fallen: 5 ms and a few. */
const lookAhead = mixRate / 200;
const around = 8;

/** The gain comes back from 0 to 1 in this many samples. */
const releaseSamples = 0.3 * mixRate;

/** Every gain is a whole multiple of this. Their sums are then exact, so that they do not depend on where a part of the film begins. */
const gainUnit = 2 ** -24;

/** How much of a sound before and after a part decides on the gain in that part, in samples. */
export const limiterReach = 2 * releaseSamples + 2 * (lookAhead + around) + 2 * halfTaps;

/** The filters for the points at 1/4, 1/2 and 3/4 between two samples: the weights of the samples around. */
const [firstQuarter, middle, lastQuarter] = [weightsAt(1 / 4), weightsAt(1 / 2), weightsAt(3 / 4)];

function weightsAt(offset: number): Float64Array {
  const weights = Float64Array.from({ length: 2 * halfTaps }, (_, tap) => {
    const distance = tap - (halfTaps - 1) - offset;
    return (Math.sin(Math.PI * distance) / (Math.PI * distance)) * kaiser(distance / halfTaps);
  });
  const sum = weights.reduce((all, weight) => all + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** No point is higher than this many times the greatest sample around it. */
const greatestRise = Math.max(
  ...[firstQuarter, middle, lastQuarter].map((weights) =>
    weights.reduce((sum, weight) => sum + Math.abs(weight), 0),
  ),
);

/** Lowers a sound in place around its true peaks above -1 dB, and nowhere else. Both channels have one gain. */
export function limitPeaks({ left, right }: Sound): void {
  const peaks = truePeaks(left, right);
  const lowered = gainsFor(peaks);
  if (lowered === null) return;
  for (let i = 0; i < left.length; i++) {
    left[i] *= lowered[i];
    right[i] *= lowered[i];
  }
}

/** The true peak around each sample, of both channels; 0 where it is surely below the ceiling. */
function truePeaks(left: Float32Array, right: Float32Array): Float32Array {
  const peaks = new Float32Array(left.length);
  for (const samples of [left, right]) {
    const isNear = nearPeaks(samples);
    for (let i = 0; i < samples.length; i++) {
      const sample = Math.abs(samples[i]);
      if (sample > peaks[i]) peaks[i] = sample;
      if (isNear[i] === 0) continue;
      const peak = peakAfter(samples, i);
      if (peak > peaks[i]) peaks[i] = peak;
      if (i + 1 < peaks.length && peak > peaks[i + 1]) peaks[i + 1] = peak;
    }
  }
  return peaks;
}

/** Marks the samples after which the sound may rise above the ceiling. */
function nearPeaks(samples: Float32Array): Uint8Array {
  const marks = new Uint8Array(samples.length);
  const level = ceiling / greatestRise;
  let markedTo = 0;
  for (let i = 0; i < samples.length; i++) {
    if (Math.abs(samples[i]) <= level) continue;
    const to = Math.min(samples.length, i + halfTaps);
    marks.fill(1, Math.max(markedTo, i - halfTaps, 0), to);
    markedTo = to;
  }
  return marks;
}

/** Returns the highest of the points between a sample and the next one. */
function peakAfter(samples: Float32Array, at: number): number {
  const start = at - (halfTaps - 1);
  const from = Math.max(0, -start);
  const to = Math.min(2 * halfTaps, samples.length - start);
  let [one, two, three] = [0, 0, 0];
  for (let tap = from; tap < to; tap++) {
    const sample = samples[start + tap];
    one += firstQuarter[tap] * sample;
    two += middle[tap] * sample;
    three += lastQuarter[tap] * sample;
  }
  return Math.max(Math.abs(one), Math.abs(two), Math.abs(three));
}

/** Returns the gain at each sample; null if nothing is above the ceiling. */
function gainsFor(peaks: Float32Array): Float64Array | null {
  const needed = Float64Array.from(peaks, (peak) =>
    peak > ceiling ? Math.floor(ceiling / peak / gainUnit) * gainUnit : 1,
  );
  if (!needed.some((gain) => gain < 1)) return null;
  // The least gain that is needed soon or was needed just now; then it rises in a line.
  const least = leastAround(needed, around, lookAhead + around);
  const step = Math.ceil(1 / releaseSamples / gainUnit) * gainUnit;
  let gain = 1;
  for (let i = 0; i < least.length; i++) {
    gain = Math.min(least[i], gain + step);
    least[i] = gain;
  }
  // The mean of the samples before makes corners round, and reaches the needed gain at the peak.
  // A film may begin loud, so the gain before it is the first one.
  const before = (i: number) => least[Math.max(0, i)];
  let sum = lookAhead * before(0);
  return least.map((_, i) => {
    sum += before(i) - before(i - lookAhead);
    return sum / lookAhead;
  });
}

/** Returns for each index the least value from `back` before to `ahead` after it. */
function leastAround(values: Float64Array, back: number, ahead: number): Float64Array {
  const least = new Float64Array(values.length);
  /** Indices of values in ascending order; the first value is the least in reach. */
  const queue = new Int32Array(values.length);
  let [first, last, next] = [0, 0, 0];
  for (let i = 0; i < values.length; i++) {
    for (; next < values.length && next <= i + ahead; next++) {
      while (last > first && values[queue[last - 1]] >= values[next]) last--;
      queue[last++] = next;
    }
    while (queue[first] < i - back) first++;
    least[i] = values[queue[first]];
  }
  return least;
}

/** The Kaiser window at a position from -1 to 1. */
function kaiser(position: number): number {
  return bessel(kaiserBeta * Math.sqrt(Math.max(0, 1 - position * position))) / bessel(kaiserBeta);
}

/** The modified Bessel function of the first kind, of order 0. */
function bessel(x: number): number {
  let [sum, term] = [1, 1];
  for (let k = 1; k < 40; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}
