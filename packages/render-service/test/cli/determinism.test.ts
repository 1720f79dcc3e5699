import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quarteredImage, writtenProject } from '../../../../test/support/build-project.ts';
import { checkFilm } from '../../../../test/support/film/check-film.ts';
import type { Project } from '../../../engine/src/project/schema.ts';
import { render } from '../../../engine/src/render/render.ts';

const run = promisify(execFile);
const library = new URL('../../dist/index.js', import.meta.url);
const examples = fileURLToPath(new URL('../../../../examples/', import.meta.url));
const commandLine = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** All kinds of objects at once, with glows, images and both kinds of lettering, written by a transition. */
const project = writtenProject(
  {
    circle: {
      kind: 'circle',
      state: { x: 40, y: 40, effect: 'glow', opacity: 0.7, stroke: '#f00', strokeWidth: 3 },
    },
    box: { kind: 'rectangle', state: { x: 100, y: 40, cornerRadius: 6, fill: '#4f8cff80' } },
    text: { kind: 'text', state: { x: 160, y: 120, text: 'Office · Ελλάδα', fontSize: 24, effect: 'glow' } },
    equation: { kind: 'equation', state: { x: 250, y: 50, text: '\\int_0^1 x^2\\,dx', fontSize: 24 } },
    arrow: {
      kind: 'arrow',
      state: { x: 20, y: 150, width: 120, height: -20, stroke: '#fd0', strokeWidth: 2 },
    },
    image: {
      kind: 'image',
      state: { x: 170, y: 50, width: 60.5, height: 41 },
      image: quarteredImage(64, 48),
    },
  },
  { background: '#102030' },
);

const cases = [
  { name: 'SVG', options: { format: 'svg', timeMs: 613 }, args: ['--time-ms', '613'] },
  { name: 'PNG', options: { format: 'png', timeMs: 613 }, args: ['--time-ms', '613'] },
  { name: 'MP4', options: { format: 'mp4', fps: 24 }, args: ['--fps', '24', '--no-cache'] },
] as const;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'render-service-determinism-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

function digest(data: Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** The same document with the keys of every object in the opposite order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reversed(inner)]),
  );
}

describe.each(cases)('$name', ({ options, args }) => {
  it('render gives the same bytes each time, even when several renders run at the same time', {
    tags: 'ffmpeg',
  }, async () => {
    const results = await Promise.all([project, project, project].map((input) => render(input, options)));
    const again = await render(project, options);
    expect(new Set([...results, again].map(({ data }) => digest(data))).size).toBe(1);
    if (again.format === 'mp4') await checkFilm(again.data, again);
  });

  it('render gives the same bytes in another process', { tags: 'slow' }, async () => {
    const input = join(folder, `${options.format}.json`);
    const output = join(folder, `picture.${options.format}`);
    await writeFile(input, JSON.stringify(project));
    await run(process.execPath, [commandLine, 'render', input, '-o', output, ...args]);
    const ours = digest((await render(project, options)).data);
    expect(digest(await readFile(output)), 'is dist/ built from these sources?').toBe(ours);
  });

  it('render gives the same bytes for any key order and any form of input', async () => {
    const expected = digest((await render(project, options)).data);
    const turned = reversed(project) as Project;
    expect(Object.keys(turned.scenes.scene.objects)).toEqual(
      Object.keys(project.scenes.scene.objects).reverse(),
    );
    expect(digest((await render(turned, options)).data)).toBe(expected);
    const text = JSON.stringify(project, null, 2);
    expect(digest((await render(text, options)).data)).toBe(expected);
    expect(digest((await render(Buffer.from(text), options)).data)).toBe(expected);
  });
});

/** A film whose axes and table have times without a zone. */
const timed = {
  shorthand: true,
  objects: {
    plane: {
      kind: 'axes',
      y: 200,
      width: 800,
      height: 200,
      xRange: ['2024-02-28T22:00', 'Feb 29 2024 2:00'],
    },
    list: {
      kind: 'table',
      y: 600,
      columns: { at: { format: '%Y-%m-%d %H:%M' } },
      data: [{ at: '2024-03-10T23:30', n: 1 }],
    },
  },
  compositions: [{}],
};

/** Prints the digests of pictures in the middle of films. */
const digests = `
  import { createHash } from 'node:crypto';
  import { readFileSync } from 'node:fs';
  import { close, inspect, render } from ${JSON.stringify(library.href)};
  for (const file of process.argv.slice(1)) {
    const text = readFileSync(file, 'utf8');
    const { durationMs } = await inspect(text);
    const { data } = await render(text, { format: 'svg', timeMs: durationMs / 2 });
    console.log(createHash('sha256').update(data).digest('hex'));
  }
  await close();
`;

it('render gives the same bytes in every time zone and locale', { tags: 'slow' }, async () => {
  const file = join(folder, 'timed.json');
  await writeFile(file, JSON.stringify(timed));
  const names = (await readdir(examples)).filter((name) => name.endsWith('.json'));
  const files = [file, ...names.map((name) => join(examples, name))];
  const machines = [
    { TZ: 'UTC', LC_ALL: 'en_US.UTF-8' },
    { TZ: 'Asia/Tokyo', LC_ALL: 'de_DE.UTF-8' },
    { TZ: 'America/New_York', LC_ALL: 'tr_TR.UTF-8' },
    { TZ: 'Asia/Kolkata', LC_ALL: 'tr_TR.UTF-8' },
  ];
  const printed: string[] = [];
  for (const machine of machines) {
    const env = { ...process.env, ...machine };
    const args = ['--input-type=module', '-e', digests, ...files];
    const { stdout } = await run(process.execPath, args, { env });
    printed.push(stdout);
  }
  expect(printed[0]?.trim().split('\n')).toHaveLength(files.length);
  expect(new Set(printed).size).toBe(1);
});
