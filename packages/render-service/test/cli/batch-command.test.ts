// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables and names of outputs have this form.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { run, start, temporaryFolder } from '../../../../test/support/command-line.ts';
import { externalProgram } from '../../../../test/support/external-programs.ts';
import { onLinux } from '../../../../test/support/linux-process.ts';
import { waitUntil } from '../../../../test/support/wait-until.ts';
import { wavUrl } from '../../../../test/support/wav-writer.ts';
import { template } from '../../../farm/test/support/template.ts';

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** A film of several seconds with a small moving box, so rendering takes a moment. */
const film = {
  ...template,
  objects: { box: { kind: 'rectangle', state: { width: 4, height: 4, x: 2, fill: '${color}' } } },
  variables: { color: 'red' },
  compositions: { a: { duration: 0 }, b: { duration: 100, enter: 8000, states: { box: { x: 14 } } } },
};

async function folderWith(files: Readonly<Record<string, string | object>>): Promise<string> {
  const folder = await temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}

/** Lists the outputs in a folder, without the manifest. */
async function outputsIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).filter((name) => name !== '.render-service').sort();
}

async function linesOf(path: string) {
  return (await readFile(path, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

describe('batch', () => {
  it('batch makes MP4s with the pictures and the sound that it is asked for', {
    tags: ['ffmpeg', 'slow'],
  }, async () => {
    const src = wavUrl({ sampleRate: 48_000, frames: 4800, channels: [() => 0.1] });
    const folder = await folderWith({
      'film.json': { ...template, width: 64, height: 64, audioTracks: { hum: { src } } },
    });
    const [project, out] = [join(folder, 'film.json'), join(folder, 'out')];
    const args = ['batch', project, '--out-dir', out, '--format', 'mp4', '--jobs', '1', '--json'];
    const codecsIn = () =>
      execFileSync(externalProgram('ffprobe'), [
        ...['-v', 'error', '-show_entries', 'stream=codec_name', '-of', 'csv=p=0'],
        join(out, 'film.mp4'),
      ])
        .toString()
        .trim()
        .split('\n');
    const make = async (...options: string[]) => {
      const { code, stdout, stderr } = await run([...args, ...options]);
      expect([code, stderr]).toEqual([0, '']);
      return JSON.parse(stdout.toString());
    };
    expect(await make('--codec', 'hevc', '--audio', 'aac')).toMatchObject({ made: 1, skipped: 0 });
    expect(codecsIn()).toEqual(['hevc', 'aac']);
    expect(await make('--codec', 'hevc', '--audio', 'aac')).toMatchObject({ made: 0, skipped: 1 });
    expect(await make('--codec', 'av1')).toMatchObject({ made: 1, skipped: 0 });
    expect(codecsIn()).toEqual(['av1', 'mp3']);
    expect(await make()).toMatchObject({ made: 1, skipped: 0 });
    expect(codecsIn()).toEqual(['h264', 'mp3']);
  });

  it('batch renders one output for each row, even for values that are unsafe as file names', {
    tags: 'slow',
  }, async () => {
    const folder = await folderWith({ 'film.json': template });
    const long = 'x'.repeat(10_000);
    const values = [
      '../../up',
      'a/b\\c',
      'nul',
      'z\0z',
      long,
      '\u202etxt.exe',
      '=1+1',
      'quoted "twice"\r\nover lines',
    ];
    const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`;
    const rows = values.map(
      (value, index) => `${quoted(value)},${index === 2 ? 'no colour' : 'lime'},left out`,
    );
    const csv = `\ufeffid,color,notes\r\n${rows.join('\r\n')}\r\n`;
    const project = join(folder, 'film.json');
    const report = join(folder, 'report.jsonl');
    const out = join(folder, 'out');
    const args = ['batch', project, '--data', '-', '--out-dir', out, '--report', report, '--jobs', '1'];
    const first = await run(args, csv);
    expect(first.stdout.toString()).toMatch(/^.*out: 7 made, 1 failed, in \d+ s\n$/);
    expect(first.stderr).toBe(
      'standard input: ignoring the field "notes", which is not a variable of the template\n' +
        'render-service: row 3 (line 4, _nul.png): variables.color: must be a color (none, transparent, #rgb, #rrggbb, #rrggbbaa or a CSS name in lower case), but is "no colour"; used by objects.box.state.fill\n',
    );
    expect(first.code).toBe(1);
    const names = await outputsIn(out);
    expect(names.map((name) => name.replace(/x{20,}-[0-9a-f]{12}/, 'long')).sort()).toEqual(
      [
        '=1+1.png',
        '___.._up.png',
        '_txt.exe.png',
        'a_b_c.png',
        'long.png',
        'quoted _twice___over lines.png',
        'z_z.png',
      ].sort(),
    );
    const alone = join(folder, 'alone.png');
    await run(['render', project, '--set', 'color=lime', '-o', alone]);
    for (const name of names) expect(await readFile(join(out, name))).toEqual(await readFile(alone));
    const lines = await linesOf(report);
    expect(lines).toHaveLength(8);
    expect(lines[2]).toEqual({
      number: 3,
      line: 4,
      input: project,
      name: '_nul.png',
      outcome: 'failed',
      seconds: expect.any(Number),
      bytes: 0,
      problems: [
        {
          code: 'invalid-project',
          place: 'variables.color',
          message: expect.stringContaining('must be'),
        },
      ],
    });
    expect(lines[7]).toMatchObject({ number: 8, line: 9, outcome: 'made', bytes: (await stat(alone)).size });

    const good = csv.replace('no colour', 'red');
    const second = await run([...args, '--json'], good);
    expect(JSON.parse(second.stdout.toString())).toMatchObject({ total: 8, made: 1, skipped: 7, failed: 0 });
    expect(second.code).toBe(0);
    // The report is from the last run.
    expect((await linesOf(report)).filter(({ outcome }) => outcome === 'skipped')).toHaveLength(7);
  });

  it('batch renders outputs again after their project or variables change', { tags: 'slow' }, async () => {
    const folder = await folderWith({ 'a.json': template, 'b.json': template });
    const inputs = [join(folder, 'a.json'), join(folder, 'b.json')];
    const out = join(folder, 'out');
    const counts = async (...more: string[]) => {
      const { stdout, code } = await run([
        'batch',
        ...inputs,
        '--out-dir',
        out,
        '--jobs',
        '1',
        '--json',
        ...more,
      ]);
      const { made, skipped } = JSON.parse(stdout.toString());
      return { code, made, skipped };
    };
    expect(await counts()).toEqual({ code: 0, made: 2, skipped: 0 });
    expect(await counts()).toEqual({ code: 0, made: 0, skipped: 2 });
    await writeFile(join(folder, 'b.json'), JSON.stringify({ ...template, background: 'blue' }));
    expect(await counts()).toEqual({ code: 0, made: 1, skipped: 1 });
    expect(await counts('--set', 'color=lime')).toEqual({ code: 0, made: 2, skipped: 0 });
    expect(await outputsIn(out)).toEqual(['a.png', 'b.png']);
  });

  it.each([
    ['output names that differ only in case', 'id\nAnna\nanna\n', [], 'rows 1 and 2 (anna.png)'],
    ['a missing column', 'name\nAnna\n', ['--name', '${id}'], '--name uses ${id}'],
    ['mismatched quotes', 'id\nAnna\n"b\n', [], 'rows.csv: has a quoted field that is not closed'],
    ['an existing file that no batch created', 'id\nAnna\nmine\n', [], 'mine.png; use --force to replace'],
  ])('batch renders nothing if it finds %s', async (_, rows, more, message) => {
    const folder = await folderWith({ 'film.json': template, 'rows.csv': rows });
    const out = join(folder, 'out');
    await mkdir(out);
    if (rows.includes('mine')) await writeFile(join(out, 'mine.png'), 'mine');
    const before = await outputsIn(out);
    const args = [
      'batch',
      join(folder, 'film.json'),
      '--data',
      join(folder, 'rows.csv'),
      '--out-dir',
      out,
      ...more,
    ];
    const { code, stderr, stdout } = await run(args);
    expect(stderr).toContain(message);
    expect({ code: code === 0, stdout: stdout.toString() }).toEqual({ code: false, stdout: '' });
    expect(await outputsIn(out)).toEqual(before);
  });

  it('batch --report does not replace other files without --force, and never replaces the input', async () => {
    const folder = await folderWith({ 'film.json': template, 'mine.txt': 'mine' });
    const args = ['batch', join(folder, 'film.json'), '--out-dir', join(folder, 'out'), '--report'];
    const { code, stderr } = await run([...args, join(folder, 'mine.txt')]);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `render-service: ${join(folder, 'mine.txt')} already exists and is not a report of a batch; use --force to replace it\n`,
    });
    expect((await run([...args, join(folder, 'film.json'), '--force'])).stderr).toContain('it is the input');
    expect(await outputsIn(join(folder, 'out'))).toEqual([]);
  });

  it('batch --report - waits for a slow reader', async () => {
    const rows = 6000;
    const folder = await folderWith({ 'film.json': template });
    await writeFile(
      join(folder, 'rows.jsonl'),
      `${JSON.stringify({ id: 'x'.repeat(200), color: [] })}\n`.repeat(rows),
    );
    const args = ['batch', join(folder, 'film.json'), '--data', join(folder, 'rows.jsonl')];
    const command = start([...args, '--out-dir', join(folder, 'out'), '--report', '-', '--name', '${row}']);
    command.process.stdout?.pause();
    await waitUntil('the batch writes', () => command.process.stdout?.readableLength);
    await sleep(500);
    command.process.stdout?.resume();
    const { code, stdout, stderr } = await command.finished;
    expect(stderr).toMatch(new RegExp(`out: 0 made, ${rows} failed, in \\d+ s\\n$`));
    expect(code).toBe(1);
    const lines = stdout.toString().trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).number)).toEqual(lines.map((_, index) => index + 1));
    expect(lines).toHaveLength(rows);
  });

  it.runIf(onLinux)(
    'batch --report writes to a named pipe and waits for its reader',
    { tags: 'slow' },
    async () => {
      const folder = await folderWith({ 'film.json': template });
      const pipe = join(folder, 'pipe');
      execFileSync('mkfifo', [pipe]);
      const args = ['batch', join(folder, 'film.json'), '--out-dir', join(folder, 'out'), '--report', pipe];
      const waiting = start(args);
      await waitUntil('the record of outputs', () => existsSync(join(folder, 'out')));
      await sleep(200);
      waiting.process.kill('SIGINT');
      expect(await waiting.finished).toMatchObject({ code: 130 });
      const command = start(args);
      const [line = ''] = (await readFile(pipe, 'utf8')).split('\n');
      expect(JSON.parse(line)).toMatchObject({ number: 1, outcome: 'made' });
      expect(await command.finished).toMatchObject({ code: 0 });
    },
  );

  it.runIf(onLinux)('batch resumes after an interruption and after SIGKILL', { tags: 'slow' }, async () => {
    const colors = ['red', 'lime', 'blue', 'gold', 'navy', 'teal'];
    const folder = await folderWith({ 'film.json': film, 'rows.csv': `color\n${colors.join('\n')}\n` });
    const args = [
      'batch',
      join(folder, 'film.json'),
      '--data',
      join(folder, 'rows.csv'),
      '--name',
      '${color}.mp4',
    ];
    const out = join(folder, 'out');
    const command = () => start([...args, '--out-dir', out, '--jobs', '1', '--json']);
    const names = colors.map((color) => `${color}.mp4`);
    const startUntil = async (count: number) => {
      const running = command();
      await waitUntil(
        'an output',
        async () => (await outputsIn(out)).includes(names[count - 1] ?? ''),
        60_000,
      );
      return running;
    };

    const interrupted = await startUntil(1);
    interrupted.process.kill('SIGINT');
    expect(await interrupted.finished).toMatchObject({
      code: 130,
      stdout: Buffer.alloc(0),
      stderr: expect.stringMatching(/^Stopped: \d of 6 are done; the same command resumes from there\.\n$/),
    });
    const first = await outputsIn(out);
    expect(names.slice(0, first.length).sort()).toEqual(first);
    expect(first.length).toBeLessThan(names.length);

    const killed = await startUntil(first.length + 1);
    killed.process.kill('SIGKILL');
    await killed.finished;
    const times = await Promise.all(first.map(async (name) => (await stat(join(out, name))).mtimeMs));

    const last = await command().finished;
    expect(JSON.parse(last.stdout.toString())).toMatchObject({ total: 6, failed: 0 });
    expect(JSON.parse(last.stdout.toString()).skipped).toBeGreaterThan(first.length);
    expect(last.code).toBe(0);
    expect(await outputsIn(out)).toEqual([...names].sort());
    expect(await Promise.all(first.map(async (name) => (await stat(join(out, name))).mtimeMs))).toEqual(
      times,
    );

    const whole = join(folder, 'whole');
    await run([...args, '--out-dir', whole]);
    for (const name of names) {
      expect(Buffer.compare(await readFile(join(out, name)), await readFile(join(whole, name))), name).toBe(
        0,
      );
    }
  });

  it.runIf(canMount())(
    'batch stops on a full disk and resumes when there is space',
    { tags: 'slow' },
    async () => {
      const folder = await folderWith({ 'film.json': template });
      const text = { kind: 'text', state: { text: '${id}', fontSize: 300, x: 250, y: 250, fill: 'white' } };
      await writeFile(
        join(folder, 'film.json'),
        JSON.stringify({
          ...template,
          variables: { id: '' },
          width: 500,
          height: 500,
          objects: { text },
          compositions: { main: { states: { text: {} } } },
        }),
      );
      await writeFile(
        join(folder, 'rows.csv'),
        `id\n${Array.from({ length: 8 }, (_, index) => `&%${index}§`).join('\n')}\n`,
      );
      const script = `
      mount -t tmpfs -o size=32k tmpfs out || exit 9
      "$0" "$1" batch film.json --data rows.csv --out-dir out --jobs 1; echo "code $?"
      ls -A out | grep -v '^.render-service$' | wc -l; ls -A out | grep -c tmp
      mount -o remount,size=4m out
      "$0" "$1" batch film.json --data rows.csv --out-dir out --jobs 1; echo "code $?"
      ls -A out; cp -r out copy`;
      await mkdir(join(folder, 'out'));
      const shell = ['-rm', 'sh', '-c', script, process.execPath, main];
      const lines = execFileSync('unshare', shell, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).split(
        '\n',
      );
      const [failed, made, temporary, summary, done, ...names] = lines;
      expect({ failed, temporary, done }).toEqual({ failed: 'code 1', temporary: '0', done: 'code 0' });
      expect(Number(made)).toBeGreaterThan(0);
      expect(Number(made)).toBeLessThan(8);
      expect(summary).toMatch(new RegExp(`^out: ${8 - Number(made)} made, ${made} already up to date, in`));
      expect(names.filter((name) => name.endsWith('.png'))).toHaveLength(8);
      expect(names.filter((name) => name.endsWith('.tmp'))).toEqual([]);
      await run([
        'batch',
        join(folder, 'film.json'),
        '--data',
        join(folder, 'rows.csv'),
        '--out-dir',
        join(folder, 'whole'),
      ]);
      for (const name of await outputsIn(join(folder, 'whole'))) {
        expect(await readFile(join(folder, 'copy', name))).toEqual(
          await readFile(join(folder, 'whole', name)),
        );
      }
    },
  );

  it('films of one template share pieces, which the report and the summary count', {
    tags: 'slow',
  }, async () => {
    const text = { kind: 'text', state: { text: '${name}', x: 8, y: 8, fontSize: 6, fill: 'white' } };
    const titles = {
      ...template,
      variables: { name: '', color: 'red' },
      objects: { ...film.objects, text },
      compositions: {
        intro: { duration: 1000, states: { text: { visible: false }, box: { fill: 'red' } } },
        name: { duration: 1000, states: { text: { visible: true }, box: { fill: 'red' } } },
        outro: { duration: 1000, states: { text: { visible: false }, box: { x: 10, fill: 'red' } } },
      },
    };
    const folder = await folderWith({ 'film.json': titles, 'rows.csv': 'name\nA\nB\nC\n' });
    const batch = async (out: string, ...options: readonly string[]) => {
      const report = join(folder, 'report.jsonl');
      const files = ['film.json', '--data', 'rows.csv', '--out-dir', out, '--name', '${row}.mp4'];
      const args = ['batch', ...files, '--jobs', '1', '--json', '--report', report, ...options];
      const { code, stdout, stderr } = await start(args, '', {}, folder).finished;
      expect({ code, stderr: stderr.toString() }).toEqual({ code: 0, stderr: '' });
      return { ...JSON.parse(stdout.toString()), rows: await linesOf(report) };
    };
    const { pieces, rows } = await batch('first');
    expect(pieces).toEqual({ kept: 4, made: 5 });
    expect(rows.map((row: { readonly pieces: object }) => row.pieces)).toEqual([
      { kept: 0, made: 3 },
      { kept: 2, made: 1 },
      { kept: 2, made: 1 },
    ]);
    expect((await batch('second', '--cache', 'kept')).pieces).toEqual(pieces);
    expect((await batch('third', '--cache', 'kept')).pieces).toEqual({ kept: 9, made: 0 });
    for (const name of ['1.mp4', '2.mp4', '3.mp4']) {
      const [first, ...others] = await Promise.all(
        ['first', 'second', 'third'].map((out) => readFile(join(folder, out, name))),
      );
      for (const other of others) expect(other.equals(first)).toBe(true);
    }
  });

  it('several batches can write to the same folder at the same time', { tags: 'slow' }, async () => {
    const rows = Array.from({ length: 12 }, (_, index) => `${index},${index / 12}`).join('\n');
    const folder = await folderWith({
      'film.json': template,
      'other.json': { ...template, background: 'blue' },
      'rows.csv': `id,opacity\n${rows}\n`,
    });
    const out = join(folder, 'out');
    const batch = (project: string, name: string) =>
      run([
        'batch',
        join(folder, project),
        '--data',
        join(folder, 'rows.csv'),
        '--out-dir',
        out,
        '--name',
        name,
        '--jobs',
        '1',
        '--json',
      ]);
    const results = await Promise.all([
      batch('film.json', '${id}'),
      batch('film.json', '${id}'),
      batch('other.json', 'other ${id}'),
    ]);
    expect(results.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
      results.map(() => ({ code: 0, stderr: '' })),
    );
    expect(await outputsIn(out)).toHaveLength(24);
    for (const [project, name] of [
      ['film.json', '${id}'],
      ['other.json', 'other ${id}'],
    ] as const) {
      expect(JSON.parse((await batch(project, name)).stdout.toString())).toMatchObject({
        made: 0,
        skipped: 12,
      });
    }
  });
});

function canMount(): boolean {
  try {
    execFileSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
