import { randomBytes } from 'node:crypto';
import { link, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

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
 * never replaced: with `replace` it is written to.
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
    else await linkNew(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}

async function isSpecialFile(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined);
  return stats !== undefined && !stats.isFile() && !stats.isDirectory();
}

async function linkNew(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path);
  } catch (error) {
    throw isSystemError(error, 'EEXIST') ? new FileExistsError(path) : error;
  }
}

/** Whether an error is the operating system's of the given code, such as `ENOENT`. */
export function isSystemError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
