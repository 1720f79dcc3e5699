import { describe, expect, it } from 'vitest';
import {
  composition,
  object,
  project,
  scene,
  state,
  track,
  transition,
} from '../../../../../test/support/project-parts.ts';
import { filmOf } from '../../../../../test/support/write-film.ts';
import { filmFormats, OutputTooLargeError } from '../../../src/output/formats.ts';
import type { Project } from '../../../src/project/schema.ts';

import { noise } from './noise.ts';

/** Four seconds in which every pixel changes in every frame. */
function noisyFilm(): Project {
  const placed = (rotation: number) => ({
    noise: state({ x: 160, y: 90, width: 400, height: 400, rotation }),
  });
  return project(
    scene('scene', {
      objects: [object('noise', { kind: 'image', image: noise(200, 200) })],
      compositions: [composition('a', 0, placed(0)), composition('b', 0, placed(360))],
      transitions: [transition('a', 'b', 4000, [track({ objectId: 'noise', duration: 4000 })])],
    }),
  );
}

/** A box that moves for a second and rests for a second. */
function plainFilm(): Project {
  return project(
    scene('scene', {
      objects: [object('box')],
      compositions: [
        composition('a', 0, { box: state({ x: 40, y: 90 }) }),
        composition('b', 1000, { box: state({ x: 280, y: 90 }) }),
      ],
      transitions: [transition('a', 'b', 1000, [track({ duration: 1000 })])],
    }),
  );
}

describe("a film's size", () => {
  it('a film that would be too large is encoded at a lower quality', {
    tags: ['ffmpeg', 'slow'],
  }, async () => {
    const free = await filmOf(noisyFilm());
    const maximumBytes = Math.round(free.bytes.length / 5);
    const held = await filmOf(noisyFilm(), { maximumBytes });
    expect(held.frames).toBe(120);
    expect(held.bytes.length).toBeLessThanOrEqual(maximumBytes);
    expect(held.bytes.length).toBeGreaterThan(maximumBytes / 2);
  });

  it.each(filmFormats.filter((format) => format !== 'mp4'))(
    'a film as %s is rejected if it exceeds the size limit',
    async (format) => {
      const film = filmOf(noisyFilm(), { format, framesPerSecond: 24, maximumBytes: 100_000 });
      await expect(film).rejects.toThrow(OutputTooLargeError);
    },
  );

  it("a size limit above a film's size does not change its bytes", { tags: 'ffmpeg' }, async () => {
    const sizes = await Promise.all(
      [1 << 22, 1 << 26, 1 << 28].map(async (maximumBytes) => {
        return (await filmOf(plainFilm(), { maximumBytes })).bytes.length;
      }),
    );
    expect(new Set(sizes).size).toBe(1);
  });

  it.each([0, 1])(
    'rendering a film with %d threads rejects if no quality meets the size limit',
    { tags: 'slow' },
    async (threads) => {
      // So large that the thread paints slower than the encoder encodes, and is still running when the encoder fails.
      const size = { width: 1280, height: 720 };
      const film = filmOf(noisyFilm(), { maximumBytes: 4000, threads, size });
      await expect(film).rejects.toThrow('exceeds the maximum size');
    },
  );

  it("a film does not contain the encoder's messages", { tags: 'ffmpeg' }, async () => {
    const { bytes } = await filmOf(plainFilm());
    expect(Buffer.from(bytes).includes('x264')).toBe(false);
  });
});
