import { createHash } from 'node:crypto';
import { runOnFile } from '../ffmpeg.ts';

export interface DecodedFrames {
  readonly video: number;
  readonly audio: number;
  /** Times of the pictures, in seconds. */
  readonly times: readonly number[];
}

/** Films that were decoded before: many tests render the same film. */
const decodedBefore = new Map<string, Promise<DecodedFrames>>();

/** Decodes a film as strictly as ffmpeg can. Rejects with an Error if it prints any message. */
export function decodeStrictly(film: Uint8Array): Promise<DecodedFrames> {
  const digest = createHash('sha256').update(film).digest('hex');
  const decoding = decodedBefore.get(digest) ?? decode(film);
  decodedBefore.set(digest, decoding);
  return decoding;
}

async function decode(film: Uint8Array): Promise<DecodedFrames> {
  const { stdout, stderr } = await runOnFile('ffmpeg', film, (path) => [
    ...['-v', 'warning', '-xerror', '-err_detect', 'explode', '-i', path],
    ...['-map', '0', '-fps_mode', 'passthrough', '-f', 'framecrc', '-'],
  ]);
  if (stderr.length > 0) throw new Error(`ffmpeg complains: ${stderr.toString().trim()}`);
  const lines = stdout.toString().split('\n');
  const [, timescale = '1'] = /^#tb 0: 1\/(\d+)$/m.exec(stdout.toString()) ?? [];
  // Stream, decoding time, presentation time, duration, size, checksum.
  const rows = lines.filter((line) => /^\d/.test(line)).map((line) => line.split(',').map(Number));
  const video = rows.filter(([stream]) => stream === 0);
  return {
    video: video.length,
    audio: rows.length - video.length,
    times: video.map(([, , time]) => time / Number(timescale)),
  };
}
