import { maxFontBytes } from '../../project/limits.ts';
import { failure, type Result, success } from '../../project/result.ts';

const headerLength = 48;
const maxTables = 64;
/** The index of a table whose name follows. */
const unknownTag = 63;
/** Indices of the tables glyf and loca, which are transformed unless their version is 3; others unless it is 0. */
const outlineTags = [10, 11];

const damaged = 'is a damaged WOFF2 font; save it again';

/** The last call of the decoder, whose memory has only one result at a time. */
let decoding: Promise<unknown> = Promise.resolve();

/** Returns a WOFF2 font as TTF or OTF. Its sizes are read first, so that a small file cannot take much memory. */
export async function decodeWoff2(bytes: Uint8Array): Promise<Result<Uint8Array>> {
  const size = unpackedSize(bytes);
  if (size === undefined) return failure(damaged);
  if (size > maxFontBytes) return failure(fontTooLarge(size));
  const { default: decompress } = await import('wawoff2/decompress.js');
  const decoded = decoding.then(async () => {
    try {
      return success(Uint8Array.from(await decompress(bytes)));
    } catch {
      return failure(damaged);
    }
  });
  decoding = decoded;
  return decoded;
}

/** The largest size in the headers of a WOFF2 font; undefined if they are damaged or it has several fonts. */
function unpackedSize(bytes: Uint8Array): number | undefined {
  if (bytes.length < headerLength) return undefined;
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isCollection = data.getUint32(4) === 0x74746366;
  const count = data.getUint16(12);
  if (isCollection || count === 0 || count > maxTables || data.getUint32(8) !== bytes.length)
    return undefined;
  const reader = new Reader(bytes, headerLength);
  let packed = 0;
  let unpacked = 0;
  for (let i = 0; i < count; i++) {
    const flags = reader.byte();
    const [tag, version] = [flags & 0x3f, flags >> 6];
    if (tag === unknownTag) reader.skip(4);
    const length = reader.number();
    const isTransformed = outlineTags.includes(tag) ? version !== 3 : version !== 0;
    unpacked += length;
    packed += isTransformed ? reader.number() : length;
  }
  return reader.isDamaged ? undefined : Math.max(packed, unpacked, data.getUint32(16));
}

/** Message about a font of this many bytes. */
export function fontTooLarge(size: number): string {
  return `has ${size} bytes as TTF or OTF, but at most 8 MiB (${maxFontBytes} bytes) are possible; keep only the characters that the project needs`;
}

class Reader {
  readonly #bytes: Uint8Array;
  #at: number;
  isDamaged = false;

  constructor(bytes: Uint8Array, start: number) {
    this.#bytes = bytes;
    this.#at = start;
  }

  skip(length: number): void {
    this.#at += length;
  }

  byte(): number {
    const value = this.#bytes[this.#at++];
    this.isDamaged ||= value === undefined;
    return value ?? 0;
  }

  /** A number of one to five bytes with seven bits each. */
  number(): number {
    let value = 0;
    for (let i = 0; i < 5; i++) {
      const byte = this.byte();
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) return value;
    }
    this.isDamaged = true;
    return value;
  }
}
