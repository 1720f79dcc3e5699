import { Buffer } from 'node:buffer';

/** Reads single bits from the start of a frame. */
class BitReader {
  readonly #bytes: Uint8Array;
  #position = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  read(count: number): number {
    let value = 0;
    for (let bit = 0; bit < count; bit++, this.#position++) {
      const byte = this.#bytes[this.#position >> 3] ?? 0;
      value = (value << 1) | ((byte >> (7 - (this.#position & 7))) & 1);
    }
    return value;
  }
}

/**
 * Returns a frame of one byte that shows a visible VP9 frame again, `show_existing_frame` with a slot that the frame was
 * kept in ("VP9 Bitstream & Decoding Process Specification", 7.2). Throws an Error for a frame that is not kept, which
 * the encoder does not make.
 */
export function repeatVp9(frame: Uint8Array): Buffer {
  const slots = keptSlots(new BitReader(frame));
  if (slots === 0) throw new Error('a frame of VP9 is not kept, and cannot be shown again');
  const slot = 31 - Math.clz32(slots & -slots);
  return Buffer.from([0b1000_1000 | slot]);
}

/** The slots in which a frame of profile 0 is kept, a bit for each of eight. */
function keptSlots(header: BitReader): number {
  const marker = header.read(2);
  const profile = header.read(2);
  const isShownAgain = header.read(1);
  if (marker !== 2 || profile !== 0 || isShownAgain === 1) return 0;
  const isKey = header.read(1) === 0;
  if (isKey) return 0xff;
  const isVisible = header.read(1) === 1;
  const isErrorResilient = header.read(1) === 1;
  const isIntraOnly = !isVisible && header.read(1) === 1;
  if (!isErrorResilient) header.read(2);
  return isIntraOnly ? 0 : header.read(8);
}
