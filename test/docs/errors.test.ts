import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { problemRules } from '../../packages/engine/src/project/problem.ts';
import { writeRules } from '../../scripts/docs/rules-table.mjs';

const page = readFileSync(new URL('../../docs/reference/errors.md', import.meta.url), 'utf8');

it('docs/reference/errors.md lists exactly the rules of problems, each with a remedy', () => {
  const table = page.slice(page.indexOf('<!-- rules -->'), page.indexOf('<!-- end of rules -->'));
  const listed = [...table.matchAll(/^\| `([a-z-]+)`/gm)].map(([, rule]) => rule);
  expect(listed).toEqual(Object.keys(problemRules));
  expect(page).toBe(writeRules(page, problemRules));
});

it('the names of rules are words with hyphens, and their descriptions are sentences', () => {
  for (const [rule, { meaning, remedy }] of Object.entries(problemRules)) {
    expect(rule).toMatch(/^[a-z]+(-[a-z]+)*$/);
    for (const text of [meaning, remedy]) expect(text, rule).toMatch(/^[A-Z`].*\.$/);
  }
});

it('every rule about a document is used', () => {
  const root = new URL('../../packages/engine/src/', import.meta.url);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => file.endsWith('.ts') && file !== 'project/problem.ts');
  const code = sources.map((file) => readFileSync(new URL(file, root), 'utf8')).join('');
  for (const rule of Object.keys(problemRules)) expect(code, rule).toContain(`'${rule}'`);
});
