import { rmSync } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { openInput, openRegularFile } from '../files/input-file.ts';
import { describeSystemError } from '../files/system-error.ts';
import { RenderError } from '../render-error.ts';

/** Bytes in each read. */
const chunkBytes = 64 * 1024;

/** Maximum bytes of a copy of data that can be read only once, so that an endless source does not fill the disk. */
const maxSpooledBytes = 2 * 1024 ** 3;

/** Whether a device is a terminal, under any of its names. */
function isTerminal(path: string): boolean {
  return path.startsWith('/dev/tty') || path.startsWith('/dev/pts/') || path === '/dev/stdin';
}

/** A data file that can be read repeatedly, always with the same content. */
export class DataFile implements AsyncDisposable {
  /** Name of the file in messages. */
  readonly name: string;
  /** Path whose extension is the format; empty for standard input. */
  readonly path: string;
  readonly #handle: FileHandle;
  readonly #spoolFolder: string | undefined;

  private constructor(name: string, path: string, handle: FileHandle, spoolFolder?: string) {
    this.name = name;
    this.path = path;
    this.#handle = handle;
    this.#spoolFolder = spoolFolder;
  }

  /**
   * Opens a file, or standard input for `-`. Data that can be read only once is first copied to a temporary file,
   * which is unlinked at once if the system allows that. Rejects with a RenderError, or with the signal's reason.
   */
  static async open(path: string, standardInput: Readable, signal: AbortSignal): Promise<DataFile> {
    if (path === '-') return DataFile.#spool('standard input', '', standardInput, signal);
    try {
      const stats = await stat(path);
      if (stats.isDirectory()) throw new RenderError('failed', [`cannot read ${path}: it is a folder`]);
      if (stats.isBlockDevice() || (stats.isCharacterDevice() && !isTerminal(path))) {
        throw new RenderError('failed', [`cannot read ${path}: it is a device, which may have no end`]);
      }
      if (stats.isFile()) return new DataFile(path, path, await openRegularFile(path));
      return await DataFile.#spool(path, path, await openInput(path), signal);
    } catch (error) {
      if (error instanceof RenderError || signal.aborted) throw error;
      throw new RenderError('failed', [`cannot read ${path}: ${describeSystemError(error)}`]);
    }
  }

  static async #spool(name: string, path: string, stream: Readable, signal: AbortSignal): Promise<DataFile> {
    signal.throwIfAborted();
    const folder = await mkdtemp(join(tmpdir(), 'render-service-rows-'));
    const remove = () => rmSync(folder, { recursive: true, force: true });
    process.on('exit', remove);
    try {
      const file = join(folder, 'rows');
      const handle = await open(file, 'wx+', 0o600);
      // Windows cannot remove an open file, so the folder is removed at the end.
      if (process.platform !== 'win32') await rm(folder, { recursive: true, force: true });
      let bytes = 0;
      for await (const chunk of addAbortSignal(signal, stream)) {
        bytes += chunk.length;
        if (bytes > maxSpooledBytes) {
          throw new RenderError('too-large', [
            `${name} has more than ${maxSpooledBytes / 1024 ** 3} GiB; split it, or use a regular file`,
          ]);
        }
        await handle.appendFile(chunk);
      }
      return new DataFile(name, path, handle, process.platform === 'win32' ? folder : undefined);
    } catch (error) {
      remove();
      if (signal.aborted || error instanceof RenderError) throw error;
      throw new RenderError('failed', [`cannot copy ${name} to ${tmpdir()}: ${describeSystemError(error)}`]);
    } finally {
      if (process.platform !== 'win32') process.off('exit', remove);
    }
  }

  /** A value that changes when the file is modified. */
  async version(): Promise<string> {
    const { size, mtimeNs } = await this.#handle.stat({ bigint: true });
    return `${size} ${mtimeNs}`;
  }

  /** The bytes from the beginning. */
  async *read(signal: AbortSignal): AsyncIterable<Uint8Array> {
    for (let position = 0; ; ) {
      signal.throwIfAborted();
      const { buffer, bytesRead } = await this.#handle.read(
        Buffer.allocUnsafe(chunkBytes),
        0,
        chunkBytes,
        position,
      );
      if (bytesRead === 0) return;
      position += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle.close();
    if (this.#spoolFolder !== undefined) await rm(this.#spoolFolder, { recursive: true, force: true });
  }
}
