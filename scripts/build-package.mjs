import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const compiler = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc');

/** Runs a script of a package, whose folder is a URL with a slash at its end. */
export function runScript(packageFolder, name) {
  const script = fileURLToPath(new URL(`scripts/${name}`, packageFolder));
  execFileSync(process.execPath, [script], { stdio: 'inherit' });
}

/** Compiles `src/` of a package into a new `dist/`. The packages that it uses must be built before. */
export function compile(packageFolder) {
  rmSync(new URL('dist', packageFolder), { recursive: true, force: true });
  const project = fileURLToPath(packageFolder);
  execFileSync(process.execPath, [compiler, '-p', project], { stdio: 'inherit' });
}
