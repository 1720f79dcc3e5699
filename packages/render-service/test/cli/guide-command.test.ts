import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { run } from '../../../../test/support/command-line.ts';
import { pageNames, pages } from '../../../engine/src/language/pages.ts';

const folder = new URL('../../../../docs/reference/topics/', import.meta.url);
const textOf = (name: string) => readFileSync(new URL(`${name}.md`, folder), 'utf8');

it('guide lists the topics with a line each', async () => {
  const { code, stdout } = await run(['guide']);
  expect(code).toBe(0);
  const lines = stdout.toString().trimEnd().split('\n');
  expect(lines.map((line) => line.split(/ {2,}/))).toEqual(Object.entries(pages));
  expect(lines.map((line) => line.split(' ')[0])).toEqual(pageNames);
});

it('guide prints the page of a topic or a kind of objects', async () => {
  for (const [topic, page] of [
    ['charts', 'charts'],
    ['rectangle', 'shapes'],
    ['bars', 'charts'],
  ] as const) {
    const { code, stdout } = await run(['guide', topic]);
    expect({ code, text: stdout.toString() }).toEqual({ code: 0, text: textOf(page) });
  }
});

it('guide refuses an unknown topic with the nearest one and the list', async () => {
  const { code, stdout, stderr } = await run(['guide', 'chart']);
  expect([code, stdout.toString()]).toEqual([2, '']);
  expect(stderr).toBe(
    `render-service: there is no page "chart"; did you mean charts? The topics are ${pageNames.join(', ')}\nTry: render-service guide --help\n`,
  );
  const other = await run(['guide', 'weather']);
  expect(other.code).toBe(2);
  expect(other.stderr).toContain('there is no page "weather"; the topics are animation, ');
  const two = await run(['guide', 'charts', 'text']);
  expect([two.code, two.stderr]).toEqual([2, expect.stringContaining('guide takes one TOPIC')]);
});

it('inspect prints how to read a page that advice refers to', async () => {
  const film = { shorthand: true, objects: { a: { kind: 'circle', wobble: 1 } }, compositions: [{}] };
  const { stdout } = await run(['inspect', '-'], JSON.stringify(film));
  expect(stdout.toString()).toMatch(/; see the page "shapes"\nto read a page: render-service guide shapes\n/);
});

it('inspect --json lists the pages about what a document uses', async () => {
  const film = {
    shorthand: true,
    objects: { law: { kind: 'equation', text: 'a' }, sales: { kind: 'pie', data: { a: 1 } } },
    compositions: [{}],
  };
  const { code, stdout } = await run(['inspect', '-', '--json'], JSON.stringify(film));
  expect(code).toBe(0);
  expect(JSON.parse(stdout.toString())).toMatchObject({ pages: ['charts', 'equations'] });
});
