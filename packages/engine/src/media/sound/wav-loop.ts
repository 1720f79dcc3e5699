import type { WavFile } from './wav-file.ts';
import { readFrames } from './wav-samples.ts';

/** Reads frames from number `frame` on into one array per channel. */
export type ReadFrames = (frame: number, planes: readonly Float32Array[]) => void;

/**
 * Reads a WAV file whose frames from `loopFrom` on repeat without end. Before that, it has its own frames. At most
 * `maxFrames` are read at once.
 */
export function readLoop(wav: WavFile, loopFrom: number, maxFrames: number): ReadFrames {
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
