import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkFilm } from '../../../../../test/support/film/check-film.ts';
import { CountingStore } from '../../../../../test/support/kept-films.ts';
import { project } from '../../../../../test/support/project-parts.ts';
import { runs, runTimeoutMs } from '../../../../../test/support/random-runs.ts';
import { sine, wavUrl } from '../../../../../test/support/wav-writer.ts';
import type { AudioTrack, Project } from '../../../src/project/schema.ts';
import { type RenderTaskOptions, render } from '../../../src/render/render.ts';
import { heard, quietScene } from '../../media/sound/film-support.ts';

const tone = wavUrl({ sampleRate: 8000, frames: 8000, channels: [sine(440, 8000, 0.5)] });
const hum = wavUrl({ sampleRate: 44_100, frames: 30_000, channels: [sine(90, 44_100, 0.9)] });

function film(durationMs: number, changes: Partial<AudioTrack> = {}, more: Partial<Project> = {}): Project {
  const track = heard('tone', tone, { start: 0, duration: durationMs, ...changes });
  return { ...project(quietScene('one', durationMs, [track])), ...more };
}

async function bytesOf(made: Project, options: RenderTaskOptions): Promise<Buffer> {
  const { data, audioCodec } = await render(made, { format: 'mp4', ...options });
  expect(audioCodec).toBe(options.audio ?? 'mp3');
  return Buffer.from(data);
}

it('a film whose sound was kept has the bytes of one that is made anew', {
  timeout: runTimeoutMs,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 40, max: 3000 }),
      fc.constantFrom('mp3' as const, 'aac' as const),
      fc.constantFrom(24 as const, 30 as const, 60 as const),
      async (durationMs, audio, fps) => {
        const made = film(durationMs);
        const options = { audio, fps };
        const anew = await bytesOf(made, options);
        const store = new CountingStore();
        expect((await bytesOf(made, { ...options, store })).equals(anew)).toBe(true);
        const kept = store.pieces.size;
        expect((await bytesOf(made, { ...options, store })).equals(anew)).toBe(true);
        expect(store.pieces.size).toBe(kept);
      },
    ),
    { numRuns: runs(24) },
  );
});

it('a film is heard as FFmpeg expects it when its sound was kept', { tags: 'ffmpeg' }, async () => {
  const store = new CountingStore();
  const made = film(1500);
  await bytesOf(made, { store });
  await checkFilm(await bytesOf(made, { store }), { frames: 45, durationMs: 1500, audioCodec: 'mp3' });
});

it.each<[string, Project, RenderTaskOptions?]>([
  ['the volume', film(1000, { volume: 0.4 })],
  ['the start', film(1000, { start: 100, duration: 900 })],
  ['the length', film(1200)],
  ['the loudness', { ...film(1000), extended: true, loudness: -20 }],
  ['a fade', { ...film(1000, { fadeIn: 300 }), extended: true }],
  ['the file', film(1000, { asset: { ...heard('a', hum, { start: 0, duration: 600 }).asset, src: hum } })],
  ['the codec', film(1000), { audio: 'aac' }],
  ['the part of the film', film(1000), { fromMs: 100, toMs: 900 }],
])('after a change of %s the sound is made anew', async (_, changed, options = {}) => {
  const store = new CountingStore();
  await bytesOf(film(1000), { store });
  const anew = await bytesOf(changed, options);
  expect((await bytesOf(changed, { ...options, store })).equals(anew)).toBe(true);
});

it('a sound that was damaged in its place is made anew', async () => {
  const store = new CountingStore();
  const anew = await bytesOf(film(1000), { store });
  for (const [key, piece] of store.pieces) {
    if (piece.maximumBytes > 0) continue;
    const [first = 0, ...others] = piece.lengths;
    store.pieces.set(key, { ...piece, lengths: [7, first - 7, ...others] });
  }
  expect((await bytesOf(film(1000), { store })).equals(anew)).toBe(true);
});
