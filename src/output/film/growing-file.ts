/** A file in memory that is written like one on a disk: at a position, with seeking. */
export class GrowingFile {
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

  /** What was written so far; not a copy. */
  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}
