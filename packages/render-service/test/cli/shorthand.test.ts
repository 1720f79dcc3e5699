import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { run, temporaryFolder } from '../../../../test/support/command-line.ts';
import { writeWav } from '../../../../test/support/wav-writer.ts';
import { projectSchema, shorthandSchema } from '../../../engine/src/index.ts';
import { parseProject } from '../../../engine/src/project/parse-project.ts';
import { film, plain } from '../../../engine/test/shorthand/expand.ts';

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const sound = writeWav({ sampleRate: 8000, frames: 800, channels: [() => 0] });

/** Creates a folder with a film that has a variable and a sound file. */
async function filmFile(): Promise<string> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'voice.wav'), sound);
  const document = film({
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable.
    name: '${title}',
    variables: { title: 'Hello' },
    audioTracks: { voice: { asset: { src: 'voice.wav' } } },
  });
  await writeFile(join(folder, 'film.json'), JSON.stringify(document));
  return join(folder, 'film.json');
}

describe('expand', () => {
  it('expand prints the full project with its files embedded', { tags: 'slow' }, async () => {
    const input = await filmFile();
    const { code, stdout, stderr } = await run(['expand', input]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const project = JSON.parse(stdout.toString());
    expect(parseProject(project)).toMatchObject({ ok: true });
    expect(project.scenes.main.audioTracks.voice.asset.src).toBe(
      `data:audio/wav;base64,${sound.toString('base64')}`,
    );
    const output = join(input, '../full.json');
    expect(await run(['expand', input, '-o', output, '--set', 'title=2026'])).toMatchObject({
      code: 0,
      stderr: '',
    });
    expect(JSON.parse(await readFile(output, 'utf8'))).toEqual({ ...project, name: '2026' });
    expect(await run(['expand', input, '-o', output])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('already exists; use --force to replace it'),
    });
    expect(await run(['expand', input, '-o', input, '--force'])).toMatchObject({ code: 1 });
  });

  it('expand --names lists what compositions can mention', async () => {
    const objects = { row: { kind: 'row', children: [{ kind: 'circle', text: 'A' }] } };
    const { stdout, stderr } = await run(['expand', '-', '--names'], JSON.stringify(film({ objects })));
    expect(stderr).toBe('');
    expect(stdout.toString()).toBe('names in main:\n  row (group)\n  row.0 (circle)\n  row.0.label (text)\n');
  });

  it('expand measures equations, whose engine is in another package', async () => {
    const objects = {
      law: { kind: 'equation', text: 'E = mc^2' },
      note: { kind: 'text', text: 'x', below: 'law' },
    };
    const { code, stderr } = await run(['expand', '-'], JSON.stringify(film({ objects })));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('expand rejects file names in a project from standard input', async () => {
    const text = await readFile(await filmFile());
    expect(await run(['expand', '-'], text)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^render-service: audioTracks\.voice\.asset\.src: is the file "voice\.wav", but no base folder/,
      ),
    });
  });
});

describe('--theme', () => {
  it('every command that reads a film takes a bundled theme or a file, which replaces that of the film', {
    tags: 'slow',
  }, async () => {
    const folder = await temporaryFolder();
    const input = join(folder, 'film.json');
    const at = (name: string) => join(folder, name);
    await writeFile(input, JSON.stringify(film({ theme: 'paper' })));
    await writeFile(at('brand.json'), '{ "colors": { "accent": "#0b5d4e" } }');
    const fillOf = async (...theme: string[]) => {
      const { stdout } = await run(['expand', input, ...theme]);
      return JSON.parse(stdout.toString()).scenes.main.compositions.a.states.box.fill;
    };
    expect([await fillOf(), await fillOf('--theme', 'neon'), await fillOf('--theme', 'brand.json')]).toEqual([
      '#8f3a16',
      '#c8ff3e',
      '#0b5d4e',
    ]);
    const theme = ['--theme', 'neon'];
    const svg = await run(['render', input, '-o', '-', '--format', 'svg', ...theme]);
    expect(svg.stdout.toString().toLowerCase()).toContain('#c8ff3e');
    for (const command of [
      ['inspect', input, ...theme],
      ['fix', input, '--check', ...theme],
      ['sheet', input, '-o', at('sheet.png'), ...theme],
      ['batch', input, '--out-dir', folder, '--format', 'svg', ...theme],
    ])
      expect([command[0], (await run(command)).code]).toEqual([command[0], 0]);
    expect((await readFile(at('film.svg'), 'utf8')).toLowerCase()).toContain('#c8ff3e');
    expect(await run(['expand', input, '--theme', 'neno'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is "neno", which is not a bundled theme'),
    });
  });

  it('a project in the full format has no theme', async () => {
    const folder = await temporaryFolder();
    const input = join(folder, 'film.json');
    await writeFile(input, JSON.stringify(film()));
    await run(['expand', input, '-o', join(folder, 'full.json')]);
    for (const command of ['expand', 'inspect'])
      expect(await run([command, join(folder, 'full.json'), '--theme', 'neon'])).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('must have "shorthand": true to use a theme'),
      });
  });
});

