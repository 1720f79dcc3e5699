/**
 * Bundles the used parts of small libraries into assets/, one folder each, with the licences of all packages that they
 * come from: as dependencies they would add nine packages, and one file loads faster than several.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';

/** The packages in each bundle, and the exports that are used. */
const libraries = {
  'prom-client': {
    packages: ['prom-client'],
    lines: ['Counter', 'Gauge', 'Histogram', 'Registry'].map(
      (name) => `export { default as ${name} } from 'prom-client/lib/${name.toLowerCase()}.js';`,
    ),
  },
  'csv-parse': { packages: ['csv-parse'], lines: ["export { CsvError, parse } from 'csv-parse';"] },
  'jsonc-parser': {
    packages: ['jsonc-parser'],
    // The main file is UMD, whose imports esbuild cannot follow.
    lines: ["export { applyEdits, parseTree } from 'jsonc-parser/lib/esm/main.js';"],
  },
  resvg: {
    packages: ['@resvg/resvg-wasm'],
    lines: ["export { initWasm, Resvg } from '@resvg/resvg-wasm';"],
    files: ['index_bg.wasm'],
    isFactory: true,
  },
  saxes: { packages: ['saxes', 'xmlchars'], lines: ["export { SaxesParser } from 'saxes';"] },
  'line-break': {
    packages: ['@cto.af/linebreak', '@cto.af/unicode-trie', 'fflate'],
    lines: ["export { Rules } from '@cto.af/linebreak';"],
  },
};

/** Licences that packages name, but do not contain. */
const missingLicences = { '@resvg/resvg-wasm': 'MPL-2.0.txt', saxes: 'saxes.txt' };

/** For packages that call require('util'), which a module does not have. Some import createRequire themselves. */
const asModule = {
  format: 'esm',
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
  },
};

const factory = {
  format: 'iife',
  globalName: 'library',
  banner: { js: 'export function createLibrary() {' },
  footer: { js: 'return library;\n}' },
};

for (const [name, library] of Object.entries(libraries)) await bundle(name, library);

/** With `isFactory`, the bundle exports a function `createLibrary`, each call of which runs the packages anew. */
async function bundle(name, { packages, lines, files = [], isFactory = false }) {
  const contents = lines.join('\n');
  const targetFolder = fileURLToPath(new URL(`../assets/${name}/`, import.meta.url));
  const { outputFiles, metafile } = await build({
    stdin: {
      contents,
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
      sourcefile: `${name}.mjs`,
    },
    bundle: true,
    write: false,
    metafile: true,
    outfile: join(targetFolder, `${name}.mjs`),
    platform: 'node',
    target: 'node20',
    ...(isFactory ? factory : asModule),
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
  });
  const found = Object.keys(metafile.inputs).flatMap(
    (path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [],
  );
  const foreign = found.filter((one) => !packages.includes(one));
  if (foreign.length > 0) throw new Error(`the bundle has parts of other packages: ${foreign.join(', ')}`);
  const licences = packages.map((one) => {
    const source = fileURLToPath(new URL(`../node_modules/${one}/`, import.meta.url));
    const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
    return `${one} ${version}\n\n${readFileSync(licenceOf(one, source), 'utf8')}`;
  });
  mkdirSync(targetFolder, { recursive: true });
  const heading = 'Parts of these packages are here.';
  writeWhole(join(targetFolder, 'LICENSE'), [heading, ...licences].join('\n\n'));
  for (const { path, text } of outputFiles) writeWhole(path, text);
  const [folder] = packages;
  for (const file of files)
    writeWhole(
      join(targetFolder, `${file}.br`),
      brotliCompressSync(readFileSync(new URL(`../node_modules/${folder}/${file}`, import.meta.url))),
    );
}

function licenceOf(name, folder) {
  const missing = missingLicences[name];
  if (missing !== undefined) return new URL(`licences/${missing}`, import.meta.url);
  return join(folder, existsSync(join(folder, 'LICENSE')) ? 'LICENSE' : 'LICENSE.md');
}

/** Writes under another name and moves the file into place, so no process reads a partial file. */
function writeWhole(path, text) {
  const temporaryPath = `${path}.${process.pid}`;
  writeFileSync(temporaryPath, text);
  renameSync(temporaryPath, path);
}
