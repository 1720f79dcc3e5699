import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visitSegments } from '../../src/drawing/outline.ts';
import { children, stroke } from './drawn.ts';

/** The places of a smooth path, 24 on each curve, in pixels. */
async function placesOn(
  points: readonly (readonly [number, number])[],
  closed = false,
): Promise<number[][][]> {
  const flat = points.map(([x, y]) => [x, y]);
  const state = { width: 600, height: 300, points: flat, smooth: true, closed, fill: 'none' };
  const node = (await children({ kind: 'path', state })).find(({ type }) => type === 'stroke');
  const curves: number[][][] = [];
  const ignored = () => undefined;
  visitSegments(stroke(node).outline, {
    ...{ moveTo: ignored, lineTo: ignored, close: ignored },
    curveTo(c1x, c1y, c2x, c2y, x, y, fromX, fromY) {
      const along = (a: number, b: number, c: number, d: number, t: number) =>
        (1 - t) ** 3 * a + 3 * t * (1 - t) ** 2 * b + 3 * t * t * (1 - t) * c + t ** 3 * d;
      curves.push(
        Array.from({ length: 25 }, (_, step) => [
          along(fromX, c1x, c2x, x, step / 24),
          along(fromY, c1y, c2y, y, step / 24),
        ]),
      );
    },
  });
  return curves;
}

describe('a smooth line', () => {
  it('through data stays between the heights of neighbouring values', async () => {
    const values = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(values, fc.boolean(), async (heights, isLeftwards) => {
        fc.pre(new Set(heights).size > 1);
        const last = heights.length - 1;
        const points = heights.map((y, index) => [(isLeftwards ? last - index : index) / last, y] as const);
        const curves = await placesOn(points);
        expect(curves).toHaveLength(last);
        for (const [index, places] of curves.entries()) {
          const ends = [heights[index] * 300, heights[index + 1] * 300];
          const rises = Math.sign(ends[1] - ends[0]);
          for (const [step, [, y]] of places.entries()) {
            expect(y).toBeGreaterThanOrEqual(Math.min(...ends) - 1e-6);
            expect(y).toBeLessThanOrEqual(Math.max(...ends) + 1e-6);
            if (step > 0) expect(rises * (y - places[step - 1][1])).toBeGreaterThanOrEqual(-1e-6);
          }
        }
      }),
      { seed: 7, numRuns: 60 },
    );
  });

  it('through data has no corners', async () => {
    const curves = await placesOn([
      ...[[0, 0.2] as const, [0.2, 0.9] as const, [0.5, 0.8] as const],
      ...[[0.7, 0.1] as const, [1, 0.1] as const],
    ]);
    const slope = ([x, y]: number[], [toX, toY]: number[]) => (toY - y) / (toX - x);
    for (const [index, after] of curves.slice(1).entries()) {
      const before = curves[index];
      const angles = [slope(before[23], before[24]), slope(after[0], after[1])].map(Math.atan);
      expect(Math.abs(angles[0] - angles[1])).toBeLessThan(0.35);
    }
  });

  it('that turns back stays round', async () => {
    const square = [[0, 0] as const, [1, 0] as const, [1, 1] as const, [0, 1] as const];
    const [top] = await placesOn(square, true);
    expect(Math.min(...top.map(([, y]) => y))).toBeLessThan(-20);
  });
});
