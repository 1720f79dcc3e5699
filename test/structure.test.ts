import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
const source = join(root, 'src');

/** The part of CONTRIBUTING.md with the folders, and their order in its diagram. */
let map = '';
/** The road from JSON to bytes: a folder imports only from folders before it. */
let road: readonly string[] = [];
/** The interfaces for people and programs. None imports another; only the command line starts them. */
let faces: readonly string[] = [];
/** The files of `src/`, each with its imports, including types. */
const imports = new Map<string, readonly string[]>();

beforeAll(async () => {
  const guide = await readFile(join(root, 'CONTRIBUTING.md'), 'utf8');
  [, map = ''] = /^## Map of the code$(.*?)^## /ms.exec(guide) ?? [];
  const [, diagram = ''] = /```\n(.*?)```/s.exec(map) ?? [];
  const [before = '', after = ''] = diagram.split('faces:');
  road = foldersIn(before);
  faces = foldersIn(after);
  const names = await readdir(source, { recursive: true });
  for (const file of names.filter((name) => name.endsWith('.ts'))) {
    const text = await readFile(join(source, file), 'utf8');
    const paths = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, path = '']) => path);
    imports.set(
      file,
      paths.map((path) => relative(source, join(source, dirname(file), path))),
    );
  }
});

/** Returns the folders, ending with a slash, and files that a text names. */
const foldersIn = (text: string): string[] => text.match(/[a-z]+\.ts|[a-z]+(?=\/)/g) ?? [];

/** Returns the folder of `src/` that contains a file, or the file itself. */
const stopOf = (path: string) => path.split(sep)[0] ?? path;

function mayImport(from: string, to: string): boolean {
  if (from === to || from === 'cli') return true;
  if (from === 'index.ts') return to === 'library.ts' || road.includes(to);
  const last = faces.includes(from) ? road.length : road.indexOf(from);
  return road.slice(0, last).includes(to);
}

/** Returns the files of each circle of imports that the search finds first. */
function importCircles(): string[][] {
  const circles: string[][] = [];
  const done = new Set<string>();
  const visit = (file: string, way: readonly string[]) => {
    const start = way.indexOf(file);
    if (start !== -1) circles.push(way.slice(start));
    if (start !== -1 || done.has(file)) return;
    for (const target of imports.get(file) ?? []) visit(target, [...way, file]);
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  return circles;
}

describe('the folders of src/', () => {
  it('folders in src/ import only from earlier folders', () => {
    const wrong = [...imports].flatMap(([file, targets]) =>
      targets
        .filter((target) => !mayImport(stopOf(file), stopOf(target)))
        .map((target) => `${file} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('the import check allows only one direction, and no imports between interfaces', () => {
    expect(mayImport('drawing', 'timeline')).toBe(true);
    expect(mayImport('timeline', 'drawing')).toBe(false);
    expect(mayImport('http', 'metrics')).toBe(true);
    expect(mayImport('http', 'preview')).toBe(false);
    expect(mayImport('render', 'batch')).toBe(false);
  });

  it('the diagram in CONTRIBUTING.md lists all folders in src/, and the table has the same order', () => {
    expect(road.join(' ')).toBe(
      'project timeline media shorthand drawing layout advice output render fix contract web metrics',
    );
    const stops = new Set([...imports.keys()].map(stopOf));
    const cells = [...map.matchAll(/^\| (`src\/.*?) \|/gm)].map(([, cell = '']) => cell);
    const listed = new Set(cells.flatMap((cell) => cell.match(/(?<=`src\/)[a-z]+(\.ts)?/g) ?? []));
    // `layout` has a place although it has no file yet.
    const drawn = [...road, ...faces].filter((name) => name !== 'layout' || stops.has(name));
    expect([...stops].sort()).toEqual(drawn.toSorted());
    expect([...listed]).toEqual(drawn);
  });
});

describe('the files of src/', () => {
  it('files in src/ do not import each other in a circle', () => {
    expect(importCircles()).toEqual([]);
  });
});
