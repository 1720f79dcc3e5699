import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Outline } from '../../src/drawing/outline.ts';
import { ellipse, rectangle } from '../../src/drawing/shapes.ts';
import { trimOutline } from '../../src/drawing/trim-outline.ts';

const coordinate = fc.double({ min: -1000, max: 1000, noNaN: true });

const cubic = fc
  .array(coordinate, { minLength: 8, maxLength: 8 })
  .map((points): Outline => ({ verbs: 'MC', points }));

/** Length of an outline's chords, each cubic cut into many. */
function chordLength({ verbs, points }: Outline): number {
  let [length, at, x, y, startX, startY] = [0, 0, 0, 0, 0, 0];
  const to = (nextX: number, nextY: number) => {
    length += Math.hypot(nextX - x, nextY - y);
    [x, y] = [nextX, nextY];
  };
  for (const verb of verbs) {
    if (verb === 'M') [x, y, startX, startY] = [points[at], points[at + 1], points[at], points[at + 1]];
    else if (verb === 'L') to(points[at], points[at + 1]);
    else if (verb === 'Z') to(startX, startY);
    else {
      const [fromX, fromY] = [x, y];
      const [ax, ay, bx, by, cx, cy] = points.slice(at, at + 6);
      for (let step = 1; step <= 2000; step++) {
        const t = step / 2000;
        const u = 1 - t;
        to(
          u ** 3 * fromX + 3 * u * u * t * ax + 3 * u * t * t * bx + t ** 3 * cx,
          u ** 3 * fromY + 3 * u * u * t * ay + 3 * u * t * t * by + t ** 3 * cy,
        );
      }
    }
    at += verb === 'Z' ? 0 : verb === 'C' ? 6 : 2;
  }
  return length;
}

describe('trimOutline', () => {
  it('gives the whole outline at 1 and nothing at 0 [drawing.write.ends]', () => {
    const outline = ellipse(10, 20);
    expect(trimOutline(outline, 1)).toBe(outline);
    expect(trimOutline(outline, 0).points).toEqual([]);
  });

  it('keeps the asked-for share of any cubic', () => {
    fc.assert(
      fc.property(cubic, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (outline, fraction) => {
        const whole = chordLength(outline);
        fc.pre(whole > 1);
        expect(chordLength(trimOutline(outline, fraction)) / whole).toBeCloseTo(fraction, 2);
      }),
      { numRuns: 200 },
    );
  });

  it('counts all contours in turn', () => {
    const first = rectangle(0, 0, 10, 10);
    const second = rectangle(20, 0, 30, 10);
    const both = { verbs: first.verbs + second.verbs, points: [...first.points, ...second.points] };
    const part = trimOutline(both, 0.625);
    expect(part.verbs).toBe('MLLLLZML');
    expect(part.points.slice(-4)).toEqual([20, 0, 30, 0]);
    expect(trimOutline(both, 0.5).verbs).toBe('MLLLLZ');
  });
});
