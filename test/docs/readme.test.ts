import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/command-line.ts';
import { judgeFilm } from '../support/film/judge-film.ts';
import { judge } from '../support/judges.ts';
import { startService } from '../support/service.ts';

// Whatever the README tells its reader to type is typed here, in a folder that looks like a checkout.

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const main = join(root, 'dist/cli/main.js');
const readme = await readFile(join(root, 'README.md'), 'utf8');
const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));

/** The lines of the one code block of a language below a heading. */
function block(heading: string, language: string): string {
  const section = readme.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  const blocks = [...section.matchAll(/^```(\w+)\n(.*?)^```$/gms)].filter(([, name]) => name === language);
  expect(blocks, `${language} below ${heading}`).toHaveLength(1);
  return blocks[0][2];
}

async function checkout(): Promise<string> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'node_modules'));
  await symlink(root, join(folder, 'node_modules/render-service'));
  await symlink(join(root, 'examples'), join(folder, 'examples'));
  return folder;
}

async function widthOf(film: string): Promise<number> {
  return (await judgeFilm(await readFile(film))).width;
}

describe('the README', () => {
  it.each([
    ['Over HTTP', 'sh'],
    ['From an agent', 'json'],
    ['From Node', 'js'],
  ])('shows the way %s in less than ten lines', (heading, language) => {
    expect(block(heading, language).trimEnd().split('\n').length).toBeLessThan(10);
  });

  it('renders and inspects over HTTP', async () => {
    expect(manifest.scripts.start).toBe('node dist/cli/main.js serve');
    judge('curl');
    const service = await startService();
    const folder = await checkout();
    const commands = block('Over HTTP', 'sh').replaceAll('http://127.0.0.1:8799', service.url);
    const { stdout } = await run('bash', ['-e', '-c', commands], { cwd: folder });
    expect(JSON.parse(stdout)).toMatchObject({ name: 'Hello', issues: [] });
    expect(await widthOf(join(folder, 'hello.mp4'))).toBe(1280);
  });

  it('configures an agent with a command that the package has', () => {
    const { mcpServers } = JSON.parse(block('From an agent', 'json'));
    expect(mcpServers).toEqual({
      [manifest.name]: { command: 'npx', args: ['-y', manifest.name, 'mcp'] },
    });
    expect(Object.keys(manifest.bin)).toEqual([manifest.name]);
  });

  it('inspects and renders from Node', async () => {
    const folder = await checkout();
    const script = join(folder, 'script.mjs');
    await writeFile(script, block('From Node', 'js'));
    const { stdout } = await run(process.execPath, [script], { cwd: folder });
    expect(stdout).toMatch(/^no issues\n(.*\n)*1\n$/);
    expect(await widthOf(join(folder, 'hello.mp4'))).toBe(1280);
  });

  it('renders and inspects on the command line', { timeout: 120_000 }, async () => {
    for (const name of ['render', 'inspect', 'sheet']) {
      expect(manifest.scripts[name]).toBe(`node dist/cli/main.js ${name}`);
    }
    const folder = await checkout();
    const commands = block('On the command line', 'sh').replace(/^npm run (\w+) --/gm, `node ${main} $1`);
    await run('bash', ['-e', '-c', commands], { cwd: folder });
    expect(await widthOf(join(folder, 'greetings.mp4'))).toBe(1280);
    expect((await readFile(join(folder, 'wave.svg'), 'utf8')).startsWith('<')).toBe(true);
    expect((await readFile(join(folder, 'hello.png'))).subarray(1, 4).toString()).toBe('PNG');
  });
});
