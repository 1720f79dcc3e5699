// @module-tag ffmpeg
// @module-tag libopenh264-dev
// @module-tag python3

import { expect, it } from 'vitest';
import { expectDecoded } from '../../../../../test/support/coded-pictures.ts';
import { exampleFilms } from '../../../../../test/support/example-films.ts';
import { codeFilm } from '../../../../../test/support/film/code-film.ts';
import { readFullProject } from '../../../../../test/support/project-files.ts';
import { chooseQuality } from '../../../src/output/film/film-quality.ts';
import type { Size } from '../../../src/output/fit-scene.ts';

// Together they have every even number of samples in the last macroblock; two films also have a large size, with fewer
// frames.
const sizes: Readonly<Record<string, readonly (Size & { readonly framesPerSecond: number })[]>> = {
  'bakery-week': [{ width: 256, height: 146, framesPerSecond: 30 }],
  'good-morning': [
    { width: 242, height: 132, framesPerSecond: 30 },
    { width: 1920, height: 1080, framesPerSecond: 8 },
  ],
  greetings: [{ width: 244, height: 134, framesPerSecond: 30 }],
  hello: [
    { width: 246, height: 152, framesPerSecond: 30 },
    { width: 1920, height: 1080, framesPerSecond: 30 },
  ],
  'largest-cities': [{ width: 240, height: 136, framesPerSecond: 30 }],
  'monthly-report': [{ width: 240, height: 136, framesPerSecond: 30 }],
  'product-launch': [{ width: 168, height: 202, framesPerSecond: 30 }],
  pythagoras: [{ width: 250, height: 140, framesPerSecond: 30 }],
  'slope-and-area': [{ width: 240, height: 136, framesPerSecond: 10 }],
  'solar-system': [{ width: 252, height: 142, framesPerSecond: 30 }],
  'sound-wave': [{ width: 238, height: 128, framesPerSecond: 30 }],
};

const films = exampleFilms.flatMap(({ name }) => (sizes[name] ?? []).map((size) => ({ name, ...size })));

it('every example has a size at which two decoders check it', () => {
  expect(Object.keys(sizes).sort()).toEqual(exampleFilms.map(({ name }) => name).sort());
});

it.each(films)(
  'FFmpeg and OpenH264 decode every picture of the example $name at $width x $height as our own coder holds it',
  async ({ name, framesPerSecond, ...size }) => {
    const made = readFullProject(new URL(`../../../../../examples/${name}.json`, import.meta.url));
    const { kind } = chooseQuality(made);
    if (kind !== 'flat' && kind !== 'soft') throw new Error(`${name} has the quality ${kind}`);
    // Two seconds, as in a film.
    const pieceFrames = 2 * framesPerSecond;
    await expectDecoded([await codeFilm(made, { name, size, kind, framesPerSecond, pieceFrames })]);
  },
);
