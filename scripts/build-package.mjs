import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';

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
  removeComments(join(project, 'dist'));
}

/**
 * Removes comments and indentation of compiled code, which would be a quarter of its size in the package. Types keep
 * theirs, and files that only export from others stay as they are, for bundle-program.mjs.
 */
function removeComments(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!name.endsWith('.js')) continue;
    const path = join(folder, name);
    const source = readFileSync(path, 'utf8');
    if (/^export \{[^}]*\} from /m.test(source)) continue;
    const { code } = transformSync(source, {
      format: 'esm',
      target: 'es2022',
      legalComments: 'inline',
      // bundle-program.mjs reads imports of other packages line by line.
      minifyWhitespace: !source.includes('@render-service/'),
      lineLimit: 200,
    });
    writeFileSync(path, code);
  }
}
