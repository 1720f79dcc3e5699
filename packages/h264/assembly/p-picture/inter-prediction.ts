// Inter prediction: ITU-T H.264 (08/2021), sections 8.4.1 (vectors) and 8.4.2 (samples). One reference picture, whole macroblocks.
import {
  columns,
  intraFlags,
  referenceBlue,
  referenceLuma,
  referenceRed,
  rows,
  stride,
  vectorsX,
  vectorsY,
} from './state';

/** The vector that `predictVector` and `inferVector` give, in quarter samples. */
export let predictedX: i32 = 0;
export let predictedY: i32 = 0;

function vectorX(macroblock: i32): i32 {
  return <i32>load<i16>(vectorsX + (<usize>macroblock << 1));
}

function vectorY(macroblock: i32): i32 {
  return <i32>load<i16>(vectorsY + (<usize>macroblock << 1));
}

function isIntra(macroblock: i32): bool {
  return load<u8>(intraFlags + <usize>macroblock) !== 0;
}

function median(a: i32, b: i32, c: i32): i32 {
  return max(min(a, b), min(max(a, b), c));
}

/** The prediction of a macroblock's vector from its neighbours (section 8.4.1.3). */
export function predictVector(macroblock: i32, column: i32, row: i32): void {
  const hasLeft = column > 0;
  const hasUpper = row > 0;
  const left = macroblock - 1;
  const upper = macroblock - columns;
  // Where the upper right neighbour does not exist, the upper left one takes its place.
  const third = column < columns - 1 ? upper + 1 : upper - 1;
  const hasThird = hasUpper && (column < columns - 1 || hasLeft);
  const usesLeft = hasLeft && !isIntra(left);
  const usesUpper = hasUpper && !isIntra(upper);
  const usesThird = hasThird && !isIntra(third);
  const leftX = usesLeft ? vectorX(left) : 0;
  const leftY = usesLeft ? vectorY(left) : 0;
  if (hasLeft && !hasUpper) {
    predictedX = leftX;
    predictedY = leftY;
    return;
  }
  const upperX = usesUpper ? vectorX(upper) : 0;
  const upperY = usesUpper ? vectorY(upper) : 0;
  const thirdX = usesThird ? vectorX(third) : 0;
  const thirdY = usesThird ? vectorY(third) : 0;
  const used = <i32>usesLeft + <i32>usesUpper + <i32>usesThird;
  if (used === 1) {
    predictedX = usesLeft ? leftX : usesUpper ? upperX : thirdX;
    predictedY = usesLeft ? leftY : usesUpper ? upperY : thirdY;
    return;
  }
  predictedX = median(leftX, upperX, thirdX);
  predictedY = median(leftY, upperY, thirdY);
}

/** The vector of a skipped macroblock (section 8.4.1.1). */
export function inferVector(macroblock: i32, column: i32, row: i32): void {
  if (column === 0 || row === 0 || isStill(macroblock - 1) || isStill(macroblock - columns)) {
    predictedX = 0;
    predictedY = 0;
    return;
  }
  predictVector(macroblock, column, row);
}

function isStill(macroblock: i32): bool {
  return !isIntra(macroblock) && vectorX(macroblock) === 0 && vectorY(macroblock) === 0;
}

/** Room for the samples around a block, rows of 32 bytes. */
const patchStride: i32 = 32;
const patch = memory.data(32 * 24);
/** Half samples between rows and columns before they are rounded, i16 each, rows of 16. */
const wide = memory.data(21 * 16 * 2);
const firstHalf = memory.data(256);

/** Where `locate` found the samples, and their stride. */
let located: usize = 0;
let locatedStride: i32 = 0;

/** Finds `width` x `height` samples at (x, y) of a plane; those beyond its edges repeat the edges' (section 8.4.2.2.1). */
function locate(plane: usize, planeWidth: i32, planeHeight: i32, x: i32, y: i32, width: i32, height: i32): void {
  if (x >= 0 && y >= 0 && x + width <= planeWidth && y + height <= planeHeight) {
    located = plane + <usize>(y * planeWidth + x);
    locatedStride = planeWidth;
    return;
  }
  for (let j = 0; j < height; j++) {
    const from = plane + <usize>(min(max(y + j, 0), planeHeight - 1) * planeWidth);
    const to = patch + <usize>(j * patchStride);
    for (let i = 0; i < width; i++) {
      store<u8>(to + <usize>i, load<u8>(from + <usize>min(max(x + i, 0), planeWidth - 1)));
    }
  }
  located = patch;
  locatedStride = patchStride;
}

