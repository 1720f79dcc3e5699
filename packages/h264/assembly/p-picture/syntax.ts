// The syntax of macroblocks in CABAC: ITU-T H.264 (08/2021), sections 7.3.5 and 9.3.3. One slice, so that every macroblock
// before is available.
import {
  bin,
  binAndSign,
  binsEnd,
  encode,
  encodeBypass,
  encodeContinuation,
  encodeSkip,
  encodeWithSign,
  endBins,
} from './arithmetic-coder';
import { skipContext } from './context-tables';
import { quantizer } from './transform';
import { blueCounts, columns, contextBytes, contextsOfMacroblocks, lumaCounts, redCounts } from './state';

// The first context index of each syntax element (table 9-34).
const typeContext = 14;
const intraTypeContext = 17;
const horizontalContext = 40;
const verticalContext = 47;
const quantizerContext = 60;
const chromaModeContext = 64;
const predictedModeContext = 68;
const modeContext = 69;
const lumaPatternContext = 73;
const chromaPatternContext = 77;
const codedContext = 85;
const significantContext = 105;
const lastContext = 166;
const levelContext = 227;

/** Kinds of blocks (table 9-42): ctxBlockCat. */
export const lumaDc: i32 = 0;
export const lumaAc: i32 = 1;
export const luma: i32 = 2;
export const chromaDc: i32 = 3;
export const chromaAc: i32 = 4;
/** ctxBlockCatOffset for significant and last coefficients, and for levels (table 9-40). */
const mapOffsets: StaticArray<u8> = [0, 15, 29, 44, 47];
const levelOffsets: StaticArray<u8> = [0, 10, 20, 30, 39];

// What later macroblocks need of one, a byte each. All are 0 for a skipped one.
const kindOffset = 0;
const patternOffset = 1;
const chromaModeOffset = 2;
const dcOffset = 3;
const horizontalOffset = 4;
const verticalOffset = 5;

const isSkipped = 0;
const isInter = 1;
const isIntra = 2;

/** QP of the last macroblock with a residual, and mb_qp_delta of the macroblock before. */
let lastQuantizer: i32 = 0;
let lastDelta: i32 = 0;

/** Starts a slice with a quantizer. */
export function startSyntax(sliceQuantizer: i32): void {
  lastQuantizer = sliceQuantizer;
  lastDelta = 0;
}

/** The macroblock that is written, and its neighbours; those beyond the picture are not available. */
let column: i32 = 0;
let row: i32 = 0;
let own: usize = 0;
let left: usize = 0;
let upper: usize = 0;
let hasLeft: bool = false;
let hasUpper: bool = false;
let isOwnIntra: bool = false;

function goTo(macroblock: i32, toColumn: i32, toRow: i32): void {
  column = toColumn;
  row = toRow;
  own = contextsOfMacroblocks + <usize>(macroblock * contextBytes);
  left = own - <usize>contextBytes;
  upper = own - <usize>(columns * contextBytes);
  hasLeft = toColumn > 0;
  hasUpper = toRow > 0;
}

/** end_of_slice_flag of the macroblock before, and mb_skip_flag. */
function writeSkipFlag(macroblock: i32, isSkip: i32): void {
  const near = <i32>(hasLeft && load<u8>(left, kindOffset) !== isSkipped) +
    <i32>(hasUpper && load<u8>(upper, kindOffset) !== isSkipped);
  if ((near | (1 - isSkip)) === 0 && macroblock > 0) {
    encodeSkip();
    return;
  }
  if (macroblock > 0) encodeContinuation();
  encode(skipContext + near, isSkip);
}

export function writeSkip(macroblock: i32, toColumn: i32, toRow: i32): void {
  goTo(macroblock, toColumn, toRow);
  writeSkipFlag(macroblock, 1);
  lastDelta = 0;
}

/** A macroblock of type P_L0_16x16 up to its residual: the difference of its vector and coded_block_pattern. */
export function writeInter(macroblock: i32, toColumn: i32, toRow: i32, x: i32, y: i32, pattern: i32): void {
  goTo(macroblock, toColumn, toRow);
  writeSkipFlag(macroblock, 0);
  store<u8>(own, isInter, kindOffset);
  isOwnIntra = false;
  encode(typeContext, 0);
  encode(typeContext + 1, 0);
  encode(typeContext + 2, 0);
  writeDifference(horizontalContext, x, horizontalOffset);
  writeDifference(verticalContext, y, verticalOffset);
  writePattern(pattern);
  if (pattern !== 0) writeQuantizer();
  else lastDelta = 0;
}

