import { randomBytes } from 'node:crypto';
import { type BigIntStats, rmSync, type Stats } from 'node:fs';
import { type FileHandle, link, lstat, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { followLinks } from './follow-links.ts';
import { isSystemError } from './system-error.ts';
import { writeSpecialFile } from './write-special-file.ts';

/** An output that stands already and may not be replaced. */
export class FileExistsError extends Error {
  constructor(path: string) {
    super(`${path} exists already`);
    this.name = 'FileExistsError';
  }
}

/** Files that are not whole yet. */
const unfinished = new Set<string>();

/** However this process ends, short of being killed. */
process.on('exit', () => {
  for (const path of unfinished) rmSync(path, { force: true });
});

/**
 * Writes a file so that it appears at `path` whole or not at all: to a temporary file beside it, which then takes
 * the name. An existing file is replaced only with `replace`; otherwise even one that appears at the last
 * moment stays as it is, and the promise rejects with FileExistsError. A file that is replaced keeps its mode and, as
 * far as this process may set it, its owner; of a symbolic link the target is replaced. Rejects with the signal's
 * reason when aborted before it settles, and then takes a new file away again; what has been replaced stays replaced.
 * Nothing else is left behind, also when the process exits meanwhile. A device or pipe that stands at `path` is never
 * replaced: with `replace` it is written to. Where the file system knows no hard links, a new file is written under its
 * own name in the end: a reader may then see part of it.
 */
export async function publishFile(
  path: string,
  data: Uint8Array,
  { replace = false, signal }: { replace?: boolean; signal?: AbortSignal | undefined } = {},
): Promise<void> {
  const replaced = replace ? await stat(path).catch(() => undefined) : undefined;
  if (replaced && !replaced.isFile() && !replaced.isDirectory()) {
    await writeSpecialFile(path, replaced, data, signal);
    return;
  }
  const target = replace ? await followLinks(path) : path;
  const temporary = join(dirname(target), `.render-service-${randomBytes(8).toString('hex')}.tmp`);
  const made = await withTemporary(temporary, async () => {
    // What only its owner could read stays so from the first byte on.
    const file = await open(temporary, 'wx', replaced ? 0o600 : 0o666);
    let identity: FileIdentity;
    try {
      await file.writeFile(data, { signal });
      if (replaced) await keepOwnerAndMode(file, replaced);
      identity = await file.stat({ bigint: true });
    } finally {
      await file.close();
    }
    signal?.throwIfAborted();
    if (replace) await rename(temporary, target);
    else if (!(await linkNew(temporary, target))) {
      // There may be no room for both.
      await rm(temporary);
      return await writeNew(target, data, signal);
    }
    return identity;
  });
  // The link takes a moment, and so does the end of the temporary file. Nothing is waited for between this look at the
  // signal and the caller's answer, so that a cancelled call never leaves its file.
  if (replace || !signal?.aborted) return;
  await removeIfSame(target, made);
  signal.throwIfAborted();
}

/** Which file it is, whatever its name. The size as well, because a file system uses the number of a gone file again. */
type FileIdentity = Pick<BigIntStats, 'dev' | 'ino' | 'size'>;

/** Does the work and takes the temporary file away, however the work ends. */
async function withTemporary<Value>(temporary: string, work: () => Promise<Value>): Promise<Value> {
  unfinished.add(temporary);
  try {
    return await work();
  } finally {
    await rm(temporary, { force: true });
    unfinished.delete(temporary);
  }
}

async function keepOwnerAndMode(file: FileHandle, { uid, gid, mode }: Stats): Promise<void> {
  const own = await file.stat();
  // Only the superuser may give files away; a group may be one of ours.
  if (own.uid !== uid || own.gid !== gid) await file.chown(uid, gid).catch(() => {});
  // A file system without modes has none to keep; until here only its owner may read the file.
  await file.chmod(mode & 0o777).catch(() => {});
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
async function writeNew(
  path: string,
  data: Uint8Array,
  signal: AbortSignal | undefined,
): Promise<FileIdentity> {
  const file = await open(path, 'wx').catch((error: unknown) => {
    throw isSystemError(error, 'EEXIST') ? new FileExistsError(path) : error;
  });
  unfinished.add(path);
  try {
    await file.writeFile(data, { signal });
    return await file.stat({ bigint: true });
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
    unfinished.delete(path);
  }
}

/** Removes what was made at `path`, unless another file was put there since. */
async function removeIfSame(path: string, made: FileIdentity): Promise<void> {
  const there = await lstat(path, { bigint: true }).catch(() => undefined);
  const isSame = there?.dev === made.dev && there.ino === made.ino && there.size === made.size;
  if (isSame) await rm(path, { force: true });
}
