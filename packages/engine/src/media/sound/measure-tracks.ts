import { LoudnessMeter, stepSamples } from './loudness.ts';
import { readMixed, readSource } from './mix-tracks.ts';
import { mixRate, type SampleSpan, type Sound, toSamples } from './sound.ts';
import type { ScheduledTrack } from './sound-schedule.ts';
import { heardSpan, type Mixing, type RateConverter } from './track-samples.ts';

/** The level of a track over the time of the film, as it is mixed. */
export interface MeasuredTrack {
  readonly track: ScheduledTrack;
  /** The samples of the film in which it is heard. */
  readonly heard: SampleSpan;
  /** The mean squares of steps of 100 ms, weighted like the ear and of both channels together, from `firstStep` on. */
  readonly steps: readonly number[];
  readonly firstStep: number;
  /** The level of its last 20 ms, in decibels of full scale. */
  readonly endDb: number;
}

/** The levels of a film's sound before its loudness is set. */
export interface MeasuredSound {
  /** The tracks that can be read. */
  readonly tracks: readonly MeasuredTrack[];
  /** The greatest sample, and its time in milliseconds. */
  readonly peak: number;
  readonly peakMs: number;
  /** The last time in milliseconds at which it is louder than silence; 0 if it never is. */
  readonly lastHeardMs: number;
}

/** Levels below this are silence, as a sample: -60 dB. */
const silence = 0.001;

/** The end of a track whose level is measured, in samples: 20 ms. */
const endSamples = mixRate / 50;

/** Measures the tracks of a film that lasts `durationMs`, without FFmpeg's library. Rejects with the signal's reason. */
export async function measureTracks(
  tracks: readonly ScheduledTrack[],
  durationMs: number,
  signal?: AbortSignal,
): Promise<MeasuredSound> {
  const length = Math.max(1, toSamples(durationMs));
  const mix: Sound = { left: new Float32Array(length), right: new Float32Array(length) };
  const mixing: Mixing = {
    open: (channels, fromRate, maxFrames) => new LineConverter(channels, fromRate, maxFrames),
    signal,
  };
  const measured: MeasuredTrack[] = [];
  for (const track of tracks) {
    const measurement = await measureTrack(track, mix, mixing);
    if (measurement !== null) measured.push(measurement);
  }
  return { tracks: measured, ...levelsOf(mix) };
}

async function measureTrack(
  track: ScheduledTrack,
  mix: Sound,
  mixing: Mixing,
): Promise<MeasuredTrack | null> {
  const wav = readSource(track);
  if (!wav.ok) return null;
  const whole = { from: 0, to: mix.left.length };
  const { from, to } = heardSpan(track, wav.value);
  const heard = { from, to: Math.min(to, whole.to) };
  const firstStep = Math.floor(from / stepSamples);
  const meter = new LoudnessMeter();
  let next = firstStep * stepSamples;
  let endPower = 0;
  await readMixed(track, wav.value, whole, mixing, (left, right, range, gain) => {
    for (; next < range.at + range.from; next++) meter.addSample(0, 0);
    for (let i = range.from; i < range.to; i++) {
      const sample = range.at + i;
      const now = typeof gain === 'number' ? gain : gain(sample);
      const [one, other] = [now * left[i], now * right[i]];
      meter.addSample(one, other);
      mix.left[sample] += one;
      mix.right[sample] += other;
      if (sample >= heard.to - endSamples && sample < heard.to) endPower += (one * one + other * other) / 2;
    }
    next = range.at + range.to;
  });
  // What is left of the last step counts as one with silence.
  for (let rest = stepSamples; rest > 0 && next % stepSamples !== 0; rest--, next++) meter.addSample(0, 0);
  const endDb = 10 * Math.log10(endPower / endSamples);
  return { track, heard, steps: meter.steps, firstStep, endDb };
}

function levelsOf({ left, right }: Sound): Omit<MeasuredSound, 'tracks'> {
  let [peak, peakAt, last] = [0, 0, 0];
  for (let i = 0; i < left.length; i++) {
    const level = Math.max(Math.abs(left[i]), Math.abs(right[i]));
    if (level > silence) last = i;
    if (level <= peak) continue;
    peak = level;
    peakAt = i;
  }
  return { peak, peakMs: toMs(peakAt), lastHeardMs: toMs(last) };
}

function toMs(samples: number): number {
  return (samples * 1000) / mixRate;
}

/**
 * Converts sound to the rate of the mix along straight lines between frames. That is good enough to measure levels, and
 * needs no library.
 */
class LineConverter implements RateConverter {
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
