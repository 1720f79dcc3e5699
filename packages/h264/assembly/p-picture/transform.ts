// Residual transform and quantization: ITU-T H.264 (08/2021), section 8.5, and the forward transform that it inverts.

/** Quantizer steps by QP % 6, for positions (0, 0), (1, 1) and (0, 1) in a block and those like them (section 8.5.9). */
const scales: StaticArray<i32> = [10, 16, 13, 11, 18, 14, 13, 20, 16, 14, 23, 18, 16, 25, 20, 18, 29, 23];
/** 2^21 divided by scale and by the gain of the transform there. */
const multipliers: StaticArray<i32> = [
  13107, 5243, 8066, 11916, 4660, 7490, 10082, 4194, 6554, 9362, 3647, 5825, 8192, 3355, 5243, 7282, 2893, 4559,
];
/** Which of the three the positions in an even and in an odd column take. */
const positionKinds: StaticArray<u8> = [0, 2, 0, 2, 2, 1, 2, 1];
/** QP for chroma (table 8-15), from 30 on. */
const chromaQuantizers: StaticArray<u8> = [
  29, 30, 31, 32, 32, 33, 34, 34, 35, 35, 36, 36, 37, 37, 37, 38, 38, 38, 39, 39, 39, 39,
];

/** The scan of a frame's blocks (table 8-2): raster positions. */
export const zigzag: StaticArray<u8> = [0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15];

/** For each QP: multipliers of an even and of an odd column of two blocks, and their scales, 8 i16 each. */
const tableBytes: i32 = 64;
const tables = memory.data(52 * 64, 16);

/** QP of luma, and what follows from it. */
export let quantizer: i32 = 0;
let lumaTable: usize = tables;
let chromaTable: usize = tables;
let lumaShift: i32 = 0;
let chromaShift: i32 = 0;
/** A luma block whose absolute differences sum to no more has no level other than 0 in inter prediction. */
export let lumaNoise: i32 = 0;
/** The same with the rounding of intra prediction. */
export let lumaNoiseInFlat: i32 = 0;
/** A plane of a macroblock's chroma whose absolute differences sum to no more has no level other than 0. */
export let chromaNoise: i32 = 0;
/** The weight of a bit against absolute differences, and against squared ones, as most coders of H.264 have it. */
export let lambda: i32 = 1;
export let squaredLambda: f64 = 1;

/** Fills the tables of all quantizers, once. */
export function fillTables(): void {
  for (let one = 0; one < 52; one++) {
    for (let index = 0; index < 16; index++) {
      const to = tables + <usize>(one * tableBytes + (index << 1));
      // Each column is there twice, for the left and for the right block.
      const kind = (one % 6) * 3 + <i32>positionKinds[((index >> 3) << 2) + (index & 3)];
      store<i16>(to, <i16>multipliers[kind]);
      store<i16>(to, <i16>(scales[kind] << (one / 6)), 32);
    }
  }
}

/** Sets QP of luma; that of chroma follows with chroma_qp_index_offset 0. */
export function setQuantizer(to: i32): void {
  if (quantizer === to) return;
  quantizer = to;
  const chroma = to < 30 ? to : <i32>chromaQuantizers[to - 30];
  lumaTable = tables + <usize>(to * tableBytes);
  chromaTable = tables + <usize>(chroma * tableBytes);
  lumaShift = to / 6;
  chromaShift = chroma / 6;
  // A level needs a step less its rounding, and the transform multiplies a difference by up to 1, 4 and 2.
  lumaNoise = noiseOf(to, interRounding);
  lumaNoiseInFlat = noiseOf(to, intraRounding);
  chromaNoise = noiseOf(chroma, intraRounding);
  lambda = max(1, <i32>Math.round(Math.pow(2, (<f64>to - 12) / 6)));
  squaredLambda = 0.85 * Math.pow(2, (<f64>to - 12) / 3);
}

