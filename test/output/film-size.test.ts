import { describe, expect, it } from 'vitest';
import type { ImageAsset, Project } from '../../src/project/schema.ts';
import { writePng } from '../support/png-writer.ts';
import { filmOf } from '../support/write-film.ts';
import { composition, object, project, scene, state, track, transition } from '../timeline/authored.ts';

/** Grey noise, the same every time. */
function noise(width: number, height: number): ImageAsset {
  let seed = 1;
  const png = writePng({
    width,
    height,
    colorType: 0,
    bitDepth: 8,
    pixel: () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return [(seed >> 16) & 255];
    },
  });
  return { src: `data:image/png;base64,${Buffer.from(png).toString('base64')}`, width, height };
}

/** Four seconds in which every pixel changes all the time. */
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

/** A box that moves for a second and rests for one. */
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

describe('the size of a film', () => {
  it('is held down by its quality, not by failing [mp4.bitrate]', async () => {
    const free = await filmOf(noisyFilm());
    const maximumBytes = Math.round(free.bytes.length / 5);
    const held = await filmOf(noisyFilm(), { maximumBytes });
    expect(held.frames).toBe(120);
    expect(held.bytes.length).toBeLessThanOrEqual(maximumBytes);
    expect(held.bytes.length).toBeGreaterThan(maximumBytes / 2);
  });

  it('is not one byte larger for a limit that it never meets', async () => {
    const sizes = await Promise.all(
      [1 << 22, 1 << 26, 1 << 28].map(async (maximumBytes) => {
        return (await filmOf(plainFilm(), { maximumBytes })).bytes.length;
      }),
    );
    expect(new Set(sizes).size).toBe(1);
  });

  it.each([0, 1])('fails when no quality is low enough, painted by %d threads', async (threads) => {
    // So large that the thread paints slower than the encoder encodes: it is waited for when the encoder fails.
    const size = { width: 1280, height: 720 };
    const film = filmOf(noisyFilm(), { maximumBytes: 4000, threads, size });
    await expect(film).rejects.toThrow('larger than it may be');
  });

  it('counts no notes of the encoder', async () => {
    const { bytes } = await filmOf(plainFilm());
    expect(Buffer.from(bytes).includes('x264')).toBe(false);
  });
});
