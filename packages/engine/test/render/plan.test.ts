import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composition, project, scene } from '../../../../test/support/project-parts.ts';
import { runs } from '../../../../test/support/random-runs.ts';
import type { Project } from '../../src/project/schema.ts';
import { checkOptions } from '../../src/render/options/check-options.ts';
import { countFilmFrames, countFrames, planRender } from '../../src/render/plan.ts';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';

// Sizes for which binary floating point gives slightly more or less than an integer.

const maxSide = 1920;
const maxPixels = 2_073_600;

function empty(width: number, height: number, ...holds: number[]): Project {
  const compositions = holds.map((duration, index) => composition(`c${index}`, duration));
  return project({ ...scene('scene', { compositions }), width, height });
}

function sizeOf(width: number, height: number, format: 'png' | 'mp4'): [number, number] {
  const { size } = planRender(compileTimeline(empty(width, height, 100)), checkOptions({ format }));
  return [size.width, size.height];
}

/** The integer part of side * sqrt(most / (width * height)), computed with integers. */
function rootOf(side: bigint, other: bigint): bigint {
  const square = (side * BigInt(maxPixels)) / other;
  let root = BigInt(Math.floor(Math.sqrt(Number(square))));
  while (root * root > square) root--;
  while ((root + 1n) * (root + 1n) <= square) root++;
  return root;
}

/** The integer part of a side that is scaled down to the limits. */
function reducedSide(side: number, other: number): number {
  const [exact, across] = [BigInt(side), BigInt(other)];
  const longest = exact > across ? exact : across;
  const all = [exact, (exact * BigInt(maxSide)) / longest, rootOf(exact, across)];
  return Number(all.reduce((least, one) => (one < least ? one : least)));
}

describe("a reduced scene's size", () => {
  it.each([
    [2464, 1386, 1920, 1080],
    [1386, 2464, 1080, 1920],
    [1170, 2532, 886, 1918],
    [2532, 1170, 1918, 886],
    [4096, 2160, 1920, 1012],
    [7680, 4320, 1920, 1080],
    [3035, 1, 1920, 2],
    [8192, 8192, 1440, 1440],
    [1920, 1081, 1918, 1080],
  ])('a scene of %d x %d is reduced to a film of %d x %d', (width, height, ...size) => {
    expect(sizeOf(width, height, 'mp4')).toEqual(size);
  });

  const side = fc.oneof(
    fc.integer({ min: 1, max: 8192 }),
    fc.integer({ min: 1, max: 512 }).map((n) => 16 * n),
  );
  /** Includes scenes with the aspect ratio of the limits, where both apply at once. */
  const sizes = fc.oneof(
    fc.tuple(side, side),
    fc.integer({ min: 1, max: 512 }).map((n): [number, number] => [16 * n, 9 * n]),
    fc.integer({ min: 1, max: 8192 }).map((n): [number, number] => [n, n]),
  );

  it('a reduced still has the exact reduced size, rounded down', () => {
    fc.assert(
      fc.property(sizes, ([width, height]) => {
        const exact = [reducedSide(width, height), reducedSide(height, width)];
        expect(sizeOf(width, height, 'png')).toEqual(exact.map((length) => Math.max(1, length)));
      }),
      { numRuns: runs(1000) },
    );
  });

  it('a reduced film leaves less than a row of pixels on each side of the scene', () => {
    fc.assert(
      fc.property(sizes, ([width, height]) => {
        const size = sizeOf(width, height, 'mp4');
        expect(size.every((length) => length >= 2 && length % 2 === 0)).toBe(true);
        expect(Math.max(...size)).toBeLessThanOrEqual(maxSide);
        expect(size[0] * size[1]).toBeLessThanOrEqual(maxPixels);
        const still = [reducedSide(width, height), reducedSide(height, width)];
        // The shorter side is as large as possible, except for a scene of one or two pixels.
        const short = width < height ? 0 : 1;
        if (still[short] < 2) return;
        expect(size[short]).toBe(still[short] - (still[short] % 2));
        const scale = Math.min(size[0] / width, size[1] / height);
        expect((size[0] - width * scale) / 2).toBeLessThan(1);
        expect((size[1] - height * scale) / 2).toBeLessThan(1);
      }),
      { numRuns: runs(1000) },
    );
  });
});

describe("a film's frames", () => {
  it.each([
    // A sum of tenths and thirds that should be an integer: slightly above, and slightly below.
    [Array<number>(10).fill(0.1).concat(999), 30, 30],
    [Array<number>(3).fill(100 / 3), 30, 3],
    [Array<number>(7).fill(1000 / 7), 60, 60],
    [[1000.0000000000001], 24, 24],
    [[999.9999999999999], 24, 24],
    [[16.666_666_666_666_668], 60, 1],
    [[33.333_333_333_333_336, 33.333_333_333_333_336], 30, 2],
    // A hundred-thousandth of a frame counts: the film is that much longer.
    [[1000.001], 30, 31],
    [[1000.0001], 30, 31],
    [[999.9], 30, 30],
  ])('a film of %j ms at %d fps has %d frames', (holds, fps, frames) => {
    const timeline = compileTimeline(empty(64, 36, ...holds));
    const options = checkOptions({ format: 'mp4', fps: fps as 24 | 30 | 60 });
    expect(planRender(timeline, options).frames).toBe(frames);
  });

  it('a film that ends on a frame has no extra frame from rounding errors', () => {
    const wrong: string[] = [];
    const expectCount = (durationMs: number, fps: number, frames: number) => {
      if (countFrames(durationMs, fps) !== frames) wrong.push(`${durationMs} ms at ${fps} fps`);
    };
    for (const fps of [24, 30, 60]) {
      for (let frames = 1; frames <= 1800; frames++) {
        const exact = (frames * 1000) / fps;
        for (const factor of [1, 1 + 2 ** -52, 1 - 2 ** -52]) expectCount(exact * factor, fps, frames);
        expectCount(exact + 1e-9, fps, frames);
        expectCount(exact + 0.001, fps, frames + 1);
        expectCount(exact - 0.001, fps, frames);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('a film can last a minute despite rounding errors, but not longer', () => {
    const sixtieth = Array<number>(600)
      .fill(100.1)
      .reduce((sum, one) => sum + one, -60);
    expect(sixtieth).not.toBe(60_000);
    for (const durationMs of [sixtieth, 60_000.000_000_000_01]) {
      expect(countFilmFrames(durationMs, 30)).toMatchObject({ ok: true });
      expect(countFilmFrames(durationMs / 2, 60)).toMatchObject({ ok: true });
    }
    expect(countFilmFrames(60_000.001, 24)).toMatchObject({
      ok: false,
      problems: [expect.stringContaining('60000')],
    });
    expect(countFilmFrames(30_000.001, 60)).toMatchObject({
      ok: false,
      problems: [expect.stringContaining('1801 frames')],
    });
  });
});
