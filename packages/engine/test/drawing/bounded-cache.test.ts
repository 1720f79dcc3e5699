import { expect, it } from 'vitest';
import { BoundedCache } from '../../src/drawing/bounded-cache.ts';

it('BoundedCache drops the least recently used value when its weight limit is exceeded', () => {
  const cache = new BoundedCache<string>(10);
  cache.set('a', 'A', 4);
  cache.set('b', 'B', 4);
  expect(cache.get('a')).toBe('A');
  cache.set('c', 'C', 4);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['A', undefined, 'C']);
});

it('BoundedCache counts the weight of a replaced value only once', () => {
  const cache = new BoundedCache<number>(10);
  for (let value = 0; value < 20; value++) cache.set('a', value, 6);
  cache.set('b', 1, 4);
  expect([cache.get('a'), cache.get('b')]).toEqual([19, 1]);
});

it('BoundedCache does not cache a value whose own weight exceeds the limit', () => {
  const cache = new BoundedCache<string>(10);
  cache.set('a', 'A', 11);
  expect(cache.get('a')).toBeUndefined();
});

it('BoundedCache.getOrMake creates a value only once while it is cached', () => {
  const cache = new BoundedCache<string>(10);
  let made = 0;
  const ask = (key: string) =>
    cache.getOrMake(
      key,
      () => `${key}${++made}`,
      () => 6,
    );
  expect([ask('a'), ask('a'), ask('b'), ask('a')]).toEqual(['a1', 'a1', 'b2', 'a3']);
});
