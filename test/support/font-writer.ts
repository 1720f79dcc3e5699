import { Buffer } from 'node:buffer';

/** A table of a font. */
export interface FontTable {
  readonly tag: string;
  readonly data: Uint8Array;
}

const headerLength = 12;
const entryLength = 16;

/** Returns the tables of a TTF or an OTF. */
export function readFontTables(font: Buffer): FontTable[] {
  return Array.from({ length: font.readUInt16BE(4) }, (_, i) => {
    const entry = headerLength + entryLength * i;
    const start = font.readUInt32BE(entry + 8);
    return {
      tag: font.toString('latin1', entry, entry + 4),
      data: font.subarray(start, start + font.readUInt32BE(entry + 12)),
    };
  });
}

/** Joins tables to a font, without checksums. */
export function joinFontTables(tables: readonly FontTable[], signature = 0x00010000): Buffer {
  const header = Buffer.alloc(headerLength + entryLength * tables.length);
  header.writeUInt32BE(signature, 0);
  header.writeUInt16BE(tables.length, 4);
  let end = header.length;
  const padded = tables.map(({ tag, data }, i) => {
    const entry = headerLength + entryLength * i;
    header.write(tag, entry, 'latin1');
    header.writeUInt32BE(end, entry + 8);
    header.writeUInt32BE(data.length, entry + 12);
    const room = Buffer.alloc(Math.ceil(data.length / 4) * 4);
    room.set(data);
    end += room.length;
    return room;
  });
  return Buffer.concat([header, ...padded]);
}

/** Replaces a table of a font, or removes it. */
export function withFontTable(
  font: Buffer,
  tag: string,
  change: (data: Buffer) => Uint8Array | null,
): Buffer {
  const tables = readFontTables(font).flatMap((table) => {
    const data = table.tag === tag ? change(Buffer.from(table.data)) : table.data;
    return data === null ? [] : [{ tag: table.tag, data }];
  });
  return joinFontTables(tables, font.readUInt32BE(0));
}
