// Intra prediction: ITU-T H.264 (08/2021), section 8.3. Neighbours are the samples coded so far, without deblocking.
import { differencesOfTwo, sumOfWords } from './differences';
import { codedBlue, codedLuma, codedRed, columns, stride } from './state';

/** Modes of Intra_16x16 (table 8-4), without the plane. */
export const vertical16: i32 = 0;
export const horizontal16: i32 = 1;
export const dc16: i32 = 2;

/** Modes of chroma (table 8-5), without the plane. */
export const chromaDcMode: i32 = 0;
export const chromaHorizontal: i32 = 1;
export const chromaVertical: i32 = 2;

/** The mode of a luma block without a prediction of its own (table 8-2). */
export const dc4: i32 = 2;

/** Predicts the luma of the macroblock at (x, y) into rows of 16 (section 8.3.3). */
export function predictLuma16(mode: i32, x: i32, y: i32, target: usize): void {
  const origin = codedLuma + <usize>(y * stride + x);
  if (mode === vertical16) {
    const upper = v128.load(origin - <usize>stride);
    for (let j = 0; j < 16; j++) v128.store(target + (<usize>j << 4), upper);
    return;
  }
  if (mode === horizontal16) {
    for (let j = 0; j < 16; j++) {
      v128.store(target + (<usize>j << 4), i8x16.splat(load<i8>(origin + <usize>(j * stride) - 1)));
    }
    return;
  }
  const value = i8x16.splat(<i8>meanOfNeighbours(origin, x > 0, y > 0));
  for (let j = 0; j < 16; j++) v128.store(target + (<usize>j << 4), value);
}

function meanOfNeighbours(origin: usize, hasLeft: bool, hasUpper: bool): i32 {
  let sum = 0;
  if (hasUpper) {
    const pairs = i16x8.extadd_pairwise_i8x16_u(v128.load(origin - <usize>stride));
    sum += sumOfWords(pairs);
  }
  if (hasLeft) for (let j = 0; j < 16; j++) sum += <i32>load<u8>(origin + <usize>(j * stride) - 1);
  if (hasLeft && hasUpper) return (sum + 16) >> 5;
  return hasLeft || hasUpper ? (sum + 8) >> 4 : 128;
}

/** The mode of Intra_16x16 with the least sum of absolute differences from a source in rows of 16, and that sum. */
export let closest16: i32 = 0;
export let closestDifference16: i32 = 0;

export function findClosest16(source: usize, x: i32, y: i32): void {
  const origin = codedLuma + <usize>(y * stride + x);
  const hasLeft = x > 0;
  const hasUpper = y > 0;
  const upper = hasUpper ? v128.load(origin - <usize>stride) : i8x16.splat(0);
  const mean = i8x16.splat(<i8>meanOfNeighbours(origin, hasLeft, hasUpper));
  let fromUpper = i16x8.splat(0);
  let fromLeft = i16x8.splat(0);
  let fromMean = i16x8.splat(0);
  for (let j = 0; j < 16; j++) {
    const row = v128.load(source + (<usize>j << 4));
    const left = i8x16.splat(load<i8>(origin + <usize>(j * stride) - 1));
    fromUpper = i16x8.add(fromUpper, differencesOfTwo(row, upper));
    fromLeft = i16x8.add(fromLeft, differencesOfTwo(row, left));
    fromMean = i16x8.add(fromMean, differencesOfTwo(row, mean));
  }
  closest16 = dc16;
  closestDifference16 = sumOfWords(fromMean);
  const ofLeft = hasLeft ? sumOfWords(fromLeft) : i32.MAX_VALUE;
  if (ofLeft <= closestDifference16) {
    closest16 = horizontal16;
    closestDifference16 = ofLeft;
  }
  const ofUpper = hasUpper ? sumOfWords(fromUpper) : i32.MAX_VALUE;
  if (ofUpper <= closestDifference16) {
    closest16 = vertical16;
    closestDifference16 = ofUpper;
  }
}

/** Predicts both planes of chroma of the macroblock at luma (x, y), into rows of 8 (section 8.3.4). */
export function predictChromaIntra(mode: i32, x: i32, y: i32, blue: usize, red: usize): void {
  predictChromaPlane(codedBlue, mode, x >> 1, y >> 1, blue);
  predictChromaPlane(codedRed, mode, x >> 1, y >> 1, red);
}

