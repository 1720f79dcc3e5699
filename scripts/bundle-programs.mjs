/**
 * Bundles the programs that have to start quickly: each compiled file becomes one file with all of its imports from
 * dist/ and the parts of zod that it uses, because loading many small files takes longer: a small PNG takes 316 ms of
 * processor time instead of 518. The bundles are CommonJS, which starts faster than modules. All other packages are loaded
 * from their installation.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const folderOf = (name) => dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
const bundledPackages = { zod: 'LICENSE', 'jsonc-parser': 'LICENSE.md', 'color-name': 'LICENSE' };
const packageFolders = Object.keys(bundledPackages).map(folderOf);
const licences = await Promise.all(
  Object.entries(bundledPackages).map(async ([name, file]) => {
    const licence = await readFile(join(folderOf(name), file), 'utf8');
    return `/*\nContains a part of ${name}:\n\n${licence}*/\n`;
  }),
);

const isWithin = (path, parent) => path.startsWith(parent + sep);

await bundle('render/process/main.js', { notice: licences.join('') });
await bundle('render/process/guard-thread.js');
// packages/render-service/src/cli/main.ts runs the other commands from their own files.
await bundle('cli/program.js', {
  isLeftOut: (path) => /(?<!\b(?:render|sheet|inspect))-command\.js$/.test(path),
});

/** Bundles a file of dist/ into one with the extension .cjs beside it. Files that are left out are loaded from dist/. */
async function bundle(entry, { notice = '', isLeftOut = () => false } = {}) {
  const entryPoint = join(dist, entry);
  const fromBundle = (path) => {
    const url = relative(dirname(entryPoint), path).split(sep).join('/');
    return url.startsWith('.') ? url : `./${url}`;
  };
  const whatIsBundled = {
    name: 'what-is-bundled',
    setup(plugin) {
      plugin.onResolve({ filter: /.*/ }, async ({ path, kind, importer, resolveDir }) => {
        if (kind === 'entry-point') return undefined;
        if (packageFolders.some((folder) => isWithin(importer, folder))) return undefined;
        if (Object.hasOwn(bundledPackages, path)) return undefined;
        if (!path.startsWith('.')) return { path, external: true };
        const target = join(resolveDir, path);
        if (isWithin(target, dist) && !isLeftOut(target)) return undefined;
        return { path: fromBundle(target), external: true };
      });
      // Modules locate files relative to themselves, but the bundle is in another folder.
      plugin.onLoad({ filter: /\.js$/ }, async ({ path }) => {
        if (!isWithin(path, dist)) return undefined;
        const code = await readFile(path, 'utf8');
        const url = `new URL(${JSON.stringify(fromBundle(path))}, import.meta.url).href`;
        return { contents: code.replaceAll('import.meta.url', url) };
      });
    },
  };
  await build({
    entryPoints: [entryPoint],
    outfile: entryPoint.replace(/\.js$/, '.cjs'),
    bundle: true,
    platform: 'node',
    mainFields: ['module', 'main'],
    target: 'node20',
    format: 'cjs',
    minifyWhitespace: true,
    minifySyntax: true,
    // Node prints the line of an uncaught error, before its message.
    lineLimit: 200,
    legalComments: 'none',
    logLevel: 'warning',
    define: { 'import.meta.url': 'urlOfThisBundle' },
    banner: { js: `${notice}const urlOfThisBundle = require('node:url').pathToFileURL(__filename).href;` },
    plugins: [whatIsBundled],
  });
}
