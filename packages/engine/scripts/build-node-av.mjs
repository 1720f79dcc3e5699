/**
 * Bundles the JavaScript of node-av that the service uses into packages/engine/assets/node-av/. Its only dependency is
 * the platform's native library. It loads in 28 ms of processor time instead of 48. Installing node-av itself would add
 * 70 packages that are never loaded, one of them with a known vulnerability, and scripts that run at installation.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const targetFolder = new URL('../assets/node-av/', import.meta.url);
const binding = fileURLToPath(new URL('node-av-binding.mjs', import.meta.url));
const manifest = readJson(new URL('../package.json', import.meta.url));
const source = new URL('../../../node_modules/node-av/', import.meta.url);

function readJson(url) {
  return JSON.parse(readFileSync(url, 'utf8'));
}

const { outputFiles } = await build({
  entryPoints: { lib: 'node-av/lib', constants: 'node-av/constants' },
  bundle: true,
  write: false,
  outdir: fileURLToPath(targetFolder),
  outExtension: { '.js': '.mjs' },
  chunkNames: 'shared',
  splitting: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  // Identifiers are kept, because they appear in logs.
  minifySyntax: true,
  minifyWhitespace: true,
  minifyIdentifiers: true,
  legalComments: 'none',
  define: { platformPackages: JSON.stringify(Object.keys(manifest.optionalDependencies)) },
  plugins: [
    {
      name: 'node-av-binding',
      setup(plugin) {
        plugin.onResolve({ filter: /\/binding\.js$/ }, () => ({ path: binding }));
      },
    },
  ],
});

const { version } = readJson(new URL('package.json', source));
const licence = [
  `The files here are built from node-av ${version}, under the MIT License below. Changes: only its parts lib and`,
  'constants are kept, another module loads the native library, and the code is minified.',
  '',
  readFileSync(new URL('LICENSE.md', source), 'utf8'),
].join('\n');

mkdirSync(targetFolder, { recursive: true });
writeWhole(fileURLToPath(new URL('LICENSE', targetFolder)), licence);
for (const { path, text } of outputFiles) writeWhole(path, text);

/**
 * Writes a file unless it is up to date. It is written under another name and moved, so no process reads a partial
 * file.
 */
function writeWhole(path, text) {
  try {
    if (readFileSync(path, 'utf8') === text) return;
  } catch {}
  const temporaryPath = `${path}.${process.pid}`;
  writeFileSync(temporaryPath, text);
  renameSync(temporaryPath, path);
}
