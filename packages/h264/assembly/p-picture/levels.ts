// Where blocks lie in their macroblock, and what their levels cost and are worth. ITU-T H.264 (08/2021), figure 6-10.
import { sumOf } from './differences';

/** The column and row of a luma block in its macroblock, by its number in decoding order (figure 6-10). */
// @ts-ignore: decorator
@inline
export function blockColumn(block: i32): i32 {
  return (block & 1) | ((block >> 1) & 2);
}

// @ts-ignore: decorator
@inline
export function blockRow(block: i32): i32 {
  return ((block >> 1) & 1) | ((block >> 2) & 2);
}

/** The column and row of a pair of luma blocks in its macroblock, by its number in decoding order. */
// @ts-ignore: decorator
@inline
export function pairColumn(pair: i32): i32 {
  return (pair >> 1) & 1;
}

// @ts-ignore: decorator
@inline
export function pairRow(pair: i32): i32 {
  return (pair & 1) | ((pair >> 1) & 2);
}

/** About how many bits the levels of two blocks take, with 16 bits for each that say which are not 0. */
export function bitsOfPair(levels: usize, masks: u32): i32 {
  const left = masks & 0xffff;
  const right = masks >> 16;
  return (left !== 0 ? bitsOf(levels, <i32>popcnt(left)) : 0) + (right !== 0 ? bitsOf(levels + 32, <i32>popcnt(right)) : 0);
}

/** About how many bits the levels of a block take, of which `total` are not 0. */
export function bitsOf(levels: usize, total: i32): i32 {
  const low = v128.load(levels);
  const high = v128.load(levels, 16);
  // Levels beyond 1 take about a bit more for each doubling, which their sum stands for.
  const sum = sumOf(
    i32x4.add(i32x4.extadd_pairwise_i16x8_s(i16x8.abs(low)), i32x4.extadd_pairwise_i16x8_s(i16x8.abs(high))),
  );
  return 2 + 4 * total + (sum - total);
}

/** What the levels of a block are worth, with a bit for each that is not 0; small single ones cost more bits than they gain. */
export function worthOf(levels: usize, mask: u32): i32 {
  const one = i16x8.splat(1);
  const isLarge = v128.or(
    i16x8.gt_s(i16x8.abs(v128.load(levels)), one),
    i16x8.gt_s(i16x8.abs(v128.load(levels, 16)), one),
  );
  if (v128.any_true(isLarge)) return 9;
  let worth = 0;
  for (let rest = mask; rest !== 0; ) {
    const run = <i32>ctz(rest);
    worth += run === 0 ? 3 : run < 3 ? 2 : run < 6 ? 1 : 0;
    rest = (rest >> run) >> 1;
  }
  return worth;
}

/** What the levels of two blocks without their DC levels are worth, with 16 bits for each that say which are not 0. */
export function worthOfPair(levels: usize, masks: u32): i32 {
  let worth = 0;
  // The first level is the one of DC, which does not count.
  if ((masks & 0xffff) !== 0) worth += worthOf(levels, (masks & 0xffff) >> 1);
  if (masks >> 16 !== 0) worth += worthOf(levels + 32, masks >> 17);
  return worth;
}
