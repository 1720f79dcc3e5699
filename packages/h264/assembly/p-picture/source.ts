// The source of the macroblock that is coded, and what it looks like.
import { sumOf } from './differences';
import {
  macroblockBytes,
  previousSources,
  sourceBlue,
  sourceHeight,
  sourceLuma,
  sourceRed,
  sourceWidth,
} from './state';

/** The source of the macroblock: luma in rows of 16, blue and red in rows of 8. */
export const source = memory.data(macroblockBytes, 16);
export const sourceBlueBlock: usize = source + 256;
export const sourceRedBlock: usize = source + 320;

/** Copies the source of a macroblock; beyond the picture its last row and column are repeated. */
export function readSource(column: i32, row: i32): void {
  if ((column + 1) << 4 <= sourceWidth && (row + 1) << 4 <= sourceHeight) {
    const width = sourceWidth >> 1;
    const chroma = <usize>((row << 3) * width + (column << 3));
    readWhole16(sourceLuma + <usize>((row << 4) * sourceWidth + (column << 4)), sourceWidth, source);
    readWhole8(sourceBlue + chroma, width, sourceBlueBlock);
    readWhole8(sourceRed + chroma, width, sourceRedBlock);
    return;
  }
  readPlane(sourceLuma, sourceWidth, sourceHeight, column << 4, row << 4, 16, source);
  readPlane(sourceBlue, sourceWidth >> 1, sourceHeight >> 1, column << 3, row << 3, 8, sourceBlueBlock);
  readPlane(sourceRed, sourceWidth >> 1, sourceHeight >> 1, column << 3, row << 3, 8, sourceRedBlock);
}

/** Reads a block that lies in the plane. */
// @ts-ignore: decorator
@inline
function readWhole16(from: usize, width: i32, target: usize): void {
  for (let j = 0; j < 16; j++) v128.store(target + (<usize>j << 4), v128.load(from + <usize>(j * width)));
}

// @ts-ignore: decorator
@inline
function readWhole8(from: usize, width: i32, target: usize): void {
  for (let j = 0; j < 8; j++) store<u64>(target + (<usize>j << 3), load<u64>(from + <usize>(j * width)));
}

function readPlane(plane: usize, width: i32, height: i32, x: i32, y: i32, size: i32, target: usize): void {
  for (let j = 0; j < size; j++) {
    const from = plane + <usize>(min(y + j, height - 1) * width);
    const to = target + <usize>(j * size);
    for (let i = 0; i < size; i++) store<u8>(to + <usize>i, load<u8>(from + <usize>min(x + i, width - 1)));
  }
}

/** The luma blocks that are flat in the source, a bit each in raster order. Noise would be visible there. */
export let flatBlocks: i32 = 0;
/** The difference of samples up to which a block is flat. */
const flatRange: i8 = 20;

/** Whether all luma samples of the source are the same. */
export let isOneLuma: bool = false;

export function findFlatBlocks(): void {
  flatBlocks = 0;
  const first = i8x16.splat(load<i8>(source));
  let others = i8x16.splat(0);
  for (let row = 0; row < 4; row++) {
    const from = source + (<usize>row << 6);
    const a = v128.load(from);
    const b = v128.load(from, 16);
    const c = v128.load(from, 32);
    const d = v128.load(from, 48);
    const rows01 = v128.or(v128.xor(a, first), v128.xor(b, first));
    const rows23 = v128.or(v128.xor(c, first), v128.xor(d, first));
    others = v128.or(others, v128.or(rows01, rows23));
    let least = i8x16.min_u(i8x16.min_u(a, b), i8x16.min_u(c, d));
    let most = i8x16.max_u(i8x16.max_u(a, b), i8x16.max_u(c, d));
    // The least and the greatest of every four samples, in all of their lanes.
    least = i8x16.min_u(least, v128.shuffle<i8>(least, least, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13));
    most = i8x16.max_u(most, v128.shuffle<i8>(most, most, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13));
    least = i8x16.min_u(least, v128.shuffle<i8>(least, least, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14));
    most = i8x16.max_u(most, v128.shuffle<i8>(most, most, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14));
    const flat = i8x16.bitmask(i8x16.le_u(i8x16.sub(most, least), i8x16.splat(flatRange)));
    const bits = (flat & 1) | ((flat >> 3) & 2) | ((flat >> 6) & 4) | ((flat >> 9) & 8);
    flatBlocks |= bits << (row << 2);
  }
  isOneLuma = !v128.any_true(others);
}

export function keepSource(macroblock: i32): void {
  const previous = previousSources + <usize>(macroblock * macroblockBytes);
  for (let at: usize = 0; at < <usize>macroblockBytes; at += 16) v128.store(previous + at, v128.load(source + at));
}

export function isSourceKept(macroblock: i32): bool {
  const previous = previousSources + <usize>(macroblock * macroblockBytes);
  for (let at: usize = 0; at < <usize>macroblockBytes; at += 16) {
    if (v128.any_true(v128.xor(v128.load(source + at), v128.load(previous + at)))) return false;
  }
  return true;
}
/** The base 2 logarithm of how much the samples of all planes deviate from their means, squared. */
export function detailOfSource(): f64 {
  const energy = energyOf(source, 256) + energyOf(sourceBlueBlock, 64) + energyOf(sourceRedBlock, 64);
  return energy < 1 ? 0 : Math.log2(energy);
}

/** The sum of squared differences of samples from their mean. */
function energyOf(samples: usize, count: i32): f64 {
  let sums = i32x4.splat(0);
  let squared = i32x4.splat(0);
  for (let at: usize = 0; at < <usize>count; at += 8) {
    const eight = v128.load8x8_u(samples + at);
    sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_u(eight));
    squared = i32x4.add(squared, i32x4.dot_i16x8_s(eight, eight));
  }
  const sum = <f64>sumOf(sums);
  return <f64>sumOf(squared) - (sum * sum) / <f64>count;
}
