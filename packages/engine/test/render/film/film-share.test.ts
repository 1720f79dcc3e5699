import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { anyPaintedFilm } from '../../../../../test/support/any-film.ts';
import { CountingStore } from '../../../../../test/support/kept-films.ts';
import {
  audioTrack,
  composition,
  object,
  project,
  scene,
  state,
  transition,
} from '../../../../../test/support/project-parts.ts';
import { runs, runTimeoutMs } from '../../../../../test/support/random-runs.ts';
import { wavUrl } from '../../../../../test/support/wav-writer.ts';
import { filmOf } from '../../../../../test/support/write-film.ts';
import type { AudioTrack, Project } from '../../../src/project/schema.ts';
import { piecesOf } from '../../../src/render/film/film-share.ts';
import { cutIntoPieces } from '../../../src/render/film/piece.ts';
import { RenderSupervisor } from '../../../src/render/process/supervisor.ts';

const programDigestFile = '../../../src/render/film/kept/program-digest.ts';

afterEach(() => {
  vi.doUnmock(programDigestFile);
  vi.resetModules();
});

/** A film of eight seconds in which a title moves to and fro, at other heights each time. */
function film(...audioTracks: AudioTrack[]): Project {
  const names = ['c0', 'c1', 'c2', 'c3'];
  const at = (index: number) => ({
    title: state({
      x: index % 2 === 0 ? 60 : 260,
      y: 40 + 30 * index,
      text: `Number ${index}`,
      fontSize: 24,
    }),
  });
  return project(
    scene('scene', {
      objects: [object('title', { kind: 'text' })],
      compositions: names.map((name, index) => composition(name, 500, at(index))),
      transitions: names.slice(1).map((name, index) => transition(names[index], name, 2000)),
      audioTracks,
    }),
  );
}

const unchecked = { isChecked: false, threads: 0 };

async function shareOf(made: Project, index: number, count: number, store: CountingStore) {
  return await filmOf(made, { ...unchecked, store, share: { index, count } });
}

describe('a share of a film', () => {
  it('every piece is in one share, and the pieces of a share are neighbours', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1800 }), fc.integer({ min: 1, max: 40 }), (frames, count) => {
        const pieces = cutIntoPieces(frames, 30, 1e6, [Math.floor(frames / 3), Math.floor(frames / 2)]);
        const shares = Array.from({ length: count }, (_, index) => piecesOf(pieces, { index, count }));
        expect(shares.flat()).toEqual(pieces);
      }),
      { numRuns: runs(500) },
    );
  });

  it('a film whose shares are made is made of kept pieces alone, and has the bytes of one made at once', {
    tags: 'ffmpeg',
  }, async () => {
    const store = new CountingStore();
    let frames = 0;
    for (const index of [2, 0, 1]) {
      const share = await shareOf(film(), index, 3, store);
      expect(share.bytes).toHaveLength(0);
      expect(share.pieces?.every(({ isKept }) => !isKept)).toBe(true);
      frames += share.frames;
    }
    const { puts } = store;
    const joined = await filmOf(film(), { store });
    expect(store).toMatchObject({ hits: puts, puts });
    const atOnce = await filmOf(film(), unchecked);
    expect(frames).toBe(atOnce.frames);
    expect(joined.rasterizedFrames).toBe(atOnce.rasterizedFrames);
    expect(Buffer.compare(joined.bytes, atOnce.bytes)).toBe(0);
  });

  it('a share that is made again makes nothing, and one without pieces neither', async () => {
    const store = new CountingStore();
    await shareOf(film(), 1, 3, store);
    const { puts } = store;
    const again = await shareOf(film(), 1, 3, store);
    expect(again.pieces?.every(({ isKept }) => isKept)).toBe(true);
    const counts = Array.from({ length: 100 }, (_, index) => index);
    const sparse = await Promise.all(counts.slice(0, 20).map((index) => shareOf(film(), index, 100, store)));
    expect(sparse.some(({ frames }) => frames === 0)).toBe(true);
    expect(store.puts).toBeGreaterThanOrEqual(puts);
  });

  it('any film whose shares are made in any order equals the film made at once', {
    tags: 'slow',
    timeout: runTimeoutMs,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(anyPaintedFilm, fc.integer({ min: 1, max: 5 }), async (made, count) => {
        const store = new CountingStore();
        for (let index = count - 1; index >= 0; index--)
          await shareOf(structuredClone(made), index, count, store);
        const { puts } = store;
        const joined = await filmOf(structuredClone(made), { ...unchecked, store });
        expect(store.puts).toBe(puts);
        const atOnce = await filmOf(structuredClone(made), unchecked);
        expect(Buffer.compare(joined.bytes, atOnce.bytes)).toBe(0);
      }),
      { numRuns: runs(15) },
    );
  });

  it('pieces of a worker with other code are not used', { tags: 'slow' }, async () => {
    const store = new CountingStore();
    vi.resetModules();
    vi.doMock(programDigestFile, () => ({ programDigest: 'another program' }));
    const other = await import('../../../../../test/support/write-film.ts');
    await other.filmOf(film(), { ...unchecked, store, share: { index: 0, count: 2 } });
    const { puts } = store;
    expect(puts).toBeGreaterThan(0);
    await shareOf(film(), 1, 2, store);
    const joined = await filmOf(film(), { ...unchecked, store });
    const made = joined.pieces?.filter(({ isKept }) => !isKept);
    expect(made).toHaveLength(puts);
    const atOnce = await filmOf(film(), unchecked);
    expect(Buffer.compare(joined.bytes, atOnce.bytes)).toBe(0);
  });
});

