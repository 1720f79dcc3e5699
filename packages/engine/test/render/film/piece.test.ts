import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutIntoPieces } from '../../../src/render/film/piece.ts';

function lengthsOf(frames: number, starts: readonly number[], framesPerSecond = 30): number[] {
  return cutIntoPieces(frames, framesPerSecond, 1e9, starts).map(({ first, end }) => end - first);
}

it('a film is cut where compositions start, and between them at the last two seconds and evenly before', () => {
  expect(lengthsOf(150 + 100 + 60, [0, 150, 250])).toEqual([45, 45, 60, 40, 60, 60]);
  expect(lengthsOf(240, [0])).toEqual([60, 60, 60, 60]);
});

it('a composition is cut evenly where a piece before its last two seconds would be short', () => {
  expect(lengthsOf(74 + 75, [74])).toEqual([37, 37, 15, 60]);
});

it('a film of one composition is cut evenly', () => {
  expect(lengthsOf(100, [])).toEqual([50, 50]);
});

it('a film of one composition has an even number of pieces, unless there are many', () => {
  expect(lengthsOf(150, [])).toEqual([38, 37, 38, 37]);
  expect(lengthsOf(61, [])).toEqual([31, 30]);
  expect(lengthsOf(60 * 11, [])).toHaveLength(11);
});

it('a part under half a second joins the one before or after it, if both are at most 2 seconds', () => {
  expect(lengthsOf(45 + 10 + 60, [45, 55])).toEqual([55, 60]);
  expect(lengthsOf(10 + 40, [10])).toEqual([50]);
  expect(lengthsOf(60 + 10 + 60, [60, 70])).toEqual([60, 10, 60]);
  expect(lengthsOf(5, [1, 2])).toEqual([5]);
});

it('pieces follow each other without gaps, each of at most 2 seconds, and share the bytes', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 3000 }),
      fc.constantFrom(10, 24, 30, 60),
      fc.array(fc.integer({ min: 0, max: 3000 }), { maxLength: 60 }),
      (frames, framesPerSecond, starts) => {
        const sorted = starts.toSorted((a, b) => a - b);
        const pieces = cutIntoPieces(frames, framesPerSecond, 5e7, sorted);
        let end = 0;
        for (const [index, piece] of pieces.entries()) {
          expect(piece).toMatchObject({ index, first: end });
          expect(piece.end - piece.first).toBeGreaterThan(0);
          expect(piece.end - piece.first).toBeLessThanOrEqual(2 * framesPerSecond);
          end = piece.end;
        }
        expect(end).toBe(frames);
        expect(pieces.reduce((sum, { maximumBytes }) => sum + maximumBytes, 0)).toBeLessThanOrEqual(5e7);
      },
    ),
  );
});

it('a longer composition leaves the lengths of its last piece and of those after it as they are', () => {
  const before = lengthsOf(410, [0, 140, 270]);
  const after = lengthsOf(425, [0, 155, 285]);
  expect(before).toEqual([40, 40, 60, 35, 35, 60, 40, 40, 60]);
  expect(after).toEqual([48, 47, 60, 35, 35, 60, 40, 40, 60]);
});
