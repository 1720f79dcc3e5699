import { describe, expect, it } from 'vitest';
import { ByteForecast, DetailJudge, picturesAhead } from '../../src/output/film/byte-forecast.ts';
import { attemptsFor } from '../../src/output/film/film-quality.ts';

const size = { width: 1920, height: 1080 };
const macroblocks = 120 * 68;

describe('ByteForecast', () => {
  it('foresees after a few pictures what would exceed the limit much later', () => {
    const forecast = flatForecast();
    const seen = [300_000, ...Array(40).fill(62_000)].map((bytes, index) => {
      forecast.add(bytes, index > 0);
      return { isExceeded: forecast.isExceeded, isExceededSoon: forecast.isExceededSoon };
    });
    expect(seen.findIndex(({ isExceededSoon }) => isExceededSoon)).toBe(fewest);
    expect(seen.findIndex(({ isExceeded }) => isExceeded)).toBeGreaterThan(10);
  });

  it('foresees nothing for pictures that stay below the limit', () => {
    const forecast = flatForecast();
    for (let index = 0; index < 60; index++) {
      forecast.add(index === 0 ? 500_000 : 40_000, index > 0);
      expect([forecast.isExceeded, forecast.isExceededSoon]).toEqual([false, false]);
    }
  });

  it('foresees nothing from the key picture, a short motion and held pictures', () => {
    const forecast = flatForecast();
    for (let index = 0; index < 60; index++) {
      const isChanged = index > 0 && index < fewest;
      forecast.add(index === 0 || isChanged ? 300_000 : 20, isChanged);
      expect(forecast.isExceededSoon).toBe(false);
    }
  });

  it('does not depend on the bytes that the whole film may have', () => {
    const [short, long] = [1e5, 1e8].map((maximumBytes) => {
      const forecast = flatForecast(maximumBytes);
      for (let index = 0; index < 5; index++) forecast.add(40_000, index > 0);
      return forecast;
    });
    expect([short.isExceeded, long.isExceeded]).toEqual([true, false]);
    expect([short.isExceededSoon, long.isExceededSoon]).toEqual([false, false]);
  });

  it('never foresees too many bytes for the last attempt', () => {
    const { attempts } = attemptsFor({ kind: 'flat' }, limits(1e8));
    const forecast = new ByteForecast(attempts[attempts.length - 1]);
    for (let index = 0; index < picturesAhead; index++) forecast.add(macroblocks * 1000, index > 0);
    expect([forecast.isExceeded, forecast.isExceededSoon]).toEqual([false, false]);
  });
});

describe('DetailJudge', () => {
  /** 100 macroblocks in two parts. */
  const areas = [
    { width: 160, height: 80 },
    { width: 80, height: 160 },
  ];

  it.each([
    ['few', 140, false],
    ['many', 160, true],
  ])(
    'tells at the fourth changed picture, and only there, that it has many details: %s',
    (_, bytes, last) => {
      const judge = new DetailJudge();
      const judged = Array.from({ length: 8 }, () => judge.isDetailedWith(bytes, areas));
      expect(judged).toEqual([false, false, false, last, false, false, false, false]);
    },
  );
});

/** The changed pictures after which a forecast is made. */
const fewest = 4;

function limits(maximumBytes: number) {
  return { frames: 60, framesPerSecond: 30, size, showsClip: false, maximumBytes };
}

function flatForecast(maximumBytes = 1e8): ByteForecast {
  return new ByteForecast(attemptsFor({ kind: 'flat' }, limits(maximumBytes)).attempts[0]);
}
