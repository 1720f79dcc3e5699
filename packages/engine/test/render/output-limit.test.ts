import { describe, expect, it, vi } from 'vitest';
import { stillProject } from '../../../../test/support/build-project.ts';
import type * as capabilitiesModule from '../../src/render/capabilities.ts';
import { render } from '../../src/render/render.ts';

// Lowered for speed, since rendering more than 64 MiB takes long.
vi.mock('../../src/render/capabilities.ts', async (original) => ({
  ...(await original<typeof capabilitiesModule>()),
  maxOutputBytes: 800,
}));

function refusal(label: string, wayOut: string) {
  const rule = `the ${label} is over ${800 / 1024 ** 2} MiB, the most for one output`;
  return {
    code: 'unsupported',
    message: `project: ${rule}; ${wayOut}`,
    problems: [{ path: [], rule: 'output-size' }],
  };
}

describe('an output that is too large', () => {
  it('render rejects a PNG and a film that are too large', async () => {
    const project = stillProject({ word: { kind: 'text', state: { text: 'Hamburg', fontSize: 60 } } });
    await expect(render(project, { format: 'png' })).rejects.toMatchObject(
      refusal('PNG', 'render it smaller'),
    );
    await expect(render(project, { format: 'mp4' })).rejects.toMatchObject(
      refusal('MP4', 'render it smaller, with fewer frames per second, or only a part of it'),
    );
  });

  it('render rejects an SVG that is too large, counting all its bytes', async () => {
    const labelled = (zeroWidthSpaces: number) =>
      stillProject({
        i: { kind: 'text', state: { text: `l${'\u200b'.repeat(zeroWidthSpaces)}`, fontSize: 20 } },
      });
    // These characters have no outline, but three bytes each in the label.
    const { bytes } = await render(labelled(0), { format: 'svg' });
    const most = Math.floor((800 - bytes) / 3);
    expect((await render(labelled(most), { format: 'svg' })).bytes).toBe(bytes + 3 * most);
    await expect(render(labelled(most + 1), { format: 'svg' })).rejects.toMatchObject(
      refusal('SVG', 'embed smaller images or show fewer texts, or render a PNG'),
    );
  });
});
