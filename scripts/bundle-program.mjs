/**
 * Bundles programs that have to start quickly: a compiled file becomes one file with all of its imports from these
 * packages and the parts of a few libraries that it uses, because loading many small files takes longer: a small PNG
 * takes 316 ms of processor time instead of 518. The bundle is CommonJS, which starts faster than modules. All other
 * packages are loaded from their installation.
 */
import crypto, { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';

const require = createRequire(import.meta.url);
const packagesFolder = fileURLToPath(new URL('../packages', import.meta.url));
const engineAssets = join(packagesFolder, 'engine', 'assets');
// A package need not export its package.json.
const folderOf = (name) =>
  require.resolve
    .paths(name)
    .map((path) => join(path, name))
    .find(existsSync);
const bundledPackages = {
  zod: 'LICENSE',
  'jsonc-parser': 'LICENSE.md',
  'color-name': 'LICENSE',
  'color-string': 'LICENSE',
  // As a module with a default export, it cannot be loaded by a program in CommonJS.
  'p-queue': 'license',
  'p-timeout': 'license',
  eventemitter3: 'LICENSE',
  'lru-cache': 'LICENSE.md',
};
/** Those of the render process, which lays out texts. As modules, they are found and compiled in 10 ms each. */
const packagesForTexts = {
  harfbuzzjs: 'LICENSE',
  '@cto.af/linebreak': 'LICENSE',
  '@cto.af/unicode-trie': 'LICENSE',
  fflate: 'LICENSE',
};
const packageFolders = Object.keys({ ...bundledPackages, ...packagesForTexts }).map(folderOf);
const licences = await Promise.all(
  Object.entries({ ...bundledPackages, ...packagesForTexts }).map(async ([name, file]) => {
    const licence = await readFile(join(folderOf(name), file), 'utf8');
    return `/*\nContains a part of ${name}:\n\n${licence}*/\n`;
  }),
);

/** Parts of Node that take milliseconds to load, and of which most starts need nothing. */
const namesOfLater = new Map([['node:crypto', Object.keys(crypto)]]);

/** What HarfBuzz's files say as a part of a program in CommonJS, which cannot await at its start. */
const harfBuzzFiles = {
  'index.mjs': [['init(await createHarfBuzz());', 'export const ready = createHarfBuzz().then(init);']],
  'harfbuzz.js': [
    ['const{createRequire}=await import("module");var require=createRequire(import.meta.url)', ''],
    ['import.meta.url', 'require("node:url").pathToFileURL(require.resolve("harfbuzzjs")).href'],
  ],
};

function withoutModules(code, changes) {
  return changes.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`harfbuzzjs must contain ${from}`);
    return text.replaceAll(from, () => to);
  }, code);
}

const isWithin = (path, parent) => path.startsWith(parent + sep);

const doorImport = /^import \{([^}]*)\} from ['"](@render-service\/[^'"]+)['"];$/gm;
const doorExport = /^export \{([^}]*)\} from '([^']+)';$/gm;

/**
 * Imports names from the files that define them instead of the entry point of their package, because a program that
 * contains all files of a package would start more slowly.
 */
function importDirectly(names, door) {
  const doorFile = require.resolve(door);
  const places = new Map();
  for (const [, exported, file] of readFileSync(doorFile, 'utf8').matchAll(doorExport)) {
    for (const [local, name = local] of split(exported))
      places.set(name, [local, join(dirname(doorFile), file)]);
  }
  return split(names)
    .map(([name, alias = name]) => {
      const [local, file] = places.get(name);
      return `import { ${local} as ${alias} } from ${JSON.stringify(file)};`;
    })
    .join('\n');
}

const split = (names) =>
  names
    .split(',')
    .map((part) => part.trim().split(/\s+as\s+/))
    .filter(([name]) => name !== '');

/**
 * Bundles a file of `dist/` of a package into one with the extension .cjs beside it. A program with `keepsCode` is
 * started by a file with the extension .start.cjs. Before it loads the program, that file runs the module `ahead`,
 * whose export `startedAhead` the program gets.
 */
export async function bundleProgram(packageFolder, entry, { keepsCode = false, ahead } = {}) {
  const program = join(fileURLToPath(new URL('dist/', packageFolder)), entry).replace(/\.js$/, '.cjs');
  const text = await bundle(packageFolder, entry);
  const licensed = licences.join('') + text;
  const code = keepsCode ? preparedForStart(licensed) : licensed;
  await writeFile(
    program,
    code.replaceAll(noDigest, () => programDigest(code, packagesFolder)),
  );
  if (!keepsCode) return;
  const start = await readFile(new URL('start-program.cjs', import.meta.url), 'utf8');
  const before = ahead === undefined ? '' : await runsFirst(packageFolder, ahead);
  await writeFile(
    program.replace(/\.cjs$/, '.start.cjs'),
    start.replace('\n', () => `\n${before}`),
  );
}

/** Code that runs a module and defines its `startedAhead`. */
async function runsFirst(packageFolder, entry) {
  const text = await bundle(packageFolder, entry);
  return `const { startedAhead } = ((module) => {${text}return module.exports;})({ exports: {} });\n`;
}

