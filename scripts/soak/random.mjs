import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Random numbers from 0 up to, but not including, 1. The same seed gives the same numbers. */
export function randomFrom(seed) {
  const generator = xoroshiro128plus(seed);
  return () => uniformFloat64(generator);
}

/** One of the items, all equally likely. */
export function pick(random, list) {
  return list[Math.floor(random() * list.length)];
}

/** The items in random order. */
export function shuffled(random, items) {
  const list = [...items];
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [list[at], list[other]] = [list[other], list[at]];
  }
  return list;
}
