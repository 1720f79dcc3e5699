// @module-tag chromium

import { afterAll, expect, it } from 'vitest';
import { type ObjectSpec, stillProject } from '../../../../test/support/build-project.ts';
import { ReferenceBrowser } from '../../../../test/support/chromium.ts';
import { decodeFrames } from '../../../../test/support/ffmpeg.ts';
import { decodePng } from '../../../../test/support/picture.ts';
import { structuralSimilarity } from '../../../../test/support/picture-difference.ts';
import { demandSamePicture } from '../../../../test/support/same-picture.ts';
import { type BlendMode, blendModes } from '../../src/project/properties/values.ts';
import { render } from '../../src/render/render.ts';

const browser = new ReferenceBrowser();
afterAll(() => browser.close());

const size = { width: 320, height: 180 };
const place = 'position:absolute;border-radius:50%;width:120px;height:120px;top:30px;';

/** Two circles that meet over two colours. */
function circles(blend: BlendMode) {
  const circle = { y: 90, width: 120, height: 120, strokeWidth: 0 };
  const half = { x: 80, y: 90, width: 160, height: 180, fill: '#9a3412', strokeWidth: 0 };
  const objects: Record<string, ObjectSpec> = {
    half: { kind: 'rectangle', state: half },
    one: { kind: 'circle', state: { ...circle, x: 130, fill: '#06b6d4' } },
    other: { kind: 'circle', state: { ...circle, x: 190, fill: '#eab308', opacity: 0.8, blend } },
  };
  return { ...stillProject(objects, { ...size, background: '#c7d2fe' }), extended: true };
}

it.each(blendModes)('the mode %s mixes colours as CSS does', async (blend) => {
  const png = await decodePng((await render(circles(blend), { format: 'png' })).data);
  const svg = await render(circles(blend), { format: 'svg' });
  await demandSamePicture(png, await browser.draw(svg.data, svg), `${blend} in SVG`);
  const page = `<div style="position:absolute;left:0;top:0;width:320px;height:180px;background:linear-gradient(90deg,#9a3412 50%,#c7d2fe 50%);overflow:hidden">
    <div style="${place}left:70px;background:#06b6d4"></div>
    <div style="${place}left:130px;background:#eab308;opacity:0.8;mix-blend-mode:${blend}"></div></div>`;
  await demandSamePicture(png, await browser.drawHtml(page, size), `${blend} in CSS`);
});

const film = {
  shorthand: true,
  ...size,
  background: 'linear-gradient(90deg, #f59e0b, #1d4ed8)',
  objects: {
    disc: { kind: 'circle', x: 90, y: 80, width: 90, fill: '#06b6d4', blend: 'multiply' },
    pair: {
      ...{ kind: 'row', x: 220, y: 80, gap: -20, blend: 'overlay' },
      children: [
        { kind: 'circle', width: 60, fill: 'red' },
        { kind: 'circle', width: 60, fill: 'yellow' },
      ],
    },
    word: { kind: 'text', text: 'BLEND', y: 150, fontSize: 50, fill: 'white', blend: 'difference' },
  },
  compositions: {
    a: { duration: 500, states: { disc: true, pair: true, word: true } },
    b: { duration: 500, enter: 500, states: { disc: { x: 200 }, word: { y: 90 } } },
  },
};

it('a film mixes the colours of what moves as a picture does', { tags: 'ffmpeg' }, async () => {
  const mp4 = await render(film, { format: 'mp4' });
  const [frame] = await decodeFrames(mp4.data, [22], mp4);
  const still = await decodePng((await render(film, { timeMs: (22 / 30) * 1000 })).data);
  expect(structuralSimilarity(frame, still)).toBeGreaterThan(0.97);
});

it('a picture of another shape mixes colours with the background of the scene in SVG', async () => {
  const options = { width: 400, height: 180, timeMs: 300 };
  const png = await decodePng((await render(film, { ...options, format: 'png' })).data);
  const svg = await render(film, { ...options, format: 'svg' });
  await demandSamePicture(png, await browser.draw(svg.data, svg), 'beside bars');
});
