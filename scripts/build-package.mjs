import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
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
  removeInnerTypes(project);
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

/** Removes the types that no entry point of a package refers to: half of all, and nobody can import them. */
function removeInnerTypes(project) {
  const { exports = {} } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
  const entries = Object.values(exports).flatMap(({ types }) => (types ? [join(project, types)] : []));
  if (entries.length === 0) return;
  const reached = new Set();
  for (let file = entries.pop(); file !== undefined; file = entries.pop()) {
    if (reached.has(file) || !existsSync(file)) continue;
    reached.add(file);
    const imports = readFileSync(file, 'utf8').matchAll(/\b(?:from|import)\s*\(?\s*["'](\.[^"']+)["']/g);
    for (const [, name] of imports) entries.push(resolve(dirname(file), name.replace(/\.[jt]s$/, '.d.ts')));
  }
  const dist = join(project, 'dist');
  for (const name of readdirSync(dist, { recursive: true })) {
    const path = join(dist, name);
    if (name.endsWith('.d.ts') && !reached.has(path)) rmSync(path);
  }
}
