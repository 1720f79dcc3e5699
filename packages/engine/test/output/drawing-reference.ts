import { afterAll } from 'vitest';
import { type ObjectSpec, quarteredImage, writtenProject } from '../../../../test/support/build-project.ts';
import { ReferenceBrowser } from '../../../../test/support/chromium.ts';
import { decodePng } from '../../../../test/support/picture.ts';
import { demandSamePicture } from '../../../../test/support/same-picture.ts';
import type { CompositionState, Project } from '../../src/project/schema.ts';
import type { RenderOptions } from '../../src/render/options/render-options.ts';
import { render } from '../../src/render/render.ts';

type Demand = (project: Project, name: string, options?: RenderOptions) => Promise<void>;

/** Checks that our PNG and Chromium's rendering of our SVG show the same picture. One Chromium for all tests around. */
export function useReferenceBrowser(): Demand {
  const browser = new ReferenceBrowser();
  afterAll(() => browser.close());
  return async (project, name, options = {}) => {
    const png = await render(project, { ...options, format: 'png' });
    const svg = await render(project, { ...options, format: 'svg' });
    await demandSamePicture(await decodePng(png.data), await browser.draw(svg.data, svg), name);
  };
}

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

const sheet = { width: looks.length * cell.width, height: progresses.length * cell.height };

/** A project for each kind of object, with every look in a column and every write progress in a row. */
export function kindSheets(background: string): { kind: string; project: Project }[] {
  return Object.entries(kinds).map(([kind, spec]) => {
    const cells = progresses.flatMap((track, row) =>
      looks.map((look, column): [string, ObjectSpec] => {
        const [x, y] = [(column + 0.5) * cell.width, (row + 0.5) * cell.height];
        return [`r${row}c${column}`, { ...spec, state: { ...spec.state, ...look, x, y }, track }];
      }),
    );
    return { kind, project: writtenProject(Object.fromEntries(cells), { ...sheet, background }) };
  });
}
