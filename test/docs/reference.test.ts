import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { capabilities, render } from '../../packages/engine/src/index.ts';
import { callRules } from '../../packages/engine/src/project/problem.ts';
import { generalHelp } from '../../packages/render-service/src/cli/general-help.ts';
import { helps } from '../../packages/render-service/src/cli/helps.ts';
import { openApiDocument } from '../../packages/service/src/contract/openapi-document.ts';
import { errorStatuses } from '../../packages/service/src/contract/operations.ts';
import { catalogueFilms, catalogueGallery, cataloguePage } from '../../scripts/docs/catalogue.mjs';
import { commandLinePage } from '../../scripts/docs/command-line-page.mjs';
import { galleryFilms, galleryPage } from '../../scripts/docs/gallery.mjs';
import { httpPage } from '../../scripts/docs/http-page.mjs';
import { tableUnder } from '../support/markdown-table.ts';

const folder = new URL('../../docs/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');

describe('the reference', () => {
  it('command-line.md contains the help of every command, as npm run docs writes it', () => {
    expect(read('reference/command-line.md')).toBe(commandLinePage(generalHelp, helps));
  });

  it('http.md contains every endpoint in the OpenAPI document, as npm run docs writes it', () => {
    expect(read('reference/http.md')).toBe(httpPage(openApiDocument('http://127.0.0.1:8799')));
  });

  it('the pages of the catalogue show every component, as npm run docs writes them', async () => {
    expect(read('reference/topics/catalogue.md')).toBe(cataloguePage());
    expect(read('catalogue.md')).toBe(catalogueGallery());
    const files = catalogueFilms.map(({ file }) => file);
    expect(readdirSync(new URL('catalogue/', folder)).sort()).toEqual(files.toSorted());
    for (const file of readdirSync(new URL('../catalogue/', folder)).filter((one) => one.endsWith('.json')))
      expect(read('catalogue.md')).toContain(`(../catalogue/${file})`);
    const [first] = catalogueFilms;
    const kept = readFileSync(new URL(`catalogue/${first?.file}`, folder));
    expect(kept.equals((await first?.make({ render })) ?? Buffer.alloc(0))).toBe(true);
  });

  it('the gallery shows every template with a link to its source, as npm run docs writes it', async () => {
    expect(read('gallery.md')).toBe(galleryPage());
    expect(readdirSync(new URL('gallery/', folder)).sort()).toEqual(
      galleryFilms.map(({ file }) => file).sort(),
    );
    const [first] = galleryFilms;
    const kept = readFileSync(new URL(`gallery/${first?.file}`, folder));
    expect(kept.equals((await first?.make({ render })) ?? Buffer.alloc(0))).toBe(true);
  });

  it('node.md contains every export of the package, with docstrings from the code', () => {
    const page = read('reference/node.md');
    const index = read('../packages/engine/src/index.ts');
    const exported = [...index.matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap(([, names]) =>
      names
        .split(',')
        .map(
          (name) =>
            name
              .trim()
              .replace(/^type /, '')
              .split(' as ')
              .at(-1) ?? '',
        )
        .filter((name) => name !== ''),
    );
    expect([...page.matchAll(/^### (\w+)$/gm)].map(([, name]) => name).sort()).toEqual(exported.sort());
    const names = readdirSync(new URL('../packages/engine/src', folder), {
      recursive: true,
      encoding: 'utf8',
    });
    const code = names
      .filter((name) => name.endsWith('.ts'))
      .map((name) => read(`../packages/engine/src/${name}`));
    const docstrings = code
      .join('\n')
      .replaceAll(/\n\s*\* ?/g, ' ')
      .replaceAll(/\s+/g, ' ');
    const rows = [...page.matchAll(/^\| (`[^|]+`) \| (?:\\\||[^|])+ \| (.+) \|$/gm)].map(
      ([, field = '', meaning = '']) => ({ field, meaning }),
    );
    const sections = page.split(/^### /m);
    const isExplained = ({ field, meaning }: { field: string; meaning: string }) => {
      const [, type] = /^as in \[(\w+)\]/.exec(meaning) ?? [];
      const section = sections.find((one) => one.startsWith(`${type}\n`));
      return type === undefined
        ? docstrings.includes(meaning.replaceAll('\\|', '|'))
        : section
            ?.match(new RegExp(`^\\| ${field.replace('?', '\\?')} .*$`, 'm'))?.[0]
            .includes('| as in ') === false;
    };
    expect(rows.length).toBeGreaterThan(30);
    expect(rows.filter((row) => !isExplained(row))).toEqual([]);
  });
});

describe('the list of errors', () => {
  const page = read('reference/errors.md');

  it('errors.md lists every error code of the library', () => {
    const codes = tableUnder(page, 'Library').map(([code]) => code.replaceAll('`', ''));
    expect(codes).toEqual(Object.keys(callRules));
  });

  it('errors.md lists every error status of the service', () => {
    const explained = tableUnder(page, 'HTTP').flatMap(([status]) => status.match(/\b\d{3}\b/g) ?? []);
    expect(explained).toEqual(expect.arrayContaining(Object.keys(errorStatuses)));
  });

  it("errors.md lists every exit code in the commands' help", () => {
    const mentioned = Object.values(helps).flatMap((help) => {
      const [, codes = ''] = /Exit codes: ([^.]*)\./.exec(help) ?? [];
      return codes.match(/\b\d+(?= )/g) ?? [];
    });
    const listed = tableUnder(page, 'Command line').flatMap(([codes]) => codes.match(/\d+/g) ?? []);
    expect([...new Set(mentioned.filter((code) => code !== '128'))].sort()).toEqual(listed.sort());
  });

  it('errors.md lists only codes of failed batch rows that exist in the code', () => {
    const listed = tableUnder(page, 'Batches').map(([code]) => code.replaceAll('`', ''));
    const code = [
      'make-output.ts',
      'row-source.ts',
      'queue/follow-jobs.ts',
      'batch-source.ts',
      'input-source.ts',
      'batch-job.ts',
    ]
      .map((name) => read(`../packages/farm/src/${name}`))
      .join('\n');
    for (const one of listed) expect(code).toContain(`'${one}'`);
  });
});

it("limits.md states the service's limits", () => {
  const page = read('reference/limits.md');
  const { maxInputBytes, maxPixels, maxVideoDurationMs, maxVideoFrames } = capabilities;
  for (const limit of [maxInputBytes, maxPixels, maxVideoDurationMs, maxVideoFrames]) {
    expect(page).toMatch(new RegExp(`\\b${limit}\\b`));
  }
});

it('glossary.md lists only terms that other pages use, in alphabetical order', () => {
  const words = [...read('reference/glossary.md').matchAll(/^\| ([a-z ]+) \|/gm)].map(([, word]) => word);
  expect(words.slice(1)).toEqual(words.slice(1).sort());
  const pages = ['shorthand', 'tools'].map((name) => `reference/${name}.md`);
  pages.push(...readdirSync(new URL('reference/format/', folder)).map((name) => `reference/format/${name}`));
  pages.push('guides/batches.md', 'guides/first-film.md', 'guides/many-machines.md');
  const text = [...pages.map(read), read('../CONTRIBUTING.md')].join('\n').toLowerCase();
  expect(words.filter((word) => word !== 'term' && !text.includes(word))).toEqual([]);
});

describe('the design decisions', () => {
  const page = read('decisions.md');
  const titles = [...page.matchAll(/^### (.+)$/gm)].map(([, title]) => title);

  it('decisions.md has an index that lists every area in order', () => {
    const [index = '', ...areas] = page.split(/^## /m);
    const listed = [...index.matchAll(/^\| \[(.+?)\]\(#[\w-]+\) \| .+ \|$/gm)].map(([, area]) => area);
    expect(listed.length).toBeGreaterThan(5);
    expect(listed).toEqual(areas.map((area) => area.slice(0, area.indexOf('\n'))));
    for (const area of areas) expect(area).toMatch(/^.+\n\n### /);
  });

  it('decisions.md has unique titles, a text for each, and at most 5,000 words', () => {
    expect(titles.length).toBeGreaterThan(50);
    expect(new Set(titles).size).toBe(titles.length);
    expect(page).not.toMatch(/^### .+\n+#/m);
    expect(page.split(/\s+/).length).toBeLessThanOrEqual(5000);
  });

  it('decisions.md names only files that exist', () => {
    const paths = [...page.matchAll(/`(packages\/[^`]+)`/g)].map(([, path = '']) => path);
    expect(paths.length).toBeGreaterThan(10);
    expect(paths.filter((path) => !existsSync(new URL(`../${path}`, folder)))).toEqual([]);
  });

  it('decisions.md contains every decision that the code refers to', () => {
    const packages = new URL('../packages/', folder);
    const code = readdirSync(packages).flatMap((name) =>
      readdirSync(new URL(`${name}/src`, packages), { recursive: true, encoding: 'utf8' })
        .filter((path) => /\.[jt]s$/.test(path))
        .map((path) => read(`../packages/${name}/src/${path}`)),
    );
    const references = code.flatMap((text) => [
      ...text.replaceAll(/\n\s*(?:\*|\/\/) ?/g, ' ').matchAll(/docs\/decisions\.md, "([^"]+)"/g),
    ]);
    expect(references.length).toBeGreaterThan(25);
    expect(references.map(([, title]) => title).filter((title) => !titles.includes(title))).toEqual([]);
  });
});
