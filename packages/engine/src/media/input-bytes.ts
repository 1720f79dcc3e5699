import type { Buffer } from 'node:buffer';
import {
  AVERROR_EIO,
  AVERROR_EOF,
  AVSEEK_CUR,
  AVSEEK_END,
  AVSEEK_FORCE,
  AVSEEK_SIZE,
} from '#node-av/constants';
import { IOContext } from '#node-av/lib';
import { type ByteSource, MemorySource } from './byte-source.ts';

/** Small, because node-av never frees it. FFmpeg passes it by when it reads more. */
const bufferBytes = 1 << 10;

/** Bytes in memory or in a file, as an input of FFmpeg's demuxers. */
export class InputBytes {
  readonly io = new IOContext();
  readonly #source: ByteSource;
  #position = 0;

  constructor(bytes: Uint8Array | ByteSource) {
    this.#source = bytes instanceof Uint8Array ? new MemorySource(bytes) : bytes;
    this.io.allocContextWithCallbacks(
      bufferBytes,
      0,
      (size) => this.#read(size),
      null,
      (offset, whence) => this.#seek(Number(offset), whence),
    );
  }

  /** Frees the input. Its demuxer must be closed. */
  close(): void {
    this.io.freeContext();
  }

  #read(size: number): Buffer | number {
    const start = this.#position;
    if (start >= this.#source.length) return AVERROR_EOF;
    try {
      const bytes = this.#source.read(start, size);
      this.#position = start + bytes.length;
      return bytes.length === 0 ? AVERROR_EOF : bytes;
    } catch {
      // An error must not pass through FFmpeg.
      return AVERROR_EIO;
    }
  }

  #seek(offset: number, whence: number): bigint {
    const kind = whence & ~AVSEEK_FORCE;
    if (kind === AVSEEK_SIZE) return BigInt(this.#source.length);
    if (kind === AVSEEK_CUR) this.#position += offset;
    else if (kind === AVSEEK_END) this.#position = this.#source.length + offset;
    else this.#position = offset;
    this.#position = Math.max(0, this.#position);
    return BigInt(this.#position);
  }
}
