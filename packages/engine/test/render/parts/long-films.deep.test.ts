// @module-tag ffmpeg

import { expect, it } from 'vitest';
import { probeChapters } from '../../../../../test/support/ffmpeg.ts';
import { checkFilm } from '../../../../../test/support/film/check-film.ts';
import { render } from '../../../src/render/render.ts';
import { filmOf, low, part, samplesOf } from './parts.ts';

it('a film of 300 parts has a chapter for each of the first 255', async () => {
  const made = await filmOf(
    Array.from({ length: 300 }, (_, index) => part({ name: `Part ${index + 1}`, durationMs: 100 })),
    { fps: 60 },
  );
  expect(made.frames).toBe(1800);
  const chapters = await probeChapters(made.data);
  expect(chapters.map(({ title, startMs }) => ({ title, startMs }))).toEqual(
    Array.from({ length: 255 }, (_, index) => ({ title: `Part ${index + 1}`, startMs: 100 * index })),
  );
  expect(made.chapters).toHaveLength(255);
});

it('a part may be longer than a film of its own, also where its pictures move', async () => {
  const long = part({ name: 'Long', durationMs: 68_000, tone: 220, changes: { width: 64, height: 36 } });
  await expect(render(JSON.stringify(long.project), { format: 'mp4' })).rejects.toThrow('60');
  const made = await filmOf([long, low]);
  await checkFilm(made.data, { frames: 2070, durationMs: 69_000, audioCodec: 'mp3' });
  expect(await samplesOf(made.data)).toHaveLength(69 * 48_000);
});
