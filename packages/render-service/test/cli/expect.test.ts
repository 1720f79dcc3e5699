import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { run, temporaryFolder } from '../../../../test/support/command-line.ts';

const film = {
  shorthand: true,
  ...{ width: 320, height: 180, background: 'white' },
  objects: { ball: { kind: 'circle', x: 60, y: 40, width: 40, height: 40, fill: 'navy' } },
  compositions: {
    up: { duration: 500, states: { ball: true } },
    down: { enter: { duration: 1000, easing: 'linear' }, duration: 500, states: { ball: { y: 140 } } },
  },
  expect: ['ball.y increases during down', 'ball is inside frame', 'film lasts 1s to 1.5s'],
};

async function written(document: object): Promise<string> {
  const path = join(await temporaryFolder(), 'film.json');
  await writeFile(path, JSON.stringify(document));
  return path;
}

it('inspect lists the sentences of expect with the first moment at which they fail, and --strict exits with 1', {
  tags: 'slow',
}, async () => {
  const path = await written(film);
  const plain = await run(['inspect', path]);
  expect(plain).toMatchObject({ code: 0, stderr: '' });
  expect(String(plain.stdout)).toContain(`3 assertions, 1 not true:
  passes: ball.y increases during down
  passes: ball is inside frame
  fails: film lasts 1s to 1.5s
`);
  expect(String(plain.stdout)).toContain('expect[2]: "film lasts 1s to 1.5s" is not true: the film lasts 2s');
  expect((await run(['inspect', path, '--strict'])).code).toBe(1);
  const json = await run(['inspect', path, '--strict', '--json']);
  expect(json.code).toBe(1);
  expect(JSON.parse(String(json.stdout)).assertions).toMatchObject([
    { sentence: 'ball.y increases during down', status: 'passes' },
    { status: 'passes' },
    { status: 'fails', message: 'the film lasts 2s' },
  ]);
});

it('inspect --strict exits with 0 if every sentence is true, also of the expanded film and after fix', {
  tags: 'slow',
}, async () => {
  const path = await written({ ...film, expect: [...film.expect.slice(0, 2), 'film lasts 1.6s to 1.9s'] });
  expect((await run(['inspect', path, '--strict'])).code).toBe(1);
  const fixed = await run(['fix', path]);
  expect(String(fixed.stdout)).toContain('duration');
  expect(await run(['inspect', path, '--strict'])).toMatchObject({ code: 0 });
  const expanded = await run(['expand', path]);
  const full = await written(JSON.parse(String(expanded.stdout)));
  const strict = await run(['inspect', full, '--strict']);
  expect(strict.code).toBe(0);
  expect(String(strict.stdout)).toContain('3 assertions, all true:');
});

it('a sentence that cannot be read stops every command with its place and the nearest word', {
  tags: 'slow',
}, async () => {
  const path = await written({ ...film, expect: ['ball is insde frame'] });
  for (const args of [
    ['inspect', path],
    ['render', path, '-o', `${path}.png`],
  ]) {
    const { code, stderr } = await run(args);
    expect(code).toBe(1);
    expect(stderr).toContain('expect[0]: has "insde" where a relation is expected; did you mean inside?');
  }
});
