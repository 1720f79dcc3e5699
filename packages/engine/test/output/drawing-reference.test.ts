import { describe, expect, it } from 'vitest';
import { quarteredImage, stillProject, writtenProject } from '../../../../test/support/build-project.ts';
import { decodePng, pixelAt } from '../../../../test/support/picture.ts';
import type { Project } from '../../src/project/schema.ts';
import type { RenderOptions } from '../../src/render/options/render-options.ts';
import { render } from '../../src/render/render.ts';
import { kindSheets, useReferenceBrowser } from './drawing-reference.ts';
import { atTheEdges, degenerate, extremes, family, images, translucent } from './hard-drawings.ts';

const demandAgreement = useReferenceBrowser();

describe('every object kind, look and write progress', () => {
  it.each(kindSheets('none'))(
    'PNG matches SVG in Chromium for every look and write progress of $kind on none',
    { tags: 'chromium' },
    ({ kind, project }) => demandAgreement(project, `${kind} on none`, { timeMs: 300 }),
  );
});

describe('difficult drawings', () => {
  const cases: [name: string, project: Project, options?: RenderOptions][] = [
    ['images', stillProject(images, { width: 480, height: 360, background: '#202020' })],
    [
      'images without a background, twice as large',
      stillProject(images, { width: 480, height: 360, background: 'none' }),
      { width: 960 },
    ],
    [
      'a large image scaled down',
      stillProject({
        image: {
          kind: 'image',
          image: quarteredImage(1600, 1200),
          state: { x: 160, y: 90, width: 100, height: 75, rotation: 10 },
        },
      }),
    ],
    [
      'a small image scaled up',
      stillProject({
        image: {
          kind: 'image',
          image: quarteredImage(4, 3),
          state: { x: 160, y: 90, width: 200, height: 150, rotation: 10 },
        },
      }),
    ],
    ['glow at the edges', stillProject(atTheEdges)],
    ['glow at the edges, half as large', stillProject(atTheEdges, { background: 'none' }), { width: 160 }],
    ['glow at the edges, twice as large', stillProject(atTheEdges), { width: 640 }],
    [
      'a scene fitted into a taller picture',
      stillProject(atTheEdges, { background: '#345' }),
      { width: 320, height: 320 },
    ],
    [
      'a scene fitted into a wider picture',
      stillProject(atTheEdges, { background: 'none' }),
      { width: 500, height: 181 },
    ],
    ['translucent shapes', stillProject(translucent, { background: '#456' })],
    [
      'translucent shapes on a translucent background',
      stillProject(translucent, { background: '#ffffff20' }),
    ],
    ['degenerate shapes', stillProject(degenerate, { width: 480, height: 320 })],
    [
      'degenerate shapes half written',
      writtenProject(degenerate, { width: 480, height: 320 }),
      { timeMs: 500 },
    ],
    ['extreme numbers', stillProject(extremes)],
    ['extreme numbers half written', writtenProject(extremes), { timeMs: 500 }],
    ['nested parents', stillProject(family)],
    [
      'a glow in a tiny scene',
      stillProject(
        { dot: { kind: 'circle', state: { x: 8, y: 6, width: 6, height: 6, effect: 'glow', opacity: 0.8 } } },
        { width: 16, height: 9 },
      ),
      { width: 640 },
    ],
  ];

  it.each(cases)('PNG matches SVG in Chromium: %s', { tags: 'chromium' }, async (name, project, options) => {
    await demandAgreement(project, name, options);
  });
});

describe('glows', () => {
  /** A white half-plane up to x = 40 without a background, so that only its glow is visible beside it. */
  const edge = stillProject(
    { box: { kind: 'rectangle', state: { x: -60, y: 45, width: 200, height: 400, effect: 'glow' } } },
    { width: 160, height: 90, background: 'none' },
  );

  // 255 (1 - Phi(distance / 4)), distances in scene pixels from the edge to the pixel's middle.
  it.each([
    { scale: 0.5, x: 20, distance: 1, alpha: 102.3 },
    { scale: 0.5, x: 22, distance: 5, alpha: 26.9 },
    { scale: 1, x: 41, distance: 1.5, alpha: 90.2 },
    { scale: 1, x: 45, distance: 5.5, alpha: 21.6 },
    { scale: 2, x: 83, distance: 1.75, alpha: 84.4 },
    { scale: 2, x: 91, distance: 5.75, alpha: 19.2 },
    { scale: 10, x: 417, distance: 1.75, alpha: 84.4 },
    { scale: 10, x: 457, distance: 5.75, alpha: 19.2 },
  ])(
    'paints a glow as a Gaussian of 4 scene pixels at scale $scale, $distance from an edge',
    async ({ scale, x, alpha }) => {
      const png = await render(edge, { width: 160 * scale });
      const pixel = pixelAt(await decodePng(png.data), x, Math.floor(45 * scale));
      // Skia blurs with three boxes in turn, which is a Gaussian to within a few levels.
      expect(Math.abs(pixel[3] - alpha)).toBeLessThan(7);
    },
  );

  it('paints the glow in a 2 x 2 scene enlarged to 1440 pixels', async () => {
    const minute = stillProject(
      { dot: { kind: 'circle', state: { x: 1, y: 1, width: 2, height: 2, effect: 'glow' } } },
      { width: 2, height: 2 },
    );
    const picture = await decodePng((await render(minute, { width: 1440 })).data);
    // The dot itself in the middle; in the corner its glow, about area / (2 pi sigma^2) exp(-distance^2 / 2 sigma^2)
    // = pi / (32 pi) exp(-2 / 32) = 0.029.
    expect(pixelAt(picture, 720, 720)).toEqual([255, 255, 255, 255]);
    expect(Math.abs(pixelAt(picture, 2, 2)[0] - 255 * 0.029)).toBeLessThan(7);
  });
});
