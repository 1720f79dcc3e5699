// Inter prediction: ITU-T H.264 (08/2021), sections 8.4.1 (vectors) and 8.4.2 (samples). One reference picture, whole macroblocks.
import { differencesOfTwo, sumOfWords } from './differences';
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
const wide = memory.data(21 * 16 * 2, 16);

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

// Blocks of 16 x 16 samples of the reference, of whole samples and of half samples between columns, rows and both.
// A search needs the same ones again and again, so that the last few are kept.
const whole = 0;
const betweenColumns = 1;
const betweenRows = 2;
const betweenBoth = 3;
const mostBlocks: i32 = 8;
const blocks = memory.data(4 * mostBlocks * 256, 16);
/** The place of each block, i32 each. */
const blockKeys = memory.data(4 * mostBlocks * 4);
const blockCounts = memory.data(4 * 4);

/** Forgets the blocks; necessary before each picture, as the reference changes. */
export function forgetBlocks(): void {
  v128.store(blockCounts, i32x4.splat(0));
}

/** Where `findBlock` found a block, and its stride. */
let found: usize = 0;
let foundStride: i32 = 0;

/** Finds the block of a kind at (x, y) of the reference, rounded down to whole samples. */
function findBlock(kind: i32, x: i32, y: i32): void {
  if (kind === whole && x >= 0 && y >= 0 && x + 16 <= stride && y + 16 <= rows << 4) {
    found = referenceLuma + <usize>(y * stride + x);
    foundStride = stride;
    return;
  }
  foundStride = 16;
  const key = (y << 16) | (x & 0xffff);
  const counter = blockCounts + (<usize>kind << 2);
  const count = load<i32>(counter);
  const keys = blockKeys + <usize>(kind * mostBlocks * 4);
  const ofKind = blocks + <usize>(kind * mostBlocks * 256);
  for (let index = 0; index < min(count, mostBlocks); index++) {
    if (load<i32>(keys + (<usize>index << 2)) !== key) continue;
    found = ofKind + (<usize>index << 8);
    return;
  }
  const index = count % mostBlocks;
  store<i32>(counter, count + 1);
  store<i32>(keys + (<usize>index << 2), key);
  found = ofKind + (<usize>index << 8);
  locate(referenceLuma, stride, rows << 4, x - 2, y - 2, 21, 21);
  const origin = located + <usize>(2 * locatedStride + 2);
  if (kind === betweenColumns) filterRows(origin, found);
  else if (kind === betweenRows) filterColumns(origin, found);
  else if (kind === betweenBoth) filterBoth(origin, found);
  else copySixteen(origin, found);
}

/** The blocks whose mean predicts the macroblock, twice the same if it is one alone, and their strides. */
let one: usize = 0;
let oneStride: i32 = 0;
let other: usize = 0;
let otherStride: i32 = 0;

/** Finds the blocks that predict the luma of the macroblock at (x, y) with a vector in quarter samples (section 8.4.2.2.1). */
function findMeans(x: i32, y: i32, vectorX: i32, vectorY: i32): void {
  const fractionX = vectorX & 3;
  const fractionY = vectorY & 3;
  const left = x + (vectorX >> 2);
  const top = y + (vectorY >> 2);
  const right = left + <i32>(fractionX === 3);
  const below = top + <i32>(fractionY === 3);
  const isHalfX = fractionX === 2;
  const isHalfY = fractionY === 2;
  if (isHalfX && isHalfY) findBlock(betweenBoth, left, top);
  else if (fractionX !== 0 && !isHalfY) findBlock(betweenColumns, left, below);
  else if (fractionY !== 0) findBlock(betweenRows, right, top);
  else findBlock(whole, left, top);
  one = found;
  oneStride = foundStride;
  // A quarter sample is the mean of two others that are whole or half ones.
  if (((fractionX | fractionY) & 1) !== 0) {
    if (isHalfX || isHalfY) findBlock(betweenBoth, left, top);
    else if (fractionX === 0 || fractionY === 0) findBlock(whole, right, below);
    else findBlock(betweenRows, right, top);
  }
  other = found;
  otherStride = foundStride;
}

/** Predicts the luma of the macroblock at (x, y) with a vector in quarter samples, into rows of 16. */
export function predictLuma(x: i32, y: i32, vectorX: i32, vectorY: i32, target: usize): void {
  findMeans(x, y, vectorX, vectorY);
  let a = one;
  let b = other;
  for (let to = target; to < target + 256; to += 16) {
    v128.store(to, i8x16.avgr_u(v128.load(a), v128.load(b)));
    a += <usize>oneStride;
    b += <usize>otherStride;
  }
}

/**
 * The sum of absolute differences of a source in rows of 16 from this prediction; if it exceeds the limit, maybe less
 * than that but more than the limit.
 */
