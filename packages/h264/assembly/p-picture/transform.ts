// Residual transform and quantization: ITU-T H.264 (08/2021), section 8.5, and the forward transform that it inverts.

/** Quantizer steps by QP % 6, for positions (0, 0), (1, 1) and (0, 1) in a block and those like them (section 8.5.9). */
const scales: StaticArray<i32> = [10, 16, 13, 11, 18, 14, 13, 20, 16, 14, 23, 18, 16, 25, 20, 18, 29, 23];
/** 2^21 divided by scale and by the gain of the transform there. */
const multipliers: StaticArray<i32> = [
  13107, 5243, 8066, 11916, 4660, 7490, 10082, 4194, 6554, 9362, 3647, 5825, 8192, 3355, 5243, 7282, 2893, 4559,
];
/** Which of the three a position in raster order takes. */
const positionKinds: StaticArray<u8> = [0, 2, 0, 2, 2, 1, 2, 1, 0, 2, 0, 2, 2, 1, 2, 1];
/** QP for chroma (table 8-15), from 30 on. */
const chromaQuantizers: StaticArray<u8> = [
  29, 30, 31, 32, 32, 33, 34, 34, 35, 35, 36, 36, 37, 37, 37, 38, 38, 38, 39, 39, 39, 39,
];

/** The scan of a frame's blocks (table 8-2): raster positions. */
export const zigzag: StaticArray<u8> = [0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15];

/** For each QP: 16 multipliers and 16 scales in raster order, i32 each. */
const tables = memory.data(52 * 128);

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

/** Coefficients of a block in raster order, i32 each. */
export const coefficients = memory.data(64);

/** Fills the tables of all quantizers, once. */
export function fillTables(): void {
  for (let one = 0; one < 52; one++) {
    const table = tables + <usize>(one << 7);
    for (let index = 0; index < 16; index++) {
      const kind = (one % 6) * 3 + <i32>positionKinds[index];
      store<i32>(table + (<usize>index << 2), multipliers[kind]);
      store<i32>(table + (<usize>index << 2), scales[kind] << (one / 6), 64);
    }
  }
}

/** Sets QP of luma; that of chroma follows with chroma_qp_index_offset 0. */
export function setQuantizer(to: i32): void {
  if (quantizer === to) return;
  quantizer = to;
  const chroma = to < 30 ? to : <i32>chromaQuantizers[to - 30];
  lumaTable = tables + <usize>(to << 7);
  chromaTable = tables + <usize>(chroma << 7);
  lumaShift = to / 6;
  chromaShift = chroma / 6;
  // A level needs a step less its rounding, and the transform multiplies a difference by up to 1, 4 and 2.
  lumaNoise = noiseOf(to, 6);
  lumaNoiseInFlat = noiseOf(to, 3);
  chromaNoise = noiseOf(chroma, 3);
  lambda = max(1, <i32>Math.round(Math.pow(2, (<f64>to - 12) / 6)));
  squaredLambda = 0.85 * Math.pow(2, (<f64>to - 12) / 3);
}

/** The sum of absolute differences of a block up to which all of its levels are 0, DC levels of chroma included. */
function noiseOf(one: i32, deadZone: i32): i32 {
  const step = 1 << (15 + one / 6);
  const kinds = (one % 6) * 3;
  const largest = max(max(multipliers[kinds], 4 * multipliers[kinds + 1]), 2 * multipliers[kinds + 2]);
  return (step - step / deadZone - 1) / largest;
}

// @ts-ignore: decorator
@inline
function differenceOfRow(source: usize, prediction: usize): v128 {
  return i16x8.sub(
    i16x8.extend_low_i8x16_u(v128.load32_zero(source)),
    i16x8.extend_low_i8x16_u(v128.load32_zero(prediction)),
  );
}

