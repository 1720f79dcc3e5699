import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../test/support/random-runs.ts';
import { counterBetween } from '../../src/timeline/counter.ts';

/** Locales with all ways to write numbers: separators, groups of two, digits, signs and marks of direction. */
const locales = [
  ...['en-US', 'de-DE', 'de-CH', 'fr-FR', 'sv-SE', 'hi-IN-u-nu-latn', 'en-IN', 'es-ES', 'pl-PL', 'he-IL'],
  ...['ar-EG-u-nu-arab', 'fa-IR', 'hi-IN-u-nu-deva', 'bn-BD', 'th-TH-u-nu-thai', 'ja-JP', 'my-MM', 'ru-RU'],
];

/** Returns the text at a progress; fails if there is no way to count. */
function between(from: string, to: string, progress: number): string {
  const counter = counterBetween(from, to);
  if (counter === null) throw new Error(`cannot count from ${from} to ${to}`);
  return counter.at(progress).join('');
}

describe('counters', () => {
  it('a counter formats numbers like Intl.NumberFormat in each of 18 locales', () => {
    const number = fc.oneof(
      fc.integer({ min: -9999, max: 9999 }),
      fc.integer({ min: -99_999_999, max: 99_999_999 }),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...locales),
        number,
        number,
        fc.constantFrom(0, 1, 2),
        fc.integer({ min: 1, max: 63 }),
        (locale, from, to, digits, step) => {
          const format = new Intl.NumberFormat(locale, {
            minimumFractionDigits: digits,
            maximumFractionDigits: digits,
            signDisplay: 'negative',
          });
          const power = 10 ** digits;
          const [first, last] = [from / power, to / power];
          fc.pre(!isAmbiguous(locale, first, last));
          const value = (from + (to - from) * (step / 64)) / power;
          expect(between(format.format(first), format.format(last), step / 64)).toBe(format.format(value));
        },
      ),
      { numRuns: runs(3000) },
    );
  });

  it('counts whole numbers, decimals, currencies and times in texts with equal words', () => {
    expect(between('0 visits', '1,250 visits', 0.5)).toBe('625 visits');
    expect(between('999 visits', '3,001 visits', 0.5)).toBe('2,000 visits');
    expect(between('1.250 Besuche', '2.250,5 Besuche', 0.5)).toBe('1.750,3 Besuche');
    expect(between('-$5.00', '$5.00', 0.25)).toBe('-$2.50');
    expect(between('00:00', '02:50', 0.5)).toBe('01:25');
    expect(between('7 of 10', '9 of 20', 0.5)).toBe('8 of 15');
    expect(between('+5 %', '−5 %', 0.9)).toBe('−4 %');
    expect(between('v1.2.3', 'v1.4.3', 0.5)).toBe('v1.3.3');
    expect(between('0.500 kg', '1.500 kg', 0.5)).toBe('1.000 kg');
    expect(between('x-5', 'x-9', 0.5)).toBe('x-7');
  });

  it('counts numbers of 30 digits', () => {
    expect(between('0', '1'.padEnd(30, '0'), 0.25)).toBe('25'.padEnd(29, '0'));
  });

  it('does not count between texts that differ in more than numbers', () => {
    expect(counterBetween('5 visits', '6 visitors')).toBeNull();
    expect(counterBetween('5', 'five')).toBeNull();
    expect(counterBetween('€5', '$5')).toBeNull();
    expect(counterBetween('1 of 2', '1')).toBeNull();
  });
});

/** In Spanish and Polish, 1234 has no separator and 12 345 has one: a number of four digits alone does not show it. */
function isAmbiguous(locale: string, from: number, to: number): boolean {
  if (!/^(es|pl)/.test(locale)) return false;
  const lengths = [from, to].map((number) => String(Math.trunc(Math.abs(number))).length);
  return !lengths.includes(4);
}

it('does not count in texts of more than 800 characters', () => {
  expect(counterBetween('1'.repeat(800), '9'.repeat(800))).not.toBeNull();
  expect(counterBetween('1'.repeat(800), '9'.repeat(801))).toBeNull();
  expect(counterBetween('1'.repeat(801), '9'.repeat(800))).toBeNull();
});
