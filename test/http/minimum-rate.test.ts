import { expect, it } from 'vitest';
import { defaultLimits } from '../../src/http/limits.ts';
import { MinimumRate } from '../../src/web/minimum-rate.ts';

const { readingBytesPerSecond, readingWindowMs } = defaultLimits;

/** Feeds a rate with that many bytes per second, counted only in full steps; returns the time of its end, if any. */
function endOf(bytesPerSecond: number, stepBytes: number, durationMs: number): number | undefined {
  const rate = new MinimumRate(readingBytesPerSecond, readingWindowMs, 0);
  let pending = 0;
  for (let now = 0; now <= durationMs; now += 1000) {
    if (rate.remainingMs(now) <= 0) return now;
    pending += bytesPerSecond;
    if (pending < stepBytes) continue;
    rate.count(pending, now);
    pending = 0;
  }
  return undefined;
}

const hour = 3_600_000;
/** A kernel that buffers up to 4 MiB for a connection takes more once a third of that is free. */
const kernelStep = 1_800_000;

it.each([4200, 6000, 47_000])(
  'keeps a client connected for an hour if it steadily reads %i bytes per second',
  (bytes) => {
    expect(endOf(bytes, kernelStep, hour)).toBeUndefined();
  },
);

it.each([0, 1000, 3000])(
  'disconnects a client within two hours if it steadily reads only %i bytes per second',
  (bytes) => {
    const end = endOf(bytes, kernelStep, 2 * hour);
    expect(end).toBeGreaterThanOrEqual(readingWindowMs);
  },
);

it('a fast start does not let a client pause for longer', () => {
  const rate = new MinimumRate(1000, 30_000, 0);
  rate.count(100_000_000, 1000);
  expect(rate.remainingMs(1000)).toBe(30_000);
  expect(rate.remainingMs(31_000)).toBe(0);
});
