import { execFile, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { run, temporaryFolder } from '../../../../test/support/command-line.ts';
import { checkFilm } from '../../../../test/support/film/check-film.ts';
import { onLinux } from '../../../../test/support/linux-process.ts';

const runFile = promisify(execFile);
const root = fileURLToPath(new URL('../../../../', import.meta.url));
const main = join(root, 'packages/render-service/dist/cli/main.js');
const scripts = join(root, 'test/fixtures/projects/scripts.json');
/** A program of util-linux that runs a command in a terminal. */
const hasScript = onLinux && spawnSync('script', ['--version']).status === 0;

describe('the package', () => {
  it('the package and its only binary are named render-service', async () => {
    const folder = join(root, 'packages/render-service');
    const { name, bin } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    expect(name).toBe('render-service');
    expect(Object.keys(bin)).toEqual(['render-service']);
    const { stdout } = await runFile(process.execPath, [join(folder, bin['render-service']), '--help']);
    expect(stdout).toContain('\n  render-service render INPUT ');
  });

  it.each(['serve', 'mcp', 'render', 'batch', 'inspect', 'fix', 'sheet', 'expand', 'schema', 'init'])(
    'the %s command prints its help and the version',
    async (command) => {
      const { code, stdout, stderr } = await run([command, '--help']);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout.toString()).toContain(`render-service ${command}`);
      const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
      expect((await run([command, '--version'])).stdout.toString()).toBe(`${version}\n`);
    },
  );

  it.each([
    ['start', 'serve'],
    ['mcp', 'mcp'],
    ['render', 'render'],
    ['inspect', 'inspect'],
  ])("npm run %s prints the command's help in a checkout", async (script, command) => {
    const args = ['run', '--silent', script, '--', '--help'];
    const { stdout } = await runFile('npm', args, { cwd: root, shell: process.platform === 'win32' });
    expect(stdout).toBe((await run([command, '--help'])).stdout.toString());
  });
});

describe('render', () => {
  it('render applies --format, --width, --height, --time-ms and --fps', {
    tags: ['ffmpeg', 'slow'],
  }, async () => {
    const folder = await temporaryFolder();
    const render = async (name: string, ...args: string[]) => {
      const { code, stdout, stderr } = await run([
        ...['render', scripts, '-o', join(folder, name), '--json'],
        ...args,
      ]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      return JSON.parse(stdout.toString());
    };
    expect(await render('a', '--format', 'svg', '--height', '90')).toMatchObject({
      format: 'svg',
      height: 90,
    });
    expect(await render('b', '--width', '100', '--height', '80')).toMatchObject({
      format: 'png',
      width: 100,
      height: 80,
    });
    await render('early.png', '--width', '320', '--time-ms', '0');
    await render('late.png', '--width', '320', '--time-ms', '2600');
    const [early, late] = await Promise.all(
      ['early', 'late'].map((name) => readFile(join(folder, `${name}.png`))),
    );
    expect(early.equals(late)).toBe(false);
    expect(await render('c.mp4', '--width', '160', '--fps', '24')).toMatchObject({ frames: 63 });
    await checkFilm(await readFile(join(folder, 'c.mp4')), { width: 160, frames: 63, framesPerSecond: 24 });
  });
});

describe('the moment of a still', () => {
  it('render prints the moment of a still, and nothing on standard error without a terminal', {
    tags: 'slow',
  }, async () => {
    const folder = await temporaryFolder();
    for (const [name, args, moment] of [
      ['start.png', [], 'at 0 ms'],
      ['start.svg', ['--time-ms', '0'], 'at 0 ms'],
      ['later.png', ['--time-ms', '1250.5'], 'at 1250.5 ms'],
    ] as const) {
      const output = join(folder, name);
      const { code, stdout, stderr } = await run(['render', scripts, '-o', output, '--width', '64', ...args]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      const { length } = await readFile(output);
      expect(stdout.toString()).toMatch(
        new RegExp(`^${output}: 64 x 36, ${moment}, ${length} bytes, \\d+ ms\n$`),
      );
    }
    const film = await run(['render', scripts, '-o', join(folder, 'film.gif'), '--width', '64']);
    expect(film.stdout.toString()).not.toMatch(/\bat \d+ ms/);
  });

  it.runIf(hasScript)(
    'render names --time-ms on a terminal if a still shows the start by default',
    { tags: 'slow' },
    async () => {
      const folder = await temporaryFolder();
      const hint = 'render-service: --time-ms chooses another moment, up to 2600\r\n';
      for (const [name, args, isHinted] of [
        ['a.png', [], true],
        ['b.svg', [], true],
        ['c.png', ['--time-ms', '0'], false],
        ['d.png', ['--json'], false],
        ['e.gif', [], false],
      ] as const) {
        const words = [process.execPath, main, 'render', scripts, '--width', '64', ...args];
        const command = [...words, '-o', join(folder, name)].map((word) => `'${word}'`).join(' ');
        const { stdout } = await runFile('script', ['-qec', command, '/dev/null']);
        expect(stdout.includes(hint)).toBe(isHinted);
      }
    },
  );
});

describe('the progress of a film', () => {
  const args = ['render', scripts, '--width', '320', '--no-cache', '-o'];

  it.runIf(hasScript)('render shows a progress bar on a terminal', { tags: 'ffmpeg' }, async () => {
    const output = join(await temporaryFolder(), 'film.mp4');
    const command = [process.execPath, main, ...args, output].map((word) => `'${word}'`).join(' ');
    // Runs the command in its own terminal and copies its output.
    const { stdout } = await runFile('script', ['-qec', command, '/dev/null']);
    const bars = [...stdout.matchAll(/[█░]{30} (\d+)\/(\d+) frames, \d+ fps(?:, (\d+) s left)?/g)];
    expect(bars.length).toBeGreaterThan(1);
    const done = bars.map(([, frames]) => Number(frames));
    expect(done).toEqual([...done].sort((one, other) => one - other));
    expect(bars.at(-1)).toMatchObject({ 1: '78', 2: '78' });
    // Without an estimate if the film took less than two seconds.
    expect(bars.at(-1)?.[3] ?? '0').toBe('0');
    await checkFilm(await readFile(output), { width: 320, frames: 78 });
  });

  it('render prints no progress if its output is a pipe', { tags: ['ffmpeg', 'slow'] }, async () => {
    const { code, stdout, stderr } = await run([...args, '-', '--format', 'mp4']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    await checkFilm(stdout, { width: 320, frames: 78 });
  });
});

it('a syntax error is printed with the place in the file, as editors and compilers write it', async () => {
  const file = join(await temporaryFolder(), 'film.json');
  await writeFile(file, '{\n  "shorthand": true\n  "compositions": [{}]\n}\n');
  const { code, stderr } = await run(['inspect', file]);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `render-service: ${file}:3:3: is not valid JSON at line 3, column 3: expected "," or "}", but found "\\""\n`,
  });
});