/** The forward transform of a block of 4 x 4 differences, into `coefficients`. */
export function transform(source: usize, sourceStride: i32, prediction: usize, predictionStride: i32): void {
  const s = <usize>sourceStride;
  const p = <usize>predictionStride;
  // Differences take 9 bits, and coefficients no more than 15.
  const row0 = differenceOfRow(source, prediction);
  const row1 = differenceOfRow(source + s, prediction + p);
  const row2 = differenceOfRow(source + 2 * s, prediction + 2 * p);
  const row3 = differenceOfRow(source + 3 * s, prediction + 3 * p);
  const outerSum = i16x8.add(row0, row3);
  const innerSum = i16x8.add(row1, row2);
  const outer = i16x8.sub(row0, row3);
  const inner = i16x8.sub(row1, row2);
  const a = i16x8.add(outerSum, innerSum);
  const b = i16x8.add(i16x8.shl(outer, 1), inner);
  const c = i16x8.sub(outerSum, innerSum);
  const d = i16x8.sub(outer, i16x8.shl(inner, 1));
  // Columns become rows: (0, 1) and (2, 3) beside each other.
  const upper = v128.shuffle<i16>(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
  const lower = v128.shuffle<i16>(c, d, 0, 8, 1, 9, 2, 10, 3, 11);
  const columns01 = v128.shuffle<i32>(upper, lower, 0, 4, 1, 5);
  const columns32 = v128.shuffle<i32>(upper, lower, 3, 7, 2, 6);
  const sums = i16x8.add(columns01, columns32);
  const differences = i16x8.sub(columns01, columns32);
  const swappedSums = v128.shuffle<i64>(sums, sums, 1, 0);
  const even = i16x8.add(sums, swappedSums);
  const odd = i16x8.sub(sums, swappedSums);
  const swapped = v128.shuffle<i64>(differences, differences, 1, 0);
  const first = i16x8.add(i16x8.shl(differences, 1), swapped);
  const third = i16x8.sub(differences, i16x8.shl(swapped, 1));
  // Now each vector's lower half is one column of coefficients.
  const left = v128.shuffle<i16>(even, first, 0, 8, 1, 9, 2, 10, 3, 11);
  const right = v128.shuffle<i16>(odd, third, 0, 8, 1, 9, 2, 10, 3, 11);
  const rows01 = v128.shuffle<i32>(left, right, 0, 4, 1, 5);
  const rows23 = v128.shuffle<i32>(left, right, 2, 6, 3, 7);
  v128.store(coefficients, i32x4.extend_low_i16x8_s(rows01));
  v128.store(coefficients, i32x4.extend_high_i16x8_s(rows01), 16);
  v128.store(coefficients, i32x4.extend_low_i16x8_s(rows23), 32);
  v128.store(coefficients, i32x4.extend_high_i16x8_s(rows23), 48);
}

/**
 * Quantizes `coefficients` into levels in the order of the scan, i16 each; `first` is 1 where the DC coefficient is coded
 * apart, whose level becomes 0. `deadZone` is 6 for inter and 3 for intra prediction. Gives how many levels are not 0.
 */
export function quantize(isLuma: bool, levels: usize, first: i32, deadZone: i32): i32 {
  const table = isLuma ? lumaTable : chromaTable;
  const shift = 15 + (isLuma ? lumaShift : chromaShift);
  const rounding = i32x4.splat((1 << shift) / deadZone);
  const a = levelsOf(table, 0, rounding, shift);
  const b = levelsOf(table, 16, rounding, shift);
  const c = levelsOf(table, 32, rounding, shift);
  const d = levelsOf(table, 48, rounding, shift);
  const upper = i16x8.narrow_i32x4_s(a, b);
  const lower = i16x8.narrow_i32x4_s(c, d);
  // The scan of a frame's blocks (table 8-2).
  let low = v128.shuffle<i16>(upper, lower, 0, 1, 4, 8, 5, 2, 3, 6);
  const high = v128.shuffle<i16>(upper, lower, 9, 12, 13, 10, 7, 11, 14, 15);
  if (first > 0) low = i16x8.replace_lane(low, 0, 0);
  v128.store(levels, low);
  v128.store(levels, high, 16);
  const zero = i16x8.splat(0);
  const used = i16x8.bitmask(i16x8.ne(low, zero)) | (i16x8.bitmask(i16x8.ne(high, zero)) << 8);
  return <i32>popcnt(used);
}

// @ts-ignore: decorator
@inline
function levelsOf(table: usize, at: usize, rounding: v128, shift: i32): v128 {
  const value = v128.load(coefficients + at);
  const sign = i32x4.shr_s(value, 31);
  const scaled = i32x4.shr_u(i32x4.add(i32x4.mul(i32x4.abs(value), v128.load(table + at)), rounding), shift);
  return i32x4.sub(v128.xor(scaled, sign), sign);
}

/** Scales levels in the order of the scan (section 8.5.12.1), into `coefficients`; a DC coefficient of its own stays 0. */
export function scale(isLuma: bool, levels: usize, first: i32): void {
  const table = isLuma ? lumaTable : chromaTable;
  let low = v128.load(levels);
  const high = v128.load(levels, 16);
  if (first > 0) low = i16x8.replace_lane(low, 0, 0);
  const upper = v128.shuffle<i16>(low, high, 0, 1, 5, 6, 2, 4, 7, 12);
  const lower = v128.shuffle<i16>(low, high, 3, 8, 11, 13, 9, 10, 14, 15);
  v128.store(coefficients, i32x4.mul(i32x4.extend_low_i16x8_s(upper), v128.load(table, 64)));
  v128.store(coefficients, i32x4.mul(i32x4.extend_high_i16x8_s(upper), v128.load(table, 80)), 16);
  v128.store(coefficients, i32x4.mul(i32x4.extend_low_i16x8_s(lower), v128.load(table, 96)), 32);
  v128.store(coefficients, i32x4.mul(i32x4.extend_high_i16x8_s(lower), v128.load(table, 112)), 48);
}

/** Adds the inverse transform of `coefficients` to a prediction (sections 8.5.12.2 and 8.5.14). */
export function addResidual(prediction: usize, predictionStride: i32, target: usize, targetStride: i32): void {
  const row0 = v128.load(coefficients);
  const row1 = v128.load(coefficients, 16);
  const row2 = v128.load(coefficients, 32);
  const row3 = v128.load(coefficients, 48);
  // Columns become rows, so that the first pass works on rows, as the standard has it.
  const a = v128.shuffle<i32>(row0, row1, 0, 4, 1, 5);
  const b = v128.shuffle<i32>(row2, row3, 0, 4, 1, 5);
  const c = v128.shuffle<i32>(row0, row1, 2, 6, 3, 7);
  const d = v128.shuffle<i32>(row2, row3, 2, 6, 3, 7);
  const column0 = v128.shuffle<i64>(a, b, 0, 2);
  const column1 = v128.shuffle<i64>(a, b, 1, 3);
  const column2 = v128.shuffle<i64>(c, d, 0, 2);
  const column3 = v128.shuffle<i64>(c, d, 1, 3);
  const e = i32x4.add(column0, column2);
  const f = i32x4.sub(column0, column2);
  const g = i32x4.sub(i32x4.shr_s(column1, 1), column3);
  const h = i32x4.add(column1, i32x4.shr_s(column3, 1));
  const e2 = i32x4.add(e, h);
  const f2 = i32x4.add(f, g);
  const g2 = i32x4.sub(f, g);
  const h2 = i32x4.sub(e, h);
  const i = v128.shuffle<i32>(e2, f2, 0, 4, 1, 5);
  const j = v128.shuffle<i32>(g2, h2, 0, 4, 1, 5);
  const k = v128.shuffle<i32>(e2, f2, 2, 6, 3, 7);
  const l = v128.shuffle<i32>(g2, h2, 2, 6, 3, 7);
  const line0 = v128.shuffle<i64>(i, j, 0, 2);
  const line1 = v128.shuffle<i64>(i, j, 1, 3);
  const line2 = v128.shuffle<i64>(k, l, 0, 2);
  const line3 = v128.shuffle<i64>(k, l, 1, 3);
  const m = i32x4.add(line0, line2);
  const n = i32x4.sub(line0, line2);
  const o = i32x4.sub(i32x4.shr_s(line1, 1), line3);
  const q = i32x4.add(line1, i32x4.shr_s(line3, 1));
  addRow(i32x4.add(m, q), prediction, target);
  addRow(i32x4.add(n, o), prediction + <usize>predictionStride, target + <usize>targetStride);
  addRow(i32x4.sub(n, o), prediction + <usize>(predictionStride << 1), target + <usize>(targetStride << 1));
  addRow(i32x4.sub(m, q), prediction + <usize>(predictionStride * 3), target + <usize>(targetStride * 3));
}

// @ts-ignore: decorator
@inline
function addRow(residual: v128, prediction: usize, target: usize): void {
  const rounded = i32x4.shr_s(i32x4.add(residual, i32x4.splat(32)), 6);
  const predicted = i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(prediction)));
  const sum = i32x4.add(rounded, predicted);
  const narrow = i16x8.narrow_i32x4_s(sum, sum);
  v128.store32_lane(target, i8x16.narrow_i16x8_u(narrow, narrow), 0);
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
export function quantizeDc(isLuma: bool, value: i32, deadZone: i32): i32 {
  const shift = 16 + (isLuma ? lumaShift : chromaShift);
  const multiplier = load<i32>(isLuma ? lumaTable : chromaTable);
  const level = <i32>((<i64>abs(value) * <i64>multiplier + <i64>((1 << shift) / deadZone)) >> shift);
  return value < 0 ? -level : level;
}

/** Scales a luma DC value after the inverse transform (section 8.5.10). */
export function scaleLumaDc(value: i32): i32 {
  const scale = load<i32>(lumaTable, 64) >> lumaShift;
  if (lumaShift >= 6) return (value * 16 * scale) << (lumaShift - 6);
  return (value * 16 * scale + (1 << (5 - lumaShift))) >> (6 - lumaShift);
}

/** Scales a chroma DC value after the inverse transform (section 8.5.11.2). */
export function scaleChromaDc(value: i32): i32 {
  const scale = load<i32>(chromaTable, 64) >> chromaShift;
  return ((value * 16 * scale) << chromaShift) >> 5;
}
