import { describe, expect, it } from 'vitest';
import { checkedFilm, checkFilm } from '../../../../../test/support/film/check-film.ts';
import { decodedPicture } from '../../../../../test/support/film/decoded-picture.ts';
import { decodePng } from '../../../../../test/support/picture.ts';
import { structuralSimilarity } from '../../../../../test/support/picture-difference.ts';
import { composition, project, scene } from '../../../../../test/support/project-parts.ts';
import { inspect } from '../../../src/render/inspect.ts';
import { render } from '../../../src/render/render.ts';

const size = { width: 3840, height: 2160 };

/** A ball that moves beside a word, in a scene of a quarter of the width. */
const moving = JSON.stringify({
  shorthand: true,
  name: 'Moving',
  width: 960,
  height: 540,
  objects: {
    ball: { kind: 'circle', state: { x: 200, y: 270, width: 200, height: 200, fill: 'gold' } },
    word: { kind: 'text', text: 'Sharp', state: { x: 700, y: 270, fontSize: 96 } },
  },
  compositions: {
    left: { duration: 50, states: { ball: {}, word: {} } },
    right: { duration: 50, enter: { duration: 100 }, states: { ball: { x: 260 } } },
  },
});

describe('an output of 3840 x 2160', () => {
  it('a film of a smaller scene at 60 frames per second shows its stills', { tags: 'ffmpeg' }, async () => {
    const film = await checkedFilm(render(moving, { format: 'mp4', width: 3840, fps: 60 }), 60);
    expect(film).toMatchObject({ ...size, frames: 12 });
    const { parameters } = await checkFilm(film.data);
    expect(parameters.level).toBe(52);
    for (const frame of [0, 6]) {
      const { data } = await render(moving, { width: 3840, timeMs: (frame * 1000) / 60 });
      const seen = await decodedPicture(film.data, frame, size);
      expect(structuralSimilarity(seen, await decodePng(data)), `frame ${frame}`).toBeGreaterThan(0.99);
    }
  });

  it('shapes are drawn at the size of the output and not enlarged', async () => {
    const { data } = await render(moving, { width: 3840 });
    const picture = await decodePng(data);
    const row = 270 * 4 * size.width;
    const reds = Array.from({ length: 1600 }, (_, x) => picture.data[4 * (row + x)] ?? 0);
    const mixed = reds.filter((red) => red > 8 && red < 240);
    expect(mixed.length).toBeLessThanOrEqual(2);
    expect([reds[410], reds[1190]]).toEqual([255, 255]);
    expect([reds[390], reds[1210]]).toEqual([0, 0]);
  });

  it.each([
    [{ width: 1440, fps: 60 }, 42],
    [{ width: 2560, fps: 30 }, 50],
    [{ width: 3840, fps: 30 }, 51],
  ] as const)('a film with %j needs the level %i', { tags: 'ffmpeg' }, async (options, level) => {
    const film = await checkedFilm(render(moving, { format: 'mp4', ...options }), options.fps);
    expect((await checkFilm(film.data)).parameters.level).toBe(level);
  });

  it('a larger scene is reduced as before if no size is requested', async () => {
    const still = composition('still', 1000);
    const large = { ...scene('scene', { compositions: [still] }), ...size };
    expect(await render({ ...project(large), extended: true })).toMatchObject({ width: 1920, height: 1080 });
    expect(await render({ ...project(large), extended: true }, { width: 3840 })).toMatchObject(size);
  });

  it.each([
    ['both sides', { width: 3840, height: 2160 }, '3840 x 2160'],
    ['too wide', { width: 1922 }, '1922 x 1081'],
    ['too many pixels', { width: 1920, height: 1082 }, '1920 x 1082'],
  ])('a project in the full format needs the mark: %s', async (_, options, shown) => {
    const unmarked = project({ ...scene('scene', { compositions: [composition('still', 1000)] }), ...size });
    const refusal = {
      code: 'invalid-option',
      message: `an output of ${shown} is an extension; add "extended": true at the top of the document, or choose at most 1920 for each side and 2073600 for width x height`,
    };
    await expect(render(unmarked, options)).rejects.toMatchObject(refusal);
    await expect(inspect(unmarked, options)).rejects.toMatchObject(refusal);
    expect(await render({ ...unmarked, extended: true }, options)).toMatchObject(options);
  });

  it.each([
    [{ width: 7680 }, 'width must be an integer from 1 to 3840, but is 7680'],
    [{ width: 3840, height: 3840 }, 'width x height must be at most 8294400, but is 3840 x 3840'],
    [
      { offered: ['png', 'mp4'] as const, width: 1921 },
      'width must be an integer from 1 to 1920, but is 1921',
    ],
    [
      { offered: ['png', 'mp4'] as const, height: 1200 },
      "height 1200 keeps the first scene's aspect (960 x 540) only at 2133 x 1200, but each side must be at most 1920 and width x height at most 2073600",
    ],
  ])('an output with %j is refused', async (options, message) => {
    await expect(render(moving, options)).rejects.toMatchObject({ code: 'invalid-option', message });
  });
});
