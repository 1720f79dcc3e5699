import { readWavFile } from '../../media/sound/wav-file.ts';
import { readFrames } from '../../media/sound/wav-samples.ts';
import { failure, type Result, success } from '../../project/result.ts';

/** Times in a recording, in milliseconds. */
export interface SpeechTimes {
  readonly durationMs: number;
  /** Where the voice begins and ends: programs leave silence around it. */
  readonly heardFromMs: number;
  readonly heardToMs: number;
}

/** A sample above this is heard: -40 dB of full scale. */
const heard = 0.01;

/** Measures a WAV file. Problems are clauses about the file. */
export function measureSpeech(bytes: Uint8Array): Result<SpeechTimes> {
  const wav = readWavFile(bytes);
  if (!wav.ok) return wav;
  const { frames, channels, sampleRate } = wav.value;
  if (frames === 0) return failure('it is empty');
  const planes = Array.from({ length: channels }, () => new Float32Array(frames));
  readFrames(wav.value, 0, planes);
  const isHeard = (frame: number) => planes.some((plane) => Math.abs(plane[frame] ?? 0) > heard);
  let first = 0;
  while (first < frames && !isHeard(first)) first++;
  let end = frames;
  while (end > first && !isHeard(end - 1)) end--;
  const toMs = (frame: number) => (frame * 1000) / sampleRate;
  // A whisper may be too quiet.
  const [from, to] = first === frames ? [0, frames] : [first, end];
  return success({ durationMs: toMs(frames), heardFromMs: toMs(from), heardToMs: toMs(to) });
}
