import { describe, expect, it, vi } from 'vitest';
import type * as capabilitiesModule from '../../src/render/capabilities.ts';
import { render } from '../../src/render/render.ts';
import { stillProject } from '../support/build-project.ts';

// Outputs of more than 64 MiB take long to make.
vi.mock('../../src/render/capabilities.ts', async (original) => ({
  ...(await original<typeof capabilitiesModule>()),
  maxOutputBytes: 800,
}));

const refusal = {
  code: 'unsupported',
  message: 'project: its output is larger than 800 bytes; render it smaller or shorten the project',
};

describe('an output that is too large', () => {
  it('is refused as a PNG and as a film', async () => {
    const project = stillProject({ word: { kind: 'text', state: { text: 'Hamburg', fontSize: 60 } } });
    await expect(render(project, { format: 'png' })).rejects.toMatchObject(refusal);
    await expect(render(project, { format: 'mp4' })).rejects.toMatchObject(refusal);
  });

  it('is refused as an SVG, which counts in bytes and with all that is around its outlines', async () => {
    const labelled = (zeroWidthSpaces: number) =>
      stillProject({
        i: { kind: 'text', state: { text: `l${'\u200b'.repeat(zeroWidthSpaces)}`, fontSize: 20 } },
      });
    // They have no outline, and in the label three bytes each.
    const { bytes } = await render(labelled(0), { format: 'svg' });
    const most = Math.floor((800 - bytes) / 3);
    expect((await render(labelled(most), { format: 'svg' })).bytes).toBe(bytes + 3 * most);
    await expect(render(labelled(most + 1), { format: 'svg' })).rejects.toMatchObject(refusal);
  });
});
