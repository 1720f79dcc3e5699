import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { isSystemError } from '@render-service/engine/files';

/** Milliseconds between two looks at a lock, and those after which the same lock is one that a killed process has left. */
const lookMs = 20;
const abandonedMs = 5000;

/**
 * Does work of much less than five seconds while no other process does such work with the same lock, which is a file. Rejects with
 * the signal's reason, or if the file cannot be made.
 */
export async function withLock<Value>(
  path: string,
  signal: AbortSignal,
  work: () => Promise<Value>,
): Promise<Value> {
  const own = randomUUID();
  await take(path, own, signal);
  try {
    return await work();
  } finally {
    await removeLock(path, own);
  }
}

async function take(path: string, own: string, signal: AbortSignal): Promise<void> {
  let seen: string | undefined;
  let seenSince = 0;
  for (;;) {
    signal.throwIfAborted();
    try {
      await writeFile(path, own, { flag: 'wx' });
      return;
    } catch (error) {
      if (!isSystemError(error, 'EEXIST')) throw error;
    }
    // Clocks of other machines may differ, so this one measures how long a lock stays.
    const lock = await readLock(path);
    const now = performance.now();
    if (lock !== seen) [seen, seenSince] = [lock, now];
    else if (lock !== undefined && now - seenSince > abandonedMs) await removeLock(path, lock);
    // An interruption ends the wait, too.
    await wait(lookMs, undefined, { signal }).catch(() => {});
  }
}

/** The name in a lock; undefined if there is none. */
async function readLock(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}

/** Removes a lock, unless another process has taken it in the meantime. */
async function removeLock(path: string, name: string): Promise<void> {
  if ((await readLock(path)) === name) await rm(path, { force: true });
}
