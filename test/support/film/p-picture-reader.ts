import { ArithmeticDecoder } from './arithmetic-decoder.ts';
import { BitReader, withoutGuards } from './bit-reader.ts';

// Reads P pictures of one slice with CABAC and counts their elements: ITU-T H.264 (08/2021), sections 7.3.3 to 7.3.5
// and 9.3.3.1. It supports only the types of macroblocks that our own coder writes, and throws an Error for any other.

/** How often each mode, kind of level and so on occurs, by its name. */
export class Counts extends Map<string, number> {
  add(name: string): void {
    this.set(name, (this.get(name) ?? 0) + 1);
  }
}

interface PictureSize {
  readonly columns: number;
  readonly rows: number;
  readonly frameNumberBits: number;
}

/** The properties of a macroblock that later ones depend on. */
interface Macroblock {
  kind: 'skip' | 'inter' | 'intra16' | 'intra4';
  pattern: number;
  chromaMode: number;
  vector: readonly [number, number];
  difference: readonly [number, number];
  /** By plane: luma, blue, red. */
  readonly hasDc: boolean[];
  /** For each 4 x 4 block whether it has levels: 16 of luma in raster order, 4 of blue, 4 of red. */
  readonly coded: boolean[];
  /** Modes of Intra_4x4 in raster order. */
  readonly modes: number[];
}

const none: Readonly<Macroblock> = {
  kind: 'skip',
  pattern: 0,
  chromaMode: 0,
  vector: [0, 0],
  difference: [0, 0],
  hasDc: [],
  coded: [],
  modes: [],
};

// Kinds of blocks (table 9-42), and their offsets of contexts (table 9-40).
const kinds = ['luma DC', 'luma AC', 'luma', 'chroma DC', 'chroma AC'] as const;
type Kind = (typeof kinds)[number];
const mapOffsets = [0, 15, 29, 44, 47];
const levelOffsets = [0, 10, 20, 30, 39];
const isIntra = ({ kind }: Macroblock) => kind === 'intra16' || kind === 'intra4';
const median = (a: number, b: number, c: number) => Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
const columnOf = (block: number) => (block & 1) | ((block >> 1) & 2);
const rowOf = (block: number) => ((block >> 1) & 1) | ((block >> 2) & 2);

/** Reads the slice of a P picture, a whole NAL unit, and adds its elements to `counts`. */
export function countPicture(unit: Uint8Array, size: PictureSize, counts: Counts): void {
  const header = new BitReader(unit.subarray(0, 32));
  if (header.unsigned() !== 0 || header.unsigned() !== 5) throw new Error('not a P picture of one slice');
  header.unsigned();
  header.bits(size.frameNumberBits);
  if (header.bits(3) !== 0 || header.unsigned() !== 0) throw new Error('an unexpected slice header');
  const quantizer = 26 + header.signed();
  if (header.unsigned() !== 1) throw new Error('a picture with deblocking');
  const bytes = withoutGuards(unit.subarray(1));
  if (bytes.length < unit.length - 1) counts.add('emulation prevention');
  const decoder = new ArithmeticDecoder(bytes, Math.ceil(header.position / 8), quantizer);
  new PictureReader(decoder, size, quantizer, counts).read();
}

class PictureReader {
  readonly #decoder: ArithmeticDecoder;
  readonly #size: PictureSize;
  readonly #counts: Counts;
  readonly #macroblocks: Macroblock[] = [];
  #quantizer: number;
  #lastDelta = 0;
  #own: Macroblock = { ...none, hasDc: [], coded: [], modes: [] };
  #left: Macroblock | undefined;
  #upper: Macroblock | undefined;
  #third: Macroblock | undefined;

  constructor(decoder: ArithmeticDecoder, size: PictureSize, quantizer: number, counts: Counts) {
    this.#decoder = decoder;
    this.#size = size;
    this.#quantizer = quantizer;
    this.#counts = counts;
  }

