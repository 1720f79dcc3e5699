import { type EntropyReader, type HuffmanTable, ScanDamage } from './jpeg-entropy.ts';
import type { JpegComponent, JpegFrame } from './jpeg-segments.ts';

interface ScanPart {
  readonly component: JpegComponent;
  readonly dc: HuffmanTable | undefined;
  readonly ac: HuffmanTable | undefined;
}

/** The components and coefficients (`first` to `last`, in zigzag order) that a scan codes, and how it codes them. */
export interface JpegScan {
  readonly progressive: boolean;
  readonly parts: readonly ScanPart[];
  readonly first: number;
  readonly last: number;
  /** Whether the scan adds one bit to coefficients that earlier scans have begun. */
  readonly refines: boolean;
  /** The grid of units, and the blocks of each unit in order. */
  readonly units: { readonly columns: number; readonly rows: number; readonly blocks: readonly ScanPart[] };
}

/** Number of following blocks without more data in this band. */
export interface ScanState {
  endOfBandRun: number;
}

/** Reads a scan header (SOS). Throws a ScanDamage where libjpeg rejects it. */
export function readJpegScan(
  payload: Uint8Array,
  frame: JpegFrame,
  tables: ReadonlyMap<number, HuffmanTable>,
): JpegScan {
  const count = payload[0] ?? 0;
  if (count < 1 || count > 4 || payload.length < 4 + 2 * count) {
    throw new ScanDamage(`a scan header for ${count} components has ${payload.length} bytes`);
  }
  const parts = Array.from({ length: count }, (_, index): ScanPart => {
    const id = payload[1 + 2 * index];
    const selector = payload[2 + 2 * index] ?? 0;
    const component = frame.components.find((candidate) => candidate.id === id);
    if (!component) throw new ScanDamage(`a scan refers to component ${id}, which does not exist`);
    return { component, dc: tables.get(selector >> 4), ac: tables.get(16 + (selector & 15)) };
  });
  if (new Set(parts.map(({ component }) => component)).size < count) {
    throw new ScanDamage('a scan codes the same component twice');
  }
  // A baseline scan always codes all coefficients, whatever its header says.
  const range = frame.progressive ? payload.subarray(1 + 2 * count) : [0, 63, 0];
  const first = range[0] ?? 0;
  const last = range[1] ?? 0;
  const high = (range[2] ?? 0) >> 4;
  const low = (range[2] ?? 0) & 15;
  const bandExists =
    first === 0 ? last === 0 || !frame.progressive : first <= last && last <= 63 && count === 1;
  if (!bandExists || low > 13 || (high > 0 && low !== high - 1)) {
    throw new ScanDamage(
      `a scan of ${count} components codes coefficients ${first} to ${last}, bits ${high} to ${low}`,
    );
  }
  const scan = { progressive: frame.progressive, parts, first, last, refines: high > 0 };
  for (const part of parts) requireTables(scan, part);
  return { ...scan, units: unitsOf(frame, parts) };
}

function requireTables(scan: Omit<JpegScan, 'units'>, part: ScanPart): void {
  const needsDc = scan.first === 0 && !scan.refines;
  const needsAc = !scan.progressive || scan.first > 0;
  if ((needsDc && !part.dc) || (needsAc && !part.ac)) {
    throw new ScanDamage(`a Huffman table for component ${part.component.id} is missing`);
  }
}

function unitsOf(frame: JpegFrame, parts: readonly ScanPart[]): JpegScan['units'] {
  const widest = Math.max(...frame.components.map(({ horizontal }) => horizontal));
  const tallest = Math.max(...frame.components.map(({ vertical }) => vertical));
  const [single] = parts;
  if (single && parts.length === 1) {
    const { horizontal, vertical } = single.component;
    return {
      columns: Math.ceil(Math.ceil((frame.width * horizontal) / widest) / 8),
      rows: Math.ceil(Math.ceil((frame.height * vertical) / tallest) / 8),
      blocks: [single],
    };
  }
  const blocks = parts.flatMap((part) =>
    new Array<ScanPart>(part.component.horizontal * part.component.vertical).fill(part),
  );
  if (blocks.length > 10)
    throw new ScanDamage(`a scan has ${blocks.length} blocks per unit; at most 10 are allowed`);
  return {
    columns: Math.ceil(frame.width / (8 * widest)),
    rows: Math.ceil(frame.height / (8 * tallest)),
    blocks,
  };
}

