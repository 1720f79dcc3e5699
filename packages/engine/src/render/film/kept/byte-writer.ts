import { Buffer } from 'node:buffer';
import { hash } from 'node:crypto';

/** Collects bytes whose digest is wanted. */
export class ByteWriter {
  #bytes = Buffer.allocUnsafe(1 << 12);
  #length = 0;

  /** Appends an integer of 0 to 2^32 - 1. */
  integer(value: number): this {
    this.#reserve(4);
    this.#length = this.#bytes.writeUInt32LE(value, this.#length);
    return this;
  }

  /** Appends a number exactly; -0 differs from 0. */
  number(value: number): this {
    this.#reserve(8);
    this.#length = this.#bytes.writeDoubleLE(value, this.#length);
    return this;
  }

  text(value: string): this {
    // A UTF-16 unit takes at most three bytes.
    this.#reserve(4 + 3 * value.length);
    const length = this.#bytes.write(value, this.#length + 4);
    this.integer(length);
    this.#length += length;
    return this;
  }

  bytes(value: Uint8Array): this {
    this.integer(value.length);
    this.#reserve(value.length);
    this.#bytes.set(value, this.#length);
    this.#length += value.length;
    return this;
  }

  /** How many bytes there are. */
  get length(): number {
    return this.#length;
  }

  /** The bytes after the first `length` ones, until more are written. */
  since(length: number): Buffer {
    return this.#bytes.subarray(length, this.#length);
  }

  /** The SHA-256 of everything so far. */
  digest(): Buffer {
    return hash('sha256', this.since(0), 'buffer');
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.#bytes.length));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
