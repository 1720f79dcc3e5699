import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { commandOf, run, temporaryFolder } from '../../../../test/support/command-line.ts';
import { decodePng } from '../../../../test/support/picture.ts';
import { inspect } from '../../../engine/src/render/inspect.ts';
import { render } from '../../../engine/src/render/render.ts';
import { themeNames } from '../../../engine/src/shorthand/themes/theme-names.ts';
import { readTemplate, templates } from '../../../service/src/contract/templates.ts';

/** The folder of the files that templates show or play. */
const baseFolder = fileURLToPath(new URL('../../../../templates/files/', import.meta.url));
const names = templates.map(({ name }) => name);
const init = async (folder: string, ...args: string[]) => {
  const [program = '', ...rest] = commandOf(['init', ...args]);
  return promisify(execFile)(program, rest, { cwd: folder });
};

interface Shorthand {
  readonly variables: Readonly<Record<string, string | number>>;
}

describe('the templates', () => {
  it('init --list prints 30 templates, and the folder has no others', async () => {
    const { stdout } = await run(['init', '--list']);
    const lines = stdout.toString().trimEnd().split('\n');
    expect(lines.map((line) => line.split(' ')[0])).toEqual(names);
    expect(names).toHaveLength(30);
    const files = readdirSync(new URL('../../../../templates/', import.meta.url));
    expect(files.sort()).toEqual(['files', ...names.map((name) => `${name}.json`)].sort());
  });

  it.each(names)(
    'the template %s has less than 2.5 KB, variables for all texts, and the colours of a theme',
    (name) => {
      const text = readTemplate(name);
      expect(Buffer.byteLength(text)).toBeLessThan(2500);
      const { variables }: Shorthand = JSON.parse(text);
      expect(themeNames).toContain(variables.theme);
      expect(Object.keys(variables)).toContain('aspectRatio');
      const body = text.slice(text.indexOf('"objects"'));
      expect(body).not.toMatch(/#[0-9a-f]{3,8}\b/i);
      // Steps and marks of the design remain.
      const words = [...body.matchAll(/"text": "([^"]*)"/g)].map(([, word]) => word);
      expect(words.filter((word) => /\p{L}/u.test(word?.replaceAll(/\$\{\w+\}/g, '') ?? ''))).toEqual([]);
    },
  );

  it('init writes a template under another name, and never overwrites a file', { tags: 'slow' }, async () => {
    const folder = await temporaryFolder();
    const { stdout } = await init(folder, 'sales', '--template', 'bar-chart');
    expect(stdout).toBe(
      'sales.json: a film from the template bar-chart; next: render-service preview sales.json --open\n',
    );
    const inspected = await run(['inspect', join(folder, 'sales.json'), '--json']);
    expect(JSON.parse(inspected.stdout.toString())).toMatchObject({ name: 'sales', issues: [], advice: [] });
    await init(folder, '--template', 'quote');
    expect(JSON.parse(await readFile(join(folder, 'quote.json'), 'utf8'))).toMatchObject({ name: 'quote' });
    await expect(init(folder, 'sales', '--template', 'title')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('sales.json already exists; choose another NAME'),
    });
  });

  it('init writes the files of a template beside it, and keeps those that are there', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'episode-words.json'), '{ "words": [] }');
    const { stdout } = await init(folder, 'talk', '--template', 'podcast');
    expect(stdout).toContain(
      'talk.json: a film from the template podcast, with episode.mp3, with your own episode-words.json; next:',
    );
    expect(await readFile(join(folder, 'episode-words.json'), 'utf8')).toBe('{ "words": [] }');
    const [kept, written] = await Promise.all(
      [join(baseFolder, 'episode.mp3'), join(folder, 'episode.mp3')].map((file) => readFile(file)),
    );
    expect(Buffer.compare(kept ?? Buffer.alloc(0), written ?? Buffer.alloc(1))).toBe(0);
  });

  it('init refuses the name of a file of the template', async () => {
    const { code, stderr } = await run(['init', 'episode-words', '--template', 'podcast']);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('NAME is that of a file of the template, episode-words.json'),
    });
  });

  it('an unknown template is refused with the names of all', async () => {
    const { code, stderr } = await run(['init', '--template', 'barchart']);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining(`unknown template "barchart"; the templates are ${names.join(', ')}`),
    });
  });
});

describe('the shapes of templates', () => {
  const inArabic: Readonly<Record<string, string>> = {
    title: 'مدينة هادئة',
    subtitle: 'فيلم عن الصباح الباكر',
    quote: 'أفضل طريقة للحصول على فكرة جيدة هي أن يكون لديك الكثير من الأفكار.',
  };

  it.each(names)('the template %s has no advice in landscape, portrait and square', async (name) => {
    for (const aspectRatio of ['16:9', '9:16', '1:1']) {
      const report = await inspect(readTemplate(name), {
        variables: { aspectRatio },
        advice: true,
        baseFolder,
      });
      expect({ aspectRatio, issues: report.issues, advice: report.advice }).toEqual({
        aspectRatio,
        issues: [],
        advice: [],
      });
    }
  });

  it.each(names)('the template %s has no advice in every theme', { tags: 'slow' }, async (name) => {
    for (const theme of themeNames) {
      const { issues, advice } = await inspect(readTemplate(name), {
        variables: { theme },
        advice: true,
        baseFolder,
      });
      expect({ theme, issues, advice }).toEqual({ theme, issues: [], advice: [] });
    }
  });

  it.each(names)('the template %s lasts 4 to 10 s and is not empty after half a second', async (name) => {
    const project: { readonly compositions: readonly object[] } = JSON.parse(readTemplate(name));
    const { durationMs } = await inspect(project, { baseFolder });
    expect(durationMs).toBeGreaterThanOrEqual(4000);
    expect(durationMs).toBeLessThanOrEqual(10_000);
    const still = async (film: object, timeMs: number) => {
      const { data } = await render(film, { format: 'png', width: 192, timeMs, baseFolder });
      return (await decodePng(data)).data;
    };
    // What is spoken stays, because captions need it.
    const { enter: _, ...first }: { readonly enter?: unknown } = project.compositions[0] ?? {};
    const background = await still({ ...project, compositions: [{ ...first, states: { '*': false } }] }, 0);
    const shown = await still(project, 500);
    const painted = shown.filter((value, at) => Math.abs(value - background[at]) > 16);
    expect(painted.length / shown.length).toBeGreaterThan(0.01);
  });

  it.each(names)('the template %s has no advice with Arabic titles', async (name) => {
    const { variables }: Shorthand = JSON.parse(readTemplate(name));
    const known = Object.fromEntries(Object.entries(inArabic).filter(([key]) => key in variables));
    const report = await inspect(readTemplate(name), { variables: known, advice: true, baseFolder });
    expect(report.advice).toEqual([]);
  });
});
