import { type FileHandle, open } from 'node:fs/promises';
import { isSystemError } from './system-error.ts';

/** Waits until what was written to a file would survive a power failure, where the file system can tell. */
export async function syncToDisk(file: FileHandle): Promise<void> {
  try {
    await file.datasync();
  } catch (error) {
    if (!isSystemError(error, 'EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS')) throw error;
  }
}

/** The same for the names in a folder. The files are there already, so a failure is none of theirs. */
export async function syncFolderToDisk(path: string): Promise<void> {
  // Windows does not open folders.
  const folder = await open(path, 'r').catch(() => undefined);
  await folder?.sync().catch(() => {});
  await folder?.close();
}
