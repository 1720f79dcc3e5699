import { expect, it } from 'vitest';
import { stepNumber, typedNumber } from '../../src/page/number-steps.js';

const free = { minimum: null, maximum: null };
const share = { minimum: 0, maximum: 1 };

it.each<[string, number, typeof free | typeof share, string | null]>([
  ['300', 1, free, '301'],
  ['300', -10, free, '290'],
  ['40%', 1, free, '41%'],
  ['1.5s', 1, free, '1.55s'],
  ['600ms', -1, free, '590ms'],
  ['-0.02em', -1, free, '-0.07em'],
  ['0.98', 1, share, '1'],
  ['0.03', -1, share, '0'],
  ['700', 1, { minimum: 100, maximum: 900 }, '701'],
  ['=960 + s', 1, free, null],
  ['left', 1, free, null],
] as const)('%s changed by %i steps is %s', (text, steps, limits, expected) => {
  expect(stepNumber(text, steps, limits)).toBe(expected);
});

it('a typed number is a number, and one with a unit, a formula or a variable stays a text', () => {
  expect([' 12.5 ', '40%', '=960 + s', ''].map(typedNumber)).toEqual([12.5, '40%', '=960 + s', undefined]);
});