/** Predicts the luma of the macroblock at (x, y) with a vector in quarter samples, into rows of 16 (section 8.4.2.2.1). */
export function predictLuma(x: i32, y: i32, vectorX: i32, vectorY: i32, target: usize): void {
  const fractionX = vectorX & 3;
  const fractionY = vectorY & 3;
  const left = x + (vectorX >> 2);
  const top = y + (vectorY >> 2);
  const height = rows << 4;
  if ((fractionX | fractionY) === 0) {
    locate(referenceLuma, stride, height, left, top, 16, 16);
    copySixteen(located, locatedStride, target);
    return;
  }
  locate(referenceLuma, stride, height, left - 2, top - 2, 21, 21);
  const origin = located + <usize>(2 * locatedStride + 2);
  const right = origin + <usize>(fractionX === 3 ? 1 : 0);
  const below = origin + <usize>(fractionY === 3 ? <usize>locatedStride : 0);
  if (fractionY === 0) {
    filterRows(origin, target);
    if (fractionX !== 2) average(target, right, locatedStride, target);
  } else if (fractionX === 0) {
    filterColumns(origin, target);
    if (fractionY !== 2) average(target, below, locatedStride, target);
  } else if (fractionX === 2 && fractionY === 2) {
    filterBoth(origin, target);
  } else if (fractionX === 2) {
    filterBoth(origin, target);
    filterRows(below, firstHalf);
    average(target, firstHalf, 16, target);
  } else if (fractionY === 2) {
    filterBoth(origin, target);
    filterColumns(right, firstHalf);
    average(target, firstHalf, 16, target);
  } else {
    filterRows(below, target);
    filterColumns(right, firstHalf);
    average(target, firstHalf, 16, target);
  }
}

function copySixteen(from: usize, fromStride: i32, to: usize): void {
  for (let j = 0; j < 16; j++) {
    v128.store(to + (<usize>j << 4), v128.load(from + <usize>(j * fromStride)));
  }
}

/** The mean of two blocks, rounded up. */
function average(one: usize, other: usize, otherStride: i32, target: usize): void {
  for (let j = 0; j < 16; j++) {
    const at = <usize>j << 4;
    v128.store(target + at, i8x16.avgr_u(v128.load(one + at), v128.load(other + <usize>(j * otherStride))));
  }
}

/** a - 5 b + 20 c + 20 d - 5 e + f of eight samples each. */
// @ts-ignore: decorator
@inline
function sixTaps(a: v128, b: v128, c: v128, d: v128, e: v128, f: v128): v128 {
  const inner = i16x8.mul(i16x8.add(c, d), i16x8.splat(20));
  const middle = i16x8.mul(i16x8.add(b, e), i16x8.splat(5));
  return i16x8.add(i16x8.sub(i16x8.add(a, f), middle), inner);
}

// @ts-ignore: decorator
@inline
function rounded(sum: v128): v128 {
  return i16x8.shr_s(i16x8.add(sum, i16x8.splat(16)), 5);
}

/** Half samples between columns. */
function filterRows(origin: usize, target: usize): void {
  for (let j = 0; j < 16; j++) {
    const row = origin + <usize>(j * locatedStride) - 2;
    const low = rounded(rowOfEight(row));
    const high = rounded(rowOfEight(row + 8));
    v128.store(target + (<usize>j << 4), i8x16.narrow_i16x8_u(low, high));
  }
}

// @ts-ignore: decorator
@inline
function rowOfEight(at: usize): v128 {
  return sixTaps(
    v128.load8x8_u(at),
    v128.load8x8_u(at, 1),
    v128.load8x8_u(at, 2),
    v128.load8x8_u(at, 3),
    v128.load8x8_u(at, 4),
    v128.load8x8_u(at, 5),
  );
}

/** Half samples between rows. */
function filterColumns(origin: usize, target: usize): void {
  const step = <usize>locatedStride;
  for (let j = 0; j < 16; j++) {
    const at = origin + <usize>(j * locatedStride) - 2 * step;
    const low = rounded(columnOfEight(at, step));
    const high = rounded(columnOfEight(at + 8, step));
    v128.store(target + (<usize>j << 4), i8x16.narrow_i16x8_u(low, high));
  }
}

