import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

const folders = [
  '.',
  'docs',
  'docs/guides',
  'docs/reference',
  'docs/reference/format',
  'docs/reference/topics',
  'examples',
  'bench/agents',
  'skills/render-service',
];
const pages = folders.flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => join(folder, file)),
);

const read = (page: string) => readFileSync(join(root, page), 'utf8');

/** A page without its blocks of code. */
const proseOf = (page: string) => read(page).replaceAll(/^ *```.*?^ *```$/gms, '');

/** The fragments that lead to the headings of a page, formed as code hosts form them. */
function fragmentsOf(page: string): string[] {
  return [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{Letter}\p{Number}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

it('every relative link in the documents leads to a file, and every fragment to a heading', () => {
  const links = pages.flatMap((page) =>
    [...proseOf(page).matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)]
      .map(([, inText, inHtml]) => inText ?? inHtml)
      .filter((link) => !/^[a-z]+:/.test(link))
      .map((link) => ({ page, link })),
  );
  expect(links.length).toBeGreaterThan(200);
  const broken = links.filter(({ page, link }) => {
    const [path = '', fragment] = link.split('#');
    const target = path === '' ? page : join(dirname(page), path);
    if (!existsSync(join(root, target))) return true;
    return fragment !== undefined && target.endsWith('.md') && !fragmentsOf(target).includes(fragment);
  });
  expect(broken).toEqual([]);
});

it('every table in the documents has a head and rows of equal length', () => {
  const cells = (row: string) => row.replaceAll(/`[^`]*`|\\\|/g, '').split('|').length;
  const tables = pages.flatMap((page) =>
    [...proseOf(page).matchAll(/(?:^\|.*$\n?)+/gm)].map(([table]) => ({
      page,
      rows: table.trimEnd().split('\n'),
    })),
  );
  expect(tables.length).toBeGreaterThan(50);
  const broken = tables.filter(
    ({ rows }) => !/^\|(?:[-: ]+\|)+$/.test(rows[1] ?? '') || new Set(rows.map(cells)).size > 1,
  );
  expect(broken.map(({ page, rows }) => [page, rows[0]])).toEqual([]);
});

it('every test file that docs/conformance.md names exists', () => {
  const named = [...read('docs/conformance.md').matchAll(/`([^`\s]+\.test\.ts)`/g)].map(
    ([, file = '']) => file,
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
