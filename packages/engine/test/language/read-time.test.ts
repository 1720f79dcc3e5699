import { describe, expect, it } from 'vitest';
import { readTime } from '../../src/language/read-time.ts';

const isoOf = (text: string) => {
  const time = readTime(text);
  return time === null ? null : new Date(time).toISOString().replace(':00.000Z', '');
};

describe('dates', () => {
  it.each([
    ['2024', '2024-01-01T00:00'],
    ['2024-02', '2024-02-01T00:00'],
    ['2024-02-28', '2024-02-28T00:00'],
    ['2024-02-28T22:00', '2024-02-28T22:00'],
    ['2024-02-28 22:00:00', '2024-02-28T22:00'],
    ['2024-02-28T22:00Z', '2024-02-28T22:00'],
    ['2024-02-28T22:00+02', '2024-02-28T20:00'],
    ['2024-02-28T22:00-0230', '2024-02-29T00:30'],
    ['1/31/2024', '2024-01-31T00:00'],
    ['1/31/2024 5:30 pm', '2024-01-31T17:30'],
    ['Jan 1 2024', '2024-01-01T00:00'],
    ['31 January 2024', '2024-01-31T00:00'],
    ['Tuesday, March 5, 2024', '2024-03-05T00:00'],
    ['Sept 2024', '2024-09-01T00:00'],
    ['Sun, 10 Mar 2024 23:30:00 GMT', '2024-03-10T23:30'],
    ['Mar 10 2024 23:30 EST', '2024-03-11T04:30'],
  ])('%s is %s in UTC', (text, iso) => {
    expect(isoOf(text)).toBe(iso);
  });

  it.each(['', '12', 'May', 'Chapter 1', '31/1/2024', '2024-13-01', '2024-02-30', '2024-02-28T25:00', 'now'])(
    '"%s" is not a date',
    (text) => {
      expect(readTime(text)).toBeNull();
    },
  );
});
