/**
 * The files that `npm pack` adds to this package while it runs: the packages beside it, which it contains as bundled
 * dependencies, and the documents of the repository.
 */
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = new URL('../', import.meta.url);
const repository = new URL('../../../', import.meta.url);
const { bundleDependencies } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'));

const documents = [
  'docs',
  'examples',
  'templates',
  'catalogue',
  'skills',
  'llms.txt',
  'server.json',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'LICENSE',
];

/** Adds them to a folder with this package; tests use a copy in another folder. */
export function addCopies(target = fileURLToPath(folder)) {
  for (const name of documents) {
    cpSync(new URL(name, repository), join(target, name), { recursive: true });
  }
  for (const name of bundleDependencies) {
    const source = new URL(`packages/${basename(name)}/`, repository);
    const { files } = JSON.parse(readFileSync(new URL('package.json', source), 'utf8'));
    for (const file of ['package.json', 'README.md', ...files]) {
      if (!existsSync(new URL(file, source)))
        throw new Error(`${source.pathname} is not built; run npm run build`);
      // Compiled code is of no use to another version of Node.
      const filter = (path) => !path.endsWith('.code');
      cpSync(new URL(file, source), join(target, 'node_modules', name, file), { recursive: true, filter });
    }
  }
}

export function removeCopies() {
  for (const name of [...documents, 'node_modules/@render-service']) {
    rmSync(new URL(name, folder), { recursive: true, force: true });
  }
}
