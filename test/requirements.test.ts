import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { conformancePage } from './requirements/conformance-page.ts';
import { statements } from './requirements/requirement.ts';
import { readTestTitles, titlesIn } from './requirements/test-titles.ts';
import { areas } from './requirements.ts';

const root = new URL('../', import.meta.url);
const required = areas.flatMap(({ requirements }) => requirements.map(({ id }) => id));
const titles = readTestTitles(root);

describe('every requirement', () => {
  it('has an id of its own', () => {
    expect(required.filter((id, index) => required.indexOf(id) !== index)).toEqual([]);
  });

  it('is one sentence', () => {
    for (const { id, sentence } of areas.flatMap(({ requirements }) => requirements)) {
      expect(sentence, id).toMatch(/^\S.*\.$/);
    }
  });

  it('is proved by a test', () => {
    const proved = new Set(titles.flatMap(({ ids }) => ids));
    expect(required.filter((id) => !proved.has(id))).toEqual([]);
  });
});

describe('every test', () => {
  it('names only requirements that there are', () => {
    const named = titles.flatMap(({ file, path, ids }) => ids.map((id) => ({ file, path, id })));
    expect(named.filter(({ id }) => !required.includes(id))).toEqual([]);
  });

  it('names a requirement once', () => {
    expect(titles.filter(({ ids }) => new Set(ids).size < ids.length)).toEqual([]);
  });
});

it('docs/conformance.md is up to date: node scripts/conformance.mjs', () => {
  // Git may have changed the ends of lines.
  const page = readFileSync(new URL('docs/conformance.md', root), 'utf8').replaceAll('\r\n', '\n');
  expect(page === conformancePage(root)).toBe(true);
});

describe('titles are found', () => {
  // In two parts, so that the titles here are none of this file.
  const call = (text: string) => titlesIn(text.replaceAll('~', '('), 'a.test.ts');

  it.each([
    ["it~'stands [a.b]', () => {", 'stands', ['a.b']],
    ['describe.each(table)~"$name [a.b c.d-e.F2]", run', '$name', ['a.b', 'c.d-e.F2']],
    ['test.each([\n  1,\n])~\n  `of %s [a.b]`,\n  run', 'of %s', ['a.b']],
    ["it~'isn\\'t [x] [a.b]', run", "isn't [x]", ['a.b']],
    ["it.skipIf(windows)~'on [a.b]', run", 'on', ['a.b']],
  ])('in %j', (text, title, ids) => {
    expect(call(text)).toEqual([{ file: 'a.test.ts', path: [title], ids }]);
  });

  it('with the groups around them', () => {
    const text = [
      "describe~'a [a.b]', () => {",
      "  it~'b', run);",
      '});',
      'describe.each~[',
      '  1,',
      "])~'c', () => {",
      "  processes~'d', () => {",
      "    it~'e [c.d]', run);",
      '    it.each~[1])~',
      "      'f [c.d]',",
      '      run,',
      '    );',
      '  });',
      "  it~'g [a.b]', run);",
    ];
    expect(call(text.join('\n')).map(({ path }) => path.join(' > '))).toEqual([
      'a',
      'c > d > e',
      'c > d > f',
      'c > g',
    ]);
  });

  it.each([
    "it~'stands', () => {",
    "it~'counts [1, 2]', run",
    "// it~'stands [a.b]', run",
    "expect~'stands [a.b]').toBe",
    "call~'stands [a.b]', run",
  ])('nowhere in %j', (text) => {
    expect(call(text)).toEqual([]);
  });

  it.each(["it~'stands [a.b, c.d]', run", "it.skip~'stands [a.b]', run", "it.todo~'stands [a.b]', run"])(
    'with an error in %j',
    (text) => {
      expect(() => call(text)).toThrow('a.test.ts: ');
    },
  );
});

describe('statements', () => {
  it('are read with their ids', () => {
    expect(statements('interfaces', 'Here', '\na.b: One\n  and: more.\na.c: Two.\n')).toEqual([
      { id: 'a.b', document: 'interfaces', heading: 'Here', sentence: 'One and: more.' },
      { id: 'a.c', document: 'interfaces', heading: 'Here', sentence: 'Two.' },
    ]);
  });

  it('without an id are an error', () => {
    expect(() => statements('interfaces', 'Here', '\nOne.\na.b: Two.\n')).toThrow('One.');
  });
});
