import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

// Builds everything that the package ships and the repository lacks: fonts, MathJax, node-av, compiled code.
const root = fileURLToPath(new URL('..', import.meta.url));
const node = (...args) => execFileSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
const compiler = createRequire(import.meta.url)
  .resolve('typescript/package.json')
  .replace('package.json', 'bin/tsc');

node('scripts/build-mathjax.mjs');
node('scripts/build-node-av.mjs');
rmSync(new URL('../dist', import.meta.url), { recursive: true, force: true });
node(compiler, '-p', 'tsconfig.build.json');
cpSync(
  new URL('../packages/preview/src/page', import.meta.url),
  new URL('../packages/preview/dist/page', import.meta.url),
  {
    recursive: true,
  },
);
node('scripts/build-schemas.mjs');
node('scripts/bundle-programs.mjs');
