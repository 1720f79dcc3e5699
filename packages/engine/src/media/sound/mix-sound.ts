import { ContentError } from '../../project/content-error.ts';
import { decodeBase64, parseDataUrl } from '../../project/data-url.ts';
import { maxProblems } from '../../project/limits.ts';
import { type Problem, problemAt } from '../../project/problem.ts';
import { failure, type Result } from '../../project/result.ts';
import { Resampler, resamplerReach } from './resampler.ts';
import { mixRate, type Sound } from './sound.ts';
import type { ScheduledTrack } from './sound-schedule.ts';
import { readWavFile, type WavFile } from './wav-file.ts';
import { readFrames } from './wav-samples.ts';

/** Sound that cannot be read. */
export class SoundError extends ContentError {
  override readonly name = 'SoundError';
}

/** Number of frames of a source to read, resample and add at once. */
const framesAtOnce = 16_384;

/**
 * Mixes tracks into the sound of a film that lasts `durationMs`: each at its time and volume, mono on both channels,
 * clipped at full scale. A track ends early if its source does. Rejects with a SoundError that names every track
 * that cannot be read, and with the signal's reason when aborted.
 */
export async function mixSound(
  tracks: readonly ScheduledTrack[],
  durationMs: number,
  signal?: AbortSignal,
): Promise<Sound> {
  const length = Math.max(1, toSamples(durationMs));
  const sound: Sound = { left: new Float32Array(length), right: new Float32Array(length) };
  const problems: Problem[] = [];
  for (const track of tracks) {
    const wav = readSource(track.src);
    if (!wav.ok)
      problems.push(...wav.problems.map((reason) => problemAt(track.path, 'damaged-media', reason)));
    else if (problems.length === 0) await addTrack(sound, wav.value, track, signal);
    if (problems.length === maxProblems) break;
  }
  if (problems.length > 0) throw new SoundError(problems);
  clip(sound.left);
  clip(sound.right);
  return sound;
}

function readSource(src: string): Result<WavFile> {
  const data = parseDataUrl(src)?.data ?? '';
  const bytes = decodeBase64(data);
  if (!bytes || bytes.length === 0) {
    return failure(`the src (${src.length} characters) is not valid base64; embed the sound again`);
  }
  return readWavFile(bytes);
}

async function addTrack(
  sound: Sound,
  wav: WavFile,
  { startMs, endMs, offsetMs, volume }: ScheduledTrack,
  signal: AbortSignal | undefined,
): Promise<void> {
  const toFrames = (ms: number) => (ms * wav.sampleRate) / 1000;
  const heardFrom = toSamples(startMs);
  const heardTo = Math.min(toSamples(endMs), sound.left.length);
  const firstFrame = Math.floor(toFrames(offsetMs)) - resamplerReach;
  const endFrame = Math.min(Math.ceil(toFrames(offsetMs + endMs - startMs)), wav.frames) + resamplerReach;
  /** Position in the film, in samples, of the resampler's next output frame. */
  let sample = Math.round((startMs - offsetMs) * (mixRate / 1000) + (firstFrame * mixRate) / wav.sampleRate);
  const resampler = new Resampler(wav.channels, wav.sampleRate, mixRate, framesAtOnce);
  try {
    const planes = Array.from({ length: wav.channels }, () => new Float32Array(framesAtOnce));
    for (let frame = firstFrame; frame < endFrame; frame += framesAtOnce) {
      signal?.throwIfAborted();
      const frames = planes.map((plane) => plane.subarray(0, endFrame - frame));
      readFrames(wav, frame, frames);
      const [left, right = left] = await resampler.convert(frames);
      const from = Math.max(0, heardFrom - sample);
      const to = Math.min(left.length, heardTo - sample);
      for (let i = from; i < to; i++) {
        sound.left[sample + i] += volume * left[i];
        sound.right[sample + i] += volume * right[i];
      }
      sample += left.length;
    }
  } finally {
    resampler.close();
  }
}

function toSamples(ms: number): number {
  return Math.round((ms * mixRate) / 1000);
}

function clip(samples: Float32Array): void {
  for (let i = 0; i < samples.length; i++) samples[i] = Math.max(-1, Math.min(1, samples[i]));
}
