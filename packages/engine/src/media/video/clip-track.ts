import { Buffer } from 'node:buffer';
import type { Playback } from '../../project/object-schemas.ts';
import { failure, type Result, success } from '../../project/result.ts';
import type { AudioTrack } from '../../project/schema.ts';
import { rangesOf } from '../../timeline/footage.ts';
import type { ByteSource } from '../byte-source.ts';
import { mixRate } from '../sound/sound.ts';
import type { WavFile } from '../sound/wav-file.ts';
import { changeTempo } from './change-tempo.ts';
import { decodeClipSound, frameBytes } from './clip-sound.ts';

/** Frames of a fade at each joint, without which it would click: 3 ms. */
const jointFrames = (3 * mixRate) / 1000;

/**
 * Returns what a track plays of a clip, from the start of the track on: the ranges one after another, at their speed and pitch,
 * repeated, and silent in pauses. Rejects with the signal's reason.
 */
export async function soundOfTrack(
  source: ByteSource,
  track: AudioTrack,
  signal: AbortSignal | undefined,
): Promise<Result<WavFile>> {
  const { asset, offset, duration, loop, playback } = track;
  if (playback === undefined) {
    const toMs = loop === true ? asset.duration : Math.min(asset.duration, offset + duration);
    return decodeClipSound(source, { fromMs: offset, toMs }, signal);
  }
  const { speed = 1 } = playback;
  let wantedMs = duration * speed;
  const parts: Buffer[] = [];
  for (const [fromMs, endMs] of rangesOf(playback)) {
    const toMs = Math.min(endMs, fromMs + wantedMs);
    if (toMs <= fromMs) break;
    const part = await decodeClipSound(source, { fromMs, toMs }, signal);
    if (!part.ok) return failure(...part.problems);
    parts.push(
      Buffer.from(part.value.samples.buffer, part.value.samples.byteOffset, part.value.samples.length),
    );
    wantedMs -= toMs - fromMs;
  }
  for (const part of parts.slice(0, -1)) fade(part, 'end');
  for (const part of parts.slice(1)) fade(part, 'start');
  const joined = parts.length === 1 ? parts[0] : Buffer.concat(parts);
  const played = speed === 1 ? joined : await changeTempo(joined, speed, signal);
  const isAsPlayed = playback.pauses === undefined && playback.loop !== true;
  const samples = isAsPlayed ? played : layOut(played, playback, duration);
  return success({
    ...{ sampleRate: mixRate, channels: 2, sampleFormat: 'signed 16' },
    ...{ frames: samples.length / frameBytes, samples },
  });
}

/** Copies a sound to where a clip plays, from its start on and for `durationMs`: again and again, with silence in its pauses. */
function layOut(sound: Buffer, { start, loop, pauses = [] }: Playback, durationMs: number): Buffer {
  const frameAt = (timeMs: number) =>
    Math.round((Math.min(Math.max(0, timeMs - start), durationMs) * mixRate) / 1000);
  const made = Buffer.alloc(frameAt(Infinity) * frameBytes);
  const ends = [...pauses.map(([from]) => from), Infinity].map((timeMs) => frameAt(timeMs) * frameBytes);
  const begins = [start, ...pauses.map(([, to]) => to)].map((timeMs) => frameAt(timeMs) * frameBytes);
  let read = 0;
  for (const [index, begin] of begins.entries()) {
    const end = ends[index] ?? begin;
    for (let at = begin; at < end; ) {
      if (read >= sound.length && loop === true) read = 0;
      const count = Math.min(end - at, sound.length - read);
      if (count <= 0) break;
      sound.copy(made, at, read, read + count);
      read += count;
      at += count;
    }
    if (index > 0) fade(made.subarray(begin, end), 'start');
    if (index < pauses.length) fade(made.subarray(begin, end), 'end');
  }
  return made;
}

/** Lets a sound rise from silence at its start, or fall to silence at its end, in place. */
function fade(samples: Buffer, side: 'start' | 'end'): void {
  const frames = samples.length / frameBytes;
  const count = Math.min(jointFrames, frames);
  for (let frame = 0; frame < count; frame++) {
    const at = (side === 'start' ? frame : frames - 1 - frame) * frameBytes;
    for (const channel of [at, at + 2])
      samples.writeInt16LE(Math.round((samples.readInt16LE(channel) * frame) / count), channel);
  }
}
