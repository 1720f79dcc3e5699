import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isSystemError } from './system-error.ts';

/**
 * Makes a folder and those above it, unless they are there; `mode` is that of the new ones. Node's own `recursive`
 * calls a file system that is read-only a missing folder, and never ends in `/proc`. Rejects with an error of the system.
 */
export async function makeFolder(folder: string, mode = 0o777): Promise<void> {
  if (await isFolder(folder)) return;
  const above = dirname(folder);
  if (above !== folder) await makeFolder(above, mode);
  try {
    await mkdir(folder, { mode });
  } catch (error) {
    // Another process may have made it in the meantime.
    if (!(await isFolder(folder))) throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return false;
    throw error;
  }
}
