// @module-tag chromium

import { Buffer } from 'node:buffer';
import { afterAll, expect, it } from 'vitest';
import { ReferenceBrowser } from '../../../../test/support/chromium.ts';
import { decodeFrames } from '../../../../test/support/ffmpeg.ts';
import { CountingStore } from '../../../../test/support/kept-films.ts';
import { decodePng, type Picture } from '../../../../test/support/picture.ts';
import { structuralSimilarity } from '../../../../test/support/picture-difference.ts';
import { filmOf } from '../../../../test/support/write-film.ts';
import { expandProject, inspect, render } from '../../src/index.ts';

const browser = new ReferenceBrowser();
afterAll(() => browser.close());

const size = { width: 320, height: 180 };

/** A box of 160 x 100 with stripes, turned in space. */
function still(turn: object) {
  const stripes = 'linear-gradient(90deg, #ef4444 25%, #facc15 25%, #facc15 75%, #22c55e 75%)';
  return {
    ...{ shorthand: true, ...size, background: '#0f172a' },
    objects: {
      box: {
        kind: 'rectangle',
        x: 160,
        y: 90,
        width: 160,
        height: 100,
        strokeWidth: 0,
        fill: stripes,
        ...turn,
      },
    },
    compositions: { a: { duration: 500, states: { box: true } } },
  };
}

it.each([
  ['rotationY', 60],
  ['rotationY', -35],
  ['rotationX', 50],
  ['rotationX', -70],
  ['rotationY', 135],
])('%s of %d shows a box as CSS does', async (field, degrees) => {
  const png = await decodePng((await render(still({ [field]: degrees }), { format: 'png' })).data);
  const css = field === 'rotationX' ? 'rotateX' : 'rotateY';
  const page = `<div style="position:absolute;left:0;top:0;width:320px;height:180px;background:#0f172a;overflow:hidden">
    <div style="position:absolute;left:80px;top:40px;width:160px;height:100px;transform:perspective(320px) ${css}(${degrees}deg);
    background:linear-gradient(90deg, #ef4444 25%, #facc15 25%, #facc15 75%, #22c55e 75%)"></div></div>`;
  const reference = await browser.drawHtml(page, size);
  expect(structuralSimilarity(png, reference)).toBeGreaterThan(0.97);
  // Where it is, but for the pixels of the edge.
  const isBox = ({ data }: Picture, at: number) => data[at * 4] + data[at * 4 + 1] > 120;
  let differing = 0;
  for (let at = 0; at < 320 * 180; at++) if (isBox(png, at) !== isBox(reference, at)) differing++;
  expect(differing).toBeLessThan(260);
});

it('an object that is seen from the side is not seen', async () => {
  const png = await decodePng((await render(still({ rotationY: 90 }), { format: 'png' })).data);
  for (let at = 0; at < png.data.length; at += 4)
    expect([...png.data.subarray(at, at + 3)]).toEqual([15, 23, 42]);
});

/** A card with a label, and a column, that flip and tilt into the picture. */
const film = {
  ...{ shorthand: true, ...size, background: '#0f172a' },
  objects: {
    card: {
      kind: 'rectangle',
      x: 80,
      y: 90,
      width: 110,
      height: 90,
      fill: '#1d4ed8',
      text: 'Card',
      fontSize: 28,
      enter: 'flip',
    },
    pair: {
      kind: 'column',
      x: 230,
      y: 90,
      fill: '#334155',
      padding: 12,
      children: ['one', 'two'],
      enter: { type: 'tilt', from: 'bottom' },
    },
    one: { kind: 'circle', width: 30, fill: 'gold' },
    two: { kind: 'text', text: 'Group', fontSize: 20 },
  },
  compositions: { a: { enter: 600, duration: 600, states: { card: true, pair: true } } },
};

it('cards and groups enter as one picture', () => {
  const { project } = expandProject(film);
  const [scene] = Object.values(project.scenes);
  const [{ tracks }] = Object.values(scene.transitions);
  const turned = Object.values(tracks).flatMap(({ objectId, keyframes = {} }) =>
    Object.values(keyframes)
      .filter(({ property }) => property === 'rotationX' || property === 'rotationY')
      .map(({ property, value }) => [scene.objects[objectId].kind, property, value]),
  );
  expect(turned).toEqual([
    ['layer', 'rotationX', -50],
    ['layer', 'rotationY', 90],
  ]);
});

it('a film shows the perspective of its stills, and the same on one and on two threads, in pieces and whole', {
  tags: 'ffmpeg',
}, async () => {
  const mp4 = await render(film, { format: 'mp4' });
  const [frame] = await decodeFrames(mp4.data, [6], mp4);
  const png = await decodePng((await render(film, { format: 'png', timeMs: 200 })).data);
  expect(structuralSimilarity(frame, png)).toBeGreaterThan(0.95);
  const { project } = expandProject(film);
  const whole = await filmOf(project, { threads: 0 });
  const threaded = await filmOf(project, { threads: 1, isChecked: false });
  expect(Buffer.compare(threaded.bytes, whole.bytes)).toBe(0);
  const store = new CountingStore();
  for (const index of [1, 0])
    await filmOf(project, { threads: 0, isChecked: false, store, share: { index, count: 2 } });
  const joined = await filmOf(project, { store });
  expect(Buffer.compare(joined.bytes, whole.bytes)).toBe(0);
});

it('an SVG shows the box narrower and as high, and a warning says so', async () => {
  const svg = await render(still({ rotationY: 60 }), { format: 'svg' });
  const { width, data } = await browser.draw(svg.data, svg);
  const isBox = (x: number, y: number) => data[(y * width + x) * 4] + data[(y * width + x) * 4 + 1] > 120;
  const across = Array.from({ length: 320 }, (_, x) => isBox(x, 90)).filter(Boolean).length;
  const down = Array.from({ length: 180 }, (_, y) => isBox(160, y)).filter(Boolean).length;
  expect(Math.abs(across - 80)).toBeLessThanOrEqual(1);
  expect(down).toBe(100);
  expect(svg.warnings).toEqual([
    expect.objectContaining({
      path: ['objects', 'box'],
      rule: 'perspective',
      message: 'is drawn without its perspective in SVG; render a PNG or a film to see it',
    }),
  ]);
});

it('turns beyond half a circle are refused', async () => {
  const rule = 'must be a number from -180 to 180, but is 200';
  await expect(inspect(still({ rotationX: 200 }))).rejects.toThrow(`objects.box.rotationX: ${rule}`);
});
