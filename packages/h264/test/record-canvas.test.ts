// @module-tag ffmpeg

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/command-line.ts';
import { externalProgram } from '../../../test/support/external-programs.ts';
import { decodeStrictly } from '../../../test/support/film/decode-film.ts';

const run = promisify(execFile);
const [width, height] = [640, 360];

/** The middle of what is brighter than the background, in pixels. */
function middleOf(luma: Uint8Array): { x: number; y: number } {
  let [sum, x, y] = [0, 0, 0];
  for (const [at, value] of luma.entries()) {
    const weight = Math.max(value - 60, 0);
    sum += weight;
    x += weight * (at % width);
    y += weight * Math.floor(at / width);
  }
  return { x: x / sum, y: y / sum };
}

it('a recorder needs nothing but this package for the pictures of an MP4', { tags: 'slow' }, async () => {
  const folder = await temporaryFolder();
  const stream = join(folder, 'disc.h264');
  const script = fileURLToPath(new URL('record-canvas.mjs', import.meta.url));
  await run(process.execPath, [script, stream]);
  const ffmpeg = externalProgram('ffmpeg');
  const movie = join(folder, 'disc.mp4');
  await run(ffmpeg, ['-v', 'warning', '-i', stream, '-c', 'copy', movie]);
  expect(await decodeStrictly(await readFile(movie))).toMatchObject({ video: 60 });
  const { stdout } = await run(
    ffmpeg,
    ['-v', 'error', '-i', stream, '-f', 'rawvideo', '-pix_fmt', 'gray', '-'],
    { encoding: 'buffer', maxBuffer: 2 * 60 * width * height },
  );
  for (let frame = 0; frame < 60; frame++) {
    const { x, y } = middleOf(stdout.subarray(frame * width * height, (frame + 1) * width * height));
    expect(Math.abs(x - (80 + frame * 8)), `frame ${frame}`).toBeLessThan(0.25);
    expect(Math.abs(y - height / 2), `frame ${frame}`).toBeLessThan(0.25);
  }
  // One uncompressed key picture, and 59 of a few hundred bytes.
  expect((await readFile(stream)).length).toBeLessThan(1.1 * width * height * 1.5);
});
