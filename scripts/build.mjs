// Builds all packages, each after those that it uses.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const root = new URL('../', import.meta.url);
const { workspaces } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
for (const folder of workspaces) await import(new URL(`${folder}/scripts/build.mjs`, root).href);

// Configurations of agents' clients, and scripts, name these files: they are older than the packages.
mkdirSync(new URL('dist/cli/', root), { recursive: true });
const main = '../../packages/render-service/dist/cli/main.js';
writeFileSync(new URL('dist/cli/main.js', root), `#!/usr/bin/env node\nimport '${main}';\n`);
writeFileSync(new URL('dist/index.js', root), "export * from '../packages/render-service/dist/index.js';\n");
