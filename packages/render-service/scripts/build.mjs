import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { compile } from '../../../scripts/build-package.mjs';
import { bundleProgram } from '../../../scripts/bundle-program.mjs';
import { removeCopies } from './copies.mjs';

const folder = new URL('../', import.meta.url);
// An interrupted `npm pack` leaves copies that would hide the packages beside this one.
removeCopies();
compile(folder);
chmodSync(new URL('dist/cli/main.js', folder), 0o755);
const { schemaTexts } = await import('@render-service/service/command-line');
mkdirSync(new URL('assets/schemas/', folder), { recursive: true });
for (const [name, text] of Object.entries(schemaTexts)) {
  writeFileSync(new URL(`assets/schemas/${name}.json`, folder), text);
}
await bundleProgram(folder, 'cli/program.js', { keepsCode: true, ahead: 'cli/start-ahead.js' });
