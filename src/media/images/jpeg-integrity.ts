import { EntropyReader, type HuffmanTable, readHuffmanTables, ScanDamage } from './jpeg-entropy.ts';
import { type JpegScan, readJpegScan, walkBlock } from './jpeg-scan.ts';
import {
  isFrameMarker,
  type JpegComponent,
  type JpegFrame,
  jpegMarkers,
  nextJpegSegment,
} from './jpeg-segments.ts';

// Encoders write about ten. A decoder processes the whole picture for each scan, however small, so thousands of them in
// a small file would take minutes. Skia itself gives up at the hundredth.
const maxScans = 99;

/**
 * Describes what is missing or damaged in a JPEG; null if it is intact. Skia silently fills parts that it cannot decode
 * with grey, so this reads all scans, Huffman code by Huffman code, up to the end marker.
 */
export function findJpegDamage(bytes: Uint8Array, frame: JpegFrame): string | null {
  try {
    return new JpegWalk(bytes, frame).findDamage();
  } catch (error) {
    if (error instanceof ScanDamage) return `the JPEG is cut short or corrupt: ${error.message}`;
    throw error;
  }
}

class JpegWalk {
  readonly #bytes: Uint8Array;
  readonly #frame: JpegFrame;
  readonly #huffman = new Map<number, HuffmanTable>();
  readonly #quantization = new Set<number>();
  readonly #nonzero = new Map<JpegComponent, Uint32Array>();
  readonly #seen = new Set<JpegComponent>();
  #restartInterval = 0;
  #scans = 0;
  #frames = 0;

  constructor(bytes: Uint8Array, frame: JpegFrame) {
    this.#bytes = bytes;
    this.#frame = frame;
  }

  findDamage(): string | null {
    let segment = nextJpegSegment(this.#bytes, 2);
    while (segment && segment.marker !== jpegMarkers.eoi) {
      let end = segment.end;
      const { marker, payload } = segment;
      if (isFrameMarker(marker)) {
        this.#frames += 1;
        if (this.#frames > 1) return 'the JPEG has more than one frame header';
      } else if (marker === jpegMarkers.soi) return 'the JPEG starts again in the middle';
      else if (marker === jpegMarkers.dht) {
        const tables = readHuffmanTables(payload);
        if (!tables.ok) return `the JPEG is corrupt: ${tables.problems.join('; ')}`;
        for (const [number, table] of tables.value) this.#huffman.set(number, table);
      } else if (marker === jpegMarkers.dqt) {
        if (!this.#readQuantization(payload)) return 'the JPEG is corrupt: a quantization table is cut short';
      } else if (marker === jpegMarkers.dri) {
        this.#restartInterval = ((payload[0] ?? 0) << 8) | (payload[1] ?? 0);
      } else if (marker === jpegMarkers.sos) {
        if (this.#scans === maxScans) return `the JPEG has more than ${maxScans} scans`;
        end = this.#walkScan(payload, end);
      }
      segment = nextJpegSegment(this.#bytes, end);
    }
    if (!segment) return 'the JPEG is cut short: it has no end marker';
    if (this.#seen.size < this.#frame.components.length) {
      return `the JPEG is cut short: it has data for ${this.#seen.size} of ${this.#frame.components.length} components`;
    }
    return null;
  }

  #readQuantization(payload: Uint8Array): boolean {
    let at = 0;
    while (at < payload.length) {
      const head = payload[at] ?? 0;
      at += head >> 4 === 0 ? 65 : 129;
      if (at > payload.length || (head & 15) > 3) return false;
      this.#quantization.add(head & 15);
    }
    return true;
  }

  /** Reads the data of one scan, which starts at byte `at`, and returns the position of its end. */
  #walkScan(payload: Uint8Array, at: number): number {
    this.#scans += 1;
    const frame = this.#frame;
    if (this.#frames === 0) throw new ScanDamage('a scan comes before the frame header');
    const scan = readJpegScan(payload, frame, this.#huffman);
    for (const { component } of scan.parts) {
      if (!this.#quantization.has(component.quantization)) {
        throw new ScanDamage(`quantization table ${component.quantization} is missing`);
      }
      if (scan.first === 0) this.#seen.add(component);
    }
    const reader = new EntropyReader(this.#bytes, at);
    const state = { endOfBandRun: 0 };
    const { columns, rows, blocks } = scan.units;
    const units = columns * rows;
    const nonzero = this.#nonzeroOf(scan, units);
    let unit = 0;
    try {
      for (; unit < units; unit++) {
        if (this.#restartInterval > 0 && unit > 0 && unit % this.#restartInterval === 0) {
          reader.restart((unit / this.#restartInterval - 1) & 7);
          state.endOfBandRun = 0;
        }
        for (const part of blocks) walkBlock(reader, scan, part, unit, nonzero, state);
      }
    } catch (error) {
      if (!(error instanceof ScanDamage)) throw error;
      throw new ScanDamage(
        `scan ${this.#scans} ${error.message}, after ${unit} of ${units} units of the picture`,
      );
    }
    return reader.position;
  }

  /** The coefficients that earlier scans of a progressive picture have begun: two words per block, one bit each. */
  #nonzeroOf(scan: JpegScan, blocks: number): Uint32Array {
    const [part] = scan.parts;
    if (scan.first === 0 || !part) return noCoefficients;
    const known = this.#nonzero.get(part.component);
    if (known) return known;
    const nonzero = new Uint32Array(2 * blocks);
    this.#nonzero.set(part.component, nonzero);
    return nonzero;
  }
}

const noCoefficients = new Uint32Array(0);