/** The sum of absolute differences of a block up to which all of its levels are 0, DC levels of chroma included. */
function noiseOf(one: i32, rounding: i32): i32 {
  const shift = 15 + one / 6;
  const step = 1 << shift;
  const kinds = (one % 6) * 3;
  const largest = max(max(multipliers[kinds], 4 * multipliers[kinds + 1]), 2 * multipliers[kinds + 2]);
  return (step - (rounding >> (30 - shift)) - 1) / largest;
}

// Two blocks of 4 x 4 beside each other are worked on together: a row or a column of the left one and the same of the right
// one, 8 values of 16 bits. `pair` is the address of the four columns of such blocks.

/** Bytes of two blocks. */
export const pairBytes: i32 = 64;

// @ts-ignore: decorator
@inline
function differenceOfRow(source: usize, prediction: usize): v128 {
  return i16x8.sub(v128.load8x8_u(source), v128.load8x8_u(prediction));
}

// @ts-ignore: decorator
@inline
function transposeAndStore(pair: usize, row0: v128, row1: v128, row2: v128, row3: v128): void {
  const a = v128.shuffle<i16>(row0, row1, 0, 8, 1, 9, 2, 10, 3, 11);
  const b = v128.shuffle<i16>(row0, row1, 4, 12, 5, 13, 6, 14, 7, 15);
  const c = v128.shuffle<i16>(row2, row3, 0, 8, 1, 9, 2, 10, 3, 11);
  const d = v128.shuffle<i16>(row2, row3, 4, 12, 5, 13, 6, 14, 7, 15);
  const left01 = v128.shuffle<i32>(a, c, 0, 4, 1, 5);
  const left23 = v128.shuffle<i32>(a, c, 2, 6, 3, 7);
  const right01 = v128.shuffle<i32>(b, d, 0, 4, 1, 5);
  const right23 = v128.shuffle<i32>(b, d, 2, 6, 3, 7);
  v128.store(pair, v128.shuffle<i64>(left01, right01, 0, 2));
  v128.store(pair, v128.shuffle<i64>(left01, right01, 1, 3), 16);
  v128.store(pair, v128.shuffle<i64>(left23, right23, 0, 2), 32);
  v128.store(pair, v128.shuffle<i64>(left23, right23, 1, 3), 48);
}

/** The forward transform of the differences of two blocks. They take 9 bits, and coefficients no more than 15. */
export function transform(source: usize, sourceStride: i32, prediction: usize, predictionStride: i32, pair: usize): void {
  const s = <usize>sourceStride;
  const p = <usize>predictionStride;
  const row0 = differenceOfRow(source, prediction);
  const row1 = differenceOfRow(source + s, prediction + p);
  const row2 = differenceOfRow(source + 2 * s, prediction + 2 * p);
  const row3 = differenceOfRow(source + 3 * s, prediction + 3 * p);
  const a = i16x8.add(row0, row3);
  const b = i16x8.add(row1, row2);
  const c = i16x8.sub(row0, row3);
  const d = i16x8.sub(row1, row2);
  transposeAndStore(
    pair,
    i16x8.add(a, b),
    i16x8.add(i16x8.shl(c, 1), d),
    i16x8.sub(a, b),
    i16x8.sub(c, i16x8.shl(d, 1)),
  );
  const column0 = v128.load(pair);
  const column1 = v128.load(pair, 16);
  const column2 = v128.load(pair, 32);
  const column3 = v128.load(pair, 48);
  const e = i16x8.add(column0, column3);
  const f = i16x8.add(column1, column2);
  const g = i16x8.sub(column0, column3);
  const h = i16x8.sub(column1, column2);
  v128.store(pair, i16x8.add(e, f));
  v128.store(pair, i16x8.add(i16x8.shl(g, 1), h), 16);
  v128.store(pair, i16x8.sub(e, f), 32);
  v128.store(pair, i16x8.sub(g, i16x8.shl(h, 1)), 48);
}

/**
 * Quantizes the coefficients of two blocks into levels in the order of the scan, i16 each, 32 bytes for the left and then
 * for the right block, and replaces the coefficients by those that the levels stand for (section 8.5.12.1). Gives a bit for each level that is not 0; 16 for the left block, then the right.
 */
