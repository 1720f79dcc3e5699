import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/command-line.ts';
import { frameHashes } from '../../../../test/support/ffmpeg.ts';
import { dotAt, formulaFilm, formulaFilmMs, variableAt } from '../../../../test/support/formula-film.ts';
import { filmOf } from '../../../../test/support/write-film.ts';
import type { CompositionState, Project } from '../../src/project/schema.ts';
import { inspect } from '../../src/render/inspect.ts';
import { render } from '../../src/render/render.ts';
import { adviceOn } from '../advice/advice-on.ts';
import { expectStills } from './film/expect-stills.ts';

const durationMs = 2 * formulaFilmMs.hold + formulaFilmMs.transition;

async function svgAt(timeMs: number, project: Project = formulaFilm): Promise<string> {
  const { data } = await render(project, { format: 'svg', timeMs });
  return new TextDecoder().decode(data);
}

/** The film with other formulas of one object in both compositions. */
function withFormulas(
  id: string,
  formulas: NonNullable<CompositionState['formulas']>,
  changes: Partial<CompositionState> = {},
): Project {
  const project = structuredClone(formulaFilm);
  for (const composition of Object.values(project.scenes.scene?.compositions ?? {})) {
    Object.assign(composition.states[id] ?? {}, { formulas, ...changes });
  }
  return project;
}

describe('a film with formulas', () => {
  it('an SVG has the computed place and text at every time', async () => {
    for (const timeMs of [0, 250, 400, 613, 750, 1111, 1250, 1500]) {
      const svg = await svgAt(timeMs);
      const places = [...svg.matchAll(/transform="translate\(([-\d.]+)[ ,]([-\d.]+)\)"/g)];
      const { x, y } = dotAt(timeMs);
      const isDot = ([, left, top]: RegExpMatchArray) =>
        Math.abs(Number(left) - x) < 0.01 && Math.abs(Number(top) - y) < 0.01;
      const ends = places.some(isDot) || svg.includes(`matrix(1 0 0 1 ${x} ${y})`);
      expect(ends, `${timeMs} ms: ${x} ${y} in ${svg.slice(0, 900)}`).toBe(true);
      expect(svg).toContain(`× ${(1 + variableAt(timeMs)).toFixed(1)}`);
    }
  });

  it('pictures of the film equal stills of the same times', { tags: ['ffmpeg', 'slow'] }, async () => {
    await expectStills(formulaFilm, 640);
  });

  it('a film has the same bytes for any number of threads, and its pictures change in the transition alone', {
    tags: 'ffmpeg',
  }, async () => {
    const films = [];
    for (const threads of [0, 2]) films.push(await filmOf(formulaFilm, { threads, framesPerSecond: 24 }));
    expect(Buffer.compare(films[0]?.bytes ?? Buffer.of(), films[1]?.bytes ?? Buffer.of())).toBe(0);
    const hashes = await frameHashes(films[0]?.bytes ?? Buffer.of());
    const moving = Math.round((formulaFilmMs.transition * 24) / 1000);
    expect(new Set(hashes).size).toBeGreaterThanOrEqual(moving - 1);
    expect(new Set(hashes.slice(0, 6)).size).toBe(1);
  });

  it('stills in any order equal those in playing order', async () => {
    const times = [0, 333, 750, 1000, durationMs];
    const inOrder = await Promise.all(times.map((time) => svgAt(time)));
    const reversed = await Promise.all(times.toReversed().map((time) => svgAt(time)));
    expect(reversed.toReversed()).toEqual(inOrder);
  });

  it('a film with formulas that do not change equals one with numbers', async () => {
    const still = structuredClone(formulaFilm);
    for (const composition of Object.values(still.scenes.scene?.compositions ?? {})) {
      composition.variables = { s: 1 };
    }
    const plain = structuredClone(still);
    for (const composition of Object.values(plain.scenes.scene?.compositions ?? {})) {
      for (const state of Object.values(composition.states)) delete state.formulas;
      const { dot, bar, ring, number } = composition.states;
      Object.assign(dot ?? {}, { x: 160, y: 90 });
      Object.assign(bar ?? {}, { x: 90, width: 150, opacity: 0.7, strokeWidth: 2 });
      Object.assign(ring ?? {}, { sweep: [0, 200], dashOffset: -20, rotation: 90 });
      Object.assign(number ?? {}, { text: '× 2.0' });
    }
    for (const timeMs of [100, 700, 1400])
      expect(await svgAt(timeMs, still)).toBe(await svgAt(timeMs, plain));
  });
});

describe('an inspection of formulas', () => {
  it('a film whose formulas are finite has no issues', async () => {
    expect((await inspect(formulaFilm)).issues).toEqual([]);
  });

  it('warns of a division by zero during a transition, and still renders', async () => {
    const project = withFormulas('dot', { x: '100/(s - 1) + 200' });
    const { problems, blocking } = await inspect(project, { fps: 24 });
    expect(problems).toMatchObject([
      {
        path: ['scenes', 'scene', 'compositions', 'b', 'states', 'dot', 'formulas', 'x'],
        rule: 'formula-gap',
        severity: 'warning',
        message:
          'has no finite value 500 ms into the transition from "a" to "b", with s = 1, so the object is not drawn then; keep divisors away from 0, and roots and logarithms in their range',
      },
    ]);
    expect(blocking).toEqual([]);
    expect(await svgAt(750, project)).not.toContain('#ffd166');
    expect(await svgAt(751, project)).toContain('#ffd166');
  });

  it('warns of a child whose parent has no place', async () => {
    const project = withFormulas('dot', { y: 'sqrt(abs(s - 1) - 0.5)' }, { visible: false });
    const [scene] = Object.values(project.scenes);
    Object.assign(scene?.objects.bar ?? {}, { parentId: 'dot' });
    const { issues } = await inspect(project);
    expect(issues).toHaveLength(1);
    expect(issues[0]).toContain('states.dot.formulas.y: has no finite value');
    expect(issues[0]).toContain('so the object and its child "bar" are not drawn then');
  });

  it('advice recommends no fix of a field that a formula computes', async () => {
    const outside = withFormulas('dot', { x: '5000 + s' });
    const advice = await adviceOn(outside);
    expect(advice.map(({ rule }) => rule)).toContain('beyond-frame');
    for (const { path, fix } of advice) if (path.endsWith('states.dot')) expect(fix).toBeUndefined();
  });
});

it('a document without formulas loads neither jsep nor d3-format, and one with formulas only what it needs', {
  tags: 'slow',
}, async () => {
  const module = new URL('../../dist/render/inspect.js', import.meta.url).href;
  const loadedBy = async (project: object) => {
    const folder = await temporaryFolder();
    const program = `
      const { inspect } = await import(${JSON.stringify(module)});
      await inspect(${JSON.stringify(project)});`;
    const env = { ...process.env, NODE_V8_COVERAGE: folder };
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { env });
    const names = await readdir(folder);
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    const urls: string[] = texts.flatMap((text) =>
      JSON.parse(text).result.map(({ url }: { url: string }) => url),
    );
    return ['jsep', 'd3-format'].filter((name) => urls.some((url) => url.includes(`/node_modules/${name}/`)));
  };
  const hello = JSON.parse(
    await readFile(fileURLToPath(new URL('../../../../examples/hello.json', import.meta.url)), 'utf8'),
  );
  expect(await loadedBy(hello)).toEqual([]);
  expect(await loadedBy(formulaFilm)).toEqual(['jsep', 'd3-format']);
  expect(await loadedBy(withFormulas('number', { x: '270 + s' }))).toEqual(['jsep']);
});