describe('--set', () => {
  it('--set sets variables for inspect and render', { tags: 'slow' }, async () => {
    const input = await filmFile();
    const inspected = await run(['inspect', input, '--json', '--set', 'title=a', '--set', 'title="7"']);
    expect(JSON.parse(inspected.stdout.toString())).toMatchObject({
      name: '7',
      audibleTracks: 1,
      issues: [],
    });
    const rendered = await run(['render', input, '-o', '-', '--format', 'svg', '--set', 'title=Bye = bye']);
    expect(rendered).toMatchObject({ code: 0, stderr: '' });
    expect(await run(['inspect', input, '--set', 'titel=Bye'])).toMatchObject({
      code: 1,
      stderr: 'render-service: variables.titel: is not a variable of the project; known: title\n',
    });
    expect(await run(['inspect', input, '--set', 'title'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--set must be name=value'),
    });
  });
});

it('schema prints the JSON Schemas of the full format and of shorthand', async () => {
  const project = await run(['schema']);
  expect(JSON.parse(project.stdout.toString())).toEqual(plain(projectSchema));
  const shorthand = await run(['schema', '--shorthand']);
  expect(JSON.parse(shorthand.stdout.toString())).toEqual(plain(shorthandSchema));
});

it('init writes a first film and never overwrites a file', { tags: 'slow' }, async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'inner'));
  const init = (...args: string[]) =>
    promisify(execFile)(process.execPath, [main, 'init', ...args], { cwd: folder });
  expect((await init()).stdout).toBe(
    'film.json: a first film; next: render-service preview film.json --open\n',
  );
  await init('inner/launch');
  const first = await readFile(join(folder, 'film.json'), 'utf8');
  const { stdout } = await run(['inspect', join(folder, 'inner/launch.json'), '--json']);
  expect(JSON.parse(stdout.toString())).toMatchObject({ name: 'launch', issues: [] });
  const schemaOf = async (file: string) =>
    resolve(join(folder, file), '..', JSON.parse(await readFile(join(folder, file), 'utf8')).$schema);
  const assets = fileURLToPath(new URL('../../assets', import.meta.url));
  expect(await schemaOf('film.json')).toBe(join(assets, 'schemas/shorthand.json'));
  const installed = join(folder, 'node_modules/render-service');
  await mkdir(installed, { recursive: true });
  await symlink(assets, join(installed, 'assets'));
  await init('inner/second');
  expect(await schemaOf('inner/second.json')).toBe(join(installed, 'assets/schemas/shorthand.json'));
  expect((await init("Ann's film")).stdout).toMatch(
    / next: render-service preview 'Ann'\\''s film\.json' --open\n$/,
  );
  for (const name of ['missing/third', 'film.json/third']) {
    await expect(init(name)).rejects.toMatchObject({
      code: 1,
      stderr: `render-service: cannot write ${name}.json: there is no folder ${name.replace('/third', '')}\n`,
    });
  }
  await expect(init('film.json')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('film.json already exists; choose another NAME'),
  });
  expect(await readFile(join(folder, 'film.json'), 'utf8')).toBe(first);
});
