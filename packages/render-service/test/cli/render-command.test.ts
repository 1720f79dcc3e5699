import { execFileSync } from 'node:child_process';
import { readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { run, start, temporaryFolder } from '../../../../test/support/command-line.ts';
import { checkFilm } from '../../../../test/support/film/check-film.ts';

const fixture = (name: string) =>
  fileURLToPath(new URL(`../../../../test/fixtures/projects/${name}.json`, import.meta.url));
const hello = fixture('hello');

describe('render', () => {
  it.each([
    ['svg', '<?xml'],
    ['png', '\u0089PNG'],
    ['PNG', '\u0089PNG'],
    ['mp4', 'ftyp'],
  ])('render takes the format from the extension %s', { tags: 'ffmpeg' }, async (extension, signature) => {
    const folder = await temporaryFolder();
    const output = join(folder, `out.${extension}`);
    const { code, stderr, stdout } = await run(['render', hello, '-o', output, '--width', '320']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.toString()).toContain('320 x 180');
    const file = await readFile(output);
    expect(file.subarray(0, 12).toString('latin1')).toContain(signature);
    if (extension === 'mp4') await checkFilm(file, { width: 320, height: 180, durationMs: 1000 });
    expect(await readdir(folder)).toEqual([`out.${extension}`]);
  });

  it('render prints the warnings of inspect, has them in its JSON, and refuses them with --strict', {
    tags: 'slow',
  }, async () => {
    const folder = await temporaryFolder();
    const input = join(folder, 'film.json');
    const output = join(folder, 'film.svg');
    const objects = { formula: { kind: 'equation', text: '\\frac{1' } };
    await writeFile(input, JSON.stringify({ shorthand: true, objects, compositions: [{}] }));
    const warning =
      /objects\.formula\.text: the TeX does not parse \(.*\) and is drawn as text; correct the formula/;
    const strict = await run(['render', input, '-o', output, '--strict']);
    expect(strict).toMatchObject({ code: 1, stderr: expect.stringMatching(warning) });
    const made = await run(['render', input, '-o', output]);
    expect(made).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(new RegExp(`^render-service: warning: ${warning.source}\n$`)),
    });
    const { code, stdout } = await run(['render', input, '-o', output, '--force', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout.toString())).toMatchObject({
      warnings: [{ rule: 'tex-syntax', severity: 'warning', path: ['objects', 'formula', 'text'] }],
    });
  });

  it('render writes a PNG to a name without an extension, and follows --format for an unknown extension', {
    tags: 'slow',
  }, async () => {
    const folder = await temporaryFolder();
    for (const [name, args, signature] of [
      ['picture', [], '\u0089PNG'],
      ['.picture', [], '\u0089PNG'],
      ['picture.part', ['--format', 'svg'], '<?xml'],
    ] as const) {
      const output = join(folder, name);
      expect((await run(['render', hello, '-o', output, '--width', '32', ...args])).code).toBe(0);
      expect((await readFile(output)).subarray(0, 12).toString('latin1')).toContain(signature);
    }
  });

  it('render rejects an unknown extension and an extension that contradicts --format', {
    tags: 'slow',
  }, async () => {
    const folder = await temporaryFolder();
    for (const [name, args, words] of [
      ['film.avi', [], 'film.avi must be .svg, .png, .mp4, .webm, .mov, .gif, .webp or .apng\n'],
      ['film.json', [], 'must be .svg, .png, .mp4'],
      [
        'film.part',
        [],
        'must be .svg, .png, .mp4, .webm, .mov, .gif, .webp or .apng, or add --format with svg, png, mp4, webm, mov, gif, webp or apng\n',
      ],
      ['film.GIF', ['--format', 'png'], 'format png contradicts the extension of '],
      ['film.png', ['--format', 'mp4'], 'webp and apng, so end the name in .mp4'],
    ] as const) {
      const { code, stdout, stderr } = await run(['render', hello, '-o', join(folder, name), ...args]);
      expect({ code, stdout: stdout.toString() }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(words);
      expect(stderr).toContain(join(folder, name));
    }
    expect(await readdir(folder)).toEqual([]);
  });

  it('render --json prints the result as JSON', { tags: ['ffmpeg', 'slow'] }, async () => {
    const folder = await temporaryFolder();
    const output = join(folder, 'out.mp4');
    const { stdout } = await run(['render', hello, '-o', output, '--json', '--width', '320', '--fps', '24']);
    const result = JSON.parse(stdout.toString());
    await checkFilm(await readFile(output), { ...result, framesPerSecond: 24 });
    expect(result).toEqual({
      outputPath: output,
      format: 'mp4',
      mimeType: 'video/mp4',
      bytes: (await readFile(output)).length,
      width: 320,
      height: 180,
      durationMs: 1000,
      frames: 24,
      rasterizedFrames: 1,
      audioCodec: null,
      elapsedMs: expect.any(Number),
    });
  });

  it('render reads from standard input and writes to standard output', async () => {
    const { code, stdout, stderr } = await run(
      ['render', '-', '-o', '-', '--format', 'svg'],
      await readFile(hello),
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.toString()).toMatch(/^<\?xml.*<\/svg>\n$/s);
  });

  it('render names the unknown fields in shorthand that it ignores, on standard error', {
    tags: 'slow',
  }, async () => {
    const folder = await temporaryFolder();
    const film = (extra: string) => `{
      "shorthand": true, "name": "Dot", ${extra}
      "objects": { "dot": { "kind": "circle", "state": { "fill": "gold" } } }, "compositions": { "all": {} }
    }`;
    const render = async (
      text: string,
      args: readonly string[] = ['-o', join(folder, 'dot.svg'), '--force'],
    ) => {
      const input = join(folder, 'dot.json');
      await writeFile(input, text);
      return run(['render', input, ...args]);
    };
    const advice = `render-service inspect ${join(folder, 'dot.json')} says what to write instead\n`;
    expect((await render(film('"backgroundColor": "navy",'))).stderr).toBe(
      `render-service: the unknown field "backgroundColor" is ignored; ${advice}`,
    );
    const many = film('"a1": 1, "a2": 1, "a2\\u001b": 1, "a3": 1, "a4": 1,').replace('"fill"', '"a1"');
    expect((await render(many)).stderr).toBe(
      `render-service: the unknown fields "a1", "a2", "a2\\u001b" and others are ignored; ${advice}`,
    );
    expect((await render(film('"comment": "by hand", "author": "Ada",'))).stderr).toBe('');
    const { stderr } = await render(many, ['-o', '-', '--format', 'svg', '--json']);
    expect(JSON.parse(stderr)).toMatchObject({ format: 'svg' });
    const full = (await readFile(hello, 'utf8')).replace('{', '{ "editorState": {},');
    expect((await render(full)).stderr).toBe('');
  });

  it('render overwrites an existing file only with --force', async () => {
    const folder = await temporaryFolder();
    const output = join(folder, 'out.svg');
    await writeFile(output, 'mine');
    const refused = await run(['render', hello, '-o', output]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(`${output} already exists`);
    expect(await readFile(output, 'utf8')).toBe('mine');
    const forced = await run(['render', hello, '-o', output, '--force']);
    expect(forced.code).toBe(0);
    expect(await readFile(output, 'utf8')).toContain('<svg');
    expect(await readdir(folder)).toEqual(['out.svg']);
  });

  it('render does not write through a dangling symbolic link without --force', async () => {
    const folder = await temporaryFolder();
    const output = join(folder, 'out.svg');
    await symlink(join(folder, 'elsewhere.svg'), output);
    expect((await run(['render', hello, '-o', output])).code).toBe(1);
    expect(await readdir(folder)).toEqual(['out.svg']);
  });

  it('render reports why it failed and leaves no files', { tags: 'slow' }, async () => {
    const folder = await temporaryFolder();
    const output = join(folder, 'out.png');
    const broken = join(folder, 'broken.json');
    await writeFile(broken, '{"name": }');
    for (const [args, words] of [
      [['render', join(folder, 'none.json'), '-o', output], 'there is no such file'],
      [['render', folder, '-o', output], 'folder'],
      [['render', broken, '-o', output], 'line 1'],
      [
        ['render', hello, '-o', join(folder, 'none', 'out.png')],
        `there is no folder ${join(folder, 'none')}`,
      ],
      [['render', hello, '-o', folder], 'folder'],
      [['render', hello, '-o', folder, '--force'], 'folder'],
      [['render', hello, '-o', output, '--time-ms', '1001'], '1000'],
    ] as const) {
      const { code, stderr, stdout } = await run(args);
      expect(code, stderr).toBeGreaterThan(0);
      expect(stderr).toContain(words);
      expect(stdout.toString()).toBe('');
    }
    expect(await readdir(folder)).toEqual(['broken.json']);
  });

  it('render checks the output path before it reads the input', async () => {
    const folder = await temporaryFolder();
    const { process: child, finished } = start(['render', '-', '-o', join(folder, 'none', 'out.png')], null);
    const { code, stderr } = await finished;
    child.kill();
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('there is no folder') });
  });

  it.skipIf(process.platform === 'win32')(
    'render --force writes to a pipe without replacing it',
    async () => {
      const pipe = join(await temporaryFolder(), 'out.svg');
      execFileSync('mkfifo', [pipe]);
      const refused = await run(['render', hello, '-o', pipe]);
      expect(refused.stderr).toContain('already exists');
      const [{ code }, written] = await Promise.all([
        run(['render', hello, '-o', pipe, '--force']),
        readFile(pipe, 'utf8'),
      ]);
      expect(code).toBe(0);
      expect(written).toMatch(/<\/svg>\n$/);
      expect((await stat(pipe)).isFIFO()).toBe(true);
    },
  );
});

