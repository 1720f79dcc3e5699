import { spawnSync } from 'node:child_process';
import { readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandOf, run, start, temporaryFolder } from '../../../../test/support/command-line.ts';
import { checkFilm } from '../../../../test/support/film/check-film.ts';
import { waitUntil } from '../../../../test/support/wait-until.ts';
import { film } from '../../../engine/test/shorthand/expand.ts';

const part = (fill: string, duration: number) =>
  film({
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable.
    name: '${title}',
    variables: { title: fill },
    width: 160,
    height: 90,
    objects: { box: { kind: 'rectangle', state: { width: 80, height: 80, fill } } },
    compositions: { still: { duration } },
  });

/** A folder with these documents, and the paths of their files. */
async function folderWith(
  documents: Readonly<Record<string, object>>,
): Promise<{ folder: string; paths: string[] }> {
  const folder = await temporaryFolder();
  const names = Object.keys(documents);
  const paths = names.map((name) => join(folder, `${name}.json`));
  await Promise.all(paths.map((path, index) => writeFile(path, JSON.stringify(documents[names[index]]))));
  return { folder, paths };
}

const two = { intro: part('tomato', 400), end: part('teal', 600) };

describe('render with several inputs', () => {
  it('several inputs become one film, with a summary of its chapters', {
    tags: ['ffmpeg', 'slow'],
  }, async () => {
    const { folder, paths } = await folderWith(two);
    const output = join(folder, 'film.mp4');
    const { code, stdout, stderr } = await run(['render', ...paths, '-o', output]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { length } = await readFile(output);
    expect(stdout.toString()).toMatch(
      new RegExp(`^${output}: 160 x 90, 30 frames \\(2 drawn\\), 2 chapters, ${length} bytes, \\d+ ms\n$`),
    );
    await checkFilm(await readFile(output), { frames: 30, durationMs: 1000, audioCodec: null });
    expect((await readdir(folder)).sort()).toEqual(['end.json', 'film.mp4', 'intro.json']);
  });

  it('the parts that did not change are made of kept pieces, and the film has the same bytes', {
    tags: 'slow',
  }, async () => {
    const { folder, paths } = await folderWith(two);
    const cache = join(folder, 'cache');
    const render = async (name: string, inputs: readonly string[], ...options: readonly string[]) => {
      const output = join(folder, name);
      const { code, stderr } = await run(['render', ...inputs, '-o', output, ...options]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      return readFile(output);
    };
    const kept = async () => {
      const { stdout } = await run(['cache', 'ls', '--cache', cache, '--json']);
      return JSON.parse(stdout.toString()).pieces;
    };
    const first = await render('first.mp4', paths, '--cache', cache);
    expect(await kept()).toBe(2);
    expect((await render('again.mp4', paths, '--cache', cache)).equals(first)).toBe(true);
    const turned = [...paths].reverse();
    const anew = await render('anew.mp4', turned, '--no-cache');
    expect((await render('turned.mp4', turned, '--cache', cache)).equals(anew)).toBe(true);
    expect(await kept()).toBe(2);
  });

  it('--explain says which pieces of all parts were kept, in times of the film', {
    tags: 'slow',
  }, async () => {
    const { folder, paths } = await folderWith(two);
    const explained = async (...options: readonly string[]) => {
      const output = ['-o', join(folder, 'film.mp4'), '--force'];
      const { code, stderr } = await run(['render', ...paths, ...output, '--explain', ...options]);
      expect(code).toBe(0);
      return stderr.replaceAll(/made in \d+ ms[^\n]*/g, 'made');
    };
    const cache = ['--cache', join(folder, 'cache')];
    const made = '0 to 400 ms: new, made\n400 to 1000 ms: new, made\n0 of 2 pieces kept, 2 made\n';
    expect(await explained(...cache)).toBe(made);
    const kept = '0 to 400 ms: kept\n400 to 1000 ms: kept\n2 of 2 pieces kept, 0 made\n';
    expect(await explained(...cache)).toBe(kept);
    const nowhere = await explained('--cache', join(paths[0] ?? '', 'cache'));
    expect(nowhere).toMatch(/\nrender-service: the cache .*cache cannot be written: [^\n]+\n$/);
    expect(nowhere).toContain(made);
  });

  it('--theme is for all parts', { tags: 'slow' }, async () => {
    const text = { kind: 'text', state: { text: 'W', fontSize: 60 } };
    const plain = film({
      width: 160,
      height: 90,
      objects: { text },
      compositions: { still: { duration: 200 } },
    });
    const { folder, paths } = await folderWith({ intro: plain, end: plain });
    const themed = async (name: string, ...options: readonly string[]) => {
      const output = join(folder, name);
      const { code, stderr } = await run(['render', ...paths, '-o', output, '--no-cache', ...options]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      return readFile(output);
    };
    const dusk = await themed('dusk.mp4', '--theme', 'dusk');
    expect(dusk.equals(await themed('usual.mp4'))).toBe(false);
    for (const path of paths) await writeFile(path, JSON.stringify({ ...plain, theme: 'dusk' }));
    expect(dusk.equals(await themed('written.mp4'))).toBe(true);
  });

  it('render --json describes the film of several inputs, one of them from standard input', async () => {
    const { folder, paths } = await folderWith(two);
    const output = join(folder, 'film.mp4');
    const args = [
      'render',
      paths[0] ?? '',
      '-',
      '-o',
      output,
      '--json',
      '--jobs',
      '2',
      '--set',
      'title=Same',
    ];
    const { code, stdout } = await run(args, JSON.stringify(two.end));
    expect(code).toBe(0);
    expect(JSON.parse(stdout.toString())).toMatchObject({
      ...{ outputPath: output, format: 'mp4', frames: 30, durationMs: 1000, audioCodec: null },
      chapters: [
        { title: 'Same', startMs: 0 },
        { title: 'Same', startMs: 400 },
      ],
    });
  });

  it.each([
    ['an output on standard output', ['-o', '-'], 'a film of several inputs needs a file as its output'],
    ['a format other than MP4', ['-o', 'film.webm'], 'several inputs make an MP4, but the format is webm'],
    [
      'the start of a part',
      ['-o', 'film.mp4', '--from-ms', '100'],
      '--from-ms and --to-ms are for one input',
    ],
    ['too many processes', ['-o', 'film.mp4', '--jobs', '100'], '--jobs must be an integer from 1 to 99'],
    [
      'standard input twice',
      ['-', '-', '-o', 'film.mp4'],
      'standard input (-) can be only one of the inputs',
    ],
  ])('render with several inputs refuses %s', async (_, args, message) => {
    const { folder, paths } = await folderWith(two);
    const there = args.map((arg) => (arg.startsWith('film.') ? join(folder, arg) : arg));
    const { code, stderr } = await run(['render', ...paths, ...there]);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
    expect(await readdir(folder)).toHaveLength(2);
  });

  it('render with one input refuses --jobs', async () => {
    const { folder, paths } = await folderWith({ intro: two.intro });
    const { code, stderr } = await run(['render', ...paths, '-o', join(folder, 'film.mp4'), '--jobs', '2']);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('--jobs is for a film of several inputs'),
    });
  });
});

describe('a film of several inputs that fails', () => {
  it('an existing film is replaced only with --force', { tags: ['ffmpeg', 'slow'] }, async () => {
    const { folder, paths } = await folderWith(two);
    const output = join(folder, 'film.mp4');
    await writeFile(output, 'mine');
    const refused = await run(['render', ...paths, '-o', output]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('use --force to replace it');
    expect(await readFile(output, 'utf8')).toBe('mine');
    expect((await run(['render', ...paths, '-o', output, '--force'])).code).toBe(0);
    await checkFilm(await readFile(output), { frames: 30 });
  });

  it('the errors of all parts are reported with the names of their files', async () => {
    const { folder, paths } = await folderWith({
      intro: { ...two.intro, width: -5 },
      middle: two.end,
      end: { ...two.end, compositions: { still: { duration: 'long' } } },
    });
    const { code, stderr } = await run(['render', ...paths, '-o', join(folder, 'film.mp4')]);
    expect(code).toBe(1);
    expect(stderr).toContain(`${paths[0]}: `);
    expect(stderr).not.toContain(`${paths[1]}: `);
    expect(stderr).toContain(`${paths[2]}: `);
    expect(await readdir(folder)).toHaveLength(3);
  });

  const long = {
    ...part('navy', 20_000),
    ...{ width: 1920, height: 1080 },
    compositions: {
      left: { duration: 100 },
      right: { enter: { duration: 20_000 }, states: { box: { x: 1500 } } },
    },
  };

  it('the next render removes the files of a killed film, and nothing else', { tags: 'slow' }, async () => {
    const { folder, paths } = await folderWith({ one: long, two: long, still: two.intro });
    const [one = '', other = '', still = ''] = paths;
    const film = ['render', one, other, '-o', join(folder, 'film.mp4')];
    const killed = start(film);
    await waitUntil('temporary files', async () => (await readdir(folder)).length === 5, 60_000);
    killed.process.kill('SIGKILL');
    await killed.finished;
    const left = (await readdir(folder)).filter((name) => name.startsWith('.'));
    const similar = left.map((name) => name.replace('.render-service', '.other-service'));
    for (const name of similar) await writeFile(join(folder, name), 'mine');
    const foreign = left.map((name) => name.replace(/service-\w{8}/, 'service-00000000'));
    for (const name of foreign) await writeFile(join(folder, name), 'of another machine');
    const [linked = ''] = left.map((name) => name.replace(/\w{16}\.tmp/, '0123456789abcdef.tmp'));
    await symlink(still, join(folder, linked));
    const running = start(film);
    const liveFiles = async () =>
      (await readdir(folder)).filter((name) => name.includes(`-${running.process.pid}-`));
    await waitUntil('temporary files', async () => (await liveFiles()).length === 2, 60_000);
    expect((await run(['render', still, '-o', join(folder, 'still.png')])).code).toBe(0);
    const hidden = (await readdir(folder)).filter((name) => name.startsWith('.'));
    expect(hidden.sort()).toEqual([...similar, ...foreign, linked, ...(await liveFiles())].sort());
    expect(await liveFiles()).toHaveLength(2);
    running.process.kill('SIGINT');
    await running.finished;
  });

  it('an interrupted film of several inputs leaves no files', async () => {
    const { folder, paths } = await folderWith({ one: long, two: long, three: long });
    const command = start(['render', ...paths, '-o', join(folder, 'film.mp4'), '--jobs', '2']);
    await waitUntil('temporary files', async () => (await readdir(folder)).length > 4, 60_000);
    command.process.kill('SIGINT');
    expect(await command.finished).toMatchObject({ code: 130, stderr: '' });
    expect(await readdir(folder)).toHaveLength(3);
  });

  const mountIsAllowed = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;

  it.skipIf(!mountIsAllowed)(
    'a film of several inputs leaves no files on a full disk (skipped where mounting is not allowed)',
    async () => {
      const moving = {
        left: { duration: 100 },
        right: { enter: { duration: 5000 }, states: { box: { x: 140 } } },
      };
      const { folder, paths } = await folderWith({ ...two, moving: { ...two.end, compositions: moving } });
      const script = 'mount -t tmpfs -o size=8k none /mnt && "$@"; code=$?; ls -A /mnt; exit $code';
      const args = [
        '-rm',
        'sh',
        '-c',
        script,
        'sh',
        ...commandOf(['render', ...paths, '-o', '/mnt/film.mp4']),
      ];
      const { status, stdout, stderr } = spawnSync('unshare', args, { cwd: folder, encoding: 'utf8' });
      expect({ status, stdout, stderr }).toEqual({
        ...{ status: 1, stdout: '' },
        stderr: expect.stringContaining('cannot write /mnt/film.mp4: no space is left on the device'),
      });
    },
  );
});
