import { expect, it } from 'vitest';
import { type ObjectSpec, quarteredImage, stillProject } from '../../../../test/support/build-project.ts';
import type { ImageAsset } from '../../src/project/object-schemas.ts';
import { render } from '../../src/render/render.ts';

const damaged: ImageAsset = { src: 'data:image/png;base64,iVBORw0KGgo=', width: 8, height: 8 };

function picture(image: ImageAsset, visible = true): ObjectSpec {
  return { kind: 'image', image, state: { x: 40, y: 40, visible } };
}

it('a still decodes only its visible images, but a film decodes all images', async () => {
  const project = stillProject({
    hidden: picture(damaged, false),
    first: picture(quarteredImage(8, 8)),
    second: picture(quarteredImage(12, 8)),
  });
  for (const format of ['svg', 'png'] as const) {
    expect((await render(project, { format })).bytes).toBeGreaterThan(0);
  }
  const svg = Buffer.from((await render(project, { format: 'svg' })).data).toString();
  expect(svg.match(/<image /g)).toHaveLength(2);
  await expect(render(project, { format: 'mp4' })).rejects.toMatchObject({
    code: 'failed',
    message: expect.stringMatching(/^scenes\.scene\.objects\.hidden\.image: /),
  });
});

it('a still reports all its damaged images at once', async () => {
  const project = stillProject({
    first: picture(damaged),
    fine: picture(quarteredImage(8, 8)),
    second: picture(damaged),
  });
  await expect(render(project, { format: 'png' })).rejects.toMatchObject({
    code: 'failed',
    problems: ['first', 'second'].map((id) => ({
      path: ['scenes', 'scene', 'objects', id, 'image'],
      rule: 'damaged-media',
    })),
  });
});
