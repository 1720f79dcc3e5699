import { createHash } from 'node:crypto';

const minCapacity = 1024;

/**
 * Maps texts to numbers, storing only 64 bits of a hash of each text: at most 32 bytes for each entry. Among a million
 * texts, two count as equal with a probability of 1 in 37 million.
 */
export class DigestMap {
  #digests = new BigUint64Array(minCapacity);
  #values = new Float64Array(minCapacity);
  #size = 0;

  get(text: string): number | undefined {
    const slot = this.#slotOf(digestOf(text));
    return this.#digests[slot] === 0n ? undefined : this.#values[slot];
  }

  set(text: string, value: number): void {
    if (this.#size * 2 >= this.#digests.length) this.#grow();
    this.#put(digestOf(text), value);
  }

  #put(digest: bigint, value: number): void {
    const slot = this.#slotOf(digest);
    if (this.#digests[slot] === 0n) this.#size++;
    this.#digests[slot] = digest;
    this.#values[slot] = value;
  }

  /** The slot of a digest, or the free slot for it. */
  #slotOf(digest: bigint): number {
    const mask = this.#digests.length - 1;
    let slot = Number(digest & 0xffffffffn) & mask;
    while (this.#digests[slot] !== 0n && this.#digests[slot] !== digest) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const digests = this.#digests;
    const values = this.#values;
    this.#digests = new BigUint64Array(digests.length * 2);
    this.#values = new Float64Array(digests.length * 2);
    this.#size = 0;
    digests.forEach((digest, slot) => {
      if (digest !== 0n) this.#put(digest, values[slot] ?? 0);
    });
  }
}

/** Digests are never 0, which marks a free slot. */
function digestOf(text: string): bigint {
  return createHash('sha256').update(text).digest().readBigUInt64LE() || 1n;
}
