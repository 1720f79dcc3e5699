// Intra prediction: ITU-T H.264 (08/2021), section 8.3. Neighbours are the samples coded so far, without deblocking.
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
  let sum = 0;
  if (y > 0) for (let i = 0; i < 16; i++) sum += <i32>load<u8>(origin - <usize>stride + <usize>i);
  if (x > 0) for (let j = 0; j < 16; j++) sum += <i32>load<u8>(origin + <usize>(j * stride) - 1);
  const mean = x > 0 && y > 0 ? (sum + 16) >> 5 : x > 0 || y > 0 ? (sum + 8) >> 4 : 128;
  const value = i8x16.splat(<i8>mean);
  for (let j = 0; j < 16; j++) v128.store(target + (<usize>j << 4), value);
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

/** The samples around a block of 4 x 4: left ones from below, the corner, then 8 above; i32 each. */
const edge = memory.data(13 * 4);
export let hasLeft: bool = false;
export let hasUpper: bool = false;

function edgeAt(index: i32): i32 {
  return load<i32>(edge + (<usize>index << 2));
}

function setEdge(index: i32, value: i32): void {
  store<i32>(edge + (<usize>index << 2), value);
}

/** Reads the neighbours of a luma block; `block` is its number in decoding order (figure 6-10). */
export function readEdge(x: i32, y: i32, macroblockColumn: i32, block: i32): void {
  hasLeft = x > 0;
  hasUpper = y > 0;
  const origin = codedLuma + <usize>(y * stride + x);
  if (hasLeft) for (let i = 0; i < 4; i++) setEdge(3 - i, <i32>load<u8>(origin + <usize>(i * stride) - 1));
  if (hasLeft && hasUpper) setEdge(4, <i32>load<u8>(origin - <usize>stride - 1));
  if (!hasUpper) return;
  const right = hasUpperRight(macroblockColumn, block);
  for (let i = 0; i < 8; i++) {
    setEdge(5 + i, <i32>load<u8>(origin - <usize>stride + <usize>(i < 4 || right ? i : 3)));
  }
}

/** Whether the block to the upper right comes earlier in decoding order; `hasUpper` holds. */
function hasUpperRight(macroblockColumn: i32, block: i32): bool {
  // Of the upper row of blocks only the last one's lies in the next macroblock.
  if (block === 5) return macroblockColumn < columns - 1;
  if (block === 0 || block === 1 || block === 4) return true;
  return block === 2 || block === 6 || block === 8 || block === 9 || block === 10 || block === 12 || block === 14;
}

/** (a + 2 b + c + 2) >> 2 around an index of the edge. */
// @ts-ignore: decorator
@inline
function three(index: i32): i32 {
  return (edgeAt(index - 1) + 2 * edgeAt(index) + edgeAt(index + 1) + 2) >> 2;
}

// @ts-ignore: decorator
@inline
function two(index: i32): i32 {
  return (edgeAt(index) + edgeAt(index + 1) + 1) >> 1;
}

/** Whether the neighbours that a mode of Intra_4x4 needs are there. */
export function isPossible4(mode: i32): bool {
  if (mode === 2) return true;
  if (mode === 0 || mode === 3 || mode === 7) return hasUpper;
  if (mode === 1 || mode === 8) return hasLeft;
  return hasUpper && hasLeft;
}

/** Predicts a luma block from the edge that was read last, into rows of 4 (section 8.3.1.2). */
export function predictLuma4(mode: i32, target: usize): void {
  if (mode === dc4) {
    let sum = 0;
    if (hasLeft) for (let i = 0; i < 4; i++) sum += edgeAt(i);
    if (hasUpper) for (let i = 5; i < 9; i++) sum += edgeAt(i);
    const mean = hasLeft && hasUpper ? (sum + 4) >> 3 : hasLeft || hasUpper ? (sum + 2) >> 2 : 128;
    v128.store(target, i8x16.splat(<i8>mean));
    return;
  }
  for (let y = 0; y < 4; y++) {
    for (let x = 0; x < 4; x++) store<u8>(target + <usize>(y * 4 + x), sampleOf(mode, x, y));
  }
}

function sampleOf(mode: i32, x: i32, y: i32): i32 {
  switch (mode) {
    case 0: // vertical
      return edgeAt(5 + x);
    case 1: // horizontal
      return edgeAt(3 - y);
    case 3: // diagonal down left
      return x === 3 && y === 3 ? (edgeAt(11) + 3 * edgeAt(12) + 2) >> 2 : three(6 + x + y);
    case 4: // diagonal down right
      return three(4 + x - y);
    case 5: { // vertical right
      const z = 2 * x - y;
      const index = 4 + x - (y >> 1);
      if (z >= 0) return (z & 1) === 0 ? two(index) : three(index);
      return z === -1 ? three(4) : three(5 - y);
    }
    case 6: { // horizontal down
      const z = 2 * y - x;
      const index = 4 - y + (x >> 1);
      if (z >= 0) return (z & 1) === 0 ? two(index - 1) : three(index);
      return z === -1 ? three(4) : three(3 + x);
    }
    case 7: // vertical left
      return (y & 1) === 0 ? two(5 + x + (y >> 1)) : three(6 + x + (y >> 1));
    default: { // horizontal up
      const z = x + 2 * y;
      const index = y + (x >> 1);
      if (z > 5) return edgeAt(0);
      if (z === 5) return (edgeAt(1) + 3 * edgeAt(0) + 2) >> 2;
      return (z & 1) === 0 ? two(2 - index) : three(2 - index);
    }
  }
}
