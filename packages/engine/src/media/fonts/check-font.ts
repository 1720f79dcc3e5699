/** A table of a font. */
interface Table {
  readonly offset: number;
  readonly length: number;
}

/** Number of tables of the largest fonts, and some more. */
const maxTables = 64;
const directoryStart = 12;
const entryLength = 16;
const headMagic = 0x5f0f3cf5;

/**
 * Returns what is wrong with a TTF or an OTF, which HarfBuzz would read as far as it can; undefined for a sound font.
 * Checks that its tables are complete and agree about the number of glyphs, and that the outlines of glyphs are inside
 * their table.
 */
export function findFontDamage(bytes: Uint8Array): string | undefined {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < directoryStart) return 'it ends in its header';
  const count = data.getUint16(4);
  if (count === 0 || count > maxTables) return `it has ${count} tables`;
  if (bytes.length < directoryStart + count * entryLength) return 'it ends in its list of tables';
  const tables = new Map<string, Table>();
  for (let i = 0; i < count; i++) {
    const entry = directoryStart + i * entryLength;
    const tag = String.fromCharCode(...bytes.subarray(entry, entry + 4));
    const table = { offset: data.getUint32(entry + 8), length: data.getUint32(entry + 12) };
    if (table.offset + table.length > bytes.length) return `it ends before its table ${showTag(tag)}`;
    tables.set(tag, table);
  }
  return damageOfTables(data, tables);
}

function damageOfTables(data: DataView, tables: ReadonlyMap<string, Table>): string | undefined {
  const tooShort = (tag: string, length: number) => (tables.get(tag)?.length ?? 0) < length;
  for (const [tag, length] of [
    ['head', 54],
    ['maxp', 6],
    ['hhea', 36],
    ['hmtx', 4],
    ['cmap', 4],
  ] as const) {
    if (!tables.has(tag)) return `it has no table ${tag}`;
    if (tooShort(tag, length)) return `its table ${tag} is too short`;
  }
  const at = (tag: string) => tables.get(tag)?.offset ?? 0;
  if (data.getUint32(at('head') + 12) !== headMagic) return 'its table head is damaged';
  const unitsPerEm = data.getUint16(at('head') + 18);
  if (unitsPerEm < 16 || unitsPerEm > 16_384) return `its em has ${unitsPerEm} units, not 16 to 16384`;
  const glyphs = data.getUint16(at('maxp') + 4);
  if (glyphs === 0) return 'it has no glyphs';
  const widths = data.getUint16(at('hhea') + 34);
  if (widths === 0 || widths > glyphs) return `it has ${glyphs} glyphs, but ${widths} widths`;
  if (tooShort('hmtx', widths * 4)) return 'its table hmtx is too short';
  const outlines = tables.get('glyf');
  if (outlines === undefined)
    return tables.has('CFF ') || tables.has('CFF2') ? undefined : 'it has no outlines of glyphs';
  const isLong = data.getInt16(at('head') + 50);
  if (isLong !== 0 && isLong !== 1) return 'its table head is damaged';
  if (tooShort('loca', (glyphs + 1) * (isLong ? 4 : 2))) return 'its table loca is too short';
  return hasOutlinesInside(data, at('loca'), glyphs, isLong === 1, outlines.length)
    ? undefined
    : 'the places of its glyphs are damaged';
}

/** Whether the outlines of all glyphs follow each other in their table. */
function hasOutlinesInside(
  data: DataView,
  places: number,
  glyphs: number,
  isLong: boolean,
  length: number,
): boolean {
  let before = 0;
  for (let glyph = 0; glyph <= glyphs; glyph++) {
    const offset = isLong ? data.getUint32(places + 4 * glyph) : 2 * data.getUint16(places + 2 * glyph);
    if (offset < before || offset > length) return false;
    before = offset;
  }
  return true;
}

function showTag(tag: string): string {
  return /^[A-Za-z0-9/ ]{4}$/.test(tag) ? tag.trimEnd() : 'with a damaged name';
}
