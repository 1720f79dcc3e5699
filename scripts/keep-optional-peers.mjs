import { readFileSync, writeFileSync } from 'node:fs';

// For a container image: makes the optional peers of the farm its dependencies, in the versions that the tests use, so
// `npm prune --omit=dev` keeps them.

const file = 'packages/farm/package.json';
const manifest = JSON.parse(readFileSync(file, 'utf8'));
for (const name of Object.keys(manifest.peerDependencies)) {
  manifest.dependencies[name] = manifest.devDependencies[name];
  delete manifest.devDependencies[name];
  delete manifest.peerDependencies[name];
}
writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
