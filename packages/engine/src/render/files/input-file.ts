import { constants, createReadStream, fstatSync, open as openCallback, type Stats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { addAbortSignal, type Readable } from 'node:stream';
import { isatty, ReadStream } from 'node:tty';
import { promisify } from 'node:util';
import { maxInputBytes } from '../../project/limits.ts';
import { RenderError } from '../render-error.ts';
import { describeSystemError } from './system-error.ts';

const openDescriptor = promisify(openCallback);

/** On Linux, opening a pipe then does not wait for a writer, and waiting for its first bytes blocks no thread. */
const openFlags = constants.O_RDONLY | (process.platform === 'linux' ? constants.O_NONBLOCK : 0);

/**
 * Reads a project file, which may also be a pipe or a device. Rejects with a RenderError that names the file, or with
 * the signal's reason.
 */
export function readInputFile(path: string, signal: AbortSignal): Promise<Uint8Array> {
  return naming(path, signal, async () => readBounded(await openInput(path), path, signal));
}

/** Creates a stream of a file, a pipe or a device. Destroying it ends all pending reads. */
export async function openInput(path: string): Promise<Readable> {
  return streamOf(await openDescriptor(path, openFlags));
}

/**
 * Creates a stream that closes the descriptor. Pipes and terminals may keep a reader waiting, and a process cannot
 * exit while one of its threads is blocked in a call.
 */
function streamOf(descriptor: number): Readable {
  if (isatty(descriptor)) return new ReadStream(descriptor);
  if (fstatSync(descriptor).isFIFO()) return new Socket({ fd: descriptor, writable: false });
  return createReadStream('', { fd: descriptor });
}

/**
 * Like `readInputFile`, but only for a regular file. Nothing else is opened, since it could keep the reader waiting.
 */
export function readRegularFile(path: string, signal: AbortSignal): Promise<Uint8Array> {
  return naming(path, signal, async () => {
    const file = await openRegularFile(path);
    try {
      const { size } = await file.stat();
      if (size > maxInputBytes) throw tooLarge(path, size);
      return await readBounded(file.createReadStream({ autoClose: false }), path, signal);
    } finally {
      await file.close();
    }
  });
}

/**
 * Opens a regular file for reading, after following symbolic links. Nothing else is opened. Rejects with a RenderError
 * for a file of another kind, and with the system's error.
 */
export async function openRegularFile(path: string): Promise<FileHandle> {
  refuseUnlessRegular(await stat(path), path);
  // The file may have been replaced in the meantime: opening a pipe must not wait for its writer.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    refuseUnlessRegular(await file.stat(), path);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Reads a stream of at most 32 MiB. Rejects with a RenderError `too-large`, or with the signal's reason. */
export async function readBounded(stream: Readable, name: string, signal: AbortSignal): Promise<Uint8Array> {
  // A stream that is aborted before it has a listener would end this process with its error.
  signal.throwIfAborted();
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of addAbortSignal(signal, stream)) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxInputBytes) throw tooLarge(name);
  }
  return Buffer.concat(chunks);
}

async function naming<Result>(
  path: string,
  signal: AbortSignal,
  read: () => Promise<Result>,
): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof RenderError || signal.aborted) throw error;
    throw cannotRead(path, describeSystemError(error));
  }
}

function refuseUnlessRegular(stats: Stats, path: string): void {
  // The same message as that of commands that also read pipes.
  if (stats.isDirectory()) throw cannotRead(path, 'it is a folder');
  if (!stats.isFile()) throw cannotRead(path, `it is ${kindOf(stats)}, not a regular file`);
}

function kindOf(stats: Stats): string {
  if (stats.isFIFO()) return 'a named pipe';
  if (stats.isSocket()) return 'a socket';
  return 'a device';
}

function cannotRead(path: string, reason: string): RenderError {
  return new RenderError('failed', [`cannot read ${path}: ${reason}`]);
}

function tooLarge(name: string, size?: number): RenderError {
  const seen = size === undefined ? '' : `, but has ${size} bytes`;
  return new RenderError('too-large', [`${name} must be at most 32 MiB (${maxInputBytes} bytes)${seen}`]);
}
