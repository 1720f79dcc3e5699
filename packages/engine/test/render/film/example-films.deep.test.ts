// @module-tag chromium
// @module-tag ffmpeg
// @module-tag libopenh264-dev
// @module-tag python3

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ChromiumPlayer } from '../../../../../test/support/chromium-player.ts';
import { exampleFilms } from '../../../../../test/support/example-films.ts';
import { decodeFrames, throughYuv420 } from '../../../../../test/support/ffmpeg.ts';
import { checkedFilm, checkFilm } from '../../../../../test/support/film/check-film.ts';
import {
  byteStreamOf,
  decodeWithFfmpeg,
  decodeWithOpenH264,
} from '../../../../../test/support/film/decoders.ts';
import { expectHeld } from '../../../../../test/support/film/expect-held.ts';
import { heldFrames } from '../../../../../test/support/held-frames.ts';
import { peakSignalToNoise } from '../../../../../test/support/picture-difference.ts';
import { projectFiles, readFullProject } from '../../../../../test/support/project-files.ts';
import { parseProject } from '../../../src/project/parse-project.ts';
import { describeProblem } from '../../../src/project/problem.ts';
import { type RenderResult, render } from '../../../src/render/render.ts';
import { expectStills } from './expect-stills.ts';

let player: ChromiumPlayer;

beforeAll(async () => {
  player = await ChromiumPlayer.start();
});

afterAll(() => player?.close());

// Each film is rendered once and then checked in several ways.
describe.each(exampleFilms)(
  'the film of the example $name',
  ({ name, width, height, durationMs, frames }) => {
    const file = new URL(`../../../../../examples/${name}.json`, import.meta.url);
    const project = readFullProject(file);
    let film: RenderResult;
    let held: readonly number[];

    beforeAll(async () => {
      film = await checkedFilm(render(readFileSync(file), { format: 'mp4', width: 320 }), 30);
      const parsed = parseProject(project);
      if (!parsed.ok) throw new Error(parsed.problems.map(describeProblem).join('; '));
      held = await heldFrames(parsed.project, 30);
    }, 180_000);

    it('an example film has the expected size, duration and frames', () => {
      const pictureHeight = Math.round((320 * height) / width);
      expect(film).toMatchObject({ width: 320, height: pictureHeight, frames, durationMs });
    });

    it("an example film's pictures match the stills", {
      timeout: 60_000,
    }, async () => {
      const indexes = [0.15, 0.5, 0.9].map((share) => Math.round(share * (film.frames - 1)));
      const pictures = await decodeFrames(film.data, indexes, film);
      for (const [at, index] of indexes.entries()) {
        const timeMs = (index * 1000) / 30;
        const still = await render(project, { timeMs, width: film.width, height: film.height });
        const decibels = peakSignalToNoise(pictures[at], await throughYuv420(still.data, film));
        expect(decibels, `at ${timeMs} ms`).toBeGreaterThanOrEqual(38);
      }
    });

    it('FFmpeg and OpenH264 decode the same pictures from an example film', async () => {
      const stream = await byteStreamOf(film.data);
      const pictures = await decodeWithFfmpeg(stream);
      expect(pictures.length).toBe(frames);
      expect(await decodeWithOpenH264(stream)).toEqual(pictures);
    });

    it('repeated frames of an example film decode to the same pixels', {
      timeout: 60_000,
    }, async () => {
      expect(await expectHeld(film.data, held)).toBeGreaterThan(0);
    });

    // Media Source Extensions get the film cut at its sync samples, which reveals wrong tables.
    it("Chromium's MediaSource plays an example film from the start and shows the right picture after jumps", {
      timeout: 180_000,
    }, async () => {
      const { syncSamples } = await checkFilm(film.data);
      // Key frames with the frames before and after them, and pictures in between: backwards, so nothing remains from
      // earlier jumps.
      const last = syncSamples.at(-1) ?? 0;
      const middle = syncSamples.at(syncSamples.length >> 1) ?? 0;
      const nearKeys = [last, middle].flatMap((key) => [key + 1, key, key - 1]);
      const wanted = [film.frames - 1, ...nearKeys, Math.round(film.frames / 2), 1, 0];
      // A held frame, after a jump to it and after a jump back to the frame before it.
      const later = held.find((frame) => !syncSamples.includes(frame));
      if (later !== undefined) wanted.push(later, later - 1);
      const chosen = [...new Set(wanted.filter((frame) => frame >= 0 && frame < film.frames))];
      const { buffered, firstShown, jumps } = await player.play(film.data, chosen, 30);
      expect(buffered[0]).toBe(0);
      expect(buffered[1]).toBeCloseTo(durationMs / 1000, 3);
      expect(firstShown).toEqual([0, 0]);
      const ascending = [...chosen].sort((one, other) => one - other);
      const decoded = await decodeFrames(film.data, ascending, film);
      for (const [index, frame] of chosen.entries()) {
        const decibels = peakSignalToNoise(jumps[index], decoded[ascending.indexOf(frame)]);
        expect(decibels, `frame ${frame}`).toBeGreaterThan(34);
      }
      if (later === undefined) return;
      expect(jumps[chosen.indexOf(later)].data).toEqual(jumps[chosen.indexOf(later - 1)].data);
    });
  },
);

/** The shapes of the crowd are too small to be reduced as much as others. */
const widths: Readonly<Record<string, number>> = {
  'test/fixtures/projects/crowd-500.json': 1280,
  'test/fixtures/projects/launch.json': 640,
};

it.each(projectFiles.filter(({ name }) => name in widths))(
  "a film's pictures match the stills: $name",
  ({ name, project }) => expectStills(project, widths[name]),
);
