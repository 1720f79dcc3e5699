import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packPackage } from '../../../../test/support/packed-package.ts';
import {
  checkPackage,
  createPackageFromTarballData,
  publint,
} from '../../../../test/tools/package-checkers.ts';

// Tests the packed package with its users' compilers and linters. Nothing is installed for it.

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const inModules = (path: string) => join(root, 'node_modules', path);
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const run = promisify(execFile);

const compilers = {
  current: inModules('typescript/bin/tsc'),
  // TypeScript 5.6, a dependency of the checker of types.
  older: createRequire(
    here('../../../../test/tools/node_modules/@arethetypeswrong/core/package.json'),
  ).resolve('typescript/bin/tsc'),
};

let folder = '';
let tarball: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'render-service-consumer-'));
  const { filename } = await packPackage(folder);
  const archive = join(folder, filename);
  tarball = await readFile(archive);
  const installed = join(folder, 'node_modules/render-service');
  await mkdir(installed, { recursive: true });
  await run('tar', ['-xf', archive, '-C', installed, '--strip-components=1']);
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await symlink(inModules('zod'), join(folder, 'node_modules/zod'), 'junction');
}, 120_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

interface Program {
  readonly source: string;
  readonly lib: readonly string[];
  readonly types: readonly string[];
}

const programs: Readonly<Record<string, Program>> = {
  'the types of Node': { source: 'consumer.ts.txt', lib: ['ES2022'], types: ['node'] },
  'the types of the DOM': { source: 'consumer.ts.txt', lib: ['ES2022', 'DOM'], types: [] },
  'the types of both': { source: 'consumer.ts.txt', lib: ['ES2022', 'DOM'], types: ['node'] },
  'neither, except those that zod needs': { source: 'consumer-plain.ts.txt', lib: ['ES2022'], types: [] },
  'await using, and the types of Node': {
    source: 'consumer-using.ts.txt',
    lib: ['ES2022'],
    types: ['node'],
  },
  'await using, and the types of the DOM': {
    source: 'consumer-using.ts.txt',
    lib: ['ES2022', 'DOM', 'ESNext.Disposable'],
    types: [],
  },
};

/** The output of a compiler for a program with this kind of module resolution. */
async function compile(tsc: string, { source, lib, types }: Program, module: keyof typeof resolutions) {
  const project = await mkdtemp(join(folder, 'program-'));
  await writeFile(join(project, 'consumer.ts'), await readFile(here(source)));
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: false,
    target: 'ES2022',
    lib,
    types,
    typeRoots: [inModules('@types')],
    module,
    moduleResolution: resolutions[module],
  };
  await writeFile(
    join(project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['consumer.ts'] }),
  );
  return run(process.execPath, [tsc, '-p', project]).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );
}

const resolutions = { NodeNext: 'NodeNext', ESNext: 'Bundler' } as const;

describe('compilation of all types and a program', () => {
  it.each(Object.keys(programs))(
    "the package's types compile in a program with %s",
    { timeout: 120_000 },
    async (name) => {
      expect(await compile(compilers.current, programs[name], 'NodeNext')).toBe('');
    },
  );

  // One program only: it takes ten times as long.
  it("the package's types compile with TypeScript 5.6 and module resolution for a bundler", async () => {
    const program = programs['await using, and the types of Node'];
    expect(await compile(compilers.older, program, 'ESNext')).toBe('');
  }, 120_000);
});

describe('the packed package', () => {
  it("the package's types are found by module resolution in Node ESM and bundlers", async () => {
    const result = await checkPackage(createPackageFromTarballData(tarball));
    if (!result.types) throw new Error('there are no types');
    expect(Object.keys(result.entrypoints)).toEqual(['.', './package.json']);
    // Old resolution does not support exports, and a CommonJS program gets the error that this is a module.
    const ignored = ['node10', 'node16-cjs'];
    const problems = result.problems.filter(
      (problem) => !('resolutionKind' in problem && ignored.includes(problem.resolutionKind)),
    );
    expect(problems).toEqual([]);
    expect(result.entrypoints['.'].resolutions['node16-esm'].resolution?.isTypeScript).toBe(true);
    expect(result.entrypoints['.'].resolutions.bundler.resolution?.isTypeScript).toBe(true);
  }, 120_000);

  it('the packed package.json passes publint', async () => {
    const pkgDir = join(folder, 'node_modules/render-service');
    const { messages } = await publint({ pkgDir, pack: false, strict: true });
    expect(messages).toEqual([]);
  });
});
