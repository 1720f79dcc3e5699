import { readlink, realpath } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { isSystemError } from './system-error.ts';

/** As many as Linux follows. */
const mostLinks = 40;

/**
 * The file that a path stands for once all symbolic links are followed. It need not exist: a link that leads nowhere
 * stands for the file that it names. Rejects with the system's error.
 */
export async function followLinks(path: string, linksLeft = mostLinks): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!isSystemError(error, 'ENOENT') || linksLeft === 0) throw error;
  }
  const target = await readlink(path).catch(() => undefined);
  if (target === undefined) return path;
  return followLinks(resolve(await realpath(dirname(path)), target), linksLeft - 1);
}
