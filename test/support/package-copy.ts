import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from './command-line.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Copies the built packages, without compiled code, into a folder that is removed after the test, so each `dist` may be
 * changed.
 */
export async function copyPackages(): Promise<string> {
  const folder = await temporaryFolder();
  const modules = join(folder, 'node_modules');
  await mkdir(join(modules, '@render-service'), { recursive: true });
  for (const name of await readdir(join(root, 'packages'))) {
    const [from, to] = [join(root, 'packages', name), join(folder, 'packages', name)];
    await cp(join(from, 'dist'), join(to, 'dist'), {
      recursive: true,
      filter: (path) => !path.endsWith('.code'),
    });
    await cp(join(from, 'package.json'), join(to, 'package.json'));
    if (existsSync(join(from, 'assets'))) await symlink(join(from, 'assets'), join(to, 'assets'), 'junction');
    await symlink(
      to,
      join(modules, name === 'render-service' ? name : `@render-service/${name}`),
      'junction',
    );
  }
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (name.startsWith('.') || name.endsWith('render-service')) continue;
    await symlink(join(root, 'node_modules', name), join(modules, name), 'junction');
  }
  return folder;
}

/** Changes the text of a file of a copied package. Throws an Error if the change makes no difference. */
export async function changeFile(path: string, change: (text: string) => string): Promise<void> {
  const text = await readFile(path, 'utf8');
  const changed = change(text);
  if (changed === text) throw new Error(`${path} has nothing to change`);
  await writeFile(path, changed);
}
