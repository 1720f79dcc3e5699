// @module-tag ffmpeg

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyFilm } from '../../../../../test/support/any-film.ts';
import { expectDecoded } from '../../../../../test/support/coded-pictures.ts';
import { codeFilm } from '../../../../../test/support/film/code-film.ts';
import { firstSeed, runs } from '../../../../../test/support/random-runs.ts';
import type { Size } from '../../../src/output/fit-scene.ts';

/** PSNR of luma, in dB. */
function lumaQuality(one: Buffer, other: Buffer, { width, height }: Size): number {
  let sum = 0;
  for (let at = 0; at < width * height; at++) sum += (one[at] - other[at]) ** 2;
  return 10 * Math.log10((255 ** 2 * width * height) / sum);
}

it.each([
  { width: 128, height: 80, kind: 'flat' as const },
  { width: 66, height: 50, kind: 'soft' as const },
])(
  'our own coder keeps generated films of $width x $height sharp to the last picture, and FFmpeg and OpenH264 decode them bit for bit',
  { tags: ['libopenh264-dev', 'python3', 'slow'] },
  async ({ kind, ...size }) => {
    const coded = [];
    for (const [film, made] of fc.sample(anyFilm, runs(60)).entries()) {
      const name = `seed ${firstSeed}, film ${film}`;
      const onPicture = (index: number, planes: Buffer, source: Buffer) => {
        expect(lumaQuality(planes, source, size), `${name}, picture ${index}`).toBeGreaterThan(42);
      };
      coded.push(await codeFilm(made, { name, size, kind, framesPerSecond: 24, onPicture }));
    }
    await expectDecoded(coded);
  },
);
