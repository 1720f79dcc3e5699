import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompositionState, Project } from '../../src/project/schema.ts';
import type { RenderOptions } from '../../src/render/options/render-options.ts';
import { render } from '../../src/render/render.ts';
import { type ObjectSpec, quarteredImage, stillProject, writtenProject } from '../support/build-project.ts';
import { ChromiumJudge } from '../support/chromium.ts';
import { decodePng, pixelAt } from '../support/picture.ts';
import { projectFiles } from '../support/project-files.ts';
import { demandSamePicture } from '../support/same-picture.ts';
import { atTheEdges, degenerate, extremes, family, images, translucent } from './hard-drawings.ts';

let judge: ChromiumJudge;

beforeAll(async () => {
  judge = await ChromiumJudge.start();
});

afterAll(() => judge?.close());

/** Checks that our PNG and Chromium's rendering of our SVG show the same picture. */
async function demandAgreement(project: Project, name: string, options: RenderOptions = {}): Promise<void> {
  const png = await render(project, { ...options, format: 'png' });
  const svg = await render(project, { ...options, format: 'svg' });
  await demandSamePicture(await decodePng(png.data), await judge.draw(svg.data, svg), name);
}

describe('example and fixture projects', () => {
  /** Not a round number, because a hold or a keyframe may begin at a round time. */
  const shares = [0, 0.2517, 0.5031, 0.7473, 1];

  it.each(projectFiles)(
    'the PNG of $name matches its SVG in Chromium',
    { timeout: 60_000 },
    async ({ name, project, durationMs, width }) => {
      for (const share of shares) {
        const timeMs = share * durationMs;
        // Draws large scenes at full size only once. Smaller sizes show as much in a fraction of the time.
        const size = width > 640 && share !== 0.5031 ? { width: 640 } : {};
        await demandAgreement(project, `${name} at ${timeMs} ms`, { timeMs, ...size });
      }
    },
  );
});

const cell = { width: 120, height: 90 };

const kinds: Readonly<Record<string, ObjectSpec>> = {
  circle: { kind: 'circle', state: { width: 80, height: 50, fill: '#4f8cff' } },
  rectangle: { kind: 'rectangle', state: { width: 80, height: 50, fill: '#4f8cff', cornerRadius: 12 } },
  path: {
    kind: 'path',
    state: { anchorX: 40, width: 80, height: 10, path: { c1: { x: 20, y: -60 }, c2: { x: 60, y: 60 } } },
  },
  segment: {
    kind: 'circle',
    state: { width: 80, height: 60, fill: '#4f8cff', sweep: [-40, 250], innerRadius: 0.5 },
  },
  arc: { kind: 'circle', state: { width: 80, height: 60, fill: 'none', sweep: [-40, 250], dash: [12, 8] } },
  curve: {
    kind: 'path',
    state: {
      anchorX: 40,
      anchorY: 25,
      width: 80,
      height: 50,
      fill: '#4f8cff',
      dash: [9, 6],
      dashOffset: 4,
      points: [
        [0, 1],
        [0.3, 0.1],
        [0.6, 0.8],
        [1, 0],
      ],
      smooth: true,
      closed: true,
    },
  },
  arrow: { kind: 'arrow', state: { anchorX: 40, width: 80, height: 20 } },
  numberline: { kind: 'numberline', state: { anchorX: 40, width: 80, height: 12 } },
  text: { kind: 'text', state: { text: 'Office\nÅg', fontSize: 30, fill: '#4f8cff' } },
  equation: { kind: 'equation', state: { text: '\\frac{a}{\\sqrt{b}}+1', fontSize: 26, fill: '#4f8cff' } },
  'coloured equation': {
    kind: 'equation',
    state: {
      text: '\\textcolor{tomato}{x}+\\colorbox{#345}{$\\frac{a}{b}$}',
      fontSize: 24,
      fill: '#4f8cff',
      align: 'left',
    },
  },
  'dashed text': {
    kind: 'text',
    state: {
      text: 'Ag\nÅg',
      fontSize: 30,
      fill: '#4f8cff',
      dash: [5, 7],
      lineHeight: 1.1,
      verticalAlign: 'bottom',
    },
  },
  image: {
    kind: 'image',
    state: { width: 80, height: 50, cornerRadius: 12 },
    image: quarteredImage(40, 25),
  },
};

/** Every combination of stroke, translucency and glow, one per column. */
const looks = [0, 3].flatMap((strokeWidth) =>
  [1, 0.5].flatMap((opacity) =>
    (['none', 'glow'] as const).map(
      (effect): Partial<CompositionState> => ({ stroke: '#ffcc66', strokeWidth, opacity, effect }),
    ),
  ),
);

/** At 300 ms: complete, and 0.3 and 0.7 written in both orders, one per row. */
const progresses: readonly ObjectSpec['track'][] = [
  { type: 'none', duration: 0 },
  ...(['together', 'sequential'] as const).flatMap((order) => [
    { order, duration: 1000 },
    { order, duration: 300 / 0.7 },
  ]),
];

describe('every object kind, look and write progress', () => {
  const sheet = { width: looks.length * cell.width, height: progresses.length * cell.height };

  it.each(['#18202c', 'none'])(
    'PNG matches SVG in Chromium for every object kind, look and write progress on %s',
    { timeout: 60_000 },
    async (background) => {
      for (const [name, spec] of Object.entries(kinds)) {
        const cells = progresses.flatMap((track, row) =>
          looks.map((look, column): [string, ObjectSpec] => [
            `r${row}c${column}`,
            {
              ...spec,
              state: {
                ...spec.state,
                ...look,
                x: (column + 0.5) * cell.width,
                y: (row + 0.5) * cell.height,
              },
              track,
            },
          ]),
        );
        const project = writtenProject(Object.fromEntries(cells), { ...sheet, background });
        await demandAgreement(project, `${name} on ${background}`, { timeMs: 300 });
      }
    },
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

  it.each(cases)('PNG matches SVG in Chromium: %s', async (name, project, options) => {
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
