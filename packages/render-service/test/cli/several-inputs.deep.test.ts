import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { run, temporaryFolder } from '../../../../test/support/command-line.ts';
import { film } from '../../../engine/test/shorthand/expand.ts';

it('render prints a notice for more inputs than an MP4 can list as chapters', async () => {
  const folder = await temporaryFolder();
  const part = join(folder, 'part.json');
  const short = film({
    ...{ name: 'Part', width: 160, height: 90 },
    objects: { box: { kind: 'rectangle', state: { width: 80, height: 80, fill: 'tomato' } } },
    compositions: { still: { duration: 100 } },
  });
  await writeFile(part, JSON.stringify(short));
  const output = join(folder, 'film.mp4');
  const { code, stdout, stderr } = await run(['render', ...Array(256).fill(part), '-o', output]);
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: `render-service: ${output} has chapters for its first 255 of 256 parts; an MP4 cannot list more\n`,
  });
  expect(stdout.toString()).toContain(' 255 chapters, ');
});
