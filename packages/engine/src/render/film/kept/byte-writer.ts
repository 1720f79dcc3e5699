import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';

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

  /** Appends numbers exactly; -0 differs from 0. */
  numbers(...values: readonly number[]): this {
    return this.list(values);
  }

  /** Appends how many numbers there are, and the numbers. */
  list(values: readonly number[]): this {
    this.integer(values.length);
    this.#append(new Uint8Array(Float64Array.from(values).buffer));
    return this;
  }

  text(value: string): this {
    return this.bytes(Buffer.from(value));
  }

  bytes(value: Uint8Array): this {
    this.integer(value.length);
    this.#append(value);
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
    return createHash('sha256').update(this.#bytes.subarray(0, this.#length)).digest();
  }

  #append(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.#bytes.length));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
