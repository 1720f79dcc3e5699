import { randomBytes } from 'node:crypto';
import { link, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isSystemError } from './system-error.ts';

/** An output that stands already and may not be replaced. */
export class FileExistsError extends Error {
  constructor(path: string) {
    super(`${path} exists already`);
    this.name = 'FileExistsError';
  }
}

/**
 * Writes a file so that it appears at `path` whole or not at all: to a temporary file beside it, which then takes
 * the name. An existing file is replaced only with `replace`; otherwise even one that appears at the last
 * moment stays as it is, and the promise rejects with FileExistsError. Rejects with the signal's reason when
 * aborted before the file took its name. Nothing else is left behind. A device or pipe that stands at `path` is
 * never replaced: with `replace` it is written to. Where the file system knows no hard links, a new file is written
 * under its own name in the end: then whoever looks meanwhile sees a part of it.
 */
export async function publishFile(
  path: string,
  data: Uint8Array,
  { replace = false, signal }: { replace?: boolean; signal?: AbortSignal | undefined } = {},
): Promise<void> {
  if (replace && (await isSpecialFile(path))) {
    await writeFile(path, data, { signal });
    return;
  }
  const temporary = join(dirname(path), `.render-service-${randomBytes(8).toString('hex')}.tmp`);
  try {
    const file = await open(temporary, 'wx');
    try {
      await file.writeFile(data, { signal });
    } finally {
      await file.close();
    }
    signal?.throwIfAborted();
    if (replace) await rename(temporary, path);
    else if (!(await linkNew(temporary, path))) {
      // There may be no room for both.
      await rm(temporary);
      await writeNew(path, data, signal);
    }
  } finally {
    await rm(temporary, { force: true });
  }
}

async function isSpecialFile(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined);
  return stats !== undefined && !stats.isFile() && !stats.isDirectory();
}

/** Gives a file a second name that no other file has; false where the file system knows no second names. */
async function linkNew(temporary: string, path: string): Promise<boolean> {
  try {
    await link(temporary, path);
    return true;
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) throw new FileExistsError(path);
    if (isSystemError(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS')) return false;
    throw error;
  }
}

/** Creates the file under its own name, and takes it away again when it does not become whole. */
async function writeNew(path: string, data: Uint8Array, signal: AbortSignal | undefined): Promise<void> {
  const file = await open(path, 'wx').catch((error: unknown) => {
    throw isSystemError(error, 'EEXIST') ? new FileExistsError(path) : error;
  });
  try {
    await file.writeFile(data, { signal }).finally(() => file.close());
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