/** A macroblock of type I_NxN up to its residual; `modes` has a byte for each luma block, negative for the predicted one. */
export function writeIntra4(
  macroblock: i32,
  toColumn: i32,
  toRow: i32,
  modes: usize,
  chromaMode: i32,
  pattern: i32,
): void {
  startIntra(macroblock, toColumn, toRow);
  encode(intraTypeContext, 0);
  for (let block: usize = 0; block < 16; block++) {
    const mode = <i32>load<i8>(modes + block);
    encode(predictedModeContext, <i32>(mode < 0));
    if (mode < 0) continue;
    for (let bit = 0; bit < 3; bit++) encode(modeContext, (mode >> bit) & 1);
  }
  writeChromaMode(chromaMode);
  writePattern(pattern);
  if (pattern !== 0) writeQuantizer();
  else lastDelta = 0;
}

/** A macroblock in Intra_16x16 up to its residual; the luma part of `pattern` is 0 or 15. */
export function writeIntra16(
  macroblock: i32,
  toColumn: i32,
  toRow: i32,
  mode: i32,
  chromaMode: i32,
  pattern: i32,
): void {
  startIntra(macroblock, toColumn, toRow);
  const chroma = pattern >> 4;
  encode(intraTypeContext, 1);
  encodeContinuation(); // not I_PCM
  encode(intraTypeContext + 1, <i32>((pattern & 15) !== 0));
  encode(intraTypeContext + 2, <i32>(chroma !== 0));
  if (chroma !== 0) encode(intraTypeContext + 2, <i32>(chroma === 2));
  encode(intraTypeContext + 3, mode >> 1);
  encode(intraTypeContext + 3, mode & 1);
  writeChromaMode(chromaMode);
  store<u8>(own, pattern, patternOffset);
  writeQuantizer();
}

function startIntra(macroblock: i32, toColumn: i32, toRow: i32): void {
  goTo(macroblock, toColumn, toRow);
  writeSkipFlag(macroblock, 0);
  store<u8>(own, isIntra, kindOffset);
  isOwnIntra = true;
  encode(typeContext, 1);
}

/** mb_qp_delta (section 9.3.3.1.1.5). */
function writeQuantizer(): void {
  const delta = quantizer - lastQuantizer;
  let rest = delta > 0 ? 2 * delta - 1 : -2 * delta;
  let context = quantizerContext + <i32>(lastDelta !== 0);
  let next = quantizerContext + 2;
  while (rest-- > 0) {
    encode(context, 1);
    context = next;
    next = quantizerContext + 3;
  }
  encode(context, 0);
  lastQuantizer = quantizer;
  lastDelta = delta;
}

function writeChromaMode(mode: i32): void {
  store<u8>(own, mode, chromaModeOffset);
  const inLeft = <i32>(hasLeft && load<u8>(left, chromaModeOffset) !== 0);
  const inUpper = <i32>(hasUpper && load<u8>(upper, chromaModeOffset) !== 0);
  encode(chromaModeContext + inLeft + inUpper, <i32>(mode > 0));
  if (mode === 0) return;
  encode(chromaModeContext + 3, <i32>(mode > 1));
  if (mode > 1) encode(chromaModeContext + 3, <i32>(mode > 2));
}

/** The largest prefix of a vector's difference, and what is kept of it: more would not change a choice. */
const mostDifference = 9;
const largeDifference = 66;

/** A component of mvd_l0 (sections 9.3.2.3 and 9.3.3.1.1.7). */
function writeDifference(context: i32, value: i32, offset: i32): void {
  const size = abs(value);
  const at = <usize>offset;
  store<u8>(own + at, min(size, largeDifference));
  let near = 0;
  if (hasLeft) near += <i32>load<u8>(left + at);
  if (hasUpper) near += <i32>load<u8>(upper + at);
  encode(context + (near < 3 ? 0 : near > 32 ? 2 : 1), <i32>(size > 0));
  if (size === 0) return;
  // The bins of the prefix; the sign follows the last one.
  const last = min(size, mostDifference - 1);
  for (let index = 1; index < last; index++) encode(context + min(index + 2, 6), 1);
  const sign = <i32>(value < 0);
  if (size < mostDifference) encodeWithSign(context + min(last + 2, 6), 0, sign);
  else {
    encode(context + 6, 1);
    writeExponential(size - mostDifference, 3);
    encodeBypass(sign, 1);
  }
}

