export interface JpegComponent {
  id: number;
  /** Sampling factors, 1 to 4; default 1. */
  horizontal?: number;
  vertical?: number;
  /** The sample value, 0 to 255, of one 8 x 8 block. Blocks are flat, so it decodes exactly. */
  level: (blockX: number, blockY: number) => number;
}

export interface JpegOptions {
  width: number;
  height: number;
  components: readonly JpegComponent[];
  progressive?: boolean;
  /** One scan for each component instead of one for all. */
  separateScans?: boolean;
  /** MCUs between restart markers; default: no markers. */
  restartInterval?: number;
  /** Whole segments right after SOI. */
  segments?: readonly Uint8Array[];
}

/** A JPEG of flat blocks with quantization 1: every decoded sample is exactly the requested level. */
export function writeJpeg(options: JpegOptions): Uint8Array {
  const parts: Uint8Array[] = [Uint8Array.of(0xff, 0xd8), ...(options.segments ?? [])];
  parts.push(jpegSegment(0xdb, [0, ...new Array(64).fill(1)]));
  const frame = options.components.flatMap((c) => [c.id, ((c.horizontal ?? 1) << 4) | (c.vertical ?? 1), 0]);
  const size = [options.height >> 8, options.height & 255, options.width >> 8, options.width & 255];
  parts.push(
    jpegSegment(options.progressive ? 0xc2 : 0xc0, [8, ...size, options.components.length, ...frame]),
  );
  parts.push(dcTable, acTable);
  const interval = options.restartInterval ?? 0;
  if (interval > 0) parts.push(jpegSegment(0xdd, [interval >> 8, interval & 255]));
  for (const scan of scansOf(options)) {
    const selectors = scan.components.flatMap((component) => [component.id, 0]);
    parts.push(jpegSegment(0xda, [scan.components.length, ...selectors, ...scan.range]));
    parts.push(entropyCodedData(options, scan));
  }
  parts.push(Uint8Array.of(0xff, 0xd9));
  return Uint8Array.from(Buffer.concat(parts));
}

/** A marker segment with its length. */
export function jpegSegment(marker: number, payload: ArrayLike<number>): Uint8Array {
  const length = payload.length + 2;
  return Uint8Array.of(0xff, marker, length >> 8, length & 255, ...Array.from(payload));
}

/** The APP14 segment with the coding of colours: 0 none, 1 YCbCr, 2 YCCK. CMYK is stored inverted. */
export function adobeSegment(transform: 0 | 1 | 2): Uint8Array {
  return jpegSegment(0xee, [...Buffer.from('Adobe', 'latin1'), 0, 100, 0, 0, 0, 0, transform]);
}

/** An EXIF APP1 segment with only an orientation, in either byte order. */
export function exifSegment(orientation: number, order: 'II' | 'MM' = 'MM'): Uint8Array {
  return jpegSegment(0xe1, [...Buffer.from('Exif\0\0', 'latin1'), ...exifOrientation(orientation, order)]);
}

/** A TIFF block with one directory of one entry: the orientation. */
export function exifOrientation(orientation: number, order: 'II' | 'MM' = 'MM'): Uint8Array {
  const tiff = Buffer.alloc(26);
  const little = order === 'II';
  const short = (value: number, at: number) =>
    little ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at);
  const long = (value: number, at: number) =>
    little ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at);
  tiff.write(order, 0, 'latin1');
  short(42, 2);
  long(8, 4);
  short(1, 8);
  short(0x0112, 10);
  short(3, 12);
  long(1, 14);
  short(orientation, 18);
  return Uint8Array.from(tiff);
}

