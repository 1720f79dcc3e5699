import { Buffer } from 'node:buffer';
import { inflateSync } from 'node:zlib';
import { maxFontBytes } from '../../project/limits.ts';
import { failure, type Result, success } from '../../project/result.ts';
import { fontTooLarge } from './decode-woff2.ts';

// A TTF or OTF has a directory of its tables and the tables (OpenType specification, "OpenType font file"). A WOFF has
// the same tables compressed (W3C, "WOFF File Format 1.0"), and a collection has a directory for each of its fonts.

interface Table {
  /** The tag and the checksum, as in a directory. */
  readonly tag: Buffer;
  readonly checksum: number;
  readonly content: Buffer;
}

const maxTables = 64;
const headerLength = 12;
const entryLength = 16;
const woffHeaderLength = 44;
const woffEntryLength = 20;

/** Returns a WOFF font, or the first font of a collection, as TTF or OTF. Problems complete a sentence. */
export function unpackFont(bytes: Uint8Array): Result<Buffer> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isWoff = file.toString('latin1', 0, 4) === 'wOFF';
  try {
    return isWoff ? unpackWoff(file) : firstOfCollection(file);
  } catch {
    // A place beyond the end of the file, or data that cannot be decompressed.
    return failure(`is a damaged ${isWoff ? 'WOFF font' : 'collection of fonts'}; save it again`);
  }
}

function unpackWoff(file: Buffer): Result<Buffer> {
  const size = file.readUInt32BE(16);
  if (size > maxFontBytes) return failure(fontTooLarge(size));
  const tables = entriesOf(file, file.readUInt16BE(12), woffHeaderLength, woffEntryLength).map(
    (entry): Table => {
      const [offset, packed, length] = [4, 8, 12].map((at) => entry.readUInt32BE(at)) as [
        number,
        number,
        number,
      ];
      const content = slice(file, offset, packed);
      const isPacked = packed < length;
      return {
        tag: entry.subarray(0, 4),
        checksum: entry.readUInt32BE(16),
        content: isPacked
          ? inflateSync(content, { maxOutputLength: Math.min(length, maxFontBytes) })
          : content,
      };
    },
  );
  return join(file.subarray(4, 8), tables);
}

function firstOfCollection(file: Buffer): Result<Buffer> {
  const start = file.readUInt32BE(headerLength);
  const flavor = slice(file, start, 4);
  const count = file.readUInt16BE(start + 4);
  const tables = entriesOf(file, count, start + headerLength, entryLength).map((entry): Table => {
    const content = slice(file, entry.readUInt32BE(8), entry.readUInt32BE(12));
    return { tag: entry.subarray(0, 4), checksum: entry.readUInt32BE(4), content };
  });
  return join(flavor, tables);
}

function entriesOf(file: Buffer, count: number, start: number, length: number): readonly Buffer[] {
  if (count > maxTables) throw new RangeError(`${count} tables`);
  return Array.from({ length: count }, (_, index) => slice(file, start + index * length, length));
}

function slice(file: Buffer, start: number, length: number): Buffer {
  if (start + length > file.length) throw new RangeError('the file ends before');
  return file.subarray(start, start + length);
}

function join(flavor: Buffer, tables: readonly Table[]): Result<Buffer> {
  const size = tables.reduce((sum, { content }) => sum + content.length, 0);
  if (size > maxFontBytes) return failure(fontTooLarge(size));
  const directory = Buffer.alloc(headerLength + entryLength * tables.length);
  const rounding = 2 ** Math.floor(Math.log2(Math.max(1, tables.length)));
  flavor.copy(directory);
  directory.writeUInt16BE(tables.length, 4);
  directory.writeUInt16BE(16 * rounding, 6);
  directory.writeUInt16BE(Math.log2(rounding), 8);
  directory.writeUInt16BE(16 * (tables.length - rounding), 10);
  const parts: Buffer[] = [directory];
  let offset = directory.length;
  for (const [index, { tag, checksum, content }] of tables.entries()) {
    const entry = headerLength + entryLength * index;
    tag.copy(directory, entry);
    directory.writeUInt32BE(checksum, entry + 4);
    directory.writeUInt32BE(offset, entry + 8);
    directory.writeUInt32BE(content.length, entry + 12);
    const padding = Buffer.alloc((4 - (content.length % 4)) % 4);
    parts.push(content, padding);
    offset += content.length + padding.length;
  }
  return success(Buffer.concat(parts));
}
