import { describe, expect, it } from 'vitest';
import { stillProject } from '../../../../test/support/build-project.ts';
import { decodePng } from '../../../../test/support/picture.ts';
import { writePng } from '../../../../test/support/png-writer.ts';
import type { ImageAsset } from '../../src/project/object-schemas.ts';
import { render } from '../../src/render/render.ts';

/** Returns a grey picture. */
function greyImage(side: number, shade: (x: number, y: number) => number): ImageAsset {
  const png = writePng({
    width: side,
    height: side,
    colorType: 0,
    bitDepth: 8,
    pixel: (x, y) => [shade(x, y)],
  });
  return { src: `data:image/png;base64,${Buffer.from(png).toString('base64')}`, width: side, height: side };
}

/** Returns the red channel of an image drawn on black, `side` scene pixels wide and high around a point. */
async function redsOf(image: ImageAsset, state: { x: number; y: number; side: number }) {
  const { x, y, side } = state;
  const project = stillProject(
    { picture: { kind: 'image', image, state: { x, y, width: side, height: side } } },
    { width: 100, height: 100, background: '#000000' },
  );
  const picture = await decodePng((await render(project)).data);
  return (column: number, row: number) => picture.data[(row * 100 + column) * 4];
}

describe('images', () => {
  it('draws a scaled-down image as the mean of its pixels', async () => {
    const checkered = greyImage(512, (x, y) => ((x + y) % 2) * 255);
    const red = await redsOf(checkered, { x: 50, y: 50, side: 41 });
    const inside = Array.from({ length: 30 }, (_, index) => red(35 + index, 65 - index));
    for (const value of inside) expect(value).toBeGreaterThan(100);
    for (const value of inside) expect(value).toBeLessThan(156);
  });

  it('draws an image between two pixels proportionally over both', async () => {
    const red = await redsOf(
      greyImage(20, () => 255),
      { x: 50.5, y: 50.25, side: 20 },
    );
    const half = (value: number | undefined, share: number) => {
      expect(value).toBeGreaterThan(255 * share - 12);
      expect(value).toBeLessThan(255 * share + 12);
    };
    // From 40.5 to 60.5 across, and from 40.25 to 60.25 down.
    half(red(39, 50), 0);
    half(red(40, 50), 0.5);
    half(red(41, 50), 1);
    half(red(60, 50), 0.5);
    half(red(50, 40), 0.75);
    half(red(50, 60), 0.25);
    half(red(50, 61), 0);
  });
});
