import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { render } from '../../../src/render/render.ts';
import { ChromiumPlayer } from '../../support/chromium-player.ts';
import { decodeFrames } from '../../support/ffmpeg.ts';
import { judged, judgeFilm } from '../../support/film/judge-film.ts';
import { heldFrames } from '../../support/held-frames.ts';
import { peakSignalToNoise } from '../../support/picture-difference.ts';
import { projectFiles } from '../../support/project-files.ts';

let player: ChromiumPlayer;

beforeAll(async () => {
  player = await ChromiumPlayer.start();
});

afterAll(() => player?.close());

const examples = projectFiles.filter(({ name }) => name.startsWith('examples/'));

// Media Source Extensions get the film cut at its sync samples, so that a wrong table shows.
describe("Chromium's MediaSource", () => {
  it.each(examples)(
    'plays $name from its first picture, and from any other after a jump',
    { tags: ['mp4.sync-samples', 'mp4.held'], timeout: 180_000 },
    async ({ project, durationMs }) => {
      const film = await judged(render(project, { format: 'mp4', width: 320, fps: 24 }), 24);
      const { syncSamples } = await judgeFilm(film.data);
      // The last key frame, what stands just before it, and pictures in between: backwards, so that nothing is left over.
      const last = syncSamples.at(-1) ?? 0;
      const wanted = [film.frames - 1, last, last - 1, Math.round(film.frames / 2), 1, 0];
      // The picture of a frame that is held, after a jump to it and after one back to the frame before it.
      const held = (await heldFrames(project, 24)).find((frame) => !syncSamples.includes(frame));
      if (held !== undefined) wanted.push(held, held - 1);
      const frames = [...new Set(wanted.filter((frame) => frame >= 0))];
      const { buffered, firstShown, jumps } = await player.play(film.data, frames, 24);
      expect(buffered[0]).toBe(0);
      expect(buffered[1]).toBeCloseTo(durationMs / 1000, 3);
      expect(firstShown).toEqual([0, 0]);
      const ascending = [...frames].sort((one, other) => one - other);
      const decoded = await decodeFrames(film.data, ascending, film);
      for (const [index, frame] of frames.entries()) {
        const decibels = peakSignalToNoise(jumps[index], decoded[ascending.indexOf(frame)]);
        expect(decibels, `frame ${frame}`).toBeGreaterThan(30);
      }
      if (held === undefined) return;
      expect(jumps[frames.indexOf(held)].data).toEqual(jumps[frames.indexOf(held - 1)].data);
    },
  );
});
