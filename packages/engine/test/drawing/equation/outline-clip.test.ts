import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../../test/support/random-runs.ts';
import { clipOutline } from '../../../src/drawing/equation/outline-clip.ts';
import { parsePath } from '../../../src/drawing/equation/svg-syntax.ts';
import type { Outline } from '../../../src/drawing/outline.ts';

const rectangle = { left: 0, top: 0, right: 10, bottom: 10 };

/** Signed area by Green's theorem, along points sampled from every curve. */
function areaOf(outline: Outline): number {
  let area = 0;
  let at = 0;
  let [x, y, startX, startY] = [0, 0, 0, 0];
  const lineTo = (nextX: number, nextY: number) => {
    area += (x * nextY - nextX * y) / 2;
    [x, y] = [nextX, nextY];
  };
  for (const verb of outline.verbs) {
    const points = outline.points.slice(at, at + (verb === 'C' ? 6 : verb === 'Z' ? 0 : 2));
    at += points.length;
    const [p0 = 0, p1 = 0, p2 = 0, p3 = 0, p4 = 0, p5 = 0] = points;
    if (verb === 'M') [x, y, startX, startY] = [p0, p1, p0, p1];
    else if (verb === 'L') lineTo(p0, p1);
    else if (verb === 'Z') lineTo(startX, startY);
    else {
      const [fromX, fromY] = [x, y];
      for (let step = 1; step <= 400; step++) {
        const t = step / 400;
        const u = 1 - t;
        const [w0, w1, w2, w3] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
        lineTo(w0 * fromX + w1 * p0 + w2 * p2 + w3 * p4, w0 * fromY + w1 * p1 + w2 * p3 + w3 * p5);
      }
    }
  }
  return area;
}

describe('clipOutline', () => {
  it('clipOutline keeps an outline inside the rectangle', () => {
    const inside = parsePath('M1 1C2 0 3 0 4 1L4 4Z');
    expect(clipOutline(inside, rectangle)).toEqual(parsePath('M1 1C2 0 3 0 4 1L4 4L1 1Z'));
  });

  it('clipOutline drops an outline outside the rectangle', () => {
    expect(clipOutline(parsePath('M20 20L30 20L30 30Z'), rectangle)).toEqual({ verbs: '', points: [] });
  });

  it('clipOutline cuts both ends of a bar longer than the rectangle', () => {
    const bar = clipOutline(parsePath('M4-50L6-50L6 50L4 50Z'), rectangle);
    expect(bar.verbs).toBe('MLLLLZ');
    expect(areaOf(bar)).toBeCloseTo(20, 9);
    const ys = bar.points.filter((_value, index) => index % 2 === 1);
    expect([Math.min(...ys), Math.max(...ys)]).toEqual([expect.closeTo(0, 9), expect.closeTo(10, 9)]);
  });

  it('clipOutline fills the rectangle if the outline surrounds it', () => {
    expect(areaOf(clipOutline(parsePath('M-5-5H15V15H-5Z'), rectangle))).toBeCloseTo(100, 9);
  });

  it('clipOutline keeps both parts of an outline cut in two and preserves holes', () => {
    // A U upside down whose bridge lies above the rectangle: two legs of 2 x 10 remain.
    const legs = parsePath('M2-5H8V15H6V-2H4V15H2Z');
    expect(areaOf(clipOutline(legs, rectangle))).toBeCloseTo(40, 9);
    const ring = parsePath('M-5-5H15V15H-5ZM4 4V6H6V4Z');
    expect(areaOf(clipOutline(ring, rectangle))).toBeCloseTo(96, 9);
  });

  it('clipOutline cuts curves exactly, so half a circle has half its area', () => {
    const k = 0.5522847498 * 4;
    const circle = parsePath(
      `M4 5C4 ${5 + k} ${k} 9 0 9C${-k} 9-4 ${5 + k}-4 5C-4 ${5 - k} ${-k} 1 0 1C${k} 1 4 ${5 - k} 4 5Z`,
    );
    const half = clipOutline(circle, rectangle);
    expect(areaOf(half)).toBeCloseTo(areaOf(circle) / 2, 6);
    expect(Math.min(...half.points.filter((_value, index) => index % 2 === 0))).toBeCloseTo(0, 12);
  });

  it("clipOutline divides an outline's area between both sides of any vertical line", () => {
    const coordinate = fc.integer({ min: -20, max: 20 });
    const curve = fc.array(coordinate, { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(fc.array(curve, { minLength: 1, maxLength: 4 }), coordinate, (curves, cut) => {
        const outline = parsePath(`M0 0${curves.map((points) => `C${points.join(' ')}`).join('')}Z`);
        const whole = { left: -100, top: -100, right: 100, bottom: 100 };
        const left = areaOf(clipOutline(outline, { ...whole, right: cut + 0.5 }));
        const right = areaOf(clipOutline(outline, { ...whole, left: cut + 0.5 }));
        expect(left + right).toBeCloseTo(areaOf(outline), 1);
      }),
      { numRuns: runs(150) },
    );
  });
});
