import { Buffer } from 'node:buffer';
import { readSync } from 'node:fs';

/** Bytes that are read at a position: those of a file need not be in memory. */
export interface ByteSource {
  readonly length: number;
  /** Returns up to `size` bytes from a position on, fewer only at the end. Throws an error of the system. */
  read(position: number, size: number): Buffer;
}

export class MemorySource implements ByteSource {
  readonly #bytes: Buffer;

  constructor({ buffer, byteOffset, byteLength }: Uint8Array) {
    this.#bytes = Buffer.from(buffer, byteOffset, byteLength);
  }

  get length(): number {
    return this.#bytes.length;
  }

  read(position: number, size: number): Buffer {
    return this.#bytes.subarray(position, position + size);
  }
}

/** An opened file. All threads of a process may read it; who opened it closes it. */
export class FileSource implements ByteSource {
  readonly descriptor: number;
  /** Bytes that it had when it was opened, even if it grows in the meantime. */
  readonly length: number;

  /** Stands for its content; empty if that does not matter. */
  readonly fingerprint: string;

  constructor(descriptor: number, length: number, fingerprint = '') {
    this.descriptor = descriptor;
    this.length = length;
    this.fingerprint = fingerprint;
  }

  read(position: number, size: number): Buffer {
    const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(size, this.length - position)));
    let filled = 0;
    while (filled < bytes.length) {
      const count = readSync(this.descriptor, bytes, filled, bytes.length - filled, position + filled);
      if (count === 0) break;
      filled += count;
    }
    return bytes.subarray(0, filled);
  }
}