describe('help and version', () => {
  it('render-service, render and inspect print their help and the version', { tags: 'slow' }, async () => {
    for (const args of [['--help'], ['render', '--help'], ['inspect', '-h']]) {
      const { code, stdout } = await run(args);
      expect(code).toBe(0);
      expect(stdout.toString()).toContain('Usage:');
    }
    const manifest = JSON.parse(await readFile(new URL('../../../../package.json', import.meta.url), 'utf8'));
    for (const args of [['--version'], ['render', '--version'], ['inspect', '--version']]) {
      expect((await run(args)).stdout.toString()).toBe(`${manifest.version}\n`);
    }
  });
});

describe('inspect', () => {
  it('inspect describes a project in words and as JSON', { tags: 'slow' }, async () => {
    const people = await run(['inspect', fixture('launch')]);
    expect(people.stdout.toString()).toMatch(
      /^"Orbit 2 launch": 1920 x 1080, 7.9 s\n2 scenes, 2 audible tracks\nplan:\n(?: {2}\d+:\d\d\.\d \S+: .*\n)+no issues\nadvice:\n {2}.* are silent; .*\n {2}.* \(x 946, y 484\)\n$/,
    );
    expect(people.code).toBe(0);
    const { stdout } = await run(['inspect', fixture('launch'), '--json']);
    expect(JSON.parse(stdout.toString())).toEqual(
      expect.objectContaining({ scenes: 2, durationMs: 7900, width: 1920, height: 1080, issues: [] }),
    );
  });

  it('inspect prints advice and, with --layout, the boxes of objects', { tags: 'slow' }, async () => {
    const idle = JSON.parse(await readFile(fixture('launch'), 'utf8'));
    idle.scenes.intro.transitions['a-b'].tracks.name.type = 'fade';
    const { code, stdout } = await run(['inspect', '-', '--json', '--layout'], JSON.stringify(idle));
    expect(code).toBe(0);
    const { advice, layout } = JSON.parse(stdout.toString());
    expect(advice).toEqual([
      {
        rule: 'idle-track',
        path: 'scenes.intro.transitions.a-b.tracks',
        message: expect.any(String),
        fix: { name: null },
      },
      expect.objectContaining({ rule: 'sound' }),
      expect.objectContaining({ rule: 'outside-card', fix: { x: 946, y: 484 } }),
    ]);
    const told = await run(['inspect', '-'], JSON.stringify(idle));
    expect(told.stdout.toString()).toContain(
      'advice:\n  scenes.intro.transitions.a-b.tracks: this track has no effect: name is the same in a and b; ' +
        'change one of its states or remove the track (without name)\n',
    );
    expect(layout).toHaveLength(5);
    const people = await run(['inspect', fixture('hello'), '--layout']);
    expect(people.stdout.toString()).toMatch(
      /no issues\nlayout of hello\.still, 0 s to 1 s \(left, top, right, bottom\):\n {2}title: [\d.]+, [\d.]+, [\d.]+, [\d.]+\n$/,
    );
  });

  it('inspect prints for which format it checked if issues only concern other formats', {
    tags: 'slow',
  }, async () => {
    const asset = { src: 'https://a.example/a.mp3', mime: 'audio/mpeg', duration: 100 };
    const film = (duration: number, extra: object = {}) =>
      JSON.stringify({
        ...{ shorthand: true, objects: { dot: { kind: 'circle' } } },
        ...{ compositions: { all: { duration, states: { dot: {} } } }, ...extra },
      });
    const [long, loud] = [film(74_800), film(500, { audioTracks: { a: { asset } } })];
    const warned = film(500, { objects: { dot: { kind: 'text', state: { text: '\u{10fffd}' } } } });
    for (const [input, args, code, hint] of [
      [long, [], 0, 'checked as png; --format mp4 checks the film'],
      [long, ['--format', 'svg'], 0, 'checked as svg; --format mp4 checks the film'],
      [long, ['--format', 'mp4'], 1, undefined],
      [loud, ['--format', 'gif'], 0, 'checked as gif; --format mp4 checks a film with sound'],
      [loud, ['--format', 'webm'], 1, undefined],
      [warned, [], 0, undefined],
      [film(500), [], 0, undefined],
    ] as const) {
      const result = await run(['inspect', '-', ...args], input);
      expect(result).toMatchObject({ code, stderr: '' });
      const lines = result.stdout.toString().split('\n');
      expect(lines.filter((line) => line.includes('checked as'))).toEqual(hint === undefined ? [] : [hint]);
    }
    const { stdout } = await run(['inspect', '-', '--json'], long);
    expect(Object.keys(JSON.parse(stdout.toString()))).toEqual(
      Object.keys(JSON.parse((await run(['inspect', hello, '--json'])).stdout.toString())),
    );
  });

  it('inspect exits with code 1 if render would reject the project', async () => {
    const project = JSON.parse(await readFile(hello, 'utf8'));
    const { objects } = project.scenes.hello;
    objects.title = { ...objects.title, kind: 'image', image: { src: 'photo.webp', width: 1, height: 1 } };
    const { code, stdout } = await run(['inspect', '-'], JSON.stringify(project));
    expect(code).toBe(1);
    expect(stdout.toString()).toContain('scenes.hello.objects.title.image');
    const invalid = await run(['inspect', '-'], '{}');
    expect(invalid.code).toBe(1);
    expect(invalid.stderr).toContain('name: is required');
  });
});
