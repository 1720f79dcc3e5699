// The arithmetic coder of CABAC: ITU-T H.264 (08/2021), sections 9.3.1 and 9.3.4. The bins of a picture are collected and
// coded at its end in one loop, whose state stays in registers.
import { endOfContexts, firstContext, initialContexts, leastProbableRanges, leastProbableTransitions, skipContext } from './context-tables';

/** For each context: where `stateRows` has its state, u16 each. */
const states = memory.data(276 * 2);

/**
 * For each state, 2 * pStateIdx + valMPS: the ranges of the less probable value in the four quarters of the range, a byte
 * each, and the places of the states that follow a 0 and a 1, u16 each.
 */
const stateRows = memory.data(128 * 8, 16);

// A bin is kept in 16 bits: its value, 9 bits of its context, and whether a bin without a context follows, and which.
// With the highest bit set they are something else: bins without a context, their number times 256 plus their values,
const bypassBins: u32 = 0x8000;
// end_of_slice_flags which say that the slice goes on, as many as the number below,
const continuations: u32 = 0xc000;
// or as many pairs of such a flag and an mb_skip_flag of 1 between skipped neighbours.
const skips: u32 = 0xe000;
const mostSkips: u32 = 0x1fff;
/** Twice the context of a bin. */
const contextBits: u32 = 0x3fe;

/** Where the next bin goes. */
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
    store<u16>(states + (<usize>context << 1), (state <= 63 ? 2 * (63 - state) : 2 * (state - 64) + 1) << 3);
  }
  for (let state = 0; state < 128; state++) {
    const row = stateRows + (<usize>state << 3);
    for (let quarter = 0; quarter < 4; quarter++) {
      store<u8>(row + <usize>quarter, leastProbableRanges[4 * (state >> 1) + quarter]);
    }
    const afterMore = state < 124 ? state + 2 : state;
    // At the least certain state the more probable value changes.
    const value = state < 2 ? 1 - state : state & 1;
    const afterLess = 2 * <i32>leastProbableTransitions[state >> 1] + value;
    const more = <usize>(state & 1);
    store<u16>(row + (more << 1), afterMore << 3, 4);
    store<u16>(row + ((1 - more) << 1), afterLess << 3, 4);
  }
}

/** The end of the bins so far. */
export function binsEnd(): usize {
  return nextBin;
}

/** Takes over bins that were put behind the others with `bin` and `binAndSign`. */
export function endBins(at: usize): void {
  nextBin = at;
}

/** A bin with a context, as it is kept. */
// @ts-ignore: decorator
@inline
export function bin(context: i32, value: i32): i32 {
  return (context << 1) | value;
}

/** A bin with a context and one without a context after it. */
// @ts-ignore: decorator
@inline
export function binAndSign(context: i32, value: i32, sign: i32): i32 {
  return (sign << 11) | (1 << 10) | (context << 1) | value;
}

/** EncodeDecision. */
// @ts-ignore: decorator
@inline
export function encode(context: i32, value: i32): void {
  store<u16>(nextBin, bin(context, value));
  nextBin += 2;
}

/** EncodeDecision, and EncodeBypass of a sign. */
export function encodeWithSign(context: i32, value: i32, sign: i32): void {
  store<u16>(nextBin, binAndSign(context, value, sign));
  nextBin += 2;
}

/** EncodeBypass of up to eight bins, from the most significant bit on. */
export function encodeBypass(values: i32, count: i32): void {
  store<u16>(nextBin, bypassBins | (count << 8) | values);
  nextBin += 2;
}

/** EncodeTerminate of a 0, which means that the slice goes on. */
export function encodeContinuation(): void {
  store<u16>(nextBin, continuations | 1);
  nextBin += 2;
}

/** encodeContinuation, and the mb_skip_flag of a skipped macroblock whose neighbours to the left and above are skipped. */
export function encodeSkip(): void {
  const before: u32 = load<u16>(nextBin - 2);
  if (before >= skips && before < skips + mostSkips) {
    store<u16>(nextBin - 2, before + 1);
    return;
  }
  store<u16>(nextBin, skips | 1);
  nextBin += 2;
}

/** Codes all bins and ends the slice with rbsp_stop_one_bit (section 9.3.4). Gives the end of its bytes, which start at `to`. */
export function finishCoder(to: usize): usize {
  let address = to;
  // codILow, with the bits that are not written yet above its own 10; and codIRange.
  let low: u64 = 0;
  let range: u32 = 510;
  // The number of those bits. The first one is not part of the stream, as PutBit drops it.
  let pending = -1;
  const end = nextBin;
  for (let at = firstBin; at < end; at += 2) {
    if (pending >= 32) {
      const shift = <u64>(pending - 22);
      const bits = low >> shift;
      if (bits >> 32 !== 0) carry(address);
      store<u32>(address, bswap<u32>(<u32>bits));
      address += 4;
      low &= ((<u64>1) << shift) - 1;
      pending -= 32;
    }
    let entry = <u32>load<u16>(at);
    if (entry >= bypassBins) {
      if (entry < continuations) {
        const count = (entry >> 8) & 15;
        low = (low << <u64>count) + <u64>(range * (entry & 255));
        pending += count;
        continue;
      }
      range -= 2;
      const shift = (range >> 8) ^ 1;
      range <<= shift;
      low <<= <u64>shift;
      pending += shift;
      if (entry < skips) continue;
      if ((entry & mostSkips) > 1) {
        store<u16>(at, entry - 1);
        at -= 2;
      }
      entry = bin(skipContext, 1);
    }
    const state = <usize>(entry & contextBits);
    const row = <usize>load<u16>(state, states);
    const least = (load<u32>(row, stateRows) >> ((range >> 3) & 24)) & 255;
    const value = entry & 1;
    store<u16>(state, load<u16>(row + <usize>(value << 1), stateRows + 4), states);
    // Which value is less probable cannot be foreseen, so a branch here would cost more than this.
    const isLess = <bool>(((<u32>row >> 3) ^ value) & 1);
    range -= least;
    low += <u64>select<u32>(range, 0, isLess);
    range = select<u32>(least, range, isLess);
    const shift = clz(range) - 23;
    range <<= shift;
    const hasSign = (entry >> 10) & 1;
    low = (low << <u64>(shift + hasSign)) + <u64>(range & (0 - (entry >> 11)));
    pending += shift + hasSign;
  }
  // EncodeTerminate of a 1 and EncodeFlush: of what remains, two bits and the stop bit are written.
  low = ((((low + <u64>(range - 2)) << 7) | (1 << 7)) << 3);
  pending += 10;
  while (pending >= 8) {
    const shift = <u64>(pending + 2);
    address = writeByte(address, <u32>(low >> shift));
    low &= ((<u64>1) << shift) - 1;
    pending -= 8;
  }
  if (pending > 0) address = writeByte(address, <u32>((low << (8 - pending)) >> 10));
  return address;
}

/** Writes a byte, whose ninth bit is a carry to the bytes before; gives the address after it. */
function writeByte(address: usize, byte: u32): usize {
  if ((byte & 256) !== 0) carry(address);
  store<u8>(address, <u8>byte);
  return address + 1;
}

/** Adds 1 to the bytes before an address. */
function carry(address: usize): void {
  let at = address - 1;
  while (load<u8>(at) === 255) store<u8>(at--, 0);
  store<u8>(at, load<u8>(at) + 1);
}
