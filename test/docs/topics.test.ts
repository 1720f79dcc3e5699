import { Buffer } from 'node:buffer';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { kinds } from '../../packages/engine/src/language/kind-table.ts';
import { isLabelled, type Kind } from '../../packages/engine/src/language/kinds.ts';
import { pageNames, pages } from '../../packages/engine/src/language/pages.ts';
import { fullFormatProperties } from '../../packages/engine/src/project/properties/full-format.ts';
import { inspect } from '../../packages/engine/src/render/inspect.ts';
import { render } from '../../packages/engine/src/render/render.ts';
import { readSnippets } from '../../scripts/docs/snippets.mjs';

const folder = new URL('../../docs/reference/topics/', import.meta.url);
const shorthand = readFileSync(new URL('../shorthand.md', folder), 'utf8');
const textOf = (name: string) => readFileSync(new URL(`${name}.md`, folder), 'utf8');
const written = Object.entries(kinds).filter(([, { page }]) => page !== null);

it('docs/reference/topics/ has a page for every topic in the list, which is sorted, and no other', () => {
  expect(readdirSync(folder)).toEqual(pageNames.map((name) => `${name}.md`));
  expect([...pageNames].sort()).toEqual(pageNames);
});

describe.each(pageNames)('docs/reference/topics/%s.md', (name) => {
  const text = textOf(name);
  const snippets = readSnippets(text);

  it('the page of a topic has a heading, a film and at most 4,096 bytes, and no links that agents cannot follow', () => {
    expect(text).toMatch(/^# [A-Z]/);
    expect(snippets.length).toBeGreaterThan(0);
    expect(text.match(/^\s*```/gm)).toHaveLength(2 * snippets.length);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4096);
    expect(text).not.toMatch(/\]\(|<img/);
  });

  it('the page of a topic refers only to pages that exist', () => {
    const named = [...text.matchAll(/the page "([a-z]+)"/g)].map(([, page]) => page);
    expect(named.filter((page) => !(pageNames as readonly (string | undefined)[]).includes(page))).toEqual(
      [],
    );
    expect(named).not.toContain(name);
  });

  it.each(snippets)('the film in line $line renders without issues and advice', async ({ text: film }) => {
    const inspection = await inspect(film, { advice: true });
    expect(inspection).toMatchObject({ issues: [], advice: [] });
    expect(inspection.pages).toContain(name);
    for (const share of [0.3, 0.9]) {
      const { bytes } = await render(film, { timeMs: share * inspection.durationMs, width: 320 });
      expect(bytes).toBeGreaterThan(500);
    }
  });
});

describe.each(written)('the kind %s', (kind, entry) => {
  it('the page of a kind names its fields', () => {
    const text = textOf(entry.page ?? '');
    const { fields, objectFields = [] } = entry as {
      fields: readonly string[];
      objectFields?: readonly string[];
    };
    const own = [...fields, ...objectFields, ...(isLabelled(kind as Kind) ? ['text', 'textColor'] : [])];
    // Authors do not write what only the full format has, such as spans.
    const missing = own.filter(
      (field) =>
        !Object.hasOwn(fullFormatProperties, field) &&
        !text.includes(`\`${field}`) &&
        !text.includes(`"${field}"`),
    );
    expect(missing).toEqual([]);
  });

  it('docs/reference/shorthand.md names the page of a kind in the table of kinds', () => {
    const row = shorthand
      .split('\n')
      .find((line) => line.startsWith('| ') && line.split('|')[1]?.includes(`\`${kind}\``));
    expect(row).toMatch(new RegExp(`\\| ${entry.page} \\|$`));
  });
});

it('docs/reference/shorthand.md names every topic', () => {
  const others = /More topics: ([a-z, ]+)\./.exec(shorthand)?.[1]?.split(', ') ?? [];
  const ofKinds = written.map(([, { page }]) => page);
  expect([...new Set([...others, ...ofKinds])].sort()).toEqual(pageNames);
  expect(Object.values(pages).every((line) => line.length < 100)).toBe(true);
});