/** The suffix of k-th order Exp-Golomb (section 9.3.2.3). */
function writeExponential(value: i32, order: i32): void {
  let rest = value;
  let bits = order;
  while (rest >= 1 << bits) {
    encodeBypass(1, 1);
    rest -= 1 << bits;
    bits++;
  }
  encodeBypass(0, 1);
  while (bits-- > 0) encodeBypass((rest >> bits) & 1, 1);
}

/** coded_block_pattern (section 9.3.3.1.1.4). */
function writePattern(pattern: i32): void {
  const all = 0x2f;
  const inLeft = hasLeft ? <i32>load<u8>(left, patternOffset) : all;
  const inUpper = hasUpper ? <i32>load<u8>(upper, patternOffset) : all;
  store<u8>(own, pattern, patternOffset);
  const b0 = pattern & 1;
  const b1 = (pattern >> 1) & 1;
  const b2 = (pattern >> 2) & 1;
  const b3 = (pattern >> 3) & 1;
  encode(lumaPatternContext + (1 ^ ((inLeft >> 1) & 1)) + 2 * (1 ^ ((inUpper >> 2) & 1)), b0);
  encode(lumaPatternContext + (1 ^ b0) + 2 * (1 ^ ((inUpper >> 3) & 1)), b1);
  encode(lumaPatternContext + (1 ^ ((inLeft >> 3) & 1)) + 2 * (1 ^ b0), b2);
  encode(lumaPatternContext + (1 ^ b2) + 2 * (1 ^ b1), b3);
  const chroma = pattern >> 4;
  const chromaLeft = hasLeft ? inLeft >> 4 : 0;
  const chromaUpper = hasUpper ? inUpper >> 4 : 0;
  encode(chromaPatternContext + <i32>(chromaLeft !== 0) + 2 * <i32>(chromaUpper !== 0), <i32>(chroma !== 0));
  if (chroma === 0) return;
  encode(chromaPatternContext + 4 + <i32>(chromaLeft === 2) + 2 * <i32>(chromaUpper === 2), <i32>(chroma === 2));
}

/** The DC coefficients of luma in Intra_16x16, 16 levels. */
export function writeLumaDc(levels: usize): void {
  writeDc(lumaDc, 0, levels, 16);
}

/** The DC coefficients of a plane of chroma, 4 levels. */
export function writeChromaDc(plane: i32, levels: usize): void {
  writeDc(chromaDc, 1 + plane, levels, 4);
}

function writeDc(kind: i32, bit: i32, levels: usize, count: i32): void {
  const none = <i32>isOwnIntra;
  const inLeft = hasLeft ? (<i32>load<u8>(left, dcOffset) >> bit) & 1 : none;
  const inUpper = hasUpper ? (<i32>load<u8>(upper, dcOffset) >> bit) & 1 : none;
  const total = writeBlock(kind, inLeft + 2 * inUpper, levels, count);
  if (total > 0) store<u8>(own, <u8>(<i32>load<u8>(own, dcOffset) | (1 << bit)), dcOffset);
}

/** A luma block at (x, y) of the macroblock, in blocks; from its second level on where the first is coded apart. */
export function writeLuma(kind: i32, x: i32, y: i32, levels: usize): void {
  const width = columns << 2;
  const at = lumaCounts + <usize>(((row << 2) + y) * width + (column << 2) + x);
  const first = kind === lumaAc ? 1 : 0;
  writeCounted(kind, at, width, x, y, levels + <usize>(first << 1), 16 - first);
}

/** The AC coefficients of a block of chroma. */
export function writeChromaAc(plane: i32, x: i32, y: i32, levels: usize): void {
  const width = columns << 1;
  const counts = plane === 0 ? blueCounts : redCounts;
  const at = counts + <usize>(((row << 1) + y) * width + (column << 1) + x);
  writeCounted(chromaAc, at, width, x, y, levels + 2, 15);
}

