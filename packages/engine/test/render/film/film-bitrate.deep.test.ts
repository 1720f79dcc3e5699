// @module-tag ffmpeg

import { describe, expect, it } from 'vitest';
import { checkedFilm, checkFilm } from '../../../../../test/support/film/check-film.ts';
import {
  composition,
  object,
  project,
  scene,
  state,
  track,
  transition,
} from '../../../../../test/support/project-parts.ts';
import { sine, wavUrl } from '../../../../../test/support/wav-writer.ts';
import { filmOf } from '../../../../../test/support/write-film.ts';
import { mixSound } from '../../../src/media/sound/mix-sound.ts';
import type { Project } from '../../../src/project/schema.ts';
import { render } from '../../../src/render/render.ts';
import { heard } from '../../media/sound/film-support.ts';

import { noise } from './noise.ts';

/** Seconds of a picture that no encoder compresses well: dense noise that turns ten times a second. */
function densestFilm(seconds: number): Project {
  const placed = (rotation: number) => ({
    noise: state({ x: 160, y: 90, width: 400, height: 400, rotation }),
  });
  const durationMs = 1000 * seconds;
  return project(
    scene('scene', {
      objects: [object('noise', { kind: 'image', image: noise(1000, 1000) })],
      compositions: [composition('a', 0, placed(0)), composition('b', 0, placed(3600 * seconds))],
      transitions: [transition('a', 'b', durationMs, [track({ objectId: 'noise', duration: durationMs })])],
    }),
  );
}

describe("a film's bitrate", () => {
  it('a dense film uses, but does not exceed, the bitrate of a level that common players support', async () => {
    const { bytes } = await filmOf(densestFilm(1), {
      size: { width: 960, height: 540 },
      framesPerSecond: 60,
    });
    const { parameters, highestBitrate, bufferBits } = await checkFilm(bytes);
    expect(parameters.level).toBe(41);
    expect(bufferBits).toBe(50_000_000);
    // The bits of a second, and those of a full buffer before it.
    expect(highestBitrate).toBeGreaterThan(50_000_000);
    expect(highestBitrate).toBeLessThan(100_000_000);
  });

  // The sound is more than half of such a small film.
  it.each([false, true])(
    'a dense film reserves bytes for its sound within the size limit, with sound: %s',
    async (hasSound) => {
      const maximumBytes = 500_000;
      const { bytes } = await filmOf(densestFilm(11), {
        ...{ size: { width: 160, height: 90 }, framesPerSecond: 24, maximumBytes },
        sound: hasSound ? await mixSound([], 11_000) : null,
      });
      expect(bytes.length / maximumBytes).toBeGreaterThan(0.82);
      expect(bytes.length / maximumBytes).toBeLessThan(0.95);
    },
  );

  it('a dense film uses most of the 64 MiB output limit', {
    timeout: 300_000,
  }, async () => {
    const input = densestFilm(10);
    const src = wavUrl({ sampleRate: 8000, frames: 80_000, channels: [sine(440, 8000, 0.5)] });
    input.scenes.scene.audioTracks = { tone: heard('tone', src, { start: 0, duration: 10_000 }) };
    const film = await checkedFilm(
      render(input, { format: 'mp4', width: 960, height: 540, timeoutMs: 280_000 }),
    );
    expect(film.audioCodec).toBe('mp3');
    expect(film.bytes / 67_108_864).toBeGreaterThan(0.8);
    expect(film.bytes / 67_108_864).toBeLessThan(0.95);
  });
});
