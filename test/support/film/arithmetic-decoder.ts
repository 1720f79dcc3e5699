import { readFileSync } from 'node:fs';

// The arithmetic decoder of CABAC, exactly as in ITU-T H.264 (08/2021), section 9.3.3.2. The tables are those of the
// coder; other decoders verify them.

const tables = readFileSync(
  new URL('../../../packages/h264/assembly/p-picture/context-tables.ts', import.meta.url),
  'utf8',
);

function readTable(name: string, length: number): readonly number[] {
  const [, numbers = ''] = new RegExp(`\\b${name}[^=]*=\\s*\\[([^\\]]*)\\]`).exec(tables) ?? [];
  const table = (numbers.match(/-?\d+/g) ?? []).map(Number);
  if (table.length !== length) throw new Error(`${name} has ${table.length} entries, not ${length}`);
  return table;
}

const firstContext = 11;
const initialContexts = readTable('initialContexts', 2 * (276 - firstContext));
const leastProbableRanges = readTable('leastProbableRanges', 256);
const leastProbableTransitions = readTable('leastProbableTransitions', 64);

export class ArithmeticDecoder {
  readonly #bytes: Uint8Array;
  /** The position in bits. */
  #at: number;
  #range = 510;
  #offset = 0;
  readonly #states: number[] = [];
  readonly #values: number[] = [];

  /** `bytes` is a slice without emulation prevention, and `at` the first whole byte after its header. */
  constructor(bytes: Uint8Array, at: number, quantizer: number) {
    this.#bytes = bytes;
    this.#at = 8 * at;
    for (let bit = 0; bit < 9; bit++) this.#readBit();
    for (let entry = 0; entry < initialContexts.length; entry += 2) {
      const [m, n] = initialContexts.slice(entry, entry + 2);
      const state = Math.min(Math.max(((m * quantizer) >> 4) + n, 1), 126);
      this.#states.push(state <= 63 ? 63 - state : state - 64);
      this.#values.push(state <= 63 ? 0 : 1);
    }
  }

  #readBit(): void {
    const byte = this.#bytes[this.#at >> 3] ?? 0;
    this.#offset = (this.#offset << 1) | ((byte >> (7 - (this.#at & 7))) & 1);
    this.#at++;
  }

  #renormalize(): void {
    while (this.#range < 256) {
      this.#range <<= 1;
      this.#readBit();
    }
  }

  decision(context: number): number {
    const index = context - firstContext;
    const state = this.#states[index];
    const least = leastProbableRanges[4 * state + ((this.#range >> 6) & 3)];
    let bin = this.#values[index];
    this.#range -= least;
    if (this.#offset >= this.#range) {
      this.#offset -= this.#range;
      this.#range = least;
      if (state === 0) this.#values[index] = 1 - bin;
      bin = 1 - bin;
      this.#states[index] = leastProbableTransitions[state];
    } else {
      this.#states[index] = Math.min(state + 1, 62);
    }
    this.#renormalize();
    return bin;
  }

  bypass(): number {
    this.#readBit();
    if (this.#offset < this.#range) return 0;
    this.#offset -= this.#range;
    return 1;
  }

  terminate(): number {
    this.#range -= 2;
    if (this.#offset >= this.#range) return 1;
    this.#renormalize();
    return 0;
  }

  /** The suffix of an Exp-Golomb code of order k (section 9.3.2.3). */
  exponential(order: number): number {
    let value = 0;
    let bits = order;
    while (this.bypass() === 1) value += 1 << bits++;
    while (bits-- > 0) value += this.bypass() << bits;
    return value;
  }

  /** After the end of a slice: whether rbsp_stop_one_bit has the expected position in the last byte. */
  get isAtEnd(): boolean {
    // It is the last of the 9 bits that the decoder holds (section 9.3.4.5).
    const stop = this.#at - 1;
    return stop >> 3 === this.#bytes.length - 1 && ((this.#bytes[stop >> 3] << (stop & 7)) & 255) === 128;
  }
}
