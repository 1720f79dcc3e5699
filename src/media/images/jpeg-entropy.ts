import { failure, type Result, success } from '../../project/result.ts';

/** Thrown when the data of a scan ends before its last block or is not a valid Huffman code. */
export class ScanDamage extends Error {}

/** Canonical Huffman codes of a DHT segment. */
export interface HuffmanTable {
  /** By code length, 1 to 16: the first code of that length, their count, and the index of the first symbol. */
  readonly firstCode: readonly number[];
  readonly count: readonly number[];
  readonly firstSymbol: readonly number[];
  readonly symbols: Uint8Array;
}

/** The tables of a DHT segment by number, DC as 0 to 3 and AC as 16 to 19. */
export function readHuffmanTables(payload: Uint8Array): Result<ReadonlyMap<number, HuffmanTable>> {
  const tables = new Map<number, HuffmanTable>();
  let at = 0;
  while (at < payload.length) {
    const number = payload[at] ?? 0;
    const count = [0, ...payload.subarray(at + 1, at + 17)];
    const total = count.reduce((sum, codes) => sum + codes, 0);
    const symbols = payload.subarray(at + 17, at + 17 + total);
    if (at + 17 + total > payload.length || (number & 0xef) > 3) return impossibleTable;
    const firstCode: number[] = [];
    const firstSymbol: number[] = [];
    let code = 0;
    let symbol = 0;
    for (let length = 0; length <= 16; length++) {
      code *= 2;
      firstCode.push(code);
      firstSymbol.push(symbol);
      code += count[length] ?? 0;
      symbol += count[length] ?? 0;
      if (code > 2 ** length) return impossibleTable;
    }
    if (number < 16 && symbols.some((size) => size > 15)) return impossibleTable;
    tables.set(number, { firstCode, count, firstSymbol, symbols });
    at += 17 + total;
  }
  return success(tables);
}

const impossibleTable = failure('it has an invalid Huffman table');

/** Reads the entropy-coded bytes of a scan bit by bit, up to the next marker. */
export class EntropyReader {
  readonly #bytes: Uint8Array;
  #at: number;
  #current = 0;
  #left = 0;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** The position of the next byte. */
  get position(): number {
    return this.#at;
  }

  bit(): number {
    if (this.#left === 0) this.#nextByte();
    this.#left -= 1;
    return (this.#current >> this.#left) & 1;
  }

  bits(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++) value = (value << 1) | this.bit();
    return value;
  }

  symbol(table: HuffmanTable): number {
    let code = 0;
    for (let length = 1; length <= 16; length++) {
      code = (code << 1) | this.bit();
      const index = code - (table.firstCode[length] ?? 0);
      if (index < (table.count[length] ?? 0)) {
        return table.symbols[(table.firstSymbol[length] ?? 0) + index] ?? 0;
      }
    }
    throw new ScanDamage('has bits that are not a Huffman code');
  }

  /** Continues after the restart marker RST0 to RST7, which must be the next marker. */
  restart(number: number): void {
    this.#left = 0;
    const bytes = this.#bytes;
    while (this.#at + 1 < bytes.length) {
      const marker = bytes[this.#at + 1] ?? 0;
      if (bytes[this.#at] === 0xff && marker !== 0 && marker !== 0xff) break;
      this.#at += 1;
    }
    if (bytes[this.#at + 1] !== 0xd0 + number) throw new ScanDamage(`lacks restart marker ${number}`);
    this.#at += 2;
  }

  #nextByte(): void {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new ScanDamage('ends early');
    if (byte === 0xff) {
      if (this.#bytes[this.#at + 1] !== 0) throw new ScanDamage('ends early');
      this.#at += 1;
    }
    this.#at += 1;
    this.#current = byte;
    this.#left = 8;
  }
}
