import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dashOutline } from '../../src/drawing/dash-outline.ts';
import type { Outline } from '../../src/drawing/outline.ts';
import { ellipse, line, polyline } from '../../src/drawing/shapes.ts';
import { measureOutline } from '../../src/drawing/trim-outline.ts';

const lengthOf = (outline: Outline) => measureOutline(outline).length;

/** How much of a line of this length is drawn: the part of every dash that lies on the line. */
function drawnLength(length: number, pattern: readonly number[], offset: number): number {
  const whole = pattern.length % 2 === 0 ? pattern : [...pattern, ...pattern];
  const period = whole.reduce((sum, part) => sum + part, 0);
  let drawn = 0;
  for (let start = Math.floor(offset / period) * period; start < offset + length; start += period) {
    let from = start;
    for (const [index, part] of whole.entries()) {
      const overlap = Math.min(from + part, offset + length) - Math.max(from, offset);
      if (index % 2 === 0) drawn += Math.max(0, overlap);
      from += part;
    }
  }
  return drawn;
}

describe('dashes', () => {
  const pattern = fc.array(fc.double({ min: 1, max: 60, noNaN: true }), { minLength: 1, maxLength: 5 });
  const offset = fc.double({ min: -500, max: 500, noNaN: true });

  it('dashes cover their share of a line, whatever the offset', () => {
    fc.assert(
      fc.property(
        pattern,
        offset,
        fc.double({ min: 50, max: 800, noNaN: true }),
        (lengths, start, length) => {
          const dashed = dashOutline(line(0, 0, length, 0), lengths, start);
          expect(lengthOf(dashed)).toBeCloseTo(drawnLength(length, lengths, start), 6);
        },
      ),
    );
  });

  it('dashes continue around corners and along curves', () => {
    fc.assert(
      fc.property(pattern, offset, (lengths, start) => {
        const corners = polyline([0, 0, 100, 0, 100, 100, 0, 100], true);
        const straight = lengthOf(dashOutline(line(0, 0, 400, 0), lengths, start));
        expect(lengthOf(dashOutline(corners, lengths, start))).toBeCloseTo(straight, 6);
        const circle = ellipse(200, 200);
        const unrolled = line(0, 0, lengthOf(circle), 0);
        const around = lengthOf(dashOutline(circle, lengths, start));
        expect(around).toBeCloseTo(lengthOf(dashOutline(unrolled, lengths, start)), 2);
      }),
    );
  });

  it('dashes become a solid line without gaps, and above 20,000 dashes', () => {
    const whole = line(0, 0, 100, 0);
    expect(dashOutline(whole, [10, 0], 3)).toBe(whole);
    const long = line(0, 0, 20_000, 0);
    expect(dashOutline(long, [1, 1], 0).verbs).toHaveLength(20_000);
    expect(dashOutline(long, [0.9, 1], 0)).toBe(long);
  });
});
