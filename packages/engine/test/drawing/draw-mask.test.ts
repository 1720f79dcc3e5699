import { expect, it } from 'vitest';
import { stillProject } from '../../../../test/support/build-project.ts';
import { decodePng } from '../../../../test/support/picture.ts';
import type { CompositionState } from '../../src/project/schema.ts';
import { render } from '../../src/render/render.ts';

const size = { width: 320, height: 180 };

async function clippedBy(words: Partial<CompositionState>): Promise<string> {
  const project = stillProject(
    {
      photo: { kind: 'rectangle', state: { ...size, x: 160, y: 90, fill: '#1d4ed8', clip: 'words' } },
      words: { kind: 'text', state: { x: 160, y: 90, text: 'Clip', fontSize: 90, visible: false, ...words } },
    },
    size,
  );
  const svg = await render({ ...project, extended: true }, { format: 'svg' });
  return new TextDecoder().decode(svg.data);
}

it('what an object paints does not change the outline with which it clips', async () => {
  const stops: [number, string][] = [
    [0, '#ffffff'],
    [1, '#3a0ca3'],
  ];
  const plain = await clippedBy({});
  expect(plain).toContain('<clipPath');
  expect(
    await clippedBy({
      fill: 'none',
      stroke: '#ffffff',
      strokeWidth: 4,
      fillGradient: { type: 'linear', stops },
      strokeGradient: { type: 'radial', stops },
    }),
  ).toBe(plain);
});

it('an object without area clips everything away', async () => {
  for (const side of ['width', 'height']) {
    const shape = { x: 160, y: 90, width: 100, height: 100, [side]: 1e-320, visible: false };
    const project = stillProject(
      {
        photo: { kind: 'rectangle', state: { ...size, x: 160, y: 90, fill: '#1d4ed8', clip: 'shape' } },
        shape: { kind: 'circle', state: shape },
      },
      { ...size, background: '#ffffff' },
    );
    const png = await render({ ...project, extended: true }, { format: 'png' });
    const { data } = await decodePng(png.data);
    expect(new Set(data)).toEqual(new Set([255]));
  }
});

it('letters that are seen from the edge clip everything away, at once', async () => {
  for (const scaleX of [0, 1e-20, 1e-7, -1e-12]) {
    const words = { x: 0, y: 0, text: 'long words\nand lines', fontSize: 33.3, rotation: 45, scaleX };
    const blurred = { ...size, x: 160, y: 90, fill: '#1d4ed8', blur: 0.4, clip: 'words' };
    const project = stillProject(
      {
        photo: { kind: 'rectangle', state: blurred },
        words: { kind: 'text', state: { ...words, visible: false } },
      },
      { ...size, background: '#ffffff' },
    );
    const png = await render({ ...project, extended: true }, { format: 'png' });
    const { data } = await decodePng(png.data);
    expect(new Set(data)).toEqual(new Set([255]));
  }
});
