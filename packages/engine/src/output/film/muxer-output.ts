import { AVSEEK_CUR, AVSEEK_END, AVSEEK_SET, AVSEEK_SIZE } from '#node-av/constants';
import { IOContext } from '#node-av/lib';
import { muxerReuse } from './muxer-reuse.ts';

/** Small, because node-av never frees it. */
const bufferBytes = 1 << 12;

/** A file in memory that is written like a file on disk: at a position, with seeking. */
class GrowingFile {
  #bytes = new Uint8Array(1 << 16);
  #length = 0;
  #position = 0;

  get length(): number {
    return this.#length;
  }

  write(chunk: Uint8Array): void {
    const end = this.#position + chunk.length;
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(end, this.#bytes.length * 2));
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    this.#bytes.set(chunk, this.#position);
    this.#position = end;
    this.#length = Math.max(this.#length, end);
  }

  /** Moves to a position in bytes from the file's start. */
  seek(position: number): void {
    this.#position = position;
  }

  get position(): number {
    return this.#position;
  }

  /** The bytes written so far; not a copy. */
  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}

/** An output of FFmpeg's muxers that no file currently uses. */
let spare: MuxerOutput | undefined;

/** A file in memory that a muxer writes. */
export class MuxerOutput {
  readonly io = new IOContext();
  #file = new GrowingFile();

  private constructor() {
    this.io.allocContextWithCallbacks(
      bufferBytes,
      1,
      null,
      (chunk) => {
        this.#file.write(chunk);
        return chunk.length;
      },
      (offset, whence) => this.#seek(Number(offset), whence),
    );
  }

  /** An empty file. */
  static open(): MuxerOutput {
    const output = spare ?? new MuxerOutput();
    spare = undefined;
    return output;
  }

  get file(): GrowingFile {
    return this.#file;
  }

  /** Frees the output, or leaves it for another file. No muxer may use it any more. */
  close(): void {
    if (muxerReuse.isOn && spare === undefined && this.io.error === 0) {
      // The buffer may hold bytes of a file that was not finished. They go to a file that is not read.
      this.#file = new GrowingFile();
      this.io.flushSync();
      this.io.seekSync(0n, AVSEEK_SET);
      this.#file = new GrowingFile();
      spare = this;
    } else {
      this.io.freeContext();
    }
  }

  #seek(offset: number, whence: number): bigint {
    const file = this.#file;
    if (whence === AVSEEK_SIZE) return BigInt(file.length);
    if (whence === AVSEEK_CUR) file.seek(file.position + offset);
    else if (whence === AVSEEK_END) file.seek(file.length + offset);
    else file.seek(offset);
    return BigInt(file.position);
  }
}
