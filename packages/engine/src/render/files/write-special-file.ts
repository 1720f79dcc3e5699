import { closeSync, constants, open, type Stats } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isSystemError } from './system-error.ts';

/** Milliseconds between two checks whether a pipe has a reader. */
const readerInterval = 20;

const openFile = promisify(open);

/**
 * Writes to a pipe or device with the state `stats`. Waits until a named pipe has a reader. Rejects with the system's
 * error, or with the signal's reason.
 */
export async function writeSpecialFile(
  path: string,
  stats: Stats,
  data: Uint8Array,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (!stats.isFIFO() || process.platform === 'win32') {
    await writeFile(path, data, { signal });
    return;
  }
  const socket = await openPipe(path, signal);
  await new Promise<void>((done, failed) => {
    socket.on('error', failed);
    socket.on('finish', done);
    socket.on('close', () => failed(signal?.reason));
    socket.end(data);
  });
}

/**
 * Opens a named pipe for writing; aborting destroys the stream. Waits until it has a reader. Rejects with the system's
 * error, or with the signal's reason.
 */
export async function openPipe(path: string, signal: AbortSignal | undefined): Promise<Socket> {
  for (;;) {
    try {
      const pipe = await openFile(path, constants.O_WRONLY | constants.O_NONBLOCK);
      if (signal?.aborted) closeSync(pipe);
      signal?.throwIfAborted();
      // A blocking write could not be cancelled, and a process cannot exit while one of its threads is blocked in a
      // call.
      return new Socket({ fd: pipe, readable: false, writable: true, signal });
    } catch (error) {
      if (!isSystemError(error, 'ENXIO')) throw error;
    }
    await wait(readerInterval, undefined, { signal });
  }
}
