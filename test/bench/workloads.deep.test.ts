import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { projectJson, workloads } from '../../bench/workloads/workloads.mjs';
import { inspect } from '../../packages/engine/src/render/inspect.ts';

/** The sums of each film's holds and transitions. */
const durations = {
  hello: 1000,
  derivative: 9800,
  // The first scene's pad sounds for 200 ms longer than its pictures move.
  launch: 7900,
  'crowd-500': 5000,
  lesson: 60_000,
  ellipses: 10_000,
  discs: 9000,
  cards: 8000,
  'cards-shadows': 8000,
  'cards-gradients': 8000,
  noise: 60_000,
};

it('the benchmark measures the expected films', () => {
  expect(Object.fromEntries(workloads.map(({ name, durationMs }) => [name, durationMs]))).toEqual(durations);
});

it.each(workloads)(
  'the benchmark film $name has the expected duration and no issues',
  async ({ name, durationMs }) => {
    expect(await inspect(await projectJson(name))).toMatchObject({ durationMs, issues: [] });
  },
);

it.each(workloads.filter(({ quickMs }) => quickMs))(
  'a quick benchmark run shortens the film $name',
  async ({ name, quickMs }) => {
    const project = await projectJson(name, { isQuick: true });
    expect(await inspect(project)).toMatchObject({ durationMs: quickMs, issues: [] });
  },
);

it('the benchmark makes the same films in every run', async () => {
  for (const name of ['lesson', 'ellipses']) expect(await projectJson(name)).toBe(await projectJson(name));
  expect(await projectJson('noise', { isQuick: true })).toBe(await projectJson('noise', { isQuick: true }));
});

it('the files and names that the benchmark loads exist', async () => {
  const bench = new URL('../../bench/', import.meta.url);
  const scripts = readdirSync(bench, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.mjs') && !name.includes('node_modules'),
  );
  const missing: string[] = [];
  for (const name of scripts) {
    const script = new URL(name, bench);
    const imports = readFileSync(script, 'utf8').matchAll(/^import (?:\{([^}]*)\} )?from '(\.[^']+)'/gm);
    for (const [, names = '', path = ''] of imports) {
      const file = new URL(path, script);
      if (!existsSync(file)) missing.push(`${name}: ${path}`);
      else {
        const exported = Object.keys(await import(file.href));
        const wanted = names.split(',').map((one) => one.trim().split(' as ')[0]);
        missing.push(
          ...wanted
            .filter((one) => one && !exported.includes(one))
            .map((one) => `${name}: ${one} of ${path}`),
        );
      }
    }
  }
  expect(missing).toEqual([]);
});
