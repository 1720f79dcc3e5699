import { open, rm, stat } from 'node:fs/promises';
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
  await take(path, signal);
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function take(path: string, signal: AbortSignal): Promise<void> {
  let seen: string | undefined;
  let seenSince = 0;
  for (;;) {
    signal.throwIfAborted();
    try {
      await (await open(path, 'wx')).close();
      return;
    } catch (error) {
      if (!isSystemError(error, 'EEXIST')) throw error;
    }
    // Clocks of other machines may differ, so this one measures how long a lock stays.
    const lock = await stat(path, { bigint: true }).then(
      ({ ino, mtimeNs }) => `${ino} ${mtimeNs}`,
      () => undefined,
    );
    const now = performance.now();
    if (lock !== seen) [seen, seenSince] = [lock, now];
    else if (lock !== undefined && now - seenSince > abandonedMs) await rm(path, { force: true });
    // An interruption ends the wait, too.
    await wait(lookMs, undefined, { signal }).catch(() => {});
  }
}
