import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Random numbers that are the same for the same seed. */
export class Random {
  readonly #generator: ReturnType<typeof xoroshiro128plus>;

  /** `seed` is an integer. */
  constructor(seed: number) {
    this.#generator = xoroshiro128plus(seed);
  }

  /** From 0 up to, but not including, 1. */
  fraction(): number {
    return uniformFloat64(this.#generator);
  }

  /** An integer from 0 up to, but not including, `end`. */
  below(end: number): number {
    return uniformInt(this.#generator, 0, end - 1);
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  /** One of the items. Throws a RangeError for an empty list. */
  pick<Item>(items: readonly Item[]): Item {
    if (items.length === 0) throw new RangeError('cannot pick from an empty list');
    return items[this.below(items.length)] as Item;
  }

  /** The same items in random order. */
  shuffled<Item>(items: readonly Item[]): Item[] {
    const rest = [...items];
    return items.map(() => rest.splice(this.below(rest.length), 1)[0] as Item);
  }
}
