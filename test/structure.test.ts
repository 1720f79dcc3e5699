import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly bundleDependencies?: readonly string[];
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const readJson = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));
/** The folders of the packages, each after those that it uses. */
const folders: readonly string[] = readJson('package.json').workspaces;
const manifests = new Map<string, Manifest>(
  folders.map((folder) => [folder, readJson(join(folder, 'package.json'))]),
);
const published = 'packages/render-service';

/** The rooms of the engine, from JSON to bytes: each imports only from those before it. */
const rooms =
  'names language formulas assertions project timeline media shorthand drawing layout advice output render fix'.split(
    ' ',
  );

/** The files of a package's sources, with what each imports, types included. */
function importsOf(folder: string): Map<string, string[]> {
  const source = join(root, folder, 'src');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
  return new Map(
    files
      .filter((file) => /\.(ts|js)$/.test(file))
      .map((file) => {
        const text = readFileSync(join(source, file), 'utf8');
        const found = text.matchAll(/(?:\bfrom|^import|\bimport\()\s*'([\w@#./-]+)'/gm);
        return [file.split(sep).join('/'), [...found].map(([, path]) => path)];
      }),
  );
}

const nameOf = (path: string) => path.split('/', path.startsWith('@') ? 2 : 1).join('/');

/** Returns the files of each cycle of imports that the search finds first. */
function importCycles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const visit = (file: string, way: readonly string[]) => {
    const start = way.indexOf(file);
    if (start !== -1) cycles.push(way.slice(start));
    if (start !== -1 || done.has(file)) return;
    for (const target of imports.get(file) ?? []) {
      if (target.startsWith('.')) visit(join(dirname(file), target).split(sep).join('/'), [...way, file]);
    }
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  return cycles;
}

describe.each(folders)('%s', (folder) => {
  const manifest = manifests.get(folder) as Manifest;
  const imports = importsOf(folder);

  it('the package imports other packages only through their exports', () => {
    const beyond = [...imports].flatMap(([file, paths]) =>
      paths
        .filter((path) => path.startsWith('.') && relative('.', join(dirname(file), path)).startsWith('..'))
        .map((path) => `${file} imports ${path}`),
    );
    expect(beyond).toEqual([]);
  });

  it('the package declares its imports, and depends only on packages earlier in the list', () => {
    const { dependencies, devDependencies, optionalDependencies, peerDependencies } = manifest;
    const declared = [dependencies, devDependencies, optionalDependencies, peerDependencies].flatMap((kind) =>
      Object.keys(kind ?? {}),
    );
    const names = [...imports.values()]
      .flat()
      .filter((path) => !/^(\.|#|node:)/.test(path))
      .map(nameOf);
    const foreign = new Set(names.filter((name) => !builtinModules.includes(name)));
    expect(declared).toEqual(expect.arrayContaining([...foreign]));
    const before = folders.slice(0, folders.indexOf(folder)).map((each) => manifests.get(each)?.name);
    const own = declared.filter((name) => name.startsWith('@render-service/'));
    expect(before).toEqual(expect.arrayContaining(own));
  });

  it('files of the package do not import each other in a cycle', () => {
    expect(importCycles(imports)).toEqual([]);
  });

  it('the package has a README of at most 40 lines that names its exports and its test command', () => {
    const readme = readFileSync(join(root, folder, 'README.md'), 'utf8');
    expect(readme.split('\n').length).toBeLessThanOrEqual(41);
    expect(readme).toContain(`npm test -w ${folder}`);
    for (const door of Object.keys(manifest.exports)) {
      if (!/^\.\/(package\.json|node-av\/\*)$/.test(door))
        expect(readme).toContain(join(manifest.name, door));
    }
  });

  it('all packages have the same version', () => {
    expect(manifest.version).toBe(readJson(`${published}/package.json`).version);
  });
});

it('the README of the published package speaks to its users, and names documents that are in it', () => {
  const readme = readFileSync(join(root, published, 'README.md'), 'utf8');
  const named = [...readme.matchAll(/`((?:docs|examples|templates|llms|CONTRIBUTING)\b[^`]*)`/g)];
  expect(named.length).toBeGreaterThan(5);
  for (const [, path = ''] of named) expect(existsSync(join(root, path)), path).toBe(true);
  expect(readme).not.toMatch(/\bsrc\/|\]\(/);
});

it('a folder of the engine imports only from folders earlier in the list', () => {
  const imports = importsOf('packages/engine');
  const roomOf = (path: string) => rooms.findIndex((room) => path.startsWith(`${room}/`));
  const wrong = [...imports].flatMap(([file, paths]) =>
    paths
      .filter((path) => path.startsWith('.'))
      .map((path) => join(dirname(file), path))
      .filter((target) => roomOf(file) !== -1 && !(roomOf(target) !== -1 && roomOf(target) <= roomOf(file)))
      .map((target) => `${file} imports ${target}`),
  );
  expect(wrong).toEqual([]);
  for (const room of rooms) expect(existsSync(join(root, 'packages/engine/src', room))).toBe(true);
});

/** What the tests of a package import from the repository. */
function testImportsOf(folder: string): string[] {
  const tests = join(root, folder, 'test');
  return readdirSync(tests, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|mjs)$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(tests, file), 'utf8').matchAll(/(?:\bfrom|\bimport\()\s*'(\.[^']+)'/g)].map(
        ([, path]) =>
          relative(root, join(tests, dirname(file), path))
            .split(sep)
            .join('/'),
      ),
    );
}

it.each(folders)('the tests of %s import only from this package and those before it', (folder) => {
  const allowed = folders.slice(0, folders.indexOf(folder) + 1);
  const wrong = testImportsOf(folder).filter(
    (path) => path.startsWith('packages/') && !allowed.some((one) => path.startsWith(`${one}/`)),
  );
  // Its pictures follow key pictures, which only the engine's encoder makes.
  const judge = /^packages\/engine\/src\/output\/(?:film\/h264-(?:en|de)coder|skia\/pixel-sheet)\.ts$/;
  expect(wrong.filter((path) => !(folder === 'packages/h264' && judge.test(path)))).toEqual([]);
});

it('the published package bundles the others, and declares all their dependencies', () => {
  const { bundleDependencies, dependencies, devDependencies, optionalDependencies } = manifests.get(
    published,
  ) as Manifest;
  const others = [...manifests.values()].filter(({ name }) => name !== 'render-service');
  // Its program contains all that it uses of the farm.
  expect(Object.keys(devDependencies ?? {})).toEqual(['@render-service/farm']);
  const withFiles = others.filter(({ name }) => name !== '@render-service/farm');
  expect(bundleDependencies?.toSorted()).toEqual(withFiles.map(({ name }) => name).sort());
  const own = Object.fromEntries(withFiles.map(({ name, version }) => [name, version]));
  expect(dependencies).toEqual(Object.assign(own, ...others.map((each) => each.dependencies)));
  expect(optionalDependencies).toEqual(Object.assign({}, ...others.map((each) => each.optionalDependencies)));
});
