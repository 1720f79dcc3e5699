// Writes docs/conformance.md: every requirement with the tests that prove it.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = new URL('../', import.meta.url);
const folder = await mkdtemp(join(tmpdir(), 'render-service-conformance-'));
try {
  const outfile = join(folder, 'conformance-page.mjs');
  const entryPoints = [fileURLToPath(new URL('test/requirements/conformance-page.ts', root))];
  await build({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm' });
  const { conformancePage } = await import(pathToFileURL(outfile).href);
  await writeFile(new URL('docs/conformance.md', root), conformancePage(root));
} finally {
  await rm(folder, { recursive: true, force: true });
}
