/**
 * Numbers from 0 up to 1 that look random and are always the same for one seed: the high bits of a 32-bit
 * linear congruential generator with the multiplier of Numerical Recipes.
 */
export function seededRandom(seed) {
  let value = seed >>> 0;
  return () => {
    value = (Math.imul(value, 1_664_525) + 1_013_904_223) >>> 0;
    return (value >>> 8) / 2 ** 24;
  };
}
