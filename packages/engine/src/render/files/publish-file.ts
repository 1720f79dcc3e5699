import { type BigIntStats, rmSync, type Stats } from 'node:fs';
import { type FileHandle, link, lstat, open, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { isSystemError } from './system-error.ts';
import { temporaryPath } from './temporary-files.ts';
import { writeSpecialFile } from './write-special-file.ts';

/** Thrown when the output file already exists and must not be replaced. */
export class FileExistsError extends Error {
  constructor(path: string) {
    super(`${path} already exists`);
    this.name = 'FileExistsError';
  }
}

/** Files that are not completely written yet. */
const unfinished = new Set<string>();

/** Removes unfinished files when this process ends in any way, unless it is killed. */
process.on('exit', () => {
  for (const path of unfinished) {
    try {
      rmSync(path, { force: true });
    } catch {
      // The folder may have been removed, or replaced by a file. The command has already reported why it failed.
    }
  }
});

/** Writes a new file, which is open for reading and writing; `path` is its present one. */
export type FileWriter = (file: FileHandle, path: string) => Promise<void>;

export interface PublishOptions {
  readonly replace?: boolean;
  readonly signal?: AbortSignal | undefined;
  /**
   * Whether the target of a symbolic link at `path` is replaced, and a device or pipe is written to; true by default.
   */
  readonly followsLinks?: boolean;
  /**
   * Whether other processes rely on the file as soon as it appears. It then stays even if the signal is aborted at
   * that moment.
   */
  readonly isShared?: boolean;
  /** Called with the state of the complete temporary file before it is moved. If it throws, the file is not moved. */
  readonly beforePublishing?: ((stats: BigIntStats) => Promise<void>) | undefined;
}

/**
 * Writes a file that appears at `path` complete or not at all: the data goes to a temporary file in the same
 * folder, which is then moved to `path`. An existing file is replaced only with `replace`. Otherwise it stays
 * unchanged, even if it is created at the last moment, and the promise rejects with FileExistsError. A replacement
 * gets the mode of the replaced file and, if this process may set it, its owner. If `path` is a symbolic link, its
 * target is replaced; without `followsLinks`, the link itself is replaced, and so is a device or pipe.
 *
 * Even after a power failure, the file is complete or missing: the data is on the disk before the file is moved.
 *
 * Rejects with the signal's reason if aborted before it settles, and removes a newly created file; a replaced file
 * stays replaced, and a file that `isShared` stays. No temporary file remains, even if the process exits early. An
 * existing device or pipe is never replaced: with `replace`, the data is written to it. If the file system does not
 * support hard links, a file that appears at `path` at the last moment is replaced.
 */
export async function publishFile(
  path: string,
  data: Uint8Array | FileWriter,
  { replace = false, followsLinks = true, signal, isShared = false, beforePublishing }: PublishOptions = {},
): Promise<void> {
  const existing = replace ? await (followsLinks ? stat : lstat)(path).catch(() => undefined) : undefined;
  if (followsLinks && existing && !existing.isFile() && !existing.isDirectory()) {
    if (typeof data === 'function') throw new Error('it must be a regular file');
    await writeSpecialFile(path, existing, data, signal);
    return;
  }
  const replaced = existing?.isFile() ? existing : undefined;
  const target = replace && followsLinks ? await followLinks(path) : path;
  const temporary = temporaryPath(dirname(target));
  const made = await withTemporary(temporary, async () => {
    // A replacement is readable only by its owner at first, because the replaced file may have been private.
    const file = await open(temporary, 'wx+', replaced ? 0o600 : 0o666);
    let stats: BigIntStats;
    try {
      if (typeof data === 'function') await data(file, temporary);
      else await file.writeFile(data, { signal });
      if (replaced) await keepOwnerAndMode(file, replaced);
      await syncToDisk(file);
      stats = await file.stat({ bigint: true });
    } finally {
      await file.close();
    }
    await beforePublishing?.(stats);
    signal?.throwIfAborted();
    if (replace) await rename(temporary, target);
    else await moveToUnused(temporary, target);
    return stats;
  });
  // A batch renders outputs again whose names were lost; syncing the folder for each would cost more.
  if (!isShared) await syncFolderToDisk(dirname(target));
  // The call may have been cancelled in the meantime. There is no `await` after this check, so a cancelled call never
  // leaves its file behind.
  if (replace || isShared || !signal?.aborted) return;
  await removeIfSame(target, made);
  signal.throwIfAborted();
}

/** Does the work, then removes the temporary file whether the work succeeded or failed. */
export async function withTemporary<Value>(temporary: string, work: () => Promise<Value>): Promise<Value> {
  unfinished.add(temporary);
  try {
    return await work();
  } finally {
    await rm(temporary, { force: true });
    unfinished.delete(temporary);
  }
}

async function keepOwnerAndMode(file: FileHandle, { uid, gid, mode }: Stats): Promise<void> {
  const stats = await file.stat();
  // Only root can change the owner. Changing the group works if this process belongs to that group.
  if (stats.uid !== uid || stats.gid !== gid) await file.chown(uid, gid).catch(() => {});
  // Fails on file systems without modes, which have none to keep. Until here only the owner can read the file.
  await file.chmod(mode & 0o777).catch(() => {});
}

/** Gives a file a path that must be unused. The check is atomic if the file system has hard links. */
async function moveToUnused(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path);
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) throw new FileExistsError(path);
    if (!isSystemError(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS')) throw error;
    // This file system has no hard links.
    const existing = await lstat(path).catch(() => undefined);
    if (existing !== undefined) throw new FileExistsError(path);
    await rename(temporary, path);
  }
}

/** Removes the created file at `path`, unless another file has replaced it in the meantime. */
async function removeIfSame(path: string, made: BigIntStats): Promise<void> {
  const there = await lstat(path, { bigint: true }).catch(() => undefined);
  // Compares the size as well, because inode numbers of deleted files are reused.
  const isSame = there?.dev === made.dev && there.ino === made.ino && there.size === made.size;
  if (isSame) await rm(path, { force: true });
}

/** Waits until the data of a file would survive a power failure, if the file system supports that. */
export async function syncToDisk(file: FileHandle): Promise<void> {
  try {
    await file.datasync();
  } catch (error) {
    if (!isSystemError(error, 'EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS')) throw error;
  }
}

/** Does the same for the names in a folder. Failures are ignored, since the files already exist. */
export async function syncFolderToDisk(path: string): Promise<void> {
  // Windows does not open folders.
  const folder = await open(path, 'r').catch(() => undefined);
  await folder?.sync().catch(() => {});
  await folder?.close();
}

/** Maximum number of links in a row, as on Linux. */
const maxLinks = 40;

/**
 * Follows all symbolic links of a path. The result need not exist: a dangling link leads to the file that it names.
 * Rejects with the system's error.
 */
export async function followLinks(path: string, linksLeft = maxLinks): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!isSystemError(error, 'ENOENT') || linksLeft === 0) throw error;
  }
  const target = await readlink(path).catch(() => undefined);
  if (target === undefined) return path;
  return followLinks(resolve(await realpath(dirname(path)), target), linksLeft - 1);
}