export function quantize(isLuma: bool, pair: usize, levels: usize, leftRounding: i32, rightRounding: i32): u32 {
  const table = isLuma ? lumaTable : chromaTable;
  const shift = 15 + (isLuma ? lumaShift : chromaShift);
  const left = i32x4.splat(leftRounding >> (30 - shift));
  const right = i32x4.splat(rightRounding >> (30 - shift));
  const evenMultiplier = v128.load(table);
  const oddMultiplier = v128.load(table, 16);
  const column0 = levelsOf(v128.load(pair), evenMultiplier, left, right, shift);
  const column1 = levelsOf(v128.load(pair, 16), oddMultiplier, left, right, shift);
  const column2 = levelsOf(v128.load(pair, 32), evenMultiplier, left, right, shift);
  const column3 = levelsOf(v128.load(pair, 48), oddMultiplier, left, right, shift);
  const even = v128.load(table, 32);
  const odd = v128.load(table, 48);
  v128.store(pair, i16x8.mul(column0, even));
  v128.store(pair, i16x8.mul(column1, odd), 16);
  v128.store(pair, i16x8.mul(column2, even), 32);
  v128.store(pair, i16x8.mul(column3, odd), 48);
  const leftMask = scan(v128.shuffle<i64>(column0, column1, 0, 2), v128.shuffle<i64>(column2, column3, 0, 2), levels);
  const rightMask = scan(v128.shuffle<i64>(column0, column1, 1, 3), v128.shuffle<i64>(column2, column3, 1, 3), levels + 32);
  return leftMask | (rightMask << 16);
}

/** What is added to a level before it is rounded down: 3/16 in inter and 1/3 in intra prediction, times 1 << 30. */
export const interRounding: i32 = 3 << 26;
export const intraRounding: i32 = (1 << 30) / 3;

// @ts-ignore: decorator
@inline
function levelsOf(values: v128, multiplier: v128, leftRounding: v128, rightRounding: v128, shift: i32): v128 {
  const sizes = i16x8.abs(values);
  const signs = i16x8.shr_s(values, 15);
  const left = i32x4.shr_u(i32x4.add(i32x4.extmul_low_i16x8_u(sizes, multiplier), leftRounding), shift);
  const right = i32x4.shr_u(i32x4.add(i32x4.extmul_high_i16x8_u(sizes, multiplier), rightRounding), shift);
  return i16x8.sub(v128.xor(i16x8.narrow_i32x4_s(left, right), signs), signs);
}

/** Puts the levels of a block, column by column, into the order of the scan (table 8-2). Gives a bit for each that is not 0. */
// @ts-ignore: decorator
@inline
function scan(columns01: v128, columns23: v128, levels: usize): u32 {
  const low = v128.shuffle<i16>(columns01, columns23, 0, 4, 1, 2, 5, 8, 12, 9);
  const high = v128.shuffle<i16>(columns01, columns23, 6, 3, 7, 10, 13, 14, 11, 15);
  v128.store(levels, low);
  v128.store(levels, high, 16);
  return i8x16.bitmask(i8x16.ne(i8x16.narrow_i16x8_s(low, high), i8x16.splat(0)));
}

/** Turns scaled coefficients of two blocks into the rows of their residual (section 8.5.12.2). */
function invert(pair: usize): void {
  const column0 = v128.load(pair);
  const column1 = v128.load(pair, 16);
  const column2 = v128.load(pair, 32);
  const column3 = v128.load(pair, 48);
  const e = i16x8.add(column0, column2);
  const f = i16x8.sub(column0, column2);
  const g = i16x8.sub(i16x8.shr_s(column1, 1), column3);
  const h = i16x8.add(column1, i16x8.shr_s(column3, 1));
  transposeAndStore(pair, i16x8.add(e, h), i16x8.add(f, g), i16x8.sub(f, g), i16x8.sub(e, h));
  const row0 = v128.load(pair);
  const row1 = v128.load(pair, 16);
  const row2 = v128.load(pair, 32);
  const row3 = v128.load(pair, 48);
  const half = i16x8.splat(32);
  const i = i16x8.add(i16x8.add(row0, row2), half);
  const j = i16x8.add(i16x8.sub(row0, row2), half);
  const k = i16x8.sub(i16x8.shr_s(row1, 1), row3);
  const l = i16x8.add(row1, i16x8.shr_s(row3, 1));
  v128.store(pair, i16x8.shr_s(i16x8.add(i, l), 6));
  v128.store(pair, i16x8.shr_s(i16x8.add(j, k), 6), 16);
  v128.store(pair, i16x8.shr_s(i16x8.sub(j, k), 6), 32);
  v128.store(pair, i16x8.shr_s(i16x8.sub(i, l), 6), 48);
}

