import { describe, expect, it } from 'vitest';
import { type ObjectSpec, quarteredImage, stillProject } from '../../../../test/support/build-project.ts';
import { decodePng, pixelAt } from '../../../../test/support/picture.ts';
import { render } from '../../src/render/render.ts';
import { useReferenceBrowser } from './drawing-reference.ts';

const demandAgreement = useReferenceBrowser();

/** Two boxes that overlap from x = 130 to 190, in a layer. */
const overlapping = (changes: ObjectSpec['state']): Record<string, ObjectSpec> => ({
  layer: { kind: 'layer', state: changes },
  red: {
    kind: 'rectangle',
    layerId: 'layer',
    state: { x: 130, y: 90, width: 120, height: 80, fill: '#ff0000' },
  },
  blue: {
    kind: 'rectangle',
    layerId: 'layer',
    state: { x: 190, y: 90, width: 120, height: 80, fill: '#0000ff' },
  },
});

async function pixelsOf(changes: ObjectSpec['state'], xs: readonly number[]) {
  const { data } = await render(stillProject(overlapping(changes)), { format: 'png' });
  const picture = await decodePng(data);
  return xs.map((x) => [...pixelAt(picture, x, 90)].slice(0, 3));
}

describe('pictures with layers', () => {
  it('a translucent layer shows no overlap of its members', async () => {
    const [red, both, blue] = await pixelsOf({ opacity: 0.5 }, [100, 160, 220]);
    expect(both).toEqual(blue);
    expect(Math.abs((red?.[0] ?? 0) - 127.5)).toBeLessThan(1);
    expect(Math.abs((blue?.[2] ?? 0) - 127.5)).toBeLessThan(1);
  });

  it('a layer with opacity 0 or visible false paints nothing, and an opaque one paints its members', async () => {
    const black = [0, 0, 0];
    expect(await pixelsOf({ opacity: 0 }, [100, 160])).toEqual([black, black]);
    expect(await pixelsOf({ visible: false }, [100, 160])).toEqual([black, black]);
    expect(await pixelsOf({}, [100, 160])).toEqual([
      [255, 0, 0],
      [0, 0, 255],
    ]);
  });

  it('a layer is a group with an opacity in SVG, and an opaque one is none', async () => {
    const svgOf = async (changes: ObjectSpec['state']) =>
      Buffer.from((await render(stillProject(overlapping(changes)), { format: 'svg' })).data).toString();
    const group =
      /<g opacity="0.5"><g transform="translate\(130 90\)"><path[^>]*\/><\/g><g[^>]*><path[^>]*\/><\/g><\/g>/;
    expect(await svgOf({ opacity: 0.5 })).toMatch(group);
    expect(await svgOf({})).not.toContain('opacity');
  });

  const members = (layerId: string): Record<string, ObjectSpec> => ({
    [`${layerId}-disc`]: {
      kind: 'circle',
      layerId,
      state: {
        x: 90,
        y: 80,
        width: 100,
        height: 90,
        fill: '#ff5c8a',
        stroke: '#ffffff',
        strokeWidth: 6,
        opacity: 0.8,
      },
    },
    [`${layerId}-picture`]: {
      kind: 'image',
      layerId,
      image: quarteredImage(40, 30),
      state: { x: 200, y: 100, width: 120, height: 90, rotation: 12 },
    },
    [`${layerId}-words`]: {
      kind: 'text',
      layerId,
      state: {
        x: 160,
        y: 90,
        text: 'Layer',
        fontSize: 60,
        fill: '#ffd166',
        stroke: '#204060',
        strokeWidth: 2,
      },
    },
  });

  it.each([
    ['a translucent layer', { layer: { kind: 'layer', state: { opacity: 0.4 } }, ...members('layer') }],
    ['a glowing layer', { layer: { kind: 'layer', state: { effect: 'glow' } }, ...members('layer') }],
    [
      'a translucent, glowing layer',
      { layer: { kind: 'layer', state: { opacity: 0.6, effect: 'glow' } }, ...members('layer') },
    ],
    [
      'a layer inside another one',
      {
        outer: { kind: 'layer', state: { opacity: 0.7 } },
        back: {
          kind: 'rectangle',
          layerId: 'outer',
          state: { x: 160, y: 90, width: 280, height: 60, fill: '#06d6a0' },
        },
        inner: { kind: 'layer', layerId: 'outer', state: { opacity: 0.5 } },
        ...members('inner'),
      },
    ],
  ] satisfies [string, Record<string, ObjectSpec>][])(
    'PNG matches SVG in Chromium: %s',
    { tags: 'chromium' },
    async (name, specs) => {
      await demandAgreement(stillProject(specs, { background: '#345' }), name);
      await demandAgreement(stillProject(specs, { background: 'none' }), `${name}, no background`, {
        width: 640,
      });
      await demandAgreement(stillProject(specs), `${name}, fitted`, { width: 400, height: 400 });
    },
  );
});