export function differenceWithVector(source: usize, x: i32, y: i32, vectorX: i32, vectorY: i32, limit: i32): i32 {
  findMeans(x, y, vectorX, vectorY);
  const aStep = <usize>oneStride;
  const bStep = <usize>otherStride;
  const upper = differenceOfHalf(source, one, aStep, other, bStep);
  if (upper > limit) return upper;
  return upper + differenceOfHalf(source + 128, one + (aStep << 3), aStep, other + (bStep << 3), bStep);
}

/** The sum of absolute differences of 16 x 8 samples from the mean of two others. */
// @ts-ignore: decorator
@inline
function differenceOfHalf(source: usize, one: usize, oneStep: usize, other: usize, otherStep: usize): i32 {
  let sums = i16x8.splat(0);
  let a = one;
  let b = other;
  for (let from = source; from < source + 128; from += 16) {
    sums = i16x8.add(sums, differencesOfTwo(v128.load(from), i8x16.avgr_u(v128.load(a), v128.load(b))));
    a += oneStep;
    b += otherStep;
  }
  return sumOfWords(sums);
}

function copySixteen(from: usize, to: usize): void {
  for (let j = 0; j < 16; j++) {
    v128.store(to + (<usize>j << 4), v128.load(from + <usize>(j * locatedStride)));
  }
}

/** a - 5 b + 20 c of eight sums of two samples each. */
// @ts-ignore: decorator
@inline
function sixTaps(a: v128, b: v128, c: v128): v128 {
  return i16x8.add(a, i16x8.mul(i16x8.sub(i16x8.shl(c, 2), b), i16x8.splat(5)));
}

// @ts-ignore: decorator
@inline
function rounded(sum: v128): v128 {
  return i16x8.shr_s(i16x8.add(sum, i16x8.splat(16)), 5);
}

/** Half samples between columns. */
function filterRows(origin: usize, target: usize): void {
  const step = <usize>locatedStride;
  let row = origin - 2;
  for (let to = target; to < target + 256; to += 16) {
    v128.store(to, i8x16.narrow_i16x8_u(rounded(rowOfEight(row)), rounded(rowOfEight(row + 8))));
    row += step;
  }
}

// @ts-ignore: decorator
@inline
function rowOfEight(at: usize): v128 {
  return sixTaps(
    i16x8.add(v128.load8x8_u(at), v128.load8x8_u(at, 5)),
    i16x8.add(v128.load8x8_u(at, 1), v128.load8x8_u(at, 4)),
    i16x8.add(v128.load8x8_u(at, 2), v128.load8x8_u(at, 3)),
  );
}

/** Half samples between rows. */
function filterColumns(origin: usize, target: usize): void {
  const step = <usize>locatedStride;
  for (let part: usize = 0; part < 16; part += 8) {
    let at = origin + part - 2 * step;
    let a = v128.load8x8_u(at);
    let b = v128.load8x8_u(at + step);
    let c = v128.load8x8_u(at + 2 * step);
    let d = v128.load8x8_u(at + 3 * step);
    let e = v128.load8x8_u(at + 4 * step);
    at += 5 * step;
    for (let to = target + part; to < target + 256; to += 16) {
      const f = v128.load8x8_u(at);
      const sum = rounded(sixTaps(i16x8.add(a, f), i16x8.add(b, e), i16x8.add(c, d)));
      v128.store64_lane(to, i8x16.narrow_i16x8_u(sum, sum), 0);
      at += step;
      a = b;
      b = c;
      c = d;
      d = e;
      e = f;
    }
  }
}

/** Half samples between rows and columns, rounded once. */
function filterBoth(origin: usize, target: usize): void {
  const step = <usize>locatedStride;
  let row = origin - 2 * step - 2;
  for (let to: usize = wide; to < wide + 21 * 32; to += 32) {
    v128.store(to, rowOfEight(row));
    v128.store(to, rowOfEight(row + 8), 16);
    row += step;
  }
  for (let j = 0; j < 16; j++) {
    const at = wide + (<usize>j << 5);
    v128.store(target + (<usize>j << 4), i8x16.narrow_i16x8_u(wideColumn(at), wideColumn(at + 16)));
  }
}

/**
 * Six taps of eight wide samples below each other, rounded: (a - 5 b + 20 c + 512) >> 10. In two steps, each of which
 * rounds down, they fit 16 bits; a sum that does not is beyond 255 in any case.
 */
// @ts-ignore: decorator
@inline
function wideColumn(at: usize): v128 {
  const a = i16x8.add(v128.load(at), v128.load(at, 160));
  const b = i16x8.add(v128.load(at, 32), v128.load(at, 128));
  const c = i16x8.add(v128.load(at, 64), v128.load(at, 96));
  const quarter = i16x8.add_sat_s(i16x8.sub(i16x8.shr_s(i16x8.sub(a, b), 2), b), c);
  return i16x8.shr_s(i16x8.add(i16x8.add(i16x8.shr_s(quarter, 2), c), i16x8.splat(32)), 6);
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
