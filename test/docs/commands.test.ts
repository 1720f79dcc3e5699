import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { inspect } from '../../packages/engine/src/render/inspect.ts';
import { helps } from '../../packages/render-service/src/cli/helps.ts';
import { readSnippets } from '../../scripts/docs/snippets.mjs';
import { run, temporaryFolder } from '../support/command-line.ts';
import { programsOf, runPage, texts } from './pages.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('the documents', () => {
  it('the documents mention only existing commands and options of render-service', () => {
    const wrong = texts.flatMap(({ page, text }) => {
      const code = [...text.matchAll(/`([^`\n]+)`/g), ...text.matchAll(/^```sh[^\n]*\n(.*?)^```$/gms)];
      const calls = code
        .map(([, one]) => one.replaceAll('\\\n', ' '))
        .flatMap((one) => [
          ...one.matchAll(
            /(?:^|\s)(?<!--namespace )(?:render-service|npm run(?: --silent)?) ([a-z]+\b[^\n|&;#]*)/g,
          ),
        ]);
      return calls.flatMap(([call, rest]) => {
        const [name = ''] = rest.split(' ');
        if (call.includes('npm run') && !(name in helps)) return [];
        if (!(name in helps)) return [`${page}: ${call}`];
        const help = helps[name as keyof typeof helps];
        const options = rest.match(/(?<=\s)--[a-z][\w-]*/g) ?? [];
        return options
          .filter((option) => !help.includes(option))
          .map((option) => `${page}: ${name} ${option}`);
      });
    });
    expect(wrong).toEqual([]);
  });

  it('the documents do not install render-service from npm, where it is not published', () => {
    const wrong = texts.filter(({ text }) =>
      /npx (?:-y )?render-service|npm install (?:--global )?render-service/.test(text),
    );
    expect(wrong.map(({ page }) => page)).toEqual([]);
  });

  const guides = texts.filter(({ page }) => page === 'README.md' || /guides\/(?!agents)/.test(page));
  const films = guides.flatMap(({ page, text }) =>
    readSnippets(text.replaceAll(/^```json\n.*?^```$/gms, '')).map((snippet) => ({ page, ...snippet })),
  );

  it.each(films)('the film in line $line of $page has no issues or advice', async ({ page, text }) => {
    const { issues, advice = [] } = await inspect(text, { advice: true });
    // Films with transparency are the subject of that guide.
    const isMeant = page === 'guides/formats.md' || page === 'docs/guides/formats.md';
    const unmeant = advice.filter(({ rule }) => !(isMeant && rule === 'transparent-background'));
    expect([issues, unmeant]).toEqual([[], []]);
  });
});

it('the guide about expectations shows what inspect prints for its film with a wrong number', async () => {
  const { text = '' } = texts.find(({ page }) => page.endsWith('guides/expect.md')) ?? {};
  const [film] = readSnippets(text);
  const folder = await temporaryFolder();
  const path = join(folder, 'orders.json');
  await writeFile(path, (film?.text ?? '').replace('58', '31'));
  const { stdout } = await run(['inspect', path]);
  const printed = stdout.toString();
  const shown = /^```text\n(\d+ assertions.*?)^```$/ms.exec(text)?.[1] ?? expect.unreachable();
  for (const line of shown.trimEnd().split('\n')) expect(printed).toContain(`${line}\n`);
});

describe('the README', () => {
  const [readme] = texts;
  const { text } = readme;

  it(
    'the commands and scripts in the README work as printed',
    {
      tags: [...programsOf(readme), 'slow'],
      timeout: 120_000,
    },
    () => runPage(readme),
  );

  it('the README shows an example film unchanged', async () => {
    const [{ file, text: film }] = readSnippets(text);
    expect(film).toBe(await readFile(join(root, file ?? ''), 'utf8'));
  });

  it('the README states only speeds from docs/benchmarks.md', async () => {
    const measured = await readFile(join(root, 'docs/benchmarks.md'), 'utf8');
    const claims = [...text.matchAll(/^\| ([\w-]+) \| ([\d.]+ s) \| (?:(\d+) times as long )?\|$/gm)];
    expect(claims.map(([, tool]) => tool)).toEqual(['render-service', 'HyperFrames', 'Remotion']);
    for (const [, tool, time, factor = '1'] of claims) {
      const name = tool === 'render-service' ? 'this project' : tool;
      const row = new RegExp(
        `^\\| ${name} \\| ${time} \\| [\\d.]+ to [\\d.]+ s \\| [\\d.]+ \\| ([\\d.]+) \\|`,
        'm',
      ).exec(measured);
      expect(Math.round(Number(row?.[1])), tool).toBe(Number(factor));
    }
  });
});
