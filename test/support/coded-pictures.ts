import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import type { I420Picture } from '../../src/output/film/i420-picture.ts';
import { temporaryFolder } from './command-line.ts';
import { judge } from './judges.ts';

const run = promisify(execFile);

/** What the coder holds as the last picture, without the samples beyond the edges. */
export function codedPlanes({ kernel, size: { width, height } }: I420Picture): Buffer {
  const memory = Buffer.from(kernel.memory.buffer);
  const stride = kernel.strideOfLuma();
  const rows = [
    ...Array.from({ length: height }, (_, row) => [kernel.lumaAddress() + row * stride, width]),
    ...[kernel.blueAddress(), kernel.redAddress()].flatMap((address) =>
      Array.from({ length: height / 2 }, (_, row) => [address + (row * stride) / 2, width / 2]),
    ),
  ];
  return Buffer.concat(rows.map(([start, length]) => memory.subarray(start, start + length)));
}

/** Decodes a byte stream with FFmpeg, which may not say a word, into I420 planes without gaps. */
export async function decodePictures(stream: Buffer): Promise<Buffer> {
  judge('ffmpeg');
  const file = join(await temporaryFolder(), 'pictures.264');
  await writeFile(file, stream);
  const strict = ['-v', 'warning', '-xerror', '-err_detect', 'explode'];
  const output = ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-'];
  const options = { encoding: 'buffer' as const, maxBuffer: 1 << 30 };
  const { stdout, stderr } = await run('ffmpeg', [...strict, '-i', file, ...output], options);
  expect(stderr.toString()).toBe('');
  return stdout;
}
