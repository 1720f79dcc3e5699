/** Bits of an H.264 NAL unit, from its first byte after the header on (ITU-T H.264, 7.2 and 9.1). */
export class BitReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  /** `unit` is a whole NAL unit; its emulation prevention bytes are removed. */
  constructor(unit: Uint8Array) {
    this.#bytes = withoutGuards(unit.subarray(1));
  }

  /** The number of bits that were read. */
  get position(): number {
    return this.#at;
  }

  /** An unsigned number of up to 32 bits. */
  bits(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++) value = value * 2 + this.#bit();
    return value;
  }

  flag(): boolean {
    return this.#bit() === 1;
  }

  /** An unsigned Exp-Golomb number. */
  unsigned(): number {
    let zeros = 0;
    while (this.#bit() === 0) {
      zeros++;
      if (zeros > 32) throw new Error('the NAL unit has an Exp-Golomb number of more than 32 bits');
    }
    return 2 ** zeros - 1 + this.bits(zeros);
  }

  /** A signed Exp-Golomb number. */
  signed(): number {
    const value = this.unsigned();
    return value % 2 === 0 ? -value / 2 : (value + 1) / 2;
  }

  #bit(): number {
    const byte = this.#bytes[this.#at >> 3];
    if (byte === undefined) throw new Error('the NAL unit ends too early');
    const bit = (byte >> (7 - (this.#at & 7))) & 1;
    this.#at++;
    return bit;
  }
}

/** Removes emulation prevention bytes (ITU-T H.264, 7.4.1). */
export function withoutGuards(bytes: Uint8Array): Uint8Array {
  const plain: number[] = [];
  let zeros = 0;
  for (const byte of bytes) {
    const isGuard = zeros >= 2 && byte === 3;
    if (!isGuard) plain.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Uint8Array.from(plain);
}