function writeCounted(kind: i32, at: usize, width: i32, x: i32, y: i32, levels: usize, count: i32): void {
  const none = <i32>isOwnIntra;
  const inLeft = x > 0 || hasLeft ? <i32>(load<u8>(at - 1) !== 0) : none;
  const inUpper = y > 0 || hasUpper ? <i32>(load<u8>(at - <usize>width) !== 0) : none;
  store<u8>(at, writeBlock(kind, inLeft + 2 * inUpper, levels, count));
}

/** residual_block_cabac (section 7.3.5.3.3) of levels in the order of the scan, i16 each. Gives how many are not 0. */
function writeBlock(kind: i32, near: i32, levels: usize, count: i32): i32 {
  let used: i32;
  if (count === 4) {
    used = i16x8.bitmask(i16x8.ne(v128.load64_zero(levels), i16x8.splat(0)));
  } else {
    const zero = i16x8.splat(0);
    used = i16x8.bitmask(i16x8.ne(v128.load(levels), zero)) | (i16x8.bitmask(i16x8.ne(v128.load(levels, 16), zero)) << 8);
    if (count === 15) used &= 0x7fff;
  }
  encode(codedContext + 4 * kind + near, <i32>(used !== 0));
  if (used === 0) return 0;
  writeMap(mapOffsets[kind], used, count);
  writeLevels(kind, levels, used);
  return <i32>popcnt(used);
}

/** significant_coeff_flag and last_significant_coeff_flag, both of which depend on the index alone. */
function writeMap(map: i32, used: i32, count: i32): void {
  const last = 31 - <i32>clz(used);
  let to = binsEnd();
  // Both bins side by side; the second one is kept only after a level that is not 0, without a branch.
  let both = bin(significantContext + map, 0) | (bin(lastContext + map, 0) << 16);
  const next = bin(1, 0) | (bin(1, 0) << 16);
  for (let rest = used, index = 0; index < last; index++) {
    const isUsed = rest & 1;
    store<u32>(to, both | isUsed);
    to += <usize>(2 + (isUsed << 1));
    rest >>= 1;
    both += next;
  }
  if (last < count - 1) {
    store<u32>(to, both | bin(0, 1) | (bin(0, 1) << 16));
    to += 4;
  }
  endBins(to);
}

/** The largest prefix of a level. */
const mostLevel = 14;

/** coeff_abs_level_minus1 and coeff_sign_flag, from the highest frequency on (sections 9.3.2.3 and 9.3.3.1.3). */
function writeLevels(kind: i32, levels: usize, used: i32): void {
  const context = levelContext + <i32>levelOffsets[kind];
  // The contexts of the first bin, by how many ones came before, while there are no greater levels; and of the others.
  let first = context + 1;
  let next = context + 5;
  const lastNext = next + (kind === chromaDc ? 3 : 4);
  let to = binsEnd();
  for (let rest = used; rest !== 0; ) {
    const index = 31 - <i32>clz(rest);
    rest ^= 1 << index;
    const level = <i32>load<i16>(levels + (<usize>index << 1));
    const sign = <i32>(<u32>level >> 31);
    const size = abs(level) - 1;
    const isOne = size === 0;
    // Which levels are ones cannot be foreseen: bins for up to three more are put down, and the last one ends them.
    store<u64>(to, <u64>(bin(first, 1) | (bin(next, 1) << 16)) | ((<u64>(bin(next, 1) | (bin(next, 1) << 16))) << 32));
    if (size < 4) {
      to += <usize>(size << 1);
      store<u16>(to, binAndSign(select(first, next, isOne), 0, sign));
      to += 2;
    } else {
      to = writeLargeLevel(to + 8, next, size, sign);
    }
    // Once there was a greater level, the first context stays.
    first = select(select(first, min(first + 1, context + 4), first === context), context, isOne);
    next = select(next, min(next + 1, lastNext), isOne);
  }
  endBins(to);
}

/** The rest of a level after its first four bins, and its sign; gives the end of the bins. */
function writeLargeLevel(at: usize, context: i32, size: i32, sign: i32): usize {
  let to = at;
  for (let count = 4; count < min(size, mostLevel); count++) {
    store<u16>(to, bin(context, 1));
    to += 2;
  }
  if (size < mostLevel) {
    store<u16>(to, binAndSign(context, 0, sign));
    return to + 2;
  }
  endBins(to);
  writeExponential(size - mostLevel, 0);
  encodeBypass(sign, 1);
  return binsEnd();
}
