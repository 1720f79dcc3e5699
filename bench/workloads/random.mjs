/**
 * Pseudorandom numbers from 0 up to, but not including, 1, from the high bits of a 32-bit linear congruential generator
 * with the multiplier of Numerical Recipes. The published figures were measured on films made from these numbers.
 */
export function seededRandom(seed) {
  let value = seed >>> 0;
  return () => {
    value = (Math.imul(value, 1_664_525) + 1_013_904_223) >>> 0;
    return (value >>> 8) / 2 ** 24;
  };
}
