import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dataUrl, writeWav } from '../../../../../test/support/wav-writer.ts';
import { describeProblem } from '../../../src/project/problem.ts';
import { Problems } from '../../../src/project/problems.ts';
import type { Scene } from '../../../src/project/schema.ts';
import { embedFiles } from '../../../src/render/files/embed-files.ts';
import { loadProject } from '../../../src/render/load-project.ts';
import { RenderError } from '../../../src/render/render-error.ts';
import { film } from '../../shorthand/expand.ts';

const { signal } = new AbortController();
const jpeg = new URL('../../../../../test/fixtures/images/gradient-baseline-420.jpg', import.meta.url);
const sound = writeWav({ sampleRate: 8000, frames: 4000, channels: [() => 0] });

/** Creates a folder for a project and its files, and a sibling file outside it. */
function folderWith(files: Record<string, Uint8Array | string> = {}): string {
  const root = mkdtempSync(join(tmpdir(), 'render-service-files-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const folder = join(root, 'project');
  mkdirSync(join(folder, 'media'), { recursive: true });
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
  return folder;
}

const picture = (src: string) => film({ objects: { box: { kind: 'image', image: { src } } } });
const voice = (src: string) => film({ audioTracks: { voice: { asset: { src } } } });

async function load(document: object, baseFolder?: string): Promise<Scene> {
  const { project } = await loadProject(document, { baseFolder }, signal);
  const { main } = project.scenes;
  if (main === undefined) throw new Error('no scene');
  return main;
}

async function problemsOf(document: object, baseFolder?: string): Promise<readonly string[]> {
  try {
    await load(document, baseFolder);
    return [];
  } catch (error) {
    if (error instanceof RenderError) return error.problems.map(describeProblem);
    throw error;
  }
}

/** Replaces a folder by a link, and the link by the folder, until it is ended. */
const swapper = `
  const { renameSync } = require('node:fs');
  const [folder, link, spare] = process.argv.slice(1);
  process.stdout.write('ready');
  for (;;) {
    renameSync(folder, spare);
    renameSync(link, folder);
    renameSync(folder, link);
    renameSync(spare, folder);
  }`;

describe('a src that is a file', () => {
  it('embeds a file in src with its type, size and duration', async () => {
    const { readFileSync } = await import('node:fs');
    const bytes = readFileSync(jpeg);
    const folder = folderWith({ 'media/picture.png': bytes, 'voice.wav': sound });
    const scene = await load(
      { ...picture('media/picture.png'), ...{ audioTracks: voice('./voice.wav').audioTracks } },
      folder,
    );
    expect(scene.objects.box?.image).toMatchObject({
      src: `data:image/jpeg;base64,${bytes.toString('base64')}`,
    });
    expect(scene.objects.box?.image?.width).toBeGreaterThan(1);
    expect(scene.audioTracks?.voice).toMatchObject({
      asset: { mime: 'audio/wav', duration: 500, hasAudio: true },
      offset: 0,
      duration: 500,
    });
  });

  it('embeds a file in src whose name contains a variable', async () => {
    const folder = folderWith({ 'media/voice-en.wav': sound });
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable.
    const document = { ...voice('media/voice-${language}.wav'), variables: { language: 'en' } };
    expect((await load(document, folder)).audioTracks?.voice?.duration).toBe(500);
  });

  it.each([
    [
      '../secret.wav',
      'must be a path in the project\'s folder or below, without "..", but is "../secret.wav"',
    ],
    ['media/../../secret.wav', 'must be a path in the project\'s folder or below, without ".."'],
    ['/etc/passwd', 'must be a path relative to the project\'s folder, but is "/etc/passwd"'],
    ['..\\secret.wav', 'must be a path with "/" between its parts'],
    ['a\0b', 'must be a path without null characters'],
    ['missing.wav', 'cannot be read from the file "missing.wav": there is no such file'],
    ['.', "must not lead out of the project's folder"],
    ['media', 'must be a regular file, but "media" is not'],
    ['text.wav', 'is "text.wav", but the file is neither WAV, MP3, M4A, AAC, FLAC, Ogg Vorbis nor Opus'],
  ])('rejects the src %j', async (src, problem) => {
    const folder = folderWith({ 'text.wav': 'hello', '../secret.wav': sound });
    expect(await problemsOf(voice(src), folder)).toEqual([
      expect.stringContaining(`audioTracks.voice.asset.src: ${problem}`),
    ]);
  });

  it('embeds a link in src that stays in the project folder, and rejects a link that leads out of it', async () => {
    const folder = folderWith({ 'voice.wav': sound, '../secret.wav': sound });
    symlinkSync('../voice.wav', join(folder, 'media/inside.wav'));
    symlinkSync('../../secret.wav', join(folder, 'media/outside.wav'));
    symlinkSync('..', join(folder, 'up'));
    expect(await problemsOf(voice('media/inside.wav'), folder)).toEqual([]);
    for (const src of ['media/outside.wav', 'up/secret.wav']) {
      expect(await problemsOf(voice(src), folder)).toEqual([
        `audioTracks.voice.asset.src: must not lead out of the project's folder, but "${src}" is a link that does`,
      ]);
    }
  });

  it('describes the problem of a WAV file in src that cannot be used, with or without a duration', async () => {
    const options = { sampleRate: 48_000, frames: 480, channels: [() => 0.5] };
    const long = writeWav({ ...options, sampleFormat: 'f64' });
    const empty = writeWav({ ...options, frames: 0 });
    const folder = folderWith({ 'long.wav': long, 'empty.wav': empty });
    const rule = 'the WAV must have integer samples of 8, 16, 24 or 32 bits or float samples of 32 bits';
    const wayOut = 'export it with 16 bits (with ffmpeg: -c:a pcm_s16le)';
    const problem = `${rule}, but has 64-bit float samples; ${wayOut}`;
    for (const asset of [{ src: 'long.wav' }, { src: 'long.wav', mime: 'audio/wav', duration: 10 }]) {
      expect(await problemsOf(film({ audioTracks: { voice: { asset } } }), folder)).toEqual([
        `audioTracks.voice.asset.src: cannot be read from the file "long.wav": ${problem}`,
      ]);
    }
    expect(await problemsOf(voice('empty.wav'), folder)).toEqual([
      'audioTracks.voice.asset.src: cannot be read from the file "empty.wav": ' +
        'the WAV has no samples (0 bytes of data); export it again',
    ]);
    expect(await problemsOf(voice(dataUrl(long)))).toEqual([`audioTracks.voice.asset.src: ${problem}`]);
  });

  it('rejects a pipe without a writer in src at once', async () => {
    const folder = folderWith();
    execFileSync('mkfifo', [join(folder, 'pipe.wav')]);
    expect(await problemsOf(voice('pipe.wav'), folder)).toEqual([
      'audioTracks.voice.asset.src: must be a regular file, but "pipe.wav" is not',
    ]);
  });

  it('rejects a file in src that is too large', async () => {
    const folder = folderWith({ 'huge.wav': '', 'big.wav': '', 'wide.png': '' });
    truncateSync(join(folder, 'huge.wav'), 2 ** 40);
    truncateSync(join(folder, 'big.wav'), 30_000_000);
    truncateSync(join(folder, 'wide.png'), 2 ** 21);
    expect(await problemsOf(voice('huge.wav'), folder)).toEqual([
      expect.stringMatching(
        /src: must be a file of at most \d+ bytes, but "huge\.wav" has 1099511627776; shorten the sound, or save it in mono or at a lower sample rate$/,
      ),
    ]);
    expect(await problemsOf(voice('big.wav'), folder)).toEqual([
      'audioTracks.voice.asset.src: makes the project larger than 32 MiB: "big.wav" has 30000000 bytes; ' +
        'shorten the sound, or save it in mono or at a lower sample rate',
    ]);
    expect(await problemsOf(picture('wide.png'), folder)).toEqual([
      expect.stringMatching(
        /image\.src: must be a file of at most 1048\d\d\d bytes, but "wide\.png" has 2097152; save it smaller, for example as a JPEG of 1920 x 1080 pixels$/,
      ),
    ]);
  });

  it('rejects a file in src without a base folder', async () => {
    expect(await problemsOf(picture('picture.png'))).toEqual([
      expect.stringMatching(
        /^objects\.box\.image\.src: is the file "picture\.png", but no base folder is given; embed it/,
      ),
    ]);
  });

  it('does not read files that a project in the full format names', async () => {
    const folder = folderWith({ 'voice.wav': sound });
    const full = (await loadProject(voice(`data:audio/wav;base64,${sound.toString('base64')}`), {}, signal))
      .project;
    const document = JSON.parse(JSON.stringify(full));
    document.scenes.main.audioTracks.voice.asset.src = 'voice.wav';
    expect((await load(document, folder)).audioTracks?.voice?.asset.src).toBe('voice.wav');
  });
});

describe('the data of a chart in a CSV file', () => {
  const chart = (data: string) => film({ objects: { sales: { kind: 'bars', state: { data } } } });

  async function labelsAndValues(csv: string | Uint8Array, column = ''): Promise<(string | undefined)[]> {
    const { compositions } = await load(chart(`sales.csv${column}`), folderWith({ 'sales.csv': csv }));
    const states = Object.entries(Object.values(compositions)[0]?.states ?? {});
    return states.flatMap(([id, { text }]) => (/-(label|value)$/.test(id) ? [text] : []));
  }

  it.each([
    ['commas', 'day,sold\nMon,48\nTue,52.5\n', ['48.0', 'Mon', '52.5', 'Tue']],
    ['semicolons and a byte order mark', '\ufeffday;sold\r\n"Mon; early";48\r\n', ['48', 'Mon; early']],
    ['tabs and empty lines', 'day\tsold\n\nMon\t-4\n', ['-4', 'Mon']],
    ['separated thousands', 'day,sold\nMon,"1,234"\nTue,−5\n', ['1234', 'Mon', '-5', 'Tue']],
    ['decimal commas', 'day;sold\nMon;1.234,5\nTue;0,25\n', ['1234.50', 'Mon', '0.25', 'Tue']],
    ['three decimals after a comma', 'day;sold\nMon;1,234\n', ['1.234', 'Mon']],
    ['three decimals after a point', 'day;sold\nMon;1.234\n', ['1.234', 'Mon']],
    ['spaces and per cent signs', 'day,sold\nMon,12 500 %\nTue,4%\n', ['12,500', 'Mon', '4', 'Tue']],
    ['UTF-16', Buffer.from('\ufeffday,sold\nMärz,1e3\n', 'utf16le'), ['1000', 'März']],
  ])('reads the data of a chart with %s', async (_what, csv, expected) => {
    expect(await labelsAndValues(csv)).toEqual(expected);
  });

  it('reads the data of a chart from the column named after the file', async () => {
    const csv = 'day,2025,2026\nMon,48,52\n';
    expect(await labelsAndValues(csv, '#2026')).toEqual(['52', 'Mon']);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the project
    const state = { data: 'sales.csv#${year}' };
    const document = film({ variables: { year: '2025' }, objects: { sales: { kind: 'bars', state } } });
    const { compositions } = await load(document, folderWith({ 'sales.csv': csv }));
    expect(Object.values(compositions)[0]?.states['sales-Mon-value']?.text).toBe('48');
  });

  const long = 'year,country,people,income\n1990,A,5,1\n1990,B,7,2\n1995,A,6,3\n1995,B,,4\n';
  it.each([
    ['#2025,2026', 'day,2025,2026\nMon,48,52\n', { 'Mon-2025': 48, 'Mon-2026': 52 }],
    ['#*', 'day,2025,2026\nMon,48,\nTue,1,2\n', { 'Mon-2025': 48, 'Tue-2025': 1, 'Tue-2026': 2 }],
    ['#2025, 2026', 'day,"2025, 2026"\nMon,48\n', { Mon: 48 }],
    ['#income,year=1995', long, { A: 3, B: 4 }],
    ['#year=1990', long, { A: 5, B: 7 }],
    ['#people,country=*', long, { '1990-A': 5, '1990-B': 7, '1995-A': 6 }],
  ])('takes columns and rows of a CSV file by %s', async (selection, csv, expected) => {
    const state = { data: `sales.csv${selection}`, values: true };
    const document = film({ objects: { sales: { kind: 'bars', state } } });
    const { compositions } = await load(document, folderWith({ 'sales.csv': csv }));
    const texts = Object.entries(Object.values(compositions)[0]?.states ?? {}).flatMap(([id, { text }]) =>
      id.endsWith('-value') ? [[id.slice(6, -6), Number(text)]] : [],
    );
    expect(Object.fromEntries(texts)).toEqual(expected);
  });

  it.each([
    ['#price', 'which has no column "price"; choose one of "year", "country", "people", "income"'],
    ['#income,town=A', 'which has no column "town"; choose one of "year", "country", "people", "income"'],
    ['#income,year=2000', 'which has no row with "2000" in the column "year"'],
    [
      '#people,income,country=*',
      'of which only one column can become several series; name one, and one column of values',
    ],
  ])('refuses columns and rows that a CSV file does not have: %s', async (selection, rule) => {
    expect(await problemsOf(chart(`sales.csv${selection}`), folderWith({ 'sales.csv': long }))).toEqual([
      `objects.sales.state.data: is "sales.csv", ${rule}`,
    ]);
  });

  const rows = (count: number) => Array.from({ length: count }, (_, index) => `n${index},1`).join('\n');
  it.each([
    [
      'day,sold\nMon,NaN\n',
      'which has "NaN" in line 2 of the column "sold", but needs a number from -1e12 to 1e12, such as 1234.5',
    ],
    [
      'day,sold\nMon,1e13\n',
      'which has "1e13" in line 2 of the column "sold", but needs a number from -1e12 to 1e12, such as 1234.5',
    ],
    [
      'day,sold\nMon,12.5\nTue,"1,5"\n',
      'which has "1,5" in line 3 of the column "sold", but needs a number from -1e12 to 1e12, such as 1234.5',
    ],
    [
      'day,sold\nMon,\n',
      'which has an empty cell in line 2 of the column "sold"; write 0, or leave the row out',
    ],
    ['day,sold\n,1\n', 'which has no label in line 2; the first column must have one'],
    ['day,sold\nMon,1,2\n', 'in which line 2 has 3 fields, but the header has 2'],
    ['day,sold\n', 'which has a header but no values'],
    ['', 'which is empty; it needs a header and a row for each value'],
    ['day\nMon\n', 'which has only the column "day", but needs labels in the first and values in the second'],
    [`a,b\n${'z'.repeat(10_000)},1\n`, 'which has a label of 10000 characters in line 2; shorten it to 60'],
    [`a,b\n${rows(50_000)}`, 'which has more than 10000 rows, the most of a chart; leave some out'],
    [
      'day,sold\nMon,"1\n',
      'which has a quoted field that is not closed before the end, line 2; write a quote inside it as ""',
    ],
    [new Uint8Array([0xe9, 0x2c, 0x62]), 'which is not valid UTF-8 in line 1; save it as UTF-8'],
  ])('reports unusable data of a chart with the line and the remedy: %#', async (csv, rule) => {
    expect(await problemsOf(chart('sales.csv'), folderWith({ 'sales.csv': csv }))).toEqual([
      `objects.sales.state.data: is "sales.csv", ${rule}`,
    ]);
  });

  it('limits the data of a chart to 1 MiB, and to the columns of the file', async () => {
    const folder = folderWith({ 'sales.csv': 'day,sold\nMon,1\n', 'large.csv': `a,b\n${rows(120_000)}` });
    const place = 'objects.sales.state.data:';
    expect(await problemsOf(chart('large.csv'), folder)).toEqual([
      expect.stringMatching(
        `^${place} must be a file of at most 1048576 bytes, but "large.csv" has \\d+; keep only the rows and columns of the chart$`,
      ),
    ]);
    expect(await problemsOf(chart('sales.csv#2026'), folder)).toEqual([
      `${place} is "sales.csv", which has no column "2026"; choose one of "day", "sold"`,
    ]);
    expect(await problemsOf(chart('other.csv'), folder)).toEqual([
      `${place} cannot be read from the file "other.csv": there is no such file`,
    ]);
  });
});

it('never embeds a file outside the folder while a folder is replaced by a link', {
  tags: 'slow',
}, async () => {
  const folder = folderWith({ 'media/data.csv': 'label,value\ninside,1\n' });
  const outside = join(folder, '../outside');
  mkdirSync(outside);
  writeFileSync(join(outside, 'data.csv'), 'label,value\noutside,1\n');
  const link = join(folder, 'link');
  symlinkSync(outside, link);
  const paths = [join(folder, 'media'), link, join(folder, 'spare')];
  const swapping = spawn(process.execPath, ['-e', swapper, ...paths], { stdio: 'pipe' });
  onTestFinished(async () => {
    swapping.kill('SIGKILL');
    await once(swapping, 'exit');
  });
  await once(swapping.stdout, 'data');
  const seen = new Set<string>();
  for (let time = 0; time < 4000; time++) {
    const owner = { src: 'media/data.csv' };
    const source = {
      owner,
      field: 'src',
      file: owner.src,
      path: ['src'],
      type: 'data',
      column: undefined,
    } as const;
    await embedFiles([{ ...source, use: {} }], folder, signal, new Problems());
    seen.add(JSON.stringify(owner.src));
  }
  expect([...seen].filter((one) => one.includes('outside'))).toEqual([]);
  // The folder was there at times.
  expect(seen.size).toBe(2);
});