// @ts-ignore: decorator
@inline
function columnOfEight(at: usize, step: usize): v128 {
  return sixTaps(
    v128.load8x8_u(at),
    v128.load8x8_u(at + step),
    v128.load8x8_u(at + 2 * step),
    v128.load8x8_u(at + 3 * step),
    v128.load8x8_u(at + 4 * step),
    v128.load8x8_u(at + 5 * step),
  );
}

/** Half samples between rows and columns, rounded once. */
function filterBoth(origin: usize, target: usize): void {
  for (let j = 0; j < 21; j++) {
    const row = origin + <usize>((j - 2) * locatedStride) - 2;
    const to = wide + (<usize>j << 5);
    v128.store(to, rowOfEight(row));
    v128.store(to, rowOfEight(row + 8), 16);
  }
  for (let j = 0; j < 16; j++) {
    const at = wide + (<usize>j << 5);
    v128.store(target + (<usize>j << 4), i8x16.narrow_i16x8_u(wideColumn(at), wideColumn(at + 16)));
  }
}

/** Six taps of eight wide samples below each other, rounded to samples of 16 bits. */
function wideColumn(at: usize): v128 {
  const a = i16x8.add(v128.load(at), v128.load(at, 160));
  const b = i16x8.add(v128.load(at, 32), v128.load(at, 128));
  const c = i16x8.add(v128.load(at, 64), v128.load(at, 96));
  const low = wideSum(i32x4.extend_low_i16x8_s(a), i32x4.extend_low_i16x8_s(b), i32x4.extend_low_i16x8_s(c));
  const high = wideSum(i32x4.extend_high_i16x8_s(a), i32x4.extend_high_i16x8_s(b), i32x4.extend_high_i16x8_s(c));
  return i16x8.narrow_i32x4_s(low, high);
}

// @ts-ignore: decorator
@inline
function wideSum(outer: v128, middle: v128, inner: v128): v128 {
  const sum = i32x4.add(
    i32x4.sub(outer, i32x4.mul(middle, i32x4.splat(5))),
    i32x4.mul(inner, i32x4.splat(20)),
  );
  return i32x4.shr_s(i32x4.add(sum, i32x4.splat(512)), 10);
}

/** Predicts both planes of chroma of the macroblock at luma (x, y), into rows of 8 (section 8.4.2.2.2). */
export function predictChroma(x: i32, y: i32, vectorX: i32, vectorY: i32, blue: usize, red: usize): void {
  predictChromaPlane(referenceBlue, x, y, vectorX, vectorY, blue);
  predictChromaPlane(referenceRed, x, y, vectorX, vectorY, red);
}

function predictChromaPlane(plane: usize, x: i32, y: i32, vectorX: i32, vectorY: i32, target: usize): void {
  const fractionX = vectorX & 7;
  const fractionY = vectorY & 7;
  locate(plane, stride >> 1, rows << 3, (x >> 1) + (vectorX >> 3), (y >> 1) + (vectorY >> 3), 9, 9);
  const upperLeft = i16x8.splat(<i16>((8 - fractionX) * (8 - fractionY)));
  const upperRight = i16x8.splat(<i16>(fractionX * (8 - fractionY)));
  const lowerLeft = i16x8.splat(<i16>((8 - fractionX) * fractionY));
  const lowerRight = i16x8.splat(<i16>(fractionX * fractionY));
  for (let j = 0; j < 8; j++) {
    const upper = located + <usize>(j * locatedStride);
    const lower = upper + <usize>locatedStride;
    const sum = i16x8.add(
      i16x8.add(
        i16x8.mul(v128.load8x8_u(upper), upperLeft),
        i16x8.mul(v128.load8x8_u(upper, 1), upperRight),
      ),
      i16x8.add(
        i16x8.mul(v128.load8x8_u(lower), lowerLeft),
        i16x8.mul(v128.load8x8_u(lower, 1), lowerRight),
      ),
    );
    const mean = i16x8.shr_u(i16x8.add(sum, i16x8.splat(32)), 6);
    v128.store64_lane(target + (<usize>j << 3), i8x16.narrow_i16x8_u(mean, mean), 0);
  }
}
