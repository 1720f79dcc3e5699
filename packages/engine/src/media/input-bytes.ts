import { Buffer } from 'node:buffer';
import { AVERROR_EOF, AVSEEK_CUR, AVSEEK_END, AVSEEK_FORCE, AVSEEK_SIZE } from '#node-av/constants';
import { IOContext } from '#node-av/lib';

/** Small, because node-av never frees it. FFmpeg passes it by when it reads more. */
const bufferBytes = 1 << 10;

/** Bytes in memory, as an input of FFmpeg's demuxers. */
export class InputBytes {
  readonly io = new IOContext();
  readonly #bytes: Buffer;
  #position = 0;

  constructor({ buffer, byteOffset, byteLength }: Uint8Array) {
    this.#bytes = Buffer.from(buffer, byteOffset, byteLength);
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
    if (start >= this.#bytes.length) return AVERROR_EOF;
    this.#position = Math.min(start + size, this.#bytes.length);
    return this.#bytes.subarray(start, this.#position);
  }

  #seek(offset: number, whence: number): bigint {
    const kind = whence & ~AVSEEK_FORCE;
    if (kind === AVSEEK_SIZE) return BigInt(this.#bytes.length);
    if (kind === AVSEEK_CUR) this.#position += offset;
    else if (kind === AVSEEK_END) this.#position = this.#bytes.length + offset;
    else this.#position = offset;
    this.#position = Math.max(0, this.#position);
    return BigInt(this.#position);
  }
}
