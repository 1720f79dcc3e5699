import { Buffer } from 'node:buffer';
import { matrixProfile } from './matrix-profile.ts';
import type { PictureHeader } from './picture-header.ts';

/** A box of the ISO base media file format. */
interface Box {
  readonly type: string;
  readonly content: Buffer;
}

/** EXIF orientations by the quarter turns to the left of `irot`, then without `imir` and for its axes 0 and 1. */
const orientations: readonly (readonly [plain: number, upsideDown: number, sideways: number])[] = [
  [1, 4, 2],
  [8, 5, 7],
  [3, 2, 4],
  [6, 7, 5],
];

/** Whether these are the bytes of an AVIF. */
export function startsAsAvif(bytes: Uint8Array): boolean {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return view.toString('latin1', 4, 8) === 'ftyp' && /^(avif|avis|mif1|msf1)$/.test(brandOf(view));
}

/**
 * Reads the properties of an AVIF's primary picture (ISO/IEC 23008-12, sections 6.5 and 9.3); undefined if it has no
 * size. An orientation in its EXIF data does not count.
 */
export function readAvifHeader(bytes: Uint8Array): PictureHeader | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const properties = propertiesOf(view);
  const find = (type: string) => properties.find((box) => box.type === type)?.content;
  const size = find('ispe');
  if (size === undefined || size.length < 12) return undefined;
  const quarters = (find('irot')?.[0] ?? 0) & 3;
  const axis = find('imir')?.[0];
  return {
    width: size.readUInt32BE(4),
    height: size.readUInt32BE(8),
    orientation: orientations[quarters]?.[axis === undefined ? 0 : 1 + (axis & 1)] ?? 1,
    isAnimated: ['avis', 'msf1'].includes(brandOf(view)),
    profile: profileIn(properties),
  };
}

function brandOf(view: Buffer): string {
  return view.toString('latin1', 8, 12);
}

function profileIn(properties: readonly Box[]): Uint8Array | undefined {
  const colors = properties.filter(({ type }) => type === 'colr').map(({ content }) => content);
  const kindOf = (content: Buffer) => content.toString('latin1', 0, 4);
  const embedded = colors.find((content) => /^(?:prof|rICC)$/.test(kindOf(content)));
  if (embedded !== undefined) return embedded.subarray(4);
  const coded = colors.find((content) => kindOf(content) === 'nclx');
  return coded === undefined || coded.length < 6 ? undefined : matrixProfile(coded.readUInt16BE(4));
}

/** The boxes that the primary picture is associated with. */
function propertiesOf(view: Buffer): Box[] {
  const meta = boxesIn(view)
    .find(({ type }) => type === 'meta')
    ?.content.subarray(4);
  if (meta === undefined) return [];
  const inMeta = boxesIn(meta);
  const primary = inMeta.find(({ type }) => type === 'pitm')?.content;
  const inProperties = boxesIn(inMeta.find(({ type }) => type === 'iprp')?.content ?? Buffer.alloc(0));
  const all = boxesIn(inProperties.find(({ type }) => type === 'ipco')?.content ?? Buffer.alloc(0));
  const associations = inProperties.find(({ type }) => type === 'ipma')?.content;
  try {
    const id = primary && (primary[0] === 0 ? primary.readUInt16BE(4) : primary.readUInt32BE(4));
    const indices = associations === undefined || id === undefined ? [] : indicesFor(associations, id);
    return indices.flatMap((index) => all[index - 1] ?? []);
  } catch (error) {
    // A number is cut off.
    if (error instanceof RangeError) return [];
    throw error;
  }
}

/** Reads the box `ipma`: the numbers of an item's properties. */
function indicesFor(box: Buffer, wanted: number): number[] {
  const isLong = box[0] !== 0;
  const isWide = ((box[3] ?? 0) & 1) === 1;
  let at = 8;
  for (let left = box.readUInt32BE(4); left > 0; left--) {
    const id = isLong ? box.readUInt32BE(at) : box.readUInt16BE(at);
    at += isLong ? 4 : 2;
    const count = box.readUInt8(at);
    at += 1;
    const step = isWide ? 2 : 1;
    const start = at;
    at += count * step;
    if (id !== wanted) continue;
    return Array.from({ length: count }, (_, index) => {
      const offset = start + index * step;
      return isWide ? box.readUInt16BE(offset) & 0x7fff : box.readUInt8(offset) & 0x7f;
    });
  }
  return [];
}

/** The complete boxes in the content of another one. Boxes of more than 4 GB end the list. */
function boxesIn(view: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= view.length; ) {
    const length = view.readUInt32BE(at) || view.length - at;
    if (length < 8 || at + length > view.length) break;
    boxes.push({
      type: view.toString('latin1', at + 4, at + 8),
      content: view.subarray(at + 8, at + length),
    });
    at += length;
  }
  return boxes;
}
