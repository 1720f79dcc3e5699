import { describe, expect, it } from 'vitest';
import { mixSound } from '../../../src/media/sound/mix-sound.ts';
import { filmFormats, OutputTooLargeError } from '../../../src/output/formats.ts';
import type { ImageAsset, Project } from '../../../src/project/schema.ts';
import { render } from '../../../src/render/render.ts';
import { heard } from '../../media/sound/film-support.ts';
import { judged, judgeFilm } from '../../support/film/judge-film.ts';
import { writePng } from '../../support/png-writer.ts';
import {
  composition,
  object,
  project,
  scene,
  state,
  track,
  transition,
} from '../../support/project-parts.ts';
import { Random } from '../../support/random.ts';
import { sine, wavUrl } from '../../support/wav-writer.ts';
import { filmOf } from '../../support/write-film.ts';

/** Grey noise, always the same. */
function noise(width: number, height: number): ImageAsset {
  const random = new Random(1);
  const png = writePng({
    width,
    height,
    colorType: 0,
    bitDepth: 8,
    pixel: () => [random.below(256)],
  });
  return { src: `data:image/png;base64,${Buffer.from(png).toString('base64')}`, width, height };
}

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
    const { parameters, highestBitrate, bufferBits } = await judgeFilm(bytes);
    expect(parameters.level).toBe(41);
    expect(bufferBits).toBe(50_000_000);
    // The bits of a second, and those of a full buffer before it.
    expect(highestBitrate).toBeGreaterThan(50_000_000);
    expect(highestBitrate).toBeLessThan(100_000_000);
  });

  // The sound is more than half of such a small film.
  it.each([false, true])(
    'a dense film leaves room for the sound within the size limit, with sound: %s',
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
    const film = await judged(render(input, { format: 'mp4', width: 960, height: 540, timeoutMs: 280_000 }));
    expect(film.audioCodec).toBe('mp3');
    expect(film.bytes / 67_108_864).toBeGreaterThan(0.8);
    expect(film.bytes / 67_108_864).toBeLessThan(0.95);
  });
});

describe("a film's size", () => {
  it('a film that would be too large is encoded at a lower quality', async () => {
    const free = await filmOf(noisyFilm());
    const maximumBytes = Math.round(free.bytes.length / 5);
    const held = await filmOf(noisyFilm(), { maximumBytes });
    expect(held.frames).toBe(120);
    expect(held.bytes.length).toBeLessThanOrEqual(maximumBytes);
    expect(held.bytes.length).toBeGreaterThan(maximumBytes / 2);
  });

  it.each(filmFormats.filter((format) => format !== 'mp4'))(
    'a film as %s that exceeds the size limit is rejected',
    async (format) => {
      const film = filmOf(noisyFilm(), { format, framesPerSecond: 24, maximumBytes: 100_000 });
      await expect(film).rejects.toThrow(OutputTooLargeError);
    },
  );

  it("a size limit that a film does not reach leaves the film's size unchanged", async () => {
    const sizes = await Promise.all(
      [1 << 22, 1 << 26, 1 << 28].map(async (maximumBytes) => {
        return (await filmOf(plainFilm(), { maximumBytes })).bytes.length;
      }),
    );
    expect(new Set(sizes).size).toBe(1);
  });

  it.each([0, 1])(
    'rendering a film with %d threads rejects if no quality meets the size limit',
    async (threads) => {
      // So large that the thread paints slower than the encoder encodes, and is still running when the encoder fails.
      const size = { width: 1280, height: 720 };
      const film = filmOf(noisyFilm(), { maximumBytes: 4000, threads, size });
      await expect(film).rejects.toThrow('exceeds the maximum size');
    },
  );

  it("a film does not contain the encoder's messages", async () => {
    const { bytes } = await filmOf(plainFilm());
    expect(Buffer.from(bytes).includes('x264')).toBe(false);
  });
});
