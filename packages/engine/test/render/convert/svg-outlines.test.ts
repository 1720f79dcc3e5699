import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ReferenceBrowser } from '../../../../../test/support/chromium.ts';
import { temporaryFolder } from '../../../../../test/support/command-line.ts';
import { decodePng } from '../../../../../test/support/picture.ts';
import { demandSamePicture } from '../../../../../test/support/same-picture.ts';
import { inspect } from '../../../src/render/inspect.ts';
import { render } from '../../../src/render/render.ts';

const browser = new ReferenceBrowser();
afterAll(() => browser.close());

const size = { width: 640, height: 360 };
const svg = (content: string, box = '0 0 32 18') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${content}</svg>`;
const urlOf = (text: string) => `data:image/svg+xml,${encodeURIComponent(text)}`;

const filmOf = (src: string, fields: object = {}) => ({
  shorthand: true,
  ...size,
  background: '#f4f1ea',
  objects: { logo: { kind: 'image', src, ...size, ...fields } },
  compositions: { a: { duration: 1000, states: { logo: true } } },
});

async function adviceOn(film: object, baseFolder?: string): Promise<string[]> {
  const { advice = [] } = await inspect(film, { advice: true, ...(baseFolder && { baseFolder }) });
  return advice.filter(({ rule }) => rule === 'bitmap').map(({ path, message }) => `${path}: ${message}`);
}

const drawn: Readonly<Record<string, string>> = {
  'styles, symbols and transforms': `<style>.a{fill:#7c3aed}</style>
    <defs><symbol id="s"><rect width="8" height="8" rx="2" class="a"/></symbol></defs>
    <use href="#s" x="4" y="4" transform="rotate(12 8 8)"/><use href="#s" x="18" y="3"/>`,
  'clip paths': `<clipPath id="c"><circle cx="10" cy="9" r="7"/></clipPath>
    <g clip-path="url(#c)"><rect width="18" height="18" fill="#0ea5e9"/><path d="M0 12q5-7 10 0t10 0v8H0z" fill="#fff" fill-opacity=".7"/></g>`,
  'clip paths with transformed and hidden parts': `<clipPath id="c"><rect x="2" y="3" width="12" height="6" transform="translate(4 2) rotate(8) scale(1.2 .9)"/></clipPath>
    <clipPath id="h"><circle cx="24" cy="9" r="5" visibility="hidden"/></clipPath>
    <rect width="32" height="18" fill="#0ea5e9" clip-path="url(#c)"/><rect width="32" height="18" fill="#000" clip-path="url(#h)"/>`,
  'the even-odd rule':
    '<path fill-rule="evenodd" fill="#f59e0b" d="M2 2h28v14H2zM4 4h24v10H4zM8 6h16v6H8zM12 1l6 16 4-12-14 8z"/>',
  'strokes of every kind': `<g fill="none" stroke="#ef4444" stroke-width="1.5">
      <path d="M2 9a3 3 0 0 1 6 0q3 4 6 0"/><path d="M17 3l4 6 4-6" stroke-linejoin="bevel" stroke-linecap="square"/>
      <path d="M17 13l1 3 1-3" stroke-miterlimit="2"/><path transform="matrix(1 0 .7 .4 14 12)" d="M8 1h6v6H8z"/>
      <path d="M4 15h6l2-2" stroke-linecap="round" stroke-linejoin="round" stroke="#10b981" opacity=".6"/></g>`,
  'parts beyond the frame':
    '<circle cx="31" cy="1" r="9" fill="#db2777"/><path d="M-9 17H40" stroke="#000"/><circle cx="90" cy="90" r="5"/>',
};

describe('SVG as outlines', () => {
  it.each(Object.entries(drawn))('draws %s like Chromium', { tags: 'chromium' }, async (name, content) => {
    const film = filmOf(urlOf(svg(content)));
    expect(await adviceOn(film)).toEqual([]);
    const png = await render(film, { format: 'png' });
    const page = `<div style="left:0;top:0;width:640px;height:360px;background:#f4f1ea"><img style="width:640px;height:360px" src="${urlOf(svg(content))}"></div>`;
    await demandSamePicture(await decodePng(png.data), await browser.drawHtml(page, size), name);
    const text = new TextDecoder().decode((await render(film, { format: 'svg' })).data);
    expect(text).not.toContain('<image');
  });

  it.each([
    [
      'a gradient or a pattern',
      '<linearGradient id="g"><stop stop-color="red"/><stop offset="1"/></linearGradient><rect width="9" height="9" fill="url(#g)"/>',
    ],
    ['a mask', '<mask id="m"><circle r="9" fill="#fff"/></mask><rect width="9" height="9" mask="url(#m)"/>'],
    [
      'a filter',
      '<filter id="f"><feGaussianBlur stdDeviation="1"/></filter><rect width="9" height="9" filter="url(#f)"/>',
    ],
    ['a blend mode', '<rect width="9" height="9" style="mix-blend-mode:multiply"/>'],
    ['a translucent group', '<g opacity=".5"><rect width="9" height="9"/><circle r="5"/></g>'],
    ['a transform-box', '<rect width="9" height="9" style="transform-box:fill-box"/>'],
    ['a transform in three dimensions', '<rect width="9" height="9" style="transform:rotateX(9deg)"/>'],
    ['a shape as clip path', '<rect width="9" height="9" style="clip-path:circle(4px)"/>'],
    ['an animation', '<rect width="9" height="9"><animate attributeName="x" to="9" dur="1s"/></rect>'],
    ['a dashed stroke', '<path d="M0 0h9" stroke="red" stroke-dasharray="1"/>'],
    ['more than 500 shapes', '<path d="M0 0h9v9z"/>'.repeat(501)],
    [
      'lines that cross very often',
      `<path fill-rule="evenodd" d="M0 0${Array.from({ length: 7000 }, (_, index) => `L${(index * 7919) % 3200} ${(index * 104729) % 1800}`).join('')}z"/>`,
    ],
    ['very long outlines', `<path d="M0 0${'l1 1h1'.repeat(50_000)}z"/>`],
  ])('draws an SVG with %s as a bitmap and says so', async (reason, content) => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'logo.svg'), svg(content));
    expect(await adviceOn(filmOf('logo.svg'), folder)).toEqual([
      `objects.logo.src: the SVG is drawn as a bitmap, because it has ${reason}; without that, it would be drawn as outlines, sharp at every size and with the animation write`,
    ]);
    const text = await render(filmOf('logo.svg'), { format: 'svg', baseFolder: folder });
    expect(new TextDecoder().decode(text.data)).toContain('<image');
  });

  it('draws an SVG with thousands of shapes as a bitmap and says so', { tags: 'slow' }, async () => {
    const [reason, content] = [
      'more than 500 shapes',
      '<path d="M0 0"/>'.repeat(50_000) + '<path d="M0 0h9v9"/>'.repeat(9000),
    ];
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'logo.svg'), svg(content));
    expect(await adviceOn(filmOf('logo.svg'), folder)).toEqual([
      `objects.logo.src: the SVG is drawn as a bitmap, because it has ${reason}; without that, it would be drawn as outlines, sharp at every size and with the animation write`,
    ]);
    const text = await render(filmOf('logo.svg'), { format: 'svg', baseFolder: folder });
    expect(new TextDecoder().decode(text.data)).toContain('<image');
  });

  it('gives an image the sides of its SVG, and fits and rounds it like a bitmap', {
    tags: 'chromium',
  }, async () => {
    const src = urlOf(svg('<rect width="32" height="18" fill="#0ea5e9"/><circle cx="16" cy="9" r="8"/>'));
    const { width: _, height: __, ...natural } = filmOf(src).objects.logo;
    const objects = { logo: { ...natural, width: 320 } };
    const { layout } = await inspect({ ...filmOf(src), objects }, { advice: true, layout: true });
    expect(layout?.[0]?.objects[0]?.box).toEqual({ left: 160, top: 90, right: 480, bottom: 270 });
    const square = { width: 300, height: 300, fit: 'cover', focus: [0, 0.5], cornerRadius: 40 };
    const png = await render(filmOf(src, square), { format: 'png' });
    const page = `<div style="left:0;top:0;width:640px;height:360px;background:#f4f1ea"><img style="position:absolute;left:170px;top:30px;width:300px;height:300px;object-fit:cover;object-position:0 50%;border-radius:40px" src="${src}"></div>`;
    await demandSamePicture(await decodePng(png.data), await browser.drawHtml(page, size), 'cover');
  });

  it.each([
    ['a paint', '<svg viewBox="0 0 9 9"><path d="M0 0h9v9" fill="url(#x)"/></svg>'],
    ['a size', '<svg viewBox="0 0 -1 x"><path d="M0 0h9v9" fill="#000"/></svg>'],
    ['shapes', `<svg viewBox="0 0 9 9">${'<path d="M0 0h9v9" fill="#000"/>'.repeat(501)}</svg>`],
  ])('refuses outlines with %s that nobody may write', async (_, text) => {
    const src = `data:image/svg+xml;outlines;base64,${Buffer.from(text).toString('base64')}`;
    await expect(inspect(filmOf(src), {})).rejects.toThrow(/^objects\.logo\.src: must be a PNG or JPEG file/);
  });

  it('refuses a damaged SVG in a sentence', async () => {
    await expect(inspect(filmOf('data:image/svg+xml;base64,PHN2Zz4='), {})).rejects.toThrow(
      /^objects\.logo\.src: is "data:image\/svg.*, but the SVG cannot be drawn: /,
    );
  });
});
