// The arithmetic coder of CABAC: ITU-T H.264 (08/2021), sections 9.3.1 and 9.3.4.
import { endOfContexts, firstContext, initialContexts, leastProbableRanges, leastProbableTransitions } from './context-tables';

/** For each context: 2 * pStateIdx + valMPS. */
const states = memory.data(276);

/** Where the next byte goes. */
let address: usize = 0;
/** codILow with the bits that are not written yet above its own 10. */
let low: u32 = 0;
/** codIRange. */
let range: u32 = 0;
/** Bits above the 10 of codILow. The first bit is not part of the stream, as PutBit drops it. */
let pending: i32 = 0;

/** Starts a slice whose bytes go to `to` (sections 9.3.1.1 and 9.3.4.1). */
export function startCoder(to: usize, quantizer: i32): void {
  for (let context = firstContext; context < endOfContexts; context++) {
    const entry = 2 * (context - firstContext);
    const m = <i32>initialContexts[entry];
    const n = <i32>initialContexts[entry + 1];
    const state = min(max(((m * quantizer) >> 4) + n, 1), 126);
    store<u8>(states + <usize>context, state <= 63 ? 2 * (63 - state) : 2 * (state - 64) + 1);
  }
  address = to;
  low = 0;
  range = 510;
  pending = -1;
}

/** The end of the bytes that are written so far. */
export function codedEnd(): usize {
  return address;
}

/** EncodeDecision (section 9.3.4.2). */
export function encode(context: i32, bin: i32): void {
  const at = states + <usize>context;
  const state = <i32>load<u8>(at);
  const least = <u32>load<u8>(changetype<usize>(leastProbableRanges) + <usize>(((state >> 1) << 2) + ((range >> 6) & 3)));
  range -= least;
  if ((state & 1) === bin) {
    if (state < 124) store<u8>(at, state + 2);
    if (range >= 256) return;
    range <<= 1;
    low <<= 1;
    pending++;
  } else {
    low += range;
    range = least;
    const next = <i32>load<u8>(changetype<usize>(leastProbableTransitions) + <usize>(state >> 1));
    // At the least certain state the more probable value changes.
    store<u8>(at, (next << 1) | (state < 2 ? bin : state & 1));
    const shift = <i32>clz(least) - 23;
    range <<= shift;
    low <<= shift;
    pending += shift;
  }
  if (pending >= 8) writeByte();
}

/** EncodeBypass (section 9.3.4.4). */
export function encodeBypass(bin: i32): void {
  low <<= 1;
  if (bin !== 0) low += range;
  pending++;
  if (pending >= 8) writeByte();
}

/** EncodeTerminate of a 0, which means that the slice goes on (section 9.3.4.5). */
export function encodeContinuation(): void {
  range -= 2;
  if (range >= 256) return;
  range <<= 1;
  low <<= 1;
  pending++;
  if (pending >= 8) writeByte();
}

/** EncodeTerminate of a 1 with EncodeFlush, whose last bit is rbsp_stop_one_bit (section 9.3.4.5). */
export function finishCoder(): void {
  low += range - 2;
  low <<= 7;
  pending += 7;
  if (pending >= 8) writeByte();
  // Of what remains, two bits and the stop bit are written.
  low |= 1 << 7;
  low <<= 3;
  pending += 3;
  if (pending >= 8) writeByte();
  if (pending > 0) {
    low <<= 8 - pending;
    pending = 8;
    writeByte();
  }
}

/** Writes the upmost 8 of the pending bits, and adds a carry to the bytes before. */
function writeByte(): void {
  const shift = pending + 2;
  const byte = low >> shift;
  if ((byte & 256) !== 0) {
    let at = address - 1;
    while (load<u8>(at) === 255) store<u8>(at--, 0);
    store<u8>(at, load<u8>(at) + 1);
  }
  store<u8>(address++, <u8>byte);
  low &= (1 << shift) - 1;
  pending -= 8;
}
