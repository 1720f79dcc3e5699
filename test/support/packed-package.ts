import { execFile } from 'node:child_process';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const source = fileURLToPath(new URL('../../packages/render-service/', import.meta.url));
const { addCopies } = await import(
  new URL('../../packages/render-service/scripts/copies.mjs', import.meta.url).href
);

export interface PackedPackage {
  /** Name of the archive in the folder. */
  readonly filename: string;
  /** Bytes of the archive. */
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

/**
 * Packs the published package into a folder, from a copy: `npm pack` adds files to its folder, and other tests are
 * running the programs there.
 */
export async function packPackage(folder: string): Promise<PackedPackage> {
  const copy = join(folder, 'copy');
  await mkdir(copy);
  for (const name of ['package.json', 'README.md', 'dist', 'assets']) {
    await cp(join(source, name), join(copy, name), { recursive: true });
  }
  addCopies(copy);
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const { stdout } = await promisify(execFile)('npm', args, {
    cwd: copy,
    shell: process.platform === 'win32',
    maxBuffer: 64 * 1024 ** 2,
  });
  const [packed] = Object.values(JSON.parse(stdout)) as PackedPackage[];
  return packed;
}
