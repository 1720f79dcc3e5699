import { expect, it, vi } from 'vitest';
import { memoizeByObject } from '../../src/drawing/memoize-by-object.ts';

it('memoizeByObject computes once per object, even if the result is null', () => {
  const compute = vi.fn((key: { readonly value: number | null }) => key.value);
  const memoized = memoizeByObject(compute);
  const one = { value: 1 };
  const none = { value: null };
  expect([memoized(one), memoized(none), memoized(one), memoized(none)]).toEqual([1, null, 1, null]);
  expect(memoized({ value: 1 })).toBe(1);
  expect(compute).toHaveBeenCalledTimes(3);
});

it('memoizeByObject caches nothing when the computation throws', () => {
  const memoized = memoizeByObject((key: { readonly length: number }, limit: number) => {
    if (key.length > limit) throw new RangeError('too long');
    return key.length;
  });
  const key = { length: 5 };
  expect(() => memoized(key, 4)).toThrow('too long');
  expect(memoized(key, 5)).toBe(5);
});
