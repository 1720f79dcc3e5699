import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from './command-line.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Copies the built package into a folder that is removed after the test, so its `dist` may be changed. */
export async function copyPackage(): Promise<string> {
  const folder = await temporaryFolder();
  await cp(join(root, 'dist'), join(folder, 'dist'), { recursive: true });
  await cp(join(root, 'package.json'), join(folder, 'package.json'));
  for (const name of ['node_modules', 'assets', 'examples']) {
    await symlink(join(root, name), join(folder, name), 'junction');
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
