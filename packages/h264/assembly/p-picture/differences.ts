// Sums of differences between blocks of samples.

// @ts-ignore: decorator
@inline
export function sumOf(lanes: v128): i32 {
  const pairs = i32x4.add(lanes, v128.shuffle<i32>(lanes, lanes, 2, 3, 0, 1));
  return i32x4.extract_lane(pairs, 0) + i32x4.extract_lane(pairs, 1);
}

/** The sum of eight values of 16 bits without a sign. */
// @ts-ignore: decorator
@inline
export function sumOfWords(lanes: v128): i32 {
  return sumOf(i32x4.extadd_pairwise_i16x8_u(lanes));
}

/** Absolute differences of 16 samples, summed in pairs. */
// @ts-ignore: decorator
@inline
export function differencesOfTwo(a: v128, b: v128): v128 {
  return i16x8.extadd_pairwise_i8x16_u(v128.or(i8x16.sub_sat_u(a, b), i8x16.sub_sat_u(b, a)));
}

/** Absolute differences of 16 samples, summed in groups of four. */
// @ts-ignore: decorator
@inline
export function differencesOfFour(a: v128, b: v128): v128 {
  return i32x4.extadd_pairwise_i16x8_u(differencesOfTwo(a, b));
}

/** The sum of absolute differences of as many bytes, a multiple of 16, up to 1024. */
// @ts-ignore: decorator
@inline
export function absoluteDifference(one: usize, other: usize, bytes: usize): i32 {
  let sums = i16x8.splat(0);
  for (let at: usize = 0; at < bytes; at += 16) {
    sums = i16x8.add(sums, differencesOfTwo(v128.load(one + at), v128.load(other + at)));
  }
  return sumOfWords(sums);
}

/** The squares of the differences of eight samples each, summed in pairs. */
// @ts-ignore: decorator
@inline
export function squares(a: v128, b: v128): v128 {
  const difference = i16x8.sub(a, b);
  return i32x4.dot_i16x8_s(difference, difference);
}
