import { fstatSync, writeSync } from 'node:fs';
import { AVSEEK_CUR, AVSEEK_END, AVSEEK_SIZE } from '#node-av/constants';
import { IOContext } from '#node-av/lib';

/** Small, because node-av never frees it. */
const bufferBytes = 1 << 12;
/** The result of a failed write for FFmpeg's muxer: EIO, negated. */
const inputOutputError = -5;

/** An open file on disk that a muxer writes. */
export class DiskOutput {
  readonly io = new IOContext();
  readonly #descriptor: number;
  #position = 0;
  #length = 0;
  #error: unknown;

  /** The file stays open when the output is closed. */
  constructor(descriptor: number) {
    this.#descriptor = descriptor;
    this.#length = fstatSync(descriptor).size;
    this.io.allocContextWithCallbacks(
      bufferBytes,
      1,
      null,
      (chunk) => this.#write(chunk),
      (offset, whence) => this.#seek(Number(offset), whence),
    );
  }

  /** Throws the first error of the system, such as a full disk. The muxer itself reports only a number. */
  throwIfFailed(): void {
    if (this.#error !== undefined) throw this.#error;
  }

  close(): void {
    this.io.freeContext();
  }

  #write(chunk: Uint8Array): number {
    try {
      for (let written = 0; written < chunk.length; ) {
        const at = this.#position + written;
        written += writeSync(this.#descriptor, chunk, written, chunk.length - written, at);
      }
    } catch (error) {
      this.#error ??= error;
      return inputOutputError;
    }
    this.#position += chunk.length;
    this.#length = Math.max(this.#length, this.#position);
    return chunk.length;
  }

  #seek(offset: number, whence: number): bigint {
    if (whence === AVSEEK_SIZE) return BigInt(this.#length);
    if (whence === AVSEEK_CUR) this.#position += offset;
    else this.#position = whence === AVSEEK_END ? this.#length + offset : offset;
    return BigInt(this.#position);
  }
}
