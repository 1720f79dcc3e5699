import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../test/support/random-runs.ts';
import type { Outline } from '../../src/drawing/outline.ts';
import { ellipse, rectangle } from '../../src/drawing/shapes.ts';
import { trimContours, trimOutline } from '../../src/drawing/trim-outline.ts';
import { chordLength } from './chord-length.ts';

const coordinate = fc.double({ min: -1000, max: 1000, noNaN: true });

const cubic = fc
  .array(coordinate, { minLength: 8, maxLength: 8 })
  .map((points): Outline => ({ verbs: 'MC', points }));

describe('trimOutline', () => {
  it('trimOutline returns the whole outline at 1 and nothing at 0', () => {
    const outline = ellipse(10, 20);
    expect(trimOutline(outline, 1)).toBe(outline);
    expect(trimOutline(outline, 0).points).toEqual([]);
  });

  it("trimOutline keeps the given share of any cubic's length", () => {
    fc.assert(
      fc.property(cubic, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (outline, fraction) => {
        const whole = chordLength(outline);
        fc.pre(whole > 1);
        expect(chordLength(trimOutline(outline, fraction)) / whole).toBeCloseTo(fraction, 2);
      }),
      { numRuns: runs(200) },
    );
  });

  it('trimOutline trims contours one after another', () => {
    const first = rectangle(0, 0, 10, 10);
    const second = rectangle(20, 0, 30, 10);
    const both = { verbs: first.verbs + second.verbs, points: [...first.points, ...second.points] };
    const part = trimOutline(both, 0.625);
    expect(part.verbs).toBe('MLLLLZML');
    expect(part.points.slice(-4)).toEqual([20, 0, 30, 0]);
    expect(trimOutline(both, 0.5).verbs).toBe('MLLLLZ');
  });
});

describe('trimContours', () => {
  it('trimContours returns the same share of each contour', () => {
    const first = rectangle(0, 0, 10, 10);
    const second = rectangle(20, 0, 22, 2);
    const both = { verbs: first.verbs + second.verbs, points: [...first.points, ...second.points] };
    expect(trimContours(both, 0.5)).toEqual({
      verbs: 'MLLMLL',
      points: [0, 0, 10, 0, 10, 10, 20, 0, 22, 0, 22, 2],
    });
    expect(trimContours(both, 1)).toBe(both);
    expect(trimContours(both, 0).points).toEqual([]);
  });
});
