import { ContentError } from '../../project/content-error.ts';
import { decodeBase64, parseDataUrl } from '../../project/data-url.ts';
import { maxProblems } from '../../project/limits.ts';
import { type Problem, problemAt } from '../../project/problem.ts';
import { showSource } from '../../project/problem-text.ts';
import { failure, type Result, success } from '../../project/result.ts';
import { duckGain, duckReach, HeardStretches, joinStretches, longestIgnoredPause } from './duck-gain.ts';
import type { SampleSpan, Sound } from './sound.ts';
import type { ScheduledDuck, ScheduledTrack } from './sound-schedule.ts';
import { type Gain, gainOf } from './track-gain.ts';
import { heardSpan, type Mixing, readTrack, type SampleRange } from './track-samples.ts';
import { readWavFile, type WavFile } from './wav-file.ts';

/** Sound that cannot be read. */
export class SoundError extends ContentError {
  override readonly name = 'SoundError';
}

/** Receives the next samples of a track with its gain, which is a number if it does not change. */
export type TakeStretch = (
  left: Float32Array,
  right: Float32Array,
  range: SampleRange,
  gain: number | Gain,
) => void;

/**
 * Mixes the part of a film in `span`: each track at its time and gain, mono on both channels, without clipping. Rejects
 * with a SoundError that names every track that cannot be read, and with the signal's reason when aborted.
 */
export async function mixTracks(
  tracks: readonly ScheduledTrack[],
  span: SampleSpan,
  mixing: Mixing,
): Promise<Sound> {
  const length = span.to - span.from;
  const sound: Sound = { left: new Float32Array(length), right: new Float32Array(length) };
  const problems: Problem[] = [];
  for (const track of tracks) {
    const wav = readSource(track);
    if (!wav.ok)
      problems.push(...wav.problems.map((reason) => problemAt(track.path, 'damaged-media', reason)));
    else if (problems.length === 0) {
      await readMixed(track, wav.value, span, mixing, (left, right, { from, to, at }, gain) => {
        const shift = at - span.from;
        if (typeof gain === 'number') {
          for (let i = from; i < to; i++) {
            sound.left[shift + i] += gain * left[i];
            sound.right[shift + i] += gain * right[i];
          }
          return;
        }
        for (let i = from; i < to; i++) {
          const now = gain(at + i);
          sound.left[shift + i] += now * left[i];
          sound.right[shift + i] += now * right[i];
        }
      });
    }
    if (problems.length === maxProblems) break;
  }
  if (problems.length > 0) throw new SoundError(problems);
  return sound;
}

/** Returns the WAV file of a track, or the reason why it cannot be read. */
export function readSource({ src, wav }: Pick<ScheduledTrack, 'src' | 'wav'>): Result<WavFile> {
  if (wav !== undefined) return success(wav);
  const data = parseDataUrl(src)?.data;
  if (data === undefined)
    return failure(
      `the src must be a base64 data URL of audio/wav, but is ${showSource(src)}; embed the sound`,
    );
  const bytes = decodeBase64(data);
  if (!bytes || bytes.length === 0) {
    return failure(`the src (${src.length} characters) is not valid base64; embed the sound again`);
  }
  return readWavFile(bytes);
}

/** Gives the samples of a track that are in `span` to `take`, with its gain and what it makes way for. */
export async function readMixed(
  track: ScheduledTrack,
  wav: WavFile,
  span: SampleSpan,
  mixing: Mixing,
  take: TakeStretch,
): Promise<void> {
  const { duck, volume } = track;
  const trackGain = ownGain(track, wav);
  const lowered = duck === undefined ? null : await gainUnder(duck, span, mixing);
  const gain = lowered === null ? (trackGain ?? volume) : both(trackGain ?? (() => volume), lowered);
  await readTrack(track, wav, span, mixing, (left, right, range) => take(left, right, range, gain));
}

function ownGain(track: ScheduledTrack, wav: WavFile): Gain | null {
  return gainOf(track, heardSpan(track, wav));
}

function both(one: Gain, other: Gain): Gain {
  return (sample) => one(sample) * other(sample);
}

/** The gain in `span` of a track that makes way for others. */
async function gainUnder(duck: ScheduledDuck, { from, to }: SampleSpan, mixing: Mixing): Promise<Gain> {
  const pause = longestIgnoredPause(duck);
  const reach = duckReach(duck);
  const around = { from: Math.max(0, from - reach), to: to + reach };
  const heard: SampleSpan[][] = [];
  for (const other of duck.under) {
    const wav = readSource(other);
    // A file that cannot be read is a problem of its own track.
    if (!wav.ok) continue;
    const found = new HeardStretches(pause);
    const gain = ownGain(other, wav.value) ?? (() => other.volume);
    await readTrack(other, wav.value, around, mixing, (left, right, range) => {
      for (let i = range.from; i < range.to; i++) {
        const sample = range.at + i;
        const now = gain(sample);
        found.add(sample, now * left[i], now * right[i]);
      }
    });
    heard.push(found.stretches);
  }
  return duckGain(joinStretches(heard, pause), duck);
}