/** Adds the residual of two blocks, as scaled coefficients, to a prediction (section 8.5.14). */
export function addResidual(pair: usize, prediction: usize, predictionStride: i32, target: usize, targetStride: i32): void {
  invert(pair);
  for (let j = 0; j < 4; j++) {
    v128.store64_lane(target + <usize>(j * targetStride), rowOf(pair, prediction, predictionStride, j), 0);
  }
}

/** The same for the left block alone. */
export function addResidualOfOne(pair: usize, prediction: usize, predictionStride: i32, target: usize, targetStride: i32): void {
  invert(pair);
  for (let j = 0; j < 4; j++) {
    v128.store32_lane(target + <usize>(j * targetStride), rowOf(pair, prediction, predictionStride, j), 0);
  }
}

// @ts-ignore: decorator
@inline
function rowOf(pair: usize, prediction: usize, predictionStride: i32, j: i32): v128 {
  const predicted = v128.load8x8_u(prediction + <usize>(j * predictionStride));
  const sum = i16x8.add(v128.load(pair + (<usize>j << 4)), predicted);
  return i8x16.narrow_i16x8_u(sum, sum);
}

/**
 * The transform of the 16 DC coefficients of an Intra_16x16 macroblock, i32 each in raster order of the blocks, in place
 * (section 8.5.10); it is its own inverse but for a factor.
 */
export function transformLumaDc(values: usize): void {
  for (let y = 0; y < 4; y++) hadamard(values + (<usize>y << 4), 4);
  for (let x = 0; x < 4; x++) hadamard(values + (<usize>x << 2), 16);
}

function hadamard(at: usize, step: usize): void {
  const a = load<i32>(at);
  const b = load<i32>(at + step);
  const c = load<i32>(at + 2 * step);
  const d = load<i32>(at + 3 * step);
  store<i32>(at, a + b + c + d);
  store<i32>(at + step, a + b - c - d);
  store<i32>(at + 2 * step, a - b - c + d);
  store<i32>(at + 3 * step, a - b + c - d);
}

/** The level of a DC coefficient after `transformLumaDc` (with `halve`) or after the transform of chroma's. */
export function quantizeDc(isLuma: bool, value: i32, rounding: i32): i32 {
  const shift = 16 + (isLuma ? lumaShift : chromaShift);
  const multiplier = <i32>load<i16>(isLuma ? lumaTable : chromaTable);
  const level = <i32>((<i64>abs(value) * <i64>multiplier + <i64>(rounding >> (30 - shift))) >> shift);
  return value < 0 ? -level : level;
}

/** Scales a luma DC value after the inverse transform (section 8.5.10). */
export function scaleLumaDc(value: i32): i32 {
  const scale = <i32>load<i16>(lumaTable, 32) >> lumaShift;
  if (lumaShift >= 6) return (value * 16 * scale) << (lumaShift - 6);
  return (value * 16 * scale + (1 << (5 - lumaShift))) >> (6 - lumaShift);
}

/** Scales a chroma DC value after the inverse transform (section 8.5.11.2). */
export function scaleChromaDc(value: i32): i32 {
  const scale = <i32>load<i16>(chromaTable, 32) >> chromaShift;
  return ((value * 16 * scale) << chromaShift) >> 5;
}
