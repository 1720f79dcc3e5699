// @module-tag chromium

import { Buffer } from 'node:buffer';
import { afterAll, expect, it } from 'vitest';
import { ReferenceBrowser } from '../../../../test/support/chromium.ts';
import { decodeFrames } from '../../../../test/support/ffmpeg.ts';
import { CountingStore } from '../../../../test/support/kept-films.ts';
import { decodePng, type Picture } from '../../../../test/support/picture.ts';
import { filmOf } from '../../../../test/support/write-film.ts';
import { expandProject, inspect, render } from '../../src/index.ts';

const browser = new ReferenceBrowser();
afterAll(() => browser.close());

/** A white box that goes 240 pixels in 400 ms, 20 pixels in a frame, and one beside it that rests. */
function film(fields: object, box: object = {}) {
  return {
    ...{ shorthand: true, width: 320, height: 180, background: '#000000', ...fields },
    objects: {
      box: { kind: 'rectangle', x: 40, y: 60, width: 40, height: 40, fill: 'white', ...box },
      rest: { kind: 'rectangle', x: 160, y: 140, width: 30, height: 30, fill: '#ff8000' },
    },
    compositions: {
      a: { duration: 400, states: { box: true, rest: true } },
      b: { enter: { duration: 400, easing: 'linear' }, duration: 800, states: { box: { x: 280 } } },
    },
  };
}

const stillAt = async (document: object, timeMs: number) =>
  decodePng((await render(document, { format: 'png', timeMs })).data);

/** Red along the middle of the box that moves. */
const profile = ({ width, data }: Picture) =>
  Array.from({ length: width }, (_, x) => data[(60 * width + x) * 4]);

// At 600 ms the box is in the middle, from 140 to 180.
it('a shutter that is open for a whole frame shows a box as the mean of its places', async () => {
  const seen = profile(await stillAt(film({}, { motionBlur: 1 }), 600));
  // Coverage falls over 20 pixels, from 10 inside an edge to 10 outside it.
  for (let x = 60; x < 260; x++) {
    const share = Math.min(1, Math.max(0, (30 - Math.abs(x + 0.5 - 160)) / 20));
    expect(Math.abs(seen[x] - 255 * share)).toBeLessThanOrEqual(18);
  }
  const sum = seen.reduce((total, value) => total + value, 0);
  expect(Math.abs(sum / 255 - 40)).toBeLessThan(0.5);
});

it('the blur is as long as the shutter is open, and an object has its own', async () => {
  const lengthOf = async (document: object) =>
    profile(await stillAt(document, 600)).filter((value) => value > 4 && value < 251).length;
  expect(await lengthOf(film({}))).toBe(0);
  expect(await lengthOf(film({ motionBlur: 0.5 }))).toBeGreaterThanOrEqual(17);
  expect(await lengthOf(film({ motionBlur: 0.5 }))).toBeLessThanOrEqual(22);
  expect(await lengthOf(film({ motionBlur: 1 }))).toBeGreaterThanOrEqual(35);
  expect(await lengthOf(film({ motionBlur: 1 }, { motionBlur: 0 }))).toBe(0);
});

it('objects at rest, and pictures of holds, have the bytes of a film without motion blur', async () => {
  const [plain, blurred] = await Promise.all(
    [film({}), film({ motionBlur: 1 })].map((one) => stillAt(one, 600)),
  );
  const restOf = ({ width, data }: Picture) => Buffer.from(data.slice(120 * width * 4));
  expect(Buffer.compare(restOf(blurred), restOf(plain))).toBe(0);
  for (const timeMs of [100, 800, 1200]) {
    const [one, other] = await Promise.all(
      [film({}), film({ motionBlur: 1 })].map((document) => render(document, { format: 'png', timeMs })),
    );
    expect(Buffer.compare(one.data, other.data)).toBe(0);
  }
});

it('a cut is not blurred', async () => {
  const cut = {
    ...film({ motionBlur: 1 }),
    compositions: {
      a: { duration: 400, states: { box: true } },
      b: { duration: 800, states: { box: { x: 280 } } },
    },
  };
  for (const timeMs of [399, 400]) {
    expect(profile(await stillAt(cut, timeMs)).filter((value) => value > 0 && value < 255)).toEqual([]);
  }
});

it('a translucent blur has the colours of its object', async () => {
  const document = film({ background: 'transparent', motionBlur: 1 }, { fill: '#ff8000', opacity: 0.5 });
  const { width, data } = await stillAt(document, 600);
  for (let x = 135; x < 185; x++) {
    const at = (60 * width + x) * 4;
    if (data[at + 3] < 32) continue;
    expect(Math.abs(data[at] - 255)).toBeLessThan(9);
    expect(Math.abs(data[at + 1] - 128)).toBeLessThan(9);
  }
});

it('a film shows the blur of its stills', { tags: 'ffmpeg' }, async () => {
  const document = film({ motionBlur: 1 });
  const mp4 = await render(document, { format: 'mp4' });
  const [frame] = await decodeFrames(mp4.data, [18], mp4);
  const still = profile(await stillAt(document, 600));
  for (const [x, value] of profile(frame).entries()) expect(Math.abs(value - still[x])).toBeLessThan(24);
});

it('a film with motion blur has the same bytes on one and on two threads, in pieces and whole', {
  tags: 'ffmpeg',
}, async () => {
  const { project } = expandProject(film({ motionBlur: 0.7 }, { shadow: 'soft', rotation: 10 }));
  const whole = await filmOf(project, { threads: 0 });
  const threaded = await filmOf(project, { threads: 1, isChecked: false });
  expect(Buffer.compare(threaded.bytes, whole.bytes)).toBe(0);
  const store = new CountingStore();
  for (const index of [1, 0])
    await filmOf(project, { threads: 0, isChecked: false, store, share: { index, count: 2 } });
  const joined = await filmOf(project, { store });
  expect(Buffer.compare(joined.bytes, whole.bytes)).toBe(0);
});

it('an SVG shows the object without blur, and a warning says so', async () => {
  const svg = await render(film({ motionBlur: 1 }), { format: 'svg', timeMs: 600 });
  const edges = profile(await browser.draw(svg.data, svg)).filter((value) => value > 4 && value < 251);
  expect(edges).toEqual([]);
  expect(svg.warnings).toEqual([
    expect.objectContaining({
      path: ['objects', 'box'],
      rule: 'motion-blur',
      message: 'is drawn without its motion blur in SVG; render a PNG or a film to see it',
    }),
  ]);
  const still = await render(film({ motionBlur: 1 }), { format: 'svg', timeMs: 100 });
  expect(still.warnings).toBeUndefined();
});

it('motion blur of an object that never moves is advised against, and can be removed', async () => {
  const document = film({}, { motionBlur: 0.5 });
  const resting = { ...document.objects.rest, motionBlur: 0.5 };
  const { advice } = await inspect({ ...document, objects: { ...document.objects, rest: resting } });
  expect(advice?.filter(({ rule }) => rule === 'no-effect')).toEqual([
    expect.objectContaining({
      path: 'objects.rest',
      message: 'motionBlur has no effect on rest, which never moves; let it move, or remove it',
      fix: { motionBlur: null },
    }),
  ]);
});

it.each([2, -0.1, 'fast'])('the motion blur %j is refused', async (motionBlur) => {
  const rule = `must be a number from 0 to 1, but is ${JSON.stringify(motionBlur)}`;
  await expect(inspect(film({ motionBlur }))).rejects.toThrow(`motionBlur: ${rule}`);
  await expect(inspect(film({}, { motionBlur }))).rejects.toThrow(`objects.box.motionBlur: ${rule}`);
});