function predictChromaPlane(plane: usize, mode: i32, x: i32, y: i32, target: usize): void {
  const width = stride >> 1;
  const origin = plane + <usize>(y * width + x);
  for (let j = 0; j < 8; j++) {
    const to = target + (<usize>j << 3);
    if (mode === chromaVertical) store<u64>(to, load<u64>(origin - <usize>width));
    else if (mode === chromaHorizontal) {
      store<u64>(to, 0x0101010101010101 * <u64>load<u8>(origin + <usize>(j * width) - 1));
    }
  }
  if (mode !== chromaDcMode) return;
  for (let block = 0; block < 4; block++) {
    const mean = chromaMean(origin, width, x > 0, y > 0, block & 1, block >> 1);
    const to = target + <usize>((block >> 1) * 32 + (block & 1) * 4);
    for (let j = 0; j < 4; j++) store<u32>(to + (<usize>j << 3), 0x01010101 * <u32>mean);
  }
}

/** The DC value of one of the four blocks of a plane of chroma (section 8.3.4.1 to 3). */
function chromaMean(origin: usize, width: i32, hasLeft: bool, hasUpper: bool, column: i32, row: i32): i32 {
  let upper = 0;
  let left = 0;
  for (let i = 0; i < 4; i++) {
    if (hasUpper) upper += <i32>load<u8>(origin - <usize>width + <usize>(column * 4 + i));
    if (hasLeft) left += <i32>load<u8>(origin + <usize>((row * 4 + i) * width) - 1);
  }
  if (!hasUpper && !hasLeft) return 128;
  // Off the diagonal the nearer side counts alone.
  const wantsUpper = hasUpper && (column === row || column === 1 || !hasLeft);
  const wantsLeft = hasLeft && (column === row || row === 1 || !hasUpper);
  if (wantsUpper && wantsLeft) return (upper + left + 4) >> 3;
  return wantsUpper ? (upper + 2) >> 2 : (left + 2) >> 2;
}

/**
 * The samples around a block of 4 x 4: the lowest left one twice, the left ones from below, the corner, 8 above, and the
 * last of them again. Beside it their means of two and of three, so that every sample of a prediction is one of these.
 */
const edge = memory.data(16, 16);
let edges: v128 = i8x16.splat(0);
let meansOfTwo: v128 = i8x16.splat(0);
let meansOfThree: v128 = i8x16.splat(0);
export let hasLeft: bool = false;
export let hasUpper: bool = false;

/** Reads the neighbours of a luma block; `block` is its number in decoding order (figure 6-10). */
export function readEdge(x: i32, y: i32, macroblockColumn: i32, block: i32): void {
  hasLeft = x > 0;
  hasUpper = y > 0;
  const origin = codedLuma + <usize>(y * stride + x);
  if (hasLeft) {
    for (let i = 0; i < 4; i++) store<u8>(edge + <usize>(4 - i), load<u8>(origin + <usize>(i * stride) - 1));
    store<u8>(edge, load<u8>(edge, 1));
  }
  if (hasLeft && hasUpper) store<u8>(edge, load<u8>(origin - <usize>stride - 1), 5);
  if (hasUpper) {
    const upper = origin - <usize>stride;
    store<u32>(edge, load<u32>(upper), 6);
    if (hasUpperRight(macroblockColumn, block)) store<u32>(edge, load<u32>(upper, 4), 10);
    else store<u32>(edge, 0x01010101 * <u32>load<u8>(upper, 3), 10);
    store<u8>(edge, load<u8>(edge, 13), 14);
  }
  edges = v128.load(edge);
  const after = v128.shuffle<i8>(edges, edges, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 15);
  const before = v128.shuffle<i8>(edges, edges, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14);
  meansOfTwo = i8x16.avgr_u(edges, after);
  // (a + 2 b + c + 2) >> 2 is the mean, rounded up, of b and of a and c rounded down.
  const odd = v128.and(v128.xor(before, after), i8x16.splat(1));
  meansOfThree = i8x16.avgr_u(edges, i8x16.sub(i8x16.avgr_u(before, after), odd));
}

/** Whether the block to the upper right comes earlier in decoding order; `hasUpper` holds. */
function hasUpperRight(macroblockColumn: i32, block: i32): bool {
  // Of the upper row of blocks only the last one's lies in the next macroblock.
  if (block === 5) return macroblockColumn < columns - 1;
  if (block === 0 || block === 1 || block === 4) return true;
  return block === 2 || block === 6 || block === 8 || block === 9 || block === 10 || block === 12 || block === 14;
}

/** Predicts a luma block from the edge that was read last (section 8.3.1.2): its rows one after the other. */
export function predictLuma4(mode: i32): v128 {
  return predictionOf(mode);
}

