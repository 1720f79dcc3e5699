import { expect, it } from 'vitest';
import { stillProject } from '../../../../../test/support/build-project.ts';
import { render } from '../../../src/render/render.ts';

it("frees a picture's layers while painting it", async () => {
  // Each is painted on its own layer of some 8 MB, together 1.6 GB.
  const panes = Array.from({ length: 200 }, (_, index) => [
    `pane${index}`,
    {
      kind: 'rectangle' as const,
      state: {
        x: 960,
        y: 540,
        width: 1900,
        height: 1000 + index / 10,
        stroke: '#ffffff',
        strokeWidth: 4,
        opacity: 0.5,
      },
    },
  ]);
  const project = stillProject(Object.fromEntries(panes), { width: 1920, height: 1080 });
  const before = process.memoryUsage().rss;
  await render(project, { format: 'png' });
  expect(process.memoryUsage().rss - before).toBeLessThan(600e6);
});
