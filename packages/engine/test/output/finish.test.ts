// @module-tag chromium

import { Buffer } from 'node:buffer';
import { afterAll, expect, it } from 'vitest';
import { ReferenceBrowser } from '../../../../test/support/chromium.ts';
import { decodeFrames } from '../../../../test/support/ffmpeg.ts';
import { CountingStore } from '../../../../test/support/kept-films.ts';
import { decodePng, type Picture } from '../../../../test/support/picture.ts';
import { demandSamePicture } from '../../../../test/support/same-picture.ts';
import { filmOf } from '../../../../test/support/write-film.ts';
import { expandProject, inspect, render } from '../../src/index.ts';

const browser = new ReferenceBrowser();
afterAll(() => browser.close());

/** A film of a grey frame with a dot that moves. */
function grey(fields: object, background = '#808080') {
  return {
    ...{ shorthand: true, width: 320, height: 180, background, ...fields },
    objects: { dot: { kind: 'circle', x: 20, y: 20, width: 10, fill: 'white' } },
    compositions: {
      a: { duration: 800, states: { dot: true } },
      b: { enter: 400, duration: 800, states: { dot: { x: 60 } } },
    },
  };
}

/** Mean and standard deviation of green in the right half of a picture. */
function statistics({ width, height, data }: Picture) {
  const values: number[] = [];
  for (let y = 0; y < height; y++)
    for (let x = width / 2; x < width; x++) values.push(data[(y * width + x) * 4 + 1]);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / values.length) };
}

const greenAt = ({ width, data }: Picture, x: number, y: number) => data[(y * width + x) * 4 + 1];

it('a vignette darkens the corners by its share, in PNG as in SVG, and leaves the middle alone', async () => {
  const document = grey({ vignette: 0.5 }, '#c08040');
  const png = await decodePng((await render(document, { format: 'png' })).data);
  const svg = await render(document, { format: 'svg' });
  await demandSamePicture(png, await browser.draw(svg.data, svg), 'vignette');
  expect(greenAt(png, 160, 90)).toBe(128);
  expect(Math.abs(greenAt(png, 319, 179) - 64)).toBeLessThanOrEqual(2);
});

it('a vignette darkens the scene, and not the bars beside it', async () => {
  const options = { width: 320, height: 320, timeMs: 0 };
  const document = grey({ vignette: 1 });
  const png = await decodePng((await render(document, { ...options, format: 'png' })).data);
  const svg = await render(document, { ...options, format: 'svg' });
  await demandSamePicture(png, await browser.draw(svg.data, svg), 'beside bars');
});

it('grain has its amount on every grey, the same in each run, and keeps the mean', async () => {
  for (const background of ['#404040', '#808080', '#c0c0c0']) {
    const first = await render(grey({ grain: 0.1 }, background), { format: 'png' });
    const { mean, deviation } = statistics(await decodePng(first.data));
    expect(Math.abs(mean - Number.parseInt(background.slice(1, 3), 16))).toBeLessThan(0.5);
    expect(Math.abs(deviation - 0.05 * 255)).toBeLessThan(1);
    const again = await render(grey({ grain: 0.1 }, background), { format: 'png' });
    expect(Buffer.compare(again.data, first.data)).toBe(0);
  }
});

it('an SVG has about the grain of a picture on grey', async () => {
  const svg = await render(grey({ grain: 0.1 }), { format: 'svg' });
  const { mean, deviation } = statistics(await browser.draw(svg.data, svg));
  expect(Math.abs(mean - 128)).toBeLessThan(2);
  expect(deviation).toBeGreaterThan(9);
  expect(deviation).toBeLessThan(16);
});

it('a film keeps grain, which rests or changes 24 times a second', { tags: 'ffmpeg' }, async () => {
  const still = await render(grey({ grain: 0.1 }), { format: 'mp4' });
  const [one, other] = await decodeFrames(still.data, [2, 20], still);
  expect(statistics(one).deviation).toBeGreaterThan(9);
  expect(
    Buffer.compare(Buffer.from(one.data.slice(160 * 720)), Buffer.from(other.data.slice(160 * 720))),
  ).toBe(0);
  const moving = await render(grey({ grain: { amount: 0.1, moving: true } }), { format: 'mp4' });
  const [earlier, later] = await decodeFrames(moving.data, [2, 4], moving);
  let differing = 0;
  for (let at = 1; at < earlier.data.length; at += 4)
    if (Math.abs(earlier.data[at] - later.data[at]) > 3) differing++;
  expect(differing).toBeGreaterThan(0.5 * 320 * 180);
});

it.each([
  ['still', { grain: 0.05, vignette: 0.4 }],
  ['moving', { grain: { amount: 0.05, moving: true } }],
])(
  'a film with %s grain has the same bytes on one and on two threads, in pieces and whole',
  {
    tags: 'ffmpeg',
  },
  async (_, fields) => {
    const { project } = expandProject(grey(fields));
    const whole = await filmOf(project, { threads: 0 });
    const threaded = await filmOf(project, { threads: 1, isChecked: false });
    expect(Buffer.compare(threaded.bytes, whole.bytes)).toBe(0);
    const store = new CountingStore();
    for (const index of [1, 0])
      await filmOf(project, { threads: 0, isChecked: false, store, share: { index, count: 2 } });
    const joined = await filmOf(project, { store });
    expect(Buffer.compare(joined.bytes, whole.bytes)).toBe(0);
  },
);

it('a picture of a film with a vignette that moves nothing else is held', { tags: 'ffmpeg' }, async () => {
  const { project } = expandProject(grey({ vignette: 0.4, grain: 0.02 }));
  const { project: plain } = expandProject(grey({}));
  const film = await filmOf(project);
  expect(film.rasterizedFrames).toBe((await filmOf(plain)).rasterizedFrames);
});

it('the plan names moving grain among the loops, and a scene takes that of the film away', async () => {
  const scene = { objects: {}, compositions: { a: { duration: 500 } } };
  const film = {
    shorthand: true,
    grain: { amount: 0.04, moving: true },
    scenes: [scene, { ...scene, grain: 0 }],
  };
  const { plan } = await inspect(film, { plan: true });
  expect(plan?.map(({ loops }) => loops)).toEqual([['grain'], undefined]);
});

it.each([
  [
    { grain: 'heavy' },
    'grain: must be a number from 0 to 1, or { "amount": 0.05, "moving": true }, but is "heavy"',
  ],
  [{ grain: { amount: 2 } }, 'grain.amount: must be a number from 0 to 1, but is 2'],
  [{ grain: { amount: 0.1, moving: 'yes' } }, 'grain.moving: must be true or false, but is "yes"'],
  [{ vignette: -1 }, 'vignette: must be a number from 0 to 1, but is -1'],
])('the values %j are refused', async (fields, message) => {
  await expect(inspect(grey(fields))).rejects.toThrow(message);
});
