// The arithmetic coder of CABAC: ITU-T H.264 (08/2021), sections 9.3.1 and 9.3.4. The bins of a picture are collected and
// coded at its end in one loop, whose state stays in registers.
import { endOfContexts, firstContext, initialContexts, leastProbableRanges, leastProbableTransitions } from './context-tables';

/** For each context: 2 * pStateIdx + valMPS. */
const states = memory.data(276);

/** For each state and quarter of the range, the range of the less probable value. */
const ranges = memory.data(128 * 4);
/** For each state and value, the state that follows. */
const transitions = memory.data(128 * 2);

/** In place of a context: bins without one, and the end_of_slice_flag that says that the slice goes on. */
const bypass = 512;
const continuation = 513;

/** Where the next bin goes: 2 * context + value, u16 each. */
let nextBin: usize = 0;
let firstBin: usize = 0;

/** Starts a slice, whose bins are kept from `at` on (section 9.3.1.1). */
export function startCoder(at: usize, quantizer: i32): void {
  firstBin = at;
  nextBin = at;
  for (let context = firstContext; context < endOfContexts; context++) {
    const entry = 2 * (context - firstContext);
    const m = <i32>initialContexts[entry];
    const n = <i32>initialContexts[entry + 1];
    const state = min(max(((m * quantizer) >> 4) + n, 1), 126);
    store<u8>(states + <usize>context, state <= 63 ? 2 * (63 - state) : 2 * (state - 64) + 1);
  }
  for (let state = 0; state < 128; state++) {
    for (let quarter = 0; quarter < 4; quarter++) {
      store<u8>(ranges + <usize>(4 * state + quarter), leastProbableRanges[4 * (state >> 1) + quarter]);
    }
    const afterMore = state < 124 ? state + 2 : state;
    // At the least certain state the more probable value changes.
    const value = state < 2 ? 1 - state : state & 1;
    const afterLess = 2 * <i32>leastProbableTransitions[state >> 1] + value;
    const more = state & 1;
    store<u8>(transitions + <usize>((state << 1) | more), afterMore);
    store<u8>(transitions + <usize>((state << 1) | (1 - more)), afterLess);
  }
}

/** The end of the bins so far. */
export function binsEnd(): usize {
  return nextBin;
}

/** EncodeDecision. */
// @ts-ignore: decorator
@inline
export function encode(context: i32, bin: i32): void {
  store<u16>(nextBin, (context << 1) | bin);
  nextBin += 2;
}

/** EncodeBypass. */
export function encodeBypass(bin: i32): void {
  encode(bypass, bin);
}

/** EncodeTerminate of a 0, which means that the slice goes on. */
export function encodeContinuation(): void {
  encode(continuation, 0);
}

/** Codes all bins and ends the slice with rbsp_stop_one_bit (section 9.3.4). Gives the end of its bytes, which start at `to`. */
export function finishCoder(to: usize): usize {
  let address = to;
  // codILow, with the bits that are not written yet above its own 10; and codIRange.
  let low: u32 = 0;
  let range: u32 = 510;
  // The number of those bits. The first one is not part of the stream, as PutBit drops it.
  let pending = -1;
  const end = nextBin;
  for (let at = firstBin; at < end; at += 2) {
    const entry = <i32>load<u16>(at);
    const context = entry >> 1;
    if (context < bypass) {
      const state = <i32>load<u8>(states + <usize>context);
      const least = <u32>load<u8>(ranges + <usize>((state << 2) + ((range >> 6) & 3)));
      range -= least;
      // Which value is less probable cannot be foreseen, so a branch here would cost more than this.
      const isLess = <bool>((state ^ entry) & 1);
      low += select<u32>(range, 0, isLess);
      range = select<u32>(least, range, isLess);
      store<u8>(states + <usize>context, load<u8>(transitions + <usize>((state << 1) | (entry & 1))));
      const shift = <i32>clz(range) - 23;
      range <<= shift;
      low <<= shift;
      pending += shift;
    } else if (context === bypass) {
      low <<= 1;
      if ((entry & 1) !== 0) low += range;
      pending++;
    } else {
      range -= 2;
      const shift = <i32>(range < 256);
      range <<= shift;
      low <<= shift;
      pending += shift;
    }
    if (pending >= 8) {
      const shift = pending + 2;
      address = writeByte(address, low >> shift);
      low &= (1 << shift) - 1;
      pending -= 8;
    }
  }
  // EncodeTerminate of a 1 and EncodeFlush: of what remains, two bits and the stop bit are written.
  low = ((((low + range - 2) << 7) | (1 << 7)) << 3);
  pending += 10;
  while (pending >= 8) {
    const shift = pending + 2;
    address = writeByte(address, low >> shift);
    low &= (1 << shift) - 1;
    pending -= 8;
  }
  if (pending > 0) address = writeByte(address, (low << (8 - pending)) >> 10);
  return address;
}

/** Writes a byte, whose ninth bit is a carry to the bytes before; gives the address after it. */
function writeByte(address: usize, byte: u32): usize {
  if ((byte & 256) !== 0) {
    let at = address - 1;
    while (load<u8>(at) === 255) store<u8>(at--, 0);
    store<u8>(at, load<u8>(at) + 1);
  }
  store<u8>(address, <u8>byte);
  return address + 1;
}
