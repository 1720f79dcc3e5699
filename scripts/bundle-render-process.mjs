/**
 * Bundles dist/render/process/main.js, which the compiler has written, with all of its imports from dist/ and the parts
 * of zod that it uses, because loading some two hundred small files makes the start a third longer. Dynamic imports go
 * to separate files. All other packages are loaded from their installation.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const folder = join(dist, 'render', 'process');
const zodFolder = dirname(createRequire(import.meta.url).resolve('zod/package.json'));
const licence = await readFile(join(zodFolder, 'LICENSE'), 'utf8');

const isWithin = (path, parent) => path.startsWith(parent + sep);
const fromFolder = (path) => {
  const url = relative(folder, path).split(sep).join('/');
  return url.startsWith('.') ? url : `./${url}`;
};

await build({
  entryPoints: [join(folder, 'main.js')],
  outdir: folder,
  chunkNames: 'part-[hash]',
  allowOverwrite: true,
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  minifyWhitespace: true,
  legalComments: 'none',
  logLevel: 'warning',
  banner: { js: `/*\nContains a part of zod:\n\n${licence}*/` },
  plugins: [
    {
      name: 'what-is-bundled',
      setup(plugin) {
        plugin.onResolve({ filter: /.*/ }, async ({ path, kind, importer, resolveDir }) => {
          if (kind === 'entry-point') return undefined;
          if (isWithin(importer, zodFolder) || path === 'zod') return undefined;
          if (!path.startsWith('.')) return { path, external: true };
          const target = join(resolveDir, path);
          return isWithin(target, dist) ? undefined : { path: fromFolder(target), external: true };
        });
        // Modules locate files relative to themselves, but the bundle is in another folder.
        plugin.onLoad({ filter: /\.js$/ }, async ({ path }) => {
          if (!isWithin(path, dist)) return undefined;
          const code = await readFile(path, 'utf8');
          const url = `new URL(${JSON.stringify(fromFolder(path))}, import.meta.url).href`;
          return { contents: code.replaceAll('import.meta.url', url) };
        });
      },
    },
  ],
});