/** Bundles a file of `dist/` of a package for a place beside it. */
async function bundle(packageFolder, entry) {
  const folder = fileURLToPath(packageFolder).replace(/[\\/]$/, '');
  const entryPoint = join(folder, 'dist', entry);
  const laysOutTexts = isWithin(engineAssets, folder);
  const fromBundle = (path) => {
    const url = relative(dirname(entryPoint), path).split(sep).join('/');
    return url.startsWith('.') ? url : `./${url}`;
  };
  /** An expression for the URL of a compiled file, which is elsewhere when its package is installed. */
  const urlOf = (path) => {
    if (isWithin(path, folder)) return `new URL(${JSON.stringify(fromBundle(path))}, urlOfThisBundle).href`;
    const [name, ...rest] = relative(packagesFolder, path).split(sep);
    const manifest = `require.resolve('@render-service/${name}/package.json')`;
    return `new URL(${JSON.stringify(rest.join('/'))}, require('node:url').pathToFileURL(${manifest})).href`;
  };
  const whatIsBundled = {
    name: 'what-is-bundled',
    setup(plugin) {
      plugin.onResolve({ filter: /.*/ }, async ({ path, kind, importer, resolveDir }) => {
        if (kind === 'entry-point') return undefined;
        if (kind === 'require-resolve') return { path, external: true };
        if (packageFolders.some((folder) => isWithin(importer, folder))) return undefined;
        if (Object.hasOwn(bundledPackages, path)) return undefined;
        if (laysOutTexts && Object.hasOwn(packagesForTexts, path)) return undefined;
        if (namesOfLater.has(path))
          return importer === path ? { path, external: true } : { path, namespace: 'later' };
        // The aliases of a package do not apply to a bundle in another one.
        if (path.startsWith('#node-av/')) {
          // As a module, it would be compiled at each start.
          if (laysOutTexts) return { path: `${join(engineAssets, path.slice(1))}.mjs` };
          return { path: path.replace('#', '@render-service/engine/'), external: true };
        }
        // Commands load the other packages only when they run.
        if (kind === 'dynamic-import' && path.startsWith('@render-service/'))
          return { path: require.resolve(path) };
        const isFile = path.startsWith('.') || isWithin(path, packagesFolder);
        if (!isFile) return { path, external: true };
        const target = resolve(resolveDir, path);
        if (isWithin(target, packagesFolder)) return undefined;
        return { path: fromBundle(target), external: true };
      });
      plugin.onLoad({ filter: /.*/, namespace: 'later' }, ({ path }) => ({
        contents: namesOfLater
          .get(path)
          .map(
            (name) =>
              `Object.defineProperty(exports, '${name}', { enumerable: true, get: () => require('${path}').${name} });`,
          )
          .join('\n'),
      }));
      plugin.onLoad({ filter: /harfbuzzjs.dist.\w+\.m?js$/ }, async ({ path }) => ({
        contents: withoutModules(await readFile(path, 'utf8'), harfBuzzFiles[basename(path)]),
      }));
      // It finds its rules by the names of functions.
      plugin.onLoad({ filter: /@cto\.af.linebreak.lib.\w+\.js$/ }, async ({ path }) => ({
        contents: (await transform(await readFile(path, 'utf8'), { keepNames: true })).code,
      }));
      // Modules locate files relative to themselves, but the bundle is in another folder.
      plugin.onLoad({ filter: /\.js$/ }, async ({ path }) => {
        if (!isWithin(path, packagesFolder)) return undefined;
        const code = await readFile(path, 'utf8');
        const direct = code
          .replace(doorImport, (_, names, door) => importDirectly(names, door))
          .replace(
            /import\(['"]harfbuzzjs['"]\)/,
            '$&.then(async (library) => (await library.ready, library))',
          );
        // Compiled files have short lines, which may end after any dot.
        return { contents: direct.replace(/import\s*\.\s*meta\s*\.\s*url/g, () => urlOf(path)) };
      });
    },
  };
  const { outputFiles } = await build({
    entryPoints: [entryPoint],
    outfile: entryPoint.replace(/\.js$/, '.cjs'),
    write: false,
    bundle: true,
    platform: 'node',
    mainFields: ['module', 'main'],
    target: 'node20',
    format: 'cjs',
    minifyWhitespace: true,
    minifySyntax: true,
    minifyIdentifiers: true,
    // Node prints the line of an uncaught error, before its message.
    lineLimit: 200,
    legalComments: 'none',
    logLevel: 'warning',
    define: { 'import.meta.url': 'urlOfThisBundle', digestOfThisProgram: JSON.stringify(noDigest) },
    banner: {
      js: `const urlOfThisBundle = require('node:url').pathToFileURL(__filename).href;`,
    },
    plugins: [whatIsBundled],
  });
  return outputFiles[0].text;
}

/** Stands for the digest in the program of which it is the digest. */
export const noDigest = 'no digest of this program';

/** The digest of a program and of what else pictures of films depend on: versions of libraries, fonts, kernels. */
export function programDigest(code, packages) {
  const loaded = ['engine/assets', 'h264/assets'].flatMap((folder) =>
    readdirSync(join(packages, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(packages, join(parentPath, name))),
  );
  const hash = createHash('sha256').update(code);
  for (const file of ['engine/package.json', ...loaded.sort()]) {
    const bytes = readFileSync(join(packages, file));
    hash.update(`\n${file} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}

/** Replaces what start-program.cjs does not accept: other characters than ASCII, and imports of modules. */
function preparedForStart(code) {
  return code
    .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(/\bimport\(/g, 'importModule(');
}