// Twelve codes of four bits, one for each size of a DC difference; one code of one bit, the end of a block.
const dcTable = jpegSegment(
  0xc4,
  [0x00, 0, 0, 0, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
);
const acTable = jpegSegment(0xc4, [0x10, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);

interface Scan {
  components: readonly JpegComponent[];
  range: readonly [number, number, number];
  kind: 'baseline' | 'dcFirst' | 'dcRefine' | 'acEmpty';
}

function scansOf(options: JpegOptions): Scan[] {
  const groups = options.separateScans ? options.components.map((c) => [c]) : [options.components];
  if (!options.progressive) {
    return groups.map((components) => ({ components, range: [0, 63, 0], kind: 'baseline' }));
  }
  return [
    ...groups.map((components): Scan => ({ components, range: [0, 0, 0x01], kind: 'dcFirst' })),
    ...options.components.map((c): Scan => ({ components: [c], range: [1, 63, 0], kind: 'acEmpty' })),
    ...groups.map((components): Scan => ({ components, range: [0, 0, 0x10], kind: 'dcRefine' })),
  ];
}

function entropyCodedData(options: JpegOptions, scan: Scan): Uint8Array {
  const writer = new BitWriter();
  const predictions = new Map<JpegComponent, number>();
  const units = unitsOf(options, scan.components);
  const interval = options.restartInterval ?? 0;
  for (const [index, unit] of units.entries()) {
    if (interval > 0 && index > 0 && index % interval === 0) {
      writer.marker(0xd0 + ((index / interval - 1) & 7));
      predictions.clear();
    }
    for (const { component, x, y } of unit) {
      const dc = 8 * (component.level(x, y) - 128);
      if (scan.kind === 'acEmpty') writer.bits(0, 1);
      else if (scan.kind === 'dcRefine') writer.bits(dc & 1, 1);
      else {
        const value = scan.kind === 'dcFirst' ? dc >> 1 : dc;
        writeDifference(writer, value - (predictions.get(component) ?? 0));
        predictions.set(component, value);
        if (scan.kind === 'baseline') writer.bits(0, 1);
      }
    }
  }
  return writer.finish();
}

function writeDifference(writer: BitWriter, difference: number): void {
  const size = difference === 0 ? 0 : Math.floor(Math.log2(Math.abs(difference))) + 1;
  writer.bits(size, 4);
  if (size > 0) writer.bits(difference < 0 ? difference + 2 ** size - 1 : difference, size);
}

interface Block {
  component: JpegComponent;
  x: number;
  y: number;
}

function unitsOf(options: JpegOptions, components: readonly JpegComponent[]): Block[][] {
  const maxH = Math.max(...options.components.map((c) => c.horizontal ?? 1));
  const maxV = Math.max(...options.components.map((c) => c.vertical ?? 1));
  const units: Block[][] = [];
  const [single] = components;
  if (single && components.length === 1) {
    const columns = Math.ceil(Math.ceil((options.width * (single.horizontal ?? 1)) / maxH) / 8);
    const rows = Math.ceil(Math.ceil((options.height * (single.vertical ?? 1)) / maxV) / 8);
    for (let y = 0; y < rows; y++) {
      for (let x = 0; x < columns; x++) units.push([{ component: single, x, y }]);
    }
    return units;
  }
  for (let y = 0; y < Math.ceil(options.height / 8 / maxV); y++) {
    for (let x = 0; x < Math.ceil(options.width / 8 / maxH); x++) {
      const unit: Block[] = [];
      for (const component of components) {
        const h = component.horizontal ?? 1;
        const v = component.vertical ?? 1;
        for (let i = 0; i < h * v; i++) {
          unit.push({ component, x: x * h + (i % h), y: y * v + Math.floor(i / h) });
        }
      }
      units.push(unit);
    }
  }
  return units;
}

class BitWriter {
  readonly #bytes: number[] = [];
  #current = 0;
  #used = 0;

  bits(value: number, count: number): void {
    for (let i = count - 1; i >= 0; i--) {
      this.#current = (this.#current << 1) | ((value >> i) & 1);
      this.#used += 1;
      if (this.#used === 8) this.#flush();
    }
  }

  marker(code: number): void {
    this.#pad();
    this.#bytes.push(0xff, code);
  }

  finish(): Uint8Array {
    this.#pad();
    return Uint8Array.from(this.#bytes);
  }

  #pad(): void {
    while (this.#used > 0) this.bits(1, 1);
  }

  #flush(): void {
    this.#bytes.push(this.#current);
    if (this.#current === 0xff) this.#bytes.push(0);
    this.#current = 0;
    this.#used = 0;
  }
}