describe('a place of pieces outside the render process', () => {
  it('a render process asks its parent for pieces, and gives it those that it makes', async () => {
    await using renderer = new RenderSupervisor({ warmsUp: false });
    const store = new CountingStore();
    const format = 'mp4' as const;
    const anew = await renderer.render(film(), { format });
    for (const index of [0, 1]) {
      const { data } = await renderer.render(film(), { format, store, share: { index, count: 2 } });
      expect(data).toHaveLength(0);
    }
    const { puts } = store;
    const joined = await renderer.render(film(), { format, store });
    expect(store).toMatchObject({ puts, hits: puts });
    expect(joined.build?.pieces.every(({ isKept }) => isKept)).toBe(true);
    expect(Buffer.compare(joined.data, anew.data)).toBe(0);
  });

  it('a place that fails makes no film fail, and the report says why', async () => {
    await using renderer = new RenderSupervisor({ warmsUp: false });
    const anew = await renderer.render(film(), { format: 'mp4' });
    const store = {
      get: async () => undefined,
      put: async () => {},
      finish: async () => {},
      problem: 'no bucket',
    };
    const { data, build } = await renderer.render(film(), { format: 'mp4', store });
    expect(build?.problem).toBe('no bucket');
    expect(Buffer.compare(data, anew.data)).toBe(0);
  });

  it('shares of a film with sound have the room for pictures that the film has', {
    tags: 'slow',
  }, async () => {
    await using renderer = new RenderSupervisor({ warmsUp: false });
    const src = wavUrl({ sampleRate: 8000, frames: 16_000, channels: [(frame) => Math.sin(frame / 5)] });
    const sounding = { src, mime: 'audio/wav' as const, duration: 2000, hasAudio: true };
    const made = film({ ...audioTrack('tone', 0, 2000), muted: false, volume: 0.5, asset: sounding });
    const format = 'mp4' as const;
    const [store, whole] = [new CountingStore(), new CountingStore()];
    for (const index of [0, 1]) await renderer.render(made, { format, store, share: { index, count: 2 } });
    const { audioCodec } = await renderer.render(made, { format, store: whole });
    expect(audioCodec).toBe('mp3');
    // The sound has no room for pictures, and no share makes it.
    const roomOf = ({ pieces }: CountingStore) =>
      [...pieces]
        .filter(([, { maximumBytes }]) => maximumBytes > 0)
        .map(([key, { maximumBytes }]) => `${key} ${maximumBytes}`)
        .sort();
    expect(roomOf(store)).toEqual(roomOf(whole));
  });
});
