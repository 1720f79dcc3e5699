import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { bundledFile, compressedFile, familyFiles } from '../../packages/engine/src/drawing/text/families.ts';

const folder = new URL('../fixtures/fonts/', import.meta.url);

/** Returns a font of the package as a project embeds it. */
export function bundledFont(name: string): string {
  return fontUrl(
    (familyFiles.some((family) => name.startsWith(family)) ? compressedFile : bundledFile)(name).read(),
    'ttf',
  );
}

/** An OpenType font with outlines in CFF. */
export const cffFont = readFileSync(new URL('bricolage-cff.otf', folder));

/** A font with a weight axis from 200 to 700. */
export const variableFont = readFileSync(new URL('oswald-variable.woff2', folder));

export function fontUrl(bytes: Uint8Array, type: 'ttf' | 'otf' | 'woff2'): string {
  return `data:font/${type};base64,${Buffer.from(bytes).toString('base64')}`;
}

/** The directory of a font's tables: an entry of 16 bytes for each. */
function tablesOf(font: Buffer) {
  return Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
    const entry = font.subarray(12 + 16 * index, 28 + 16 * index);
    const [offset, length] = [entry.readUInt32BE(8), entry.readUInt32BE(12)];
    return { entry, content: font.subarray(offset, offset + length) };
  });
}

/** Returns a TTF or an OTF as WOFF. Tables that do not become smaller stay as they are. */
export function woffOf(font: Buffer): Buffer {
  const tables = tablesOf(font);
  const header = Buffer.alloc(44 + 20 * tables.length);
  header.write('wOFF', 'latin1');
  font.copy(header, 4, 0, 4);
  header.writeUInt16BE(tables.length, 12);
  header.writeUInt32BE(font.length, 16);
  const parts: Buffer[] = [header];
  let offset = header.length;
  for (const [index, { entry, content }] of tables.entries()) {
    const deflated = deflateSync(content);
    const packed = deflated.length < content.length ? deflated : content;
    const at = 44 + 20 * index;
    entry.copy(header, at, 0, 4);
    header.writeUInt32BE(offset, at + 4);
    header.writeUInt32BE(packed.length, at + 8);
    header.writeUInt32BE(content.length, at + 12);
    entry.copy(header, at + 16, 4, 8);
    const padding = Buffer.alloc((4 - (packed.length % 4)) % 4);
    parts.push(packed, padding);
    offset += packed.length + padding.length;
  }
  header.writeUInt32BE(offset, 8);
  return Buffer.concat(parts);
}

/** Returns a collection of which a TTF or an OTF is the only font. */
export function collectionOf(font: Buffer): Buffer {
  const header = Buffer.alloc(16);
  header.write('ttcf', 'latin1');
  header.writeUInt32BE(0x00010000, 4);
  header.writeUInt32BE(1, 8);
  header.writeUInt32BE(header.length, 12);
  const moved = Buffer.from(font);
  for (const { entry } of tablesOf(moved)) entry.writeUInt32BE(entry.readUInt32BE(8) + header.length, 8);
  return Buffer.concat([header, moved]);
}
