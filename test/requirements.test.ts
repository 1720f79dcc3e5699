import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { conformancePage, conformanceSummary } from './requirements/conformance-page.ts';
import { statements } from './requirements/requirement.ts';
import { readTaggedTests } from './requirements/tagged-tests.ts';
import { areas, requirementIds } from './requirements.ts';

// Fails for a tag that is no requirement.
const tests = await readTaggedTests();

describe('every requirement', () => {
  it('every requirement is one sentence', () => {
    for (const { id, sentence } of areas.flatMap(({ requirements }) => requirements)) {
      expect(sentence, id).toMatch(/^\S.*\.$/);
    }
  });

  it('every requirement is proved by a test', () => {
    const proved = new Set(tests.flatMap(({ tags }) => tags));
    expect(requirementIds.filter((id) => !proved.has(id))).toEqual([]);
  });
});

it('every test tag is the id of a requirement', () => {
  const known = new Set(requirementIds);
  expect(tests.filter(({ tags }) => tags.some((tag) => !known.has(tag)))).toEqual([]);
});

it('no test title ends with requirement ids, which belong in tags', () => {
  expect(tests.filter(({ path }) => /\[[a-z][\w-]*\.[\w. -]+\]$/.test(path.at(-1) ?? ''))).toEqual([]);
});

it('docs/conformance.md counts the requirements of each area', async () => {
  await expect(conformanceSummary()).toMatchFileSnapshot('../docs/conformance.md');
});

it('npm run conformance prints each requirement with its source and its tests', () => {
  const whole = conformancePage(tests);
  for (const id of requirementIds) expect(whole).toContain(`| \`${id}\`<br>`);
  const page = conformancePage(tests, 'http.errors.body');
  expect(page.split('\n').filter((line) => line.startsWith('| `'))).toEqual([
    expect.stringMatching(/^\| `http\.errors\.body`<br>.* \| specification: Endpoints \| test\/http\//),
  ]);
});

describe('tagged tests', () => {
  /** Reads one test file; tags other than a.b and c.d are not defined. */
  const read = (...lines: string[]) => {
    const root = mkdtempSync(join(tmpdir(), 'render-service-tags-'));
    onTestFinished(() => rmSync(root, { recursive: true }));
    writeFileSync(join(root, 'a.test.ts'), lines.join('\n'));
    const tags = ['a.b', 'c.d'].map((name) => ({ name }));
    return readTaggedTests({ config: false, root, tags, strictTags: true });
  };

  it.each([
    ["it('works', { tags: ['a.b'] }, () => {})", 'works', ['a.b']],
    ["it('works', { timeout: 9, tags: ['a.b', 'c.d'] }, () => {})", 'works', ['a.b', 'c.d']],
    ["it.each([1])('of %s', { tags: ['a.b'] }, () => {})", 'of %s', ['a.b']],
    ["it.skipIf(true)('works', { tags: ['a.b'] }, () => {})", 'works', ['a.b']],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source of a template.
    ["it(`of ${process.pid}`, { tags: ['a.b'] }, () => {})", 'of ${process.pid}', ['a.b']],
    ["it('isn\\'t', { tags: ['a.b'] }, () => {})", "isn't", ['a.b']],
  ])('readTaggedTests finds the tagged test in %s', async (line, title, tags) => {
    expect(await read(line)).toEqual([{ file: 'a.test.ts', path: [title], tags }]);
  });

  it('readTaggedTests returns tests with their groups, and groups with their own tags', async () => {
    const tests = await read(
      "describe('a', { tags: ['a.b'] }, () => {",
      "  it('b', () => {});",
      "  describe.each([1])('c', () => {",
      "    it('d', { tags: ['c.d'] }, () => {});",
      '  });',
      '});',
      "describe('empty', { tags: ['a.b'] }, () => {});",
    );
    expect(tests).toEqual([
      { file: 'a.test.ts', path: ['a'], tags: ['a.b'] },
      { file: 'a.test.ts', path: ['a', 'c', 'd'], tags: ['c.d'] },
    ]);
  });

  it('readTaggedTests rejects a tag that is not defined', async () => {
    await expect(read("it('works', { tags: ['a.c'] }, () => {})")).rejects.toThrow('"a.c" is not defined');
  });

  it.each(['it.%s("a", () => {})', 'describe.%s("a", () => {})', 'it("a", { %s: true }, () => {})'])(
    'readTaggedTests rejects tests that never run, as in %j',
    async (line) => {
      for (const mark of ['skip', 'todo', 'fails'])
        await expect(read(line.replace('%s', mark))).rejects.toThrow('a.test.ts: every test must run');
    },
  );
});

describe('statements', () => {
  it('statements returns each requirement with its id', () => {
    expect(statements('interfaces', 'Here', '\na.b: One\n  and: more.\na.c: Two.\n')).toEqual([
      { id: 'a.b', document: 'interfaces', heading: 'Here', sentence: 'One and: more.' },
      { id: 'a.c', document: 'interfaces', heading: 'Here', sentence: 'Two.' },
    ]);
  });

  it('statements rejects a sentence without an id', () => {
    expect(() => statements('interfaces', 'Here', '\nOne.\na.b: Two.\n')).toThrow('One.');
  });
});
