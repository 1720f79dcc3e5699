import { copyFileSync, cpSync, rmSync } from 'node:fs';
import { compile, runScript } from '../../../scripts/build-package.mjs';
import { bundleProgram } from '../../../scripts/bundle-program.mjs';

const folder = new URL('../', import.meta.url);
// The fonts in assets/ are committed; `npm run build:fonts` in the root makes them.
for (const name of ['build-mathjax.mjs', 'build-node-av.mjs']) runScript(folder, name);
// A new render process draws this picture to warm up.
copyFileSync(new URL('../../../examples/hello.json', import.meta.url), new URL('assets/hello.json', folder));
// Films find the components of the catalogue by their names.
rmSync(new URL('assets/catalogue', folder), { recursive: true, force: true });
cpSync(new URL('../../../catalogue', import.meta.url), new URL('assets/catalogue', folder), {
  recursive: true,
});
compile(folder);
await bundleProgram(folder, 'render/process/main.js', { keepsCode: true });
await bundleProgram(folder, 'render/process/guard-thread.js');
