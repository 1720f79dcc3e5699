import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { pageFileNames, readPageFiles } from '../../src/page-files.ts';

const folder = new URL('../../src/page/', import.meta.url);
const scripts = pageFileNames.filter((name) => name.endsWith('.js'));

it('the list of served files names every file of the preview page', async () => {
  expect([...pageFileNames].sort()).toEqual((await readdir(folder)).sort());
});

it("the preview page's scripts import only each other", async () => {
  for (const name of scripts) {
    const text = await readFile(new URL(name, folder), 'utf8');
    for (const [, path = ''] of text.matchAll(/^(?:import|\} from|export .*from)\b.*'(.+)';$/gm))
      expect(pageFileNames, `${name} imports ${path}`).toContain(path.replace('./', ''));
  }
});

it('the preview serves scripts without comments, but with the same line numbers', async () => {
  const served = readPageFiles();
  for (const name of scripts) {
    const before = (await readFile(new URL(name, folder), 'utf8')).split('\n');
    const after = (served.get(`/${name}`)?.bytes.toString() ?? '').split('\n');
    expect(after.length).toBe(before.length);
    for (const [index, line] of after.entries()) {
      if (line !== '') expect(line).toBe(before[index]);
      else expect(before[index], `${name}:${index + 1}`).toMatch(/^( *(?:\/?\*|\/\/).*)?$/);
    }
  }
});
