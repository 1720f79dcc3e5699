import { mixRate, type SampleSpan, toSamples } from './sound.ts';
import type { ScheduledTrack } from './sound-schedule.ts';
import type { WavFile } from './wav-file.ts';
import { readFrames } from './wav-samples.ts';

/** Number of frames of a source to read, resample and add at once. */
export const framesAtOnce = 16_384;

/**
 * Converts frames of a source to the rate of the mix. The first output frame has the time of the first input frame.
 * The returned arrays are valid until the next call.
 */
export interface RateConverter {
  /** Number of source frames that it uses on either side of a position. */
  readonly reach: number;
  convert(frames: readonly Float32Array[]): Promise<readonly Float32Array[]>;
  close(): void;
}

/** Creates a converter for sources of `channels` and a rate in Hz. A call of `convert` gets at most `maxFrames`. */
export type OpenConverter = (channels: 1 | 2, fromRate: number, maxFrames: number) => RateConverter;

/** Some samples of an array, by their indices. */
export interface SampleRange extends SampleSpan {
  /** The sample of the film that the first of the array is. */
  readonly at: number;
}

/** Receives the next samples of a track. */
export type TakeSamples = (left: Float32Array, right: Float32Array, range: SampleRange) => void;

/** How tracks are read. */
export interface Mixing {
  readonly open: OpenConverter;
  readonly signal?: AbortSignal | undefined;
}

/** Returns the samples of the film in which a track is heard, as far as its source reaches. */
export function heardSpan(track: ScheduledTrack, wav: WavFile): SampleSpan {
  const from = toSamples(track.startMs);
  const to = toSamples(track.endMs);
  if (track.loops === true) return { from, to };
  const { frame, sample } = firstOf(track, wav, 0);
  const sourceEnd = Math.round(sample + ((wav.frames - frame) * mixRate) / wav.sampleRate);
  return { from, to: Math.max(from, Math.min(to, sourceEnd)) };
}

/** The first frame to read, and the position of its time in the film in samples. */
function firstOf({ startMs, offsetMs }: ScheduledTrack, { sampleRate }: WavFile, reach: number) {
  const frame = Math.floor((offsetMs * sampleRate) / 1000) - reach;
  return {
    frame,
    sample: Math.round((startMs - offsetMs) * (mixRate / 1000) + (frame * mixRate) / sampleRate),
  };
}

/**
 * Reads the samples of a track that are in `span`, at full volume, and gives them to `take` in order. The samples of a
 * part are those of the whole. Rejects with the signal's reason when aborted.
 */
export async function readTrack(
  track: ScheduledTrack,
  wav: WavFile,
  span: SampleSpan,
  { open, signal }: Mixing,
  take: TakeSamples,
): Promise<void> {
  const { startMs, endMs, offsetMs, loops } = track;
  const heardFrom = Math.max(span.from, toSamples(startMs));
  const heardTo = Math.min(span.to, toSamples(endMs));
  if (heardFrom >= heardTo) return;
  const converter = open(wav.channels, wav.sampleRate, framesAtOnce);
  try {
    const { reach } = converter;
    const first = firstOf(track, wav, reach);
    const skipped = skippedFrames(heardFrom - first.sample, wav.sampleRate, reach);
    const lastFrame = Math.ceil(((offsetMs + endMs - startMs) * wav.sampleRate) / 1000);
    const endFrame = (loops === true ? lastFrame : Math.min(lastFrame, wav.frames)) + reach;
    const loopFrom = Math.min(Math.round((offsetMs * wav.sampleRate) / 1000), wav.frames - 1);
    const read = loops === true ? readLoop(wav, loopFrom, framesAtOnce) : readFrames.bind(null, wav);
    const planes = Array.from({ length: wav.channels }, () => new Float32Array(framesAtOnce));
    /** Position in the film, in samples, of the converter's next output frame. */
    let at = first.sample + Math.round((skipped * mixRate) / wav.sampleRate);
    for (let frame = first.frame + skipped; frame < endFrame && at < heardTo; frame += framesAtOnce) {
      signal?.throwIfAborted();
      const frames = planes.map((plane) => plane.subarray(0, endFrame - frame));
      read(frame, frames);
      const [left, right = left] = await converter.convert(frames);
      const from = Math.max(0, heardFrom - at);
      const to = Math.min(left.length, heardTo - at);
      if (from < to) take(left, right, { from, to, at });
      at += left.length;
    }
  } finally {
    converter.close();
  }
}

/**
 * Returns how many frames of a source can be skipped before the first of `samples` to come. Sound is converted in
 * periods after which both rates have whole frames, so what follows is the same.
 */
function skippedFrames(samples: number, sampleRate: number, reach: number): number {
  const divisor = greatestDivisor(sampleRate, mixRate);
  const [framesInPeriod, samplesInPeriod] = [sampleRate / divisor, mixRate / divisor];
  // Twice the reach, because the first output frames depend on frames before them.
  const needed = samples - Math.ceil((2 * reach * mixRate) / sampleRate);
  return Math.max(0, Math.floor(needed / samplesInPeriod)) * framesInPeriod;
}

function greatestDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestDivisor(other, one % other);
}

/** Reads frames from number `frame` on into one array per channel. */
type ReadFrames = (frame: number, planes: readonly Float32Array[]) => void;

/**
 * Reads a WAV file whose frames from `loopFrom` on repeat without end. Before that, it has its own frames. At most
 * `maxFrames` are read at once.
 */
function readLoop(wav: WavFile, loopFrom: number, maxFrames: number): ReadFrames {
  const period = wav.frames - loopFrom;
  // A loop may be a single frame, so short ones are repeated in advance.
  const copies = Math.ceil(maxFrames / period);
  const length = copies * period;
  const repeated = copies > 1 ? repeatFrames(wav, loopFrom, copies) : null;
  return (frame, planes) => {
    const [{ length: count } = { length: 0 }] = planes;
    let done = 0;
    const before = Math.min(count, Math.max(0, loopFrom - frame));
    if (before > 0) {
      readFrames(
        wav,
        frame,
        planes.map((plane) => plane.subarray(0, before)),
      );
      done = before;
    }
    while (done < count) {
      const at = (frame + done - loopFrom) % (repeated === null ? period : length);
      const next = Math.min(count - done, (repeated === null ? period : length) - at);
      const parts = planes.map((plane) => plane.subarray(done, done + next));
      if (repeated === null) readFrames(wav, loopFrom + at, parts);
      else for (const [channel, part] of parts.entries()) part.set(repeated[channel].subarray(at, at + next));
      done += next;
    }
  };
}

function repeatFrames(wav: WavFile, loopFrom: number, copies: number): Float32Array[] {
  const period = wav.frames - loopFrom;
  const once = Array.from({ length: wav.channels }, () => new Float32Array(period));
  readFrames(wav, loopFrom, once);
  return once.map((plane) => {
    const repeated = new Float32Array(copies * period);
    for (let copy = 0; copy < copies; copy++) repeated.set(plane, copy * period);
    return repeated;
  });
}
