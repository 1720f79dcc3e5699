import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { run, temporaryFolder } from '../../../../test/support/command-line.ts';

const dots = Object.fromEntries(
  Array.from({ length: 12 }, (_, index) => [`dot-${index}`, { kind: 'circle', x: 20 * index }]),
);

const film = {
  shorthand: true,
  objects: { title: { kind: 'text', place: 'top', text: 'Title' }, ...dots },
  compositions: [
    { duration: '0.5s', states: { title: true } },
    { duration: 1000, enter: 600, states: { '*': true, title: { fill: 'gold' } } },
    { duration: 400, enter: '0.25s', states: { title: false } },
  ],
};

it('inspect prints a line for each composition, with its times and what enters, changes and leaves', {
  tags: 'slow',
}, async () => {
  const path = join(await temporaryFolder(), 'film.json');
  await writeFile(path, JSON.stringify(film));
  const { stdout, code } = await run(['inspect', path]);
  expect(code).toBe(0);
  expect(String(stdout)).toContain(`plan:
  0:00.0 1: hold 0.5 s; enters title
  0:00.5 2: transition 0.6 s, hold 1 s; enters dot-0, dot-1, dot-2, dot-3, dot-4, dot-5, dot-6, dot-7 and 4 more; changes title
  0:02.1 3: transition 0.25 s, hold 0.4 s; leaves title
`);
  const json = await run(['inspect', path, '--json']);
  const { plan } = JSON.parse(String(json.stdout));
  expect(plan).toHaveLength(3);
  expect(plan[2]).toEqual({
    ...{ scene: 'main', composition: '3', startMs: 2100, transitionMs: 250, holdMs: 400 },
    ...{ enters: [], changes: [], leaves: ['title'] },
  });
});