  read(): void {
    const { columns, rows } = this.#size;
    for (let row = 0, address = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++, address++) {
        this.#left = column > 0 ? this.#macroblocks[address - 1] : undefined;
        this.#upper = row > 0 ? this.#macroblocks[address - columns] : undefined;
        const upperRight =
          row > 0 && column < columns - 1 ? this.#macroblocks[address - columns + 1] : undefined;
        const upperLeft = row > 0 && column > 0 ? this.#macroblocks[address - columns - 1] : undefined;
        this.#third = upperRight ?? upperLeft;
        this.#own = { ...none, hasDc: [], coded: [], modes: Array(16).fill(2) };
        this.#macroblocks.push(this.#own);
        this.#readMacroblock(column, row);
        const isLast = address === columns * rows - 1;
        if (this.#decoder.terminate() !== (isLast ? 1 : 0))
          throw new Error(`a slice of ${address} macroblocks`);
      }
    }
    if (!this.#decoder.isAtEnd) throw new Error('bytes after the end of a slice');
  }

  #readMacroblock(column: number, row: number): void {
    const decoder = this.#decoder;
    const isCoded = (one: Macroblock | undefined) => Number(one !== undefined && one.kind !== 'skip');
    if (decoder.decision(11 + isCoded(this.#left) + isCoded(this.#upper)) === 1) {
      this.#lastDelta = 0;
      this.#own.vector = this.#inferVector();
      this.#counts.add(this.#own.vector.some((part) => part !== 0) ? 'P_Skip that moves' : 'P_Skip');
      return;
    }
    if (decoder.decision(14) === 0) this.#readInter(column, row);
    else if (decoder.decision(17) === 0) this.#readIntra4();
    else this.#readIntra16();
  }

  #predictVector(): readonly [number, number] {
    const neighbours = [this.#left, this.#upper, this.#third];
    const vectorOf = (one: Macroblock | undefined) => (one && !isIntra(one) ? one.vector : ([0, 0] as const));
    const [a, b, c] = neighbours.map(vectorOf);
    if (this.#left && !this.#upper && !this.#third) return a;
    const used = neighbours.filter((one) => one && !isIntra(one));
    if (used.length === 1) return vectorOf(used[0]);
    return [median(a[0], b[0], c[0]), median(a[1], b[1], c[1])];
  }

  #inferVector(): readonly [number, number] {
    const isStill = (one: Macroblock | undefined) =>
      !one || (!isIntra(one) && one.vector[0] === 0 && one.vector[1] === 0);
    return isStill(this.#left) || isStill(this.#upper) ? [0, 0] : this.#predictVector();
  }

  #readInter(column: number, row: number): void {
    const decoder = this.#decoder;
    if (decoder.decision(15) !== 0 || decoder.decision(16) !== 0)
      throw new Error('an unexpected type of macroblock');
    const own = this.#own;
    own.kind = 'inter';
    const predicted = this.#predictVector();
    own.difference = [this.#readDifference(40, 0), this.#readDifference(47, 1)];
    const [x, y] = [predicted[0] + own.difference[0], predicted[1] + own.difference[1]];
    own.vector = [x, y];
    this.#counts.add('P_L0_16x16');
    this.#counts.add(`vector with the quarters ${x & 3}, ${y & 3}`);
    // The limits of levels 4.1 and 4.2 (table A-1), which the encoder's parameter sets state as well.
    if (x < -2048 || x > 2047 || y < -2048 || y > 2047)
      this.#counts.add('vector beyond the limits of the level');
    const left = 64 * column + x;
    const top = 64 * row + y;
    if (left <= -64) this.#counts.add('vector beyond the left edge');
    else if (left < 0) this.#counts.add('vector across the left edge');
    if (top <= -64) this.#counts.add('vector beyond the upper edge');
    else if (top < 0) this.#counts.add('vector across the upper edge');
    if (left >= 64 * this.#size.columns) this.#counts.add('vector beyond the right edge');
    else if (left > 64 * (this.#size.columns - 1)) this.#counts.add('vector across the right edge');
    if (top >= 64 * this.#size.rows) this.#counts.add('vector beyond the lower edge');
    else if (top > 64 * (this.#size.rows - 1)) this.#counts.add('vector across the lower edge');
    this.#readPattern();
    if (own.pattern !== 0) this.#readQuantizer();
    else this.#lastDelta = 0;
    this.#readResidual();
  }

  #readDifference(context: number, part: 0 | 1): number {
    const decoder = this.#decoder;
    const sum = Math.abs(this.#left?.difference[part] ?? 0) + Math.abs(this.#upper?.difference[part] ?? 0);
    this.#counts.add(`neighbours' vector differences ${sum < 3 ? 'small' : sum > 32 ? 'large' : 'medium'}`);
    if (decoder.decision(context + (sum < 3 ? 0 : sum > 32 ? 2 : 1)) === 0) {
      this.#counts.add('vector difference 0');
      return 0;
    }
    let size = 1;
    while (size < 9 && decoder.decision(context + Math.min(size + 2, 6)) === 1) size++;
    if (size === 9) size += decoder.exponential(3);
    const value = decoder.bypass() === 1 ? -size : size;
    const range = size < 9 ? 'up to 8' : size < 256 ? 'from 9 on' : 'from 256 on';
    this.#counts.add(`${value < 0 ? 'negative' : 'positive'} vector difference ${range}`);
    return value;
  }

  #readIntra4(): void {
    const own = this.#own;
    own.kind = 'intra4';
    this.#counts.add('Intra_4x4');
    for (let block = 0; block < 16; block++) {
      const [x, y] = [columnOf(block), rowOf(block)];
      const left = this.#modeOf(x > 0 ? own : this.#left, 4 * y + ((x + 3) & 3));
      const upper = this.#modeOf(y > 0 ? own : this.#upper, 4 * ((y + 3) & 3) + x);
      const predicted = left === undefined || upper === undefined ? 2 : Math.min(left, upper);
      let mode = predicted;
      if (this.#decoder.decision(68) === 0) {
        let rest = 0;
        for (let bit = 0; bit < 3; bit++) rest |= this.#decoder.decision(69) << bit;
        mode = rest < predicted ? rest : rest + 1;
        this.#counts.add('Intra_4x4 with a mode of its own');
      } else {
        this.#counts.add('Intra_4x4 with the predicted mode');
      }
      own.modes[4 * y + x] = mode;
      this.#counts.add(`Intra_4x4 mode ${mode}`);
    }
    this.#readChromaMode();
    this.#readPattern();
    if (own.pattern !== 0) this.#readQuantizer();
    else this.#lastDelta = 0;
    this.#readResidual();
  }

  /** The mode of a block for the prediction of the next; undefined if it is not available. */
  #modeOf(macroblock: Macroblock | undefined, block: number): number | undefined {
    return macroblock && (macroblock.kind === 'intra4' ? macroblock.modes[block] : 2);
  }

  #readIntra16(): void {
    const decoder = this.#decoder;
    const own = this.#own;
    own.kind = 'intra16';
    if (decoder.terminate() === 1) throw new Error('a macroblock of I_PCM');
    const luma = decoder.decision(18) === 1 ? 15 : 0;
    const chroma = decoder.decision(19) === 0 ? 0 : 1 + decoder.decision(19);
    const mode = 2 * decoder.decision(20) + decoder.decision(20);
    own.pattern = luma + 16 * chroma;
    this.#counts.add(
      `Intra_16x16 mode ${mode}, luma ${luma === 0 ? 'without' : 'with'} AC, chroma ${chroma}`,
    );
    this.#readChromaMode();
    this.#readQuantizer();
    this.#readResidual();
  }

  #readChromaMode(): void {
    const decoder = this.#decoder;
    const differs = (one: Macroblock | undefined) => Number(one !== undefined && one.chromaMode !== 0);
    let mode = decoder.decision(64 + differs(this.#left) + differs(this.#upper));
    while (mode > 0 && mode < 3 && decoder.decision(67) === 1) mode++;
    this.#own.chromaMode = mode;
    this.#counts.add(`chroma mode ${mode}`);
  }

  #readPattern(): void {
    const decoder = this.#decoder;
    const own = this.#own;
    const bitOf = (one: Macroblock | undefined, bit: number) => (one ? (one.pattern >> bit) & 1 : 1);
    let luma = 0;
    for (let bit = 0; bit < 4; bit++) {
      const left = bit & 1 ? (luma >> (bit - 1)) & 1 : bitOf(this.#left, bit + 1);
      const upper = bit & 2 ? (luma >> (bit - 2)) & 1 : bitOf(this.#upper, bit + 2);
      luma |= decoder.decision(73 + (1 - left) + 2 * (1 - upper)) << bit;
    }
    const chromaOf = (one: Macroblock | undefined) => (one ? one.pattern >> 4 : 0);
    const [left, upper] = [chromaOf(this.#left), chromaOf(this.#upper)];
    let chroma = decoder.decision(77 + Number(left !== 0) + 2 * Number(upper !== 0));
    if (chroma === 1) chroma += decoder.decision(81 + Number(left === 2) + 2 * Number(upper === 2));
    own.pattern = luma + 16 * chroma;
    this.#counts.add(`${own.kind} luma pattern ${luma}`);
    this.#counts.add(`${own.kind} chroma pattern ${chroma}`);
  }

  #readQuantizer(): void {
    const decoder = this.#decoder;
    let code = 0;
    let context = this.#lastDelta === 0 ? 60 : 61;
    while (decoder.decision(context) === 1) {
      code++;
      context = code === 1 ? 62 : 63;
    }
    const delta = code & 1 ? (code + 1) / 2 : -code / 2;
    this.#lastDelta = delta;
    this.#quantizer += delta;
    const range =
      delta === 0 ? '0' : `${delta > 0 ? 'above' : 'below'} 0${Math.abs(delta) > 2 ? ' by more than 2' : ''}`;
    this.#counts.add(`mb_qp_delta ${range}`);
    this.#counts.add(`quantizer ${this.#quantizer}`);
  }

  #readResidual(): void {
    const own = this.#own;
    if (own.kind === 'intra16') this.#readDc('luma DC', 0, 16);
    const kind = own.kind === 'intra16' ? 'luma AC' : 'luma';
    for (let block = 0; block < 16; block++) {
      if (((own.pattern >> (block >> 2)) & 1) === 0) continue;
      this.#readCounted(kind, 0, 4, columnOf(block), rowOf(block), kind === 'luma' ? 16 : 15);
    }
    if (own.pattern >> 4 === 0) return;
    for (const plane of [1, 2]) this.#readDc('chroma DC', plane, 4);
    if (own.pattern >> 4 === 1) return;
    for (const plane of [0, 1]) {
      for (let block = 0; block < 4; block++) {
        this.#readCounted('chroma AC', 16 + 4 * plane, 2, block & 1, block >> 1, 15);
      }
    }
  }

  #readDc(kind: Kind, plane: number, count: number): void {
    const flagOf = (one: Macroblock | undefined) =>
      one ? Number(one.hasDc[plane] ?? false) : Number(isIntra(this.#own));
    const near = flagOf(this.#left) + 2 * flagOf(this.#upper);
    this.#own.hasDc[plane] = this.#readBlock(kind, near, count);
  }

  /** A block at (x, y) among the `side` x `side` ones of a plane, whose first flag is at `first`. */
  #readCounted(kind: Kind, first: number, side: number, x: number, y: number, count: number): void {
    const own = this.#own;
    const flagOf = (one: Macroblock | undefined, column: number, row: number) =>
      one ? Number(one.coded[first + side * row + column] ?? false) : Number(isIntra(own));
    const left = flagOf(x > 0 ? own : this.#left, (x + side - 1) % side, y);
    const upper = flagOf(y > 0 ? own : this.#upper, x, (y + side - 1) % side);
    own.coded[first + side * y + x] = this.#readBlock(kind, left + 2 * upper, count);
  }

  /** residual_block_cabac (section 7.3.5.3.3); returns whether the block has levels. */
  #readBlock(kind: Kind, near: number, count: number): boolean {
    const decoder = this.#decoder;
    const category = kinds.indexOf(kind);
    if (decoder.decision(85 + 4 * category + near) === 0) {
      this.#counts.add(`${kind} without levels`);
      return false;
    }
    let levels = 0;
    let index = 0;
    for (; index < count - 1; index++) {
      const context = mapOffsets[category] + (kind === 'chroma DC' ? Math.min(index, 2) : index);
      if (decoder.decision(105 + context) === 0) continue;
      levels++;
      if (decoder.decision(166 + context) === 1) break;
    }
    // The stream has no flag for the last level if all positions before are read.
    if (index === count - 1) levels++;
    this.#counts.add(
      `${kind} with ${levels === count ? 'all' : levels === 1 ? 'one of its' : 'some'} levels`,
    );
    let ones = 0;
    let greater = 0;
    const base = 227 + levelOffsets[category];
    for (let level = 0; level < levels; level++) {
      let size = 1;
      if (decoder.decision(base + (greater > 0 ? 0 : Math.min(4, 1 + ones))) === 1) {
        const next = base + 5 + Math.min(kind === 'chroma DC' ? 3 : 4, greater);
        size = 2;
        while (size < 15 && decoder.decision(next) === 1) size++;
        if (size === 15) size += decoder.exponential(0);
        greater++;
      } else {
        ones++;
      }
      const sign = decoder.bypass() === 1 ? 'negative' : 'positive';
      const range = size < 15 ? (size === 1 ? '1' : 'below 15') : size < 256 ? 'from 15 on' : 'from 256 on';
      this.#counts.add(`${kind} with a ${sign} level ${range}`);
    }
    return true;
  }
}