/**
 * Reads one block (ITU-T T.81, F.2 and G.2) only to find its end. In a progressive picture, `nonzero` records which
 * coefficients of block `index` have begun; refining takes one bit for each of these.
 */
export function walkBlock(
  reader: EntropyReader,
  scan: JpegScan,
  part: ScanPart,
  index: number,
  nonzero: Uint32Array,
  state: ScanState,
): void {
  if (scan.first === 0) {
    if (scan.refines) reader.bit();
    else if (part.dc) reader.bits(reader.symbol(part.dc));
  }
  if (!part.ac) return;
  if (!scan.progressive) walkBaselineBand(reader, part.ac);
  else if (scan.first > 0) {
    if (scan.refines) refineBand(reader, scan, part.ac, index, nonzero, state);
    else beginBand(reader, scan, part.ac, index, nonzero, state);
  }
}

function walkBaselineBand(reader: EntropyReader, table: HuffmanTable): void {
  for (let k = 1; k < 64; k++) {
    const symbol = reader.symbol(table);
    const size = symbol & 15;
    if (size === 0 && symbol !== 0xf0) return;
    k += symbol >> 4;
    if (k > 63 && size > 0) throw new ScanDamage('has a coefficient beyond the last');
    reader.bits(size);
  }
}

function beginBand(
  reader: EntropyReader,
  scan: JpegScan,
  table: HuffmanTable,
  index: number,
  nonzero: Uint32Array,
  state: ScanState,
): void {
  if (state.endOfBandRun > 0) {
    state.endOfBandRun -= 1;
    return;
  }
  for (let k = scan.first; k <= scan.last; k++) {
    const symbol = reader.symbol(table);
    const run = symbol >> 4;
    const size = symbol & 15;
    if (size === 0 && run < 15) {
      state.endOfBandRun = (1 << run) - 1 + reader.bits(run);
      return;
    }
    k += run;
    if (size === 0) continue;
    if (k > scan.last) throw new ScanDamage('has a coefficient beyond the last');
    reader.bits(size);
    begin(nonzero, index, k);
  }
}

function refineBand(
  reader: EntropyReader,
  scan: JpegScan,
  table: HuffmanTable,
  index: number,
  nonzero: Uint32Array,
  state: ScanState,
): void {
  let k = scan.first;
  while (state.endOfBandRun === 0 && k <= scan.last) {
    const symbol = reader.symbol(table);
    let run = symbol >> 4;
    const begins = (symbol & 15) !== 0;
    if (!begins && run < 15) {
      state.endOfBandRun = (1 << run) + reader.bits(run);
      break;
    }
    if (begins) reader.bit();
    for (; k <= scan.last; k++) {
      if (hasBegun(nonzero, index, k)) reader.bit();
      else if (run === 0) break;
      else run -= 1;
    }
    if (begins) {
      if (k > scan.last) throw new ScanDamage('has a coefficient beyond the last');
      begin(nonzero, index, k);
    }
    k += 1;
  }
  if (state.endOfBandRun === 0) return;
  state.endOfBandRun -= 1;
  if (nonzero[2 * index] === 0 && nonzero[2 * index + 1] === 0) return;
  for (; k <= scan.last; k++) if (hasBegun(nonzero, index, k)) reader.bit();
}

function hasBegun(nonzero: Uint32Array, index: number, k: number): boolean {
  return (((nonzero[2 * index + (k >> 5)] ?? 0) >>> (k & 31)) & 1) === 1;
}

function begin(nonzero: Uint32Array, index: number, k: number): void {
  const word = 2 * index + (k >> 5);
  nonzero[word] = (nonzero[word] ?? 0) | (1 << (k & 31));
}
