/**
 * Bundles the counters, gauges, histograms and the registry of prom-client into assets/prom-client/. The rest of it, and the
 * three packages that only the rest needs, are not installed.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const targetFolder = fileURLToPath(new URL('../assets/prom-client/', import.meta.url));
const require = createRequire(import.meta.url);

const { outputFiles, metafile } = await build({
  stdin: {
    contents: ['Counter', 'Gauge', 'Histogram', 'Registry']
      .map((name) => `export { default as ${name} } from 'prom-client/lib/${name.toLowerCase()}.js';`)
      .join('\n'),
    resolveDir: fileURLToPath(new URL('.', import.meta.url)),
    sourcefile: 'prom-client.mjs',
  },
  bundle: true,
  write: false,
  metafile: true,
  outfile: join(targetFolder, 'prom-client.mjs'),
  platform: 'node',
  target: 'node20',
  format: 'esm',
  // The package calls require('util'), which a module does not have.
  banner: {
    js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);",
  },
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
});

const foreign = Object.keys(metafile.inputs).filter(
  (path) => !/^node_modules\/prom-client\/|^scripts\//.test(path),
);
if (foreign.length > 0) throw new Error(`the bundle has parts of other packages: ${foreign.join(', ')}`);

const { name, version } = require('prom-client/package.json');
const licence = readFileSync(require.resolve('prom-client/LICENSE'), 'utf8');
mkdirSync(targetFolder, { recursive: true });
writeWhole(
  join(targetFolder, 'LICENSE'),
  `Parts of this package are here.\n\n${name} ${version}\n\n${licence}`,
);
for (const { path, text } of outputFiles) writeWhole(path, text);

/** Writes under another name and moves the file into place, so that no one reads half a file. */
function writeWhole(path, text) {
  const temporaryPath = `${path}.${process.pid}`;
  writeFileSync(temporaryPath, text);
  renameSync(temporaryPath, path);
}
