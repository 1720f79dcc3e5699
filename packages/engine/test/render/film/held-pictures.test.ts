// @module-tag ffmpeg

import { describe, expect, it } from 'vitest';
import { frameHashes } from '../../../../../test/support/ffmpeg.ts';
import { expectHeld } from '../../../../../test/support/film/expect-held.ts';
import { heldFrames } from '../../../../../test/support/held-frames.ts';
import {
  composition,
  object,
  project,
  scene,
  state,
  transition,
} from '../../../../../test/support/project-parts.ts';
import { filmOf } from '../../../../../test/support/write-film.ts';
import { mixSound } from '../../../src/media/sound/mix-sound.ts';
import type { Project } from '../../../src/project/schema.ts';
import { compileTimeline } from '../../../src/timeline/compile-timeline.ts';

/** A box that rests, moves for the same time, and rests again. */
function boxFilm(heldMs: number, movingMs: number, endMs = heldMs): Project {
  const at = (x: number) => ({ box: state({ x, y: 90, width: 60, height: 40, fill: '#4cc9f0' }) });
  return project(
    scene('scene', {
      objects: [object('box')],
      compositions: [composition('a', heldMs, at(60)), composition('b', endMs, at(250))],
      transitions: movingMs > 0 ? [transition('a', 'b', movingMs)] : [],
    }),
  );
}

describe('repeated frames of a film', () => {
  it.each([
    ['held over key frames', boxFilm(3100, 700), 30],
    ['at 24 frames a second', boxFilm(1300, 300), 24],
    ['at 60 frames a second', boxFilm(1300, 300), 60],
    ['between two cuts', boxFilm(1000, 0), 30],
  ] as const)('repeated film frames decode to the same pixels: %s', async (_, made, framesPerSecond) => {
    const { bytes } = await filmOf(made, { framesPerSecond });
    const held = await heldFrames(made, framesPerSecond);
    expect(await expectHeld(bytes, held)).toBeGreaterThan(30);
  });

  it.each([
    { width: 322, height: 182 },
    { width: 16, height: 16 },
    { width: 2, height: 2 },
    { width: 1920, height: 1080 },
  ])('repeated film frames decode to the same pixels at $width x $height pixels', async (size) => {
    const made = boxFilm(200, 100);
    const { bytes } = await filmOf(made, { size });
    expect(await expectHeld(bytes, await heldFrames(made, 30))).toBeGreaterThan(5);
  });

  it('repeated film frames decode to the same pixels in a film with sound', async () => {
    const made = boxFilm(1300, 200);
    const sound = await mixSound([], compileTimeline(made).durationMs);
    const { bytes } = await filmOf(made, { sound });
    expect(await expectHeld(bytes, await heldFrames(made, 30))).toBeGreaterThan(60);
  });
});

describe('a film', () => {
  it('a film can have a single frame', async () => {
    const { bytes, frames, rasterizedFrames } = await filmOf(boxFilm(10, 0, 0));
    expect([frames, rasterizedFrames]).toEqual([1, 1]);
    expect(await frameHashes(bytes)).toHaveLength(1);
  });

  it('a film can begin with a hold and change in its last frame', { tags: 'slow' }, async () => {
    // 1799 frames of the first composition and one of the second.
    const made = boxFilm(59_950, 0, 50);
    const { bytes, frames, rasterizedFrames } = await filmOf(made);
    expect([frames, rasterizedFrames]).toEqual([1800, 2]);
    const hashes = await frameHashes(bytes);
    expect(new Set(hashes.slice(0, 1799)).size).toBe(1);
    expect(hashes[1799]).not.toBe(hashes[1798]);
  });

  it('a film that holds one picture takes less than 30 bytes for each additional frame', async () => {
    const short = await filmOf(boxFilm(500, 0, 0));
    const long = await filmOf(boxFilm(1900, 0, 0));
    // Its bits, and its entries in the tables of the file.
    expect((long.bytes.length - short.bytes.length) / 42).toBeLessThan(30);
  });
});
