import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readTemplate } from '../../packages/service/src/contract/templates.ts';
import { runProgram, temporaryFolder } from '../support/command-line.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const action = await readFile(join(root, 'action.yml'), 'utf8');

interface Run {
  readonly code: number;
  readonly printed: string;
  readonly outputs: string;
  readonly summary: string;
}

/** A repository with two films. */
async function repository(): Promise<string> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'films'));
  await writeFile(join(folder, 'films/title.json'), readTemplate('title'));
  await writeFile(join(folder, 'films/quote.json'), readTemplate('quote'));
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  execFileSync('git', ['add', '.'], { cwd: folder });
  return folder;
}

/** Runs the script as the platform does, with the defaults of action.yml. */
async function runAction(folder: string, inputs: Readonly<Record<string, string>> = {}): Promise<Run> {
  const output = join(await temporaryFolder(), 'output');
  const summary = `${output}-summary`;
  await Promise.all([writeFile(output, ''), writeFile(summary, '')]);
  const defaults = {
    INPUT_PROJECTS: 'films/*.json',
    INPUT_OUTPUT: 'rendered',
    INPUT_FORMAT: 'png',
    INPUT_WIDTH: '320',
  };
  const env = { ...process.env, ...defaults, ...inputs, GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary };
  const { code, stdout, stderr } = await runProgram(join(root, 'action/render-films.mjs'), [], {
    cwd: folder,
    env,
  });
  const printed = stdout + stderr;
  return { code, printed, outputs: await readFile(output, 'utf8'), summary: await readFile(summary, 'utf8') };
}

describe('the action', () => {
  it('the action fails on a film that does not show what it expects, and names the sentence', async () => {
    const folder = await repository();
    const film = {
      shorthand: true,
      objects: { ball: { kind: 'circle', x: 100, y: 100 } },
      compositions: {
        up: { duration: 500 },
        down: { enter: 500, duration: 500, states: { ball: { y: 900 } } },
      },
      expect: ['film lasts 1s to 2s', 'ball.y decreases during down'],
    };
    await writeFile(join(folder, 'films/title.json'), JSON.stringify(film));
    const wrong = await runAction(folder);
    expect(wrong.code).toBe(1);
    expect(wrong.printed).toContain(
      '::error file=films/title.json::"ball.y decreases during down" is not true: ',
    );
    expect(wrong.printed).not.toContain('film lasts');
    expect(wrong.outputs).toContain('title.png');
    const right = { ...film, expect: ['film lasts 1s to 2s'] };
    await writeFile(join(folder, 'films/title.json'), JSON.stringify(right));
    expect((await runAction(folder)).code).toBe(0);
  });

  it('the action first renders all films, and then only changed ones', async () => {
    const folder = await repository();
    const first = await runAction(folder);
    expect(first.code).toBe(0);
    const rendered = join(folder, 'rendered');
    expect(first.outputs).toContain(`folder=${rendered}\nmade=2\n`);
    expect(first.outputs).toContain(`${join(rendered, 'quote.png')}\n${join(rendered, 'title.png')}\n`);
    expect(first.summary).toContain('| films/title.json | title.png | made |');
    const { mtimeMs } = await stat(join(rendered, 'quote.png'));
    await writeFile(join(folder, 'films/title.json'), readTemplate('countdown'));
    const second = await runAction(folder);
    expect(second.outputs).toContain('made=1\n');
    expect((await stat(join(rendered, 'quote.png'))).mtimeMs).toBe(mtimeMs);
  });

  it('an edited film is made from the pieces of an earlier run', async () => {
    const folder = await repository();
    const cache = { RENDER_SERVICE_CACHE: join(folder, '.git', 'cache'), INPUT_FORMAT: 'mp4' };
    await runAction(folder, cache);
    const title = JSON.parse(readTemplate('title'));
    const [last = ''] = Object.keys(title.compositions).slice(-1);
    title.compositions[last].duration += 1000;
    await writeFile(join(folder, 'films/title.json'), JSON.stringify(title));
    const { summary } = await runAction(folder, cache);
    const [, made, all] = /\| title\.mp4 \| made, (\d+) of (\d+) pieces \|/.exec(summary) ?? [];
    expect(Number(made)).toBeGreaterThan(0);
    expect(Number(made)).toBeLessThan(Number(all));
  });

  it('a film that fails is annotated, and the others are rendered', async () => {
    const folder = await repository();
    await writeFile(join(folder, 'films/quote.json'), '{ "shorthand": true }');
    const { code, printed, outputs } = await runAction(folder);
    expect(code).toBe(1);
    expect(printed).toContain('::error file=films/quote.json::compositions: is required');
    expect(outputs).toContain('made=1\n');
    expect(await readdir(join(folder, 'rendered'))).toContain('title.png');
  });

  it.each([
    [
      'no file',
      { INPUT_PROJECTS: 'movies/*.json' },
      1,
      '::error::no file in the repository matches movies/*.json',
    ],
    ['an empty pattern', { INPUT_PROJECTS: ' \n' }, 2, '::error::projects and output must not be empty'],
    ['an unknown format', { INPUT_FORMAT: 'avi' }, 2, 'avi'],
  ])('the action refuses %s', async (_, inputs, expected, message) => {
    const { code, printed } = await runAction(await repository(), inputs);
    expect(code).toBe(expected);
    expect(printed).toContain(message);
  });

  it('action.yml passes every input to the script, which reads no others', async () => {
    const script = await readFile(join(root, 'action/render-films.mjs'), 'utf8');
    const declared = [
      ...(action.match(/^inputs:\n(.*?)^outputs:/ms)?.[1] ?? '').matchAll(/^ {2}(\w+):/gm),
    ].map(([, name]) => name ?? '');
    expect(declared).toHaveLength(5);
    for (const name of declared) {
      expect(action).toContain(`INPUT_${name.toUpperCase()}: \${{ inputs.${name} }}`);
      expect(script).toContain(`INPUT_${name.toUpperCase()}`);
    }
    const known = new Set(script.match(/INPUT_[A-Z]+/g));
    expect([...known].sort()).toEqual(declared.map((name) => `INPUT_${name.toUpperCase()}`).sort());
  });
});
