import { readFileSync, writeFileSync } from 'node:fs';

// For a container image: makes the optional peers dependencies of package.json in this folder, with the versions that
// the tests use, so `npm prune --omit=dev` keeps them.

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
for (const name of Object.keys(manifest.peerDependencies)) {
  manifest.dependencies[name] = manifest.devDependencies[name];
  delete manifest.devDependencies[name];
  delete manifest.peerDependencies[name];
}
writeFileSync('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
