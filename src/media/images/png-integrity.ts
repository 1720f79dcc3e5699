import { createInflate } from 'node:zlib';
import { hasMatchingCrc, isCritical, type PngChunk, type PngHeader } from './png-chunks.ts';

const knownCritical = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND']);
const channels: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

// The seven passes of Adam7, each with its start and steps.
const adam7 = [
  { x: 0, y: 0, dx: 8, dy: 8 },
  { x: 4, y: 0, dx: 8, dy: 8 },
  { x: 0, y: 4, dx: 4, dy: 8 },
  { x: 2, y: 0, dx: 4, dy: 4 },
  { x: 0, y: 2, dx: 2, dy: 4 },
  { x: 1, y: 0, dx: 2, dy: 2 },
  { x: 0, y: 1, dx: 1, dy: 2 },
];
const onePass = [{ x: 0, y: 0, dx: 1, dy: 1 }];

/**
 * Describes what is missing or damaged in a PNG whose chunks end with IEND; null if it is intact. Skia silently draws
 * damaged pictures in part, so this checks everything: the order and CRCs of the chunks, and the compressed rows, which
 * are inflated piece by piece and discarded.
 */
export async function findPngDamage(header: PngHeader, chunks: readonly PngChunk[]): Promise<string | null> {
  for (const chunk of chunks) {
    if (isCritical(chunk) && !knownCritical.has(chunk.type)) {
      return `the PNG has chunk ${chunk.type}, which is not a standard chunk`;
    }
    if ((isCritical(chunk) || chunk.type === 'tRNS') && !hasMatchingCrc(chunk)) {
      return `the PNG is corrupt: the checksum of chunk ${chunk.type} does not match`;
    }
  }
  return findChunkDamage(header, chunks) ?? (await findRowDamage(header, chunks));
}

function findChunkDamage(header: PngHeader, chunks: readonly PngChunk[]): string | null {
  const types = chunks.map((chunk) => chunk.type);
  for (const type of ['IHDR', 'PLTE']) {
    if (types.indexOf(type) !== types.lastIndexOf(type)) return `the PNG has more than one ${type} chunk`;
  }
  const data = types.indexOf('IDAT');
  if (data < 0) return 'the PNG has no picture (no IDAT chunk)';
  const palette = chunks.find((chunk) => chunk.type === 'PLTE');
  if (palette && types.indexOf('PLTE') > data) return 'the PNG has its palette after the picture';
  if (header.colorType !== 3) return null;
  if (!palette) return 'the PNG has palette colours but no PLTE chunk';
  const size = palette.data.length;
  if (size === 0 || size > 768 || size % 3 !== 0) {
    return `the PNG has a palette of ${size} bytes; it must have 1 to 256 colours of 3 bytes each`;
  }
  return null;
}

async function findRowDamage(header: PngHeader, chunks: readonly PngChunk[]): Promise<string | null> {
  const passes = passesOf(header);
  const expected = passes.reduce((sum, pass) => sum + pass.rows * pass.rowBytes, 0);
  const compressed = Buffer.concat(
    chunks.filter((chunk) => chunk.type === 'IDAT').map((chunk) => chunk.data),
  );
  const inflate = createInflate({ chunkSize: 65_536 });
  inflate.end(compressed);
  let received = 0;
  const starts = rowStarts(passes);
  let rowStart = starts.next();
  try {
    for await (const piece of inflate as AsyncIterable<Buffer>) {
      for (; !rowStart.done && rowStart.value < received + piece.length; rowStart = starts.next()) {
        const filter = piece[rowStart.value - received] ?? 0;
        if (filter > 4) return `the PNG is corrupt: a row has filter ${filter}; only 0 to 4 exist`;
      }
      received += piece.length;
      // Any data after the last row is not part of the picture.
      if (received >= expected) return null;
    }
  } catch (error) {
    return `the PNG is cut short or corrupt: its picture data cannot be inflated (${(error as Error).message})`;
  }
  return `the PNG is cut short: it holds ${received} of ${expected} bytes of picture data`;
}

interface Pass {
  readonly rows: number;
  /** Size of a row in bytes, including its filter type. */
  readonly rowBytes: number;
}

function passesOf(header: PngHeader): Pass[] {
  const bits = (channels[header.colorType] ?? 0) * header.bitDepth;
  return (header.interlaced ? adam7 : onePass).flatMap(({ x, y, dx, dy }) => {
    const columns = Math.ceil(Math.max(0, header.width - x) / dx);
    const rows = Math.ceil(Math.max(0, header.height - y) / dy);
    return columns > 0 && rows > 0 ? [{ rows, rowBytes: 1 + Math.ceil((columns * bits) / 8) }] : [];
  });
}

function* rowStarts(passes: readonly Pass[]): Generator<number, void> {
  let at = 0;
  for (const pass of passes) {
    for (let row = 0; row < pass.rows; row++, at += pass.rowBytes) yield at;
  }
}
