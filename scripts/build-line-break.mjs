/**
 * Bundles the line breaking algorithm, with its two dependencies, into assets/line-break/. One file loads in half the time
 * of eight, and three packages less are installed.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const targetFolder = fileURLToPath(new URL('../assets/line-break/', import.meta.url));
const require = createRequire(import.meta.url);

const { outputFiles, metafile } = await build({
  entryPoints: { 'line-break': '@cto.af/linebreak' },
  bundle: true,
  write: false,
  metafile: true,
  outdir: targetFolder,
  outExtension: { '.js': '.mjs' },
  platform: 'node',
  target: 'node20',
  format: 'esm',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
});

/** The folders of the packages that the bundle has parts of, such as node_modules/fflate. */
const packages = new Set(
  Object.keys(metafile.inputs).map((path) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path),
);
const root = dirname(require.resolve('../package.json'));
const licences = [...packages].map((folder) => {
  const { name, version } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  return `${name} ${version}\n\n${readFileSync(join(root, folder, 'LICENSE'), 'utf8')}`;
});

mkdirSync(targetFolder, { recursive: true });
writeWhole(join(targetFolder, 'LICENSE'), `Parts of these packages are here.\n\n${licences.join('\n')}`);
for (const { path, text } of outputFiles) writeWhole(path, text);

/** Writes under another name and moves the file into place, so that no one reads half a file. */
function writeWhole(path, text) {
  const temporaryPath = `${path}.${process.pid}`;
  writeFileSync(temporaryPath, text);
  renameSync(temporaryPath, path);
}