// @ts-ignore: decorator
@inline
function predictionOf(mode: i32): v128 {
  const two = meansOfTwo;
  const three = meansOfThree;
  switch (mode) {
    case 0: // vertical
      return v128.shuffle<i8>(edges, edges, 6, 7, 8, 9, 6, 7, 8, 9, 6, 7, 8, 9, 6, 7, 8, 9);
    case 1: // horizontal
      return v128.shuffle<i8>(edges, edges, 4, 4, 4, 4, 3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1);
    case 2:
      return i8x16.splat(<i8>meanOfEdge());
    case 3: // diagonal down left
      return v128.shuffle<i8>(three, three, 7, 8, 9, 10, 8, 9, 10, 11, 9, 10, 11, 12, 10, 11, 12, 13);
    case 4: // diagonal down right
      return v128.shuffle<i8>(three, three, 5, 6, 7, 8, 4, 5, 6, 7, 3, 4, 5, 6, 2, 3, 4, 5);
    case 5: // vertical right
      return v128.shuffle<i8>(two, three, 5, 6, 7, 8, 21, 22, 23, 24, 20, 5, 6, 7, 19, 21, 22, 23);
    case 6: // horizontal down
      return v128.shuffle<i8>(two, three, 4, 21, 22, 23, 3, 20, 4, 21, 2, 19, 3, 20, 1, 18, 2, 19);
    case 7: // vertical left
      return v128.shuffle<i8>(two, three, 6, 7, 8, 9, 23, 24, 25, 26, 7, 8, 9, 10, 24, 25, 26, 27);
    default: // horizontal up
      return v128.shuffle<i8>(two, three, 3, 19, 2, 18, 2, 18, 1, 17, 1, 17, 0, 0, 0, 0, 0, 0);
  }
}

/** More than any cost, times 16, for a mode whose neighbours are not there. */
const impossible: i32 = 1 << 30;

/**
 * The cheapest mode of Intra_4x4 for a block beside the edge that was read last, by absolute differences and `lambda` for
 * each bit of the mode. Gives its cost times 16 plus the mode.
 */
export function cheapestMode4(samples: v128, predicted: i32, lambda: i32): i32 {
  let first = fourDifferences(samples, 0);
  let second = fourDifferences(samples, 4);
  let last = sumOfWords(differencesOfTwo(samples, predictionOf(8)));
  const modes = i32x4(0, 1, 2, 3);
  const ownMode = i32x4.splat(4 * lambda);
  const saved = i32x4.splat(3 * lambda);
  const isFirst = i32x4.eq(modes, i32x4.splat(predicted));
  const isSecond = i32x4.eq(modes, i32x4.splat(predicted - 4));
  first = i32x4.sub(i32x4.add(first, ownMode), v128.and(saved, isFirst));
  second = i32x4.sub(i32x4.add(second, ownMode), v128.and(saved, isSecond));
  last += predicted === 8 ? lambda : 4 * lambda;
  first = v128.or(i32x4.shl(first, 4), modes);
  second = v128.or(i32x4.shl(second, 4), i32x4(4, 5, 6, 7));
  last = (last << 4) | 8;
  if (!hasLeft || !hasUpper) {
    const fromUpper = hasUpper ? 0 : impossible;
    const fromLeft = hasLeft ? 0 : impossible;
    let neighbours = i32x4.replace_lane(i32x4.splat(fromUpper), 1, fromLeft);
    neighbours = i32x4.replace_lane(neighbours, 2, 0);
    first = v128.or(first, neighbours);
    second = v128.or(second, i32x4.replace_lane(i32x4.splat(impossible), 3, fromUpper));
    last |= fromLeft;
  }
  let least = i32x4.min_s(first, second);
  least = i32x4.min_s(least, v128.shuffle<i32>(least, least, 2, 3, 0, 1));
  return min(last, min(i32x4.extract_lane(least, 0), i32x4.extract_lane(least, 1)));
}

/** Sums of the pairs of both, which fit 16 bits. */
// @ts-ignore: decorator
@inline
function sumPairs(a: v128, b: v128): v128 {
  return i16x8.narrow_i32x4_s(i32x4.extadd_pairwise_i16x8_s(a), i32x4.extadd_pairwise_i16x8_s(b));
}

/** The sums of absolute differences from the predictions of four modes. */
// @ts-ignore: decorator
@inline
function fourDifferences(samples: v128, mode: i32): v128 {
  const a = differencesOfTwo(samples, predictionOf(mode));
  const b = differencesOfTwo(samples, predictionOf(mode + 1));
  const c = differencesOfTwo(samples, predictionOf(mode + 2));
  const d = differencesOfTwo(samples, predictionOf(mode + 3));
  return i32x4.extadd_pairwise_i16x8_s(sumPairs(sumPairs(a, b), sumPairs(c, d)));
}

function meanOfEdge(): i32 {
  let sum = 0;
  if (hasLeft) for (let i = 1; i < 5; i++) sum += <i32>load<u8>(edge + <usize>i);
  if (hasUpper) for (let i = 6; i < 10; i++) sum += <i32>load<u8>(edge + <usize>i);
  if (hasLeft && hasUpper) return (sum + 4) >> 3;
  return hasLeft || hasUpper ? (sum + 2) >> 2 : 128;
}
