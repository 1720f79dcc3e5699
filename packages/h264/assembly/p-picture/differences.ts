// Sums of differences between blocks of samples.

// @ts-ignore: decorator
@inline
export function sumOf(lanes: v128): i32 {
  const pairs = i32x4.add(lanes, v128.shuffle<i32>(lanes, lanes, 2, 3, 0, 1));
  return i32x4.extract_lane(pairs, 0) + i32x4.extract_lane(pairs, 1);
}

/** Absolute differences of 16 samples, summed in groups of four. */
// @ts-ignore: decorator
@inline
export function differencesOfFour(a: v128, b: v128): v128 {
  const difference = v128.or(i8x16.sub_sat_u(a, b), i8x16.sub_sat_u(b, a));
  return i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(difference));
}

/** The sum of absolute differences of as many bytes, a multiple of 16. */
// @ts-ignore: decorator
@inline
export function absoluteDifference(one: usize, other: usize, bytes: usize): i32 {
  let sums = i32x4.splat(0);
  for (let at: usize = 0; at < bytes; at += 16) {
    sums = i32x4.add(sums, differencesOfFour(v128.load(one + at), v128.load(other + at)));
  }
  return sumOf(sums);
}

/** The squares of the differences of eight samples each, summed in pairs. */
// @ts-ignore: decorator
@inline
export function squares(a: v128, b: v128): v128 {
  const difference = i16x8.sub(a, b);
  return i32x4.dot_i16x8_s(difference, difference);
}
