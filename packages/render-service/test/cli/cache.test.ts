import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { start, temporaryFolder } from '../../../../test/support/command-line.ts';
import { userCache } from '../../src/cli/user-cache.ts';

const scripts = fileURLToPath(new URL('../../../../test/fixtures/projects/scripts.json', import.meta.url));

/** Commands that share a user's cache in a folder of their own. */
async function withCache() {
  const folder = await temporaryFolder();
  const run = (args: readonly string[]) =>
    start(args, '', { XDG_CACHE_HOME: join(folder, 'cache') }).finished;
  const render = async (...args: readonly string[]) => {
    const output = join(folder, 'film.mp4');
    const { code, stdout, stderr } = await run([
      'render',
      scripts,
      '-o',
      output,
      '--width',
      '160',
      '--force',
      ...args,
    ]);
    expect(code).toBe(0);
    return { film: await readFile(output), stdout: stdout.toString(), stderr };
  };
  const cache = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await run(['cache', ...args, '--json']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout.toString());
  };
  return { folder, run, render, cache };
}

describe('the cache of films', () => {
  it('render makes a film from the pieces of the last one, and --explain says which', {
    tags: 'slow',
  }, async () => {
    const { render, folder, cache } = await withCache();
    const first = await render('--explain');
    const [, count, made] = /^\d+ of (\d+) pieces kept, (\d+) made$/m.exec(first.stderr) ?? [];
    expect(first.stderr.match(/^\d+ to \d+ ms: new, made in \d+ ms, as .+$/gm)).toHaveLength(Number(made));
    const again = await render('--explain');
    expect(again.stderr).toContain(`${count} of ${count} pieces kept, 0 made\n`);
    expect(again.film.equals(first.film)).toBe(true);
    expect((await render()).stderr).toBe('');
    expect(again.stdout).toMatch(/, \d+ frames, all kept, /);
    const home = join(folder, 'cache', 'render-service');
    const bytes = expect.any(Number);
    expect(await cache('ls')).toEqual({ folder: home, pieces: Number(made), bytes, removed: 0 });
  });

  it('--no-cache makes the film anew and keeps nothing', { tags: 'slow' }, async () => {
    const { render, folder } = await withCache();
    const { film } = await render('--no-cache');
    expect(await readdir(folder)).toEqual(['film.mp4']);
    expect((await render()).film.equals(film)).toBe(true);
  });

  it('--cache keeps a still and a sheet, and the cache of the user none', { tags: 'slow' }, async () => {
    const { folder, run, cache } = await withCache();
    const own = join(folder, 'own');
    for (const command of ['render', 'sheet']) {
      const output = join(folder, `${command}.png`);
      const make = async (...args: readonly string[]) => {
        const { code, stderr } = await run([command, scripts, '-o', output, '--force', ...args]);
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
        return readFile(output);
      };
      const anew = await make();
      for (const _ of [1, 2]) expect((await make('--cache', own)).equals(anew)).toBe(true);
    }
    expect(await cache('ls', '--cache', own)).toMatchObject({ pieces: 2 });
    expect(await cache('ls')).toMatchObject({ pieces: 0 });
  });

  it('--cache-size bounds what is kept, in which a small picture counts as 64 KB', {
    tags: 'slow',
  }, async () => {
    const { folder, run, cache } = await withCache();
    const own = join(folder, 'own');
    for (let width = 100; width < 118; width++) {
      const kept = ['--cache', own, '--cache-size', '1000000', '--width', String(width)];
      const { code } = await run(['render', scripts, '-o', join(folder, 'still.png'), '--force', ...kept]);
      expect(code).toBe(0);
    }
    const { pieces } = await cache('ls', '--cache', own);
    expect(pieces).toBeGreaterThan(1);
    expect(pieces).toBeLessThanOrEqual(15);
  });

  it('SERVICE_RENDER_CACHE names a folder for all commands, and --cache another one', {
    tags: 'slow',
  }, async () => {
    const { folder } = await withCache();
    const place = (name: string) => join(folder, name);
    const run = async (...args: readonly string[]) => {
      const { code, stdout, stderr } = await start(args, '', { SERVICE_RENDER_CACHE: place('named') })
        .finished;
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      return stdout.toString();
    };
    const pieces = async (...args: readonly string[]) =>
      JSON.parse(await run('cache', 'ls', '--json', ...args)).pieces;
    await run('render', scripts, '-o', place('still.png'));
    await run('sheet', scripts, '-o', place('sheet.png'));
    await run('batch', scripts, '--out-dir', place('batch'), '--width', '99');
    expect(await pieces()).toBe(3);
    await run('render', scripts, '-o', place('other.png'), '--cache', place('other'));
    await run('render', scripts, '-o', place('none.png'), '--width', '98', '--no-cache');
    expect([await pieces(), await pieces('--cache', place('other'))]).toEqual([3, 1]);
  });

  it.each(['render', 'sheet'])(
    'a picture of %s that cannot be kept is made with a notice',
    async (command) => {
      const { folder, run } = await withCache();
      const output = join(folder, 'picture.png');
      const { code, stderr } = await run([command, scripts, '-o', output, '--cache', '/dev/null/cache']);
      expect({ code, stderr }).toEqual({
        code: 0,
        stderr:
          'render-service: the cache /dev/null/cache cannot be written: a part of its path is a file, not a folder; the output is whole, but the next one starts over\n',
      });
    },
  );

  it('cache verify removes damaged pieces, and cache clear removes all', { tags: 'slow' }, async () => {
    const { render, folder, cache, run } = await withCache();
    const own = join(folder, 'own');
    await render('--cache', own);
    const { pieces } = await cache('ls', '--cache', own);
    const files = await readdir(join(own, 'pieces'), { recursive: true, withFileTypes: true });
    const contents = files.filter((file) => file.isFile() && file.parentPath.includes('content-v'));
    const paths = contents.map(({ parentPath, name }) => join(parentPath, name));
    // The record of the film is a content, too.
    const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
    await writeFile(paths[sizes.indexOf(Math.max(...sizes))], 'damaged');
    expect(await cache('verify', '--cache', own)).toMatchObject({ pieces: pieces - 1, removed: 1 });
    expect(await cache('clear', '--cache', own)).toMatchObject({ pieces: 0, removed: pieces - 1 });
    expect(await readdir(own)).toEqual([]);
    const { stdout } = await run(['cache', 'ls', '--cache', own]);
    expect(stdout.toString()).toBe(`${own}: 0 pieces, 0 bytes\n`);
  });

  it('a cache that cannot be written costs one sentence, and no film', { tags: 'slow' }, async () => {
    const { render } = await withCache();
    const { film, stderr } = await render('--cache', join(scripts, 'cache'));
    expect(stderr).toMatch(/^render-service: the cache .*cache cannot be written: [^\n]+\n$/);
    expect((await render('--no-cache')).film.equals(film)).toBe(true);
  });

  it.each([
    [['render', scripts, '-o', 'x.mp4', '--cache', 'a', '--no-cache'], 'contradict each other'],
    [
      ['render', scripts, '-o', 'x.mp4', '--cache-size', 'big'],
      '--cache-size must be a whole number of bytes',
    ],
    [['render', scripts, '-o', 'x.mp4', '--cache-size', '1kB'], 'at least 1000000, such as 2GB, but is 1000'],
    [['render', scripts, '-o', 'x.mp4', '--cache', ''], '--cache must be the path of a folder'],
    [['cache'], 'cache needs one action: ls, clear or verify'],
    [['cache', 'list'], 'cache needs one action: ls, clear or verify, but is list'],
  ])('the usage %j is refused', async (args, words) => {
    const { run } = await withCache();
    const { code, stderr } = await run(args);
    expect(code).toBe(2);
    expect(stderr).toContain(words);
  });

  it("the user's cache is where each system has it", () => {
    const home = homedir();
    expect(userCache({ XDG_CACHE_HOME: '/tmp/caches' }, 'linux')).toBe('/tmp/caches/render-service');
    expect(userCache({ XDG_CACHE_HOME: 'relative' }, 'linux')).toBe(join(home, '.cache/render-service'));
    expect(userCache({}, 'darwin')).toBe(join(home, 'Library/Caches/render-service'));
    expect(userCache({ LOCALAPPDATA: '/local' }, 'win32')).toBe('/local/render-service');
  });
});
