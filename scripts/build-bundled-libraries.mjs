/**
 * Bundles the used parts of small libraries into assets/, one folder each: what is bundled needs no package at the user's
 * place, nor the packages that only the rest of it needs.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** The used exports of each library. */
const libraries = {
  'prom-client': ['Counter', 'Gauge', 'Histogram', 'Registry'].map(
    (name) => `export { default as ${name} } from 'prom-client/lib/${name.toLowerCase()}.js';`,
  ),
  'csv-parse': ["export { CsvError, parse } from 'csv-parse';"],
};

for (const [library, lines] of Object.entries(libraries)) await bundle(library, lines.join('\n'));

async function bundle(library, contents) {
  const targetFolder = fileURLToPath(new URL(`../assets/${library}/`, import.meta.url));
  const { outputFiles, metafile } = await build({
    stdin: {
      contents,
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
      sourcefile: `${library}.mjs`,
    },
    bundle: true,
    write: false,
    metafile: true,
    outfile: join(targetFolder, `${library}.mjs`),
    platform: 'node',
    target: 'node20',
    format: 'esm',
    // For packages that call require('util'), which a module does not have.
    banner: {
      js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);",
    },
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
  });
  const foreign = Object.keys(metafile.inputs).filter(
    (path) => !path.startsWith(`node_modules/${library}/`) && !path.startsWith('scripts/'),
  );
  if (foreign.length > 0) throw new Error(`the bundle has parts of other packages: ${foreign.join(', ')}`);
  const source = fileURLToPath(new URL(`../node_modules/${library}/`, import.meta.url));
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  const licence = readFileSync(join(source, 'LICENSE'), 'utf8');
  mkdirSync(targetFolder, { recursive: true });
  writeWhole(
    join(targetFolder, 'LICENSE'),
    `Parts of this package are here.\n\n${library} ${version}\n\n${licence}`,
  );
  for (const { path, text } of outputFiles) writeWhole(path, text);
}

/** Writes under another name and moves the file into place, so that no one reads half a file. */
function writeWhole(path, text) {
  const temporaryPath = `${path}.${process.pid}`;
  writeFileSync(temporaryPath, text);
  renameSync(temporaryPath, path);
}
