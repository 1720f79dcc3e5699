/** Random numbers from 0 to 1 that depend only on the seed. */
export function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    // xorshift of a Weyl sequence: visits each state once in 2^32 steps for any seed.
    state = (state + 0x9e3779b9) >>> 0;
    let value = state;
    value = Math.imul(value ^ (value >>> 16), 0x21f0aaad);
    value = Math.imul(value ^ (value >>> 15), 0x735a2d97);
    return ((value ^ (value >>> 15)) >>> 0) / 2 ** 32;
  };
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
