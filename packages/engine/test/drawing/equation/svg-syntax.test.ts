import { describe, expect, it } from 'vitest';
import { parseNumbers, parsePath, parseTransform } from '../../../src/drawing/equation/svg-syntax.ts';

describe('SVG path data', () => {
  it.each([
    ['M1 2L3 4Z', 'MLZ', [1, 2, 3, 4]],
    ['m1 2l3 4z', 'MLZ', [1, 2, 4, 6]],
    ['M1-2.5L-.5.25', 'ML', [1, -2.5, -0.5, 0.25]],
    ['M0 0 10 20 30 40', 'MLL', [0, 0, 10, 20, 30, 40]],
    ['m1 1 2 2', 'ML', [1, 1, 3, 3]],
    ['M1 2H5h-1V7v-3', 'MLLLL', [1, 2, 5, 2, 4, 2, 4, 7, 4, 4]],
    ['M1 1C2 2 3 3 4 4c1 1 2 2 3 3', 'MCC', [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7]],
    // The first control point of S mirrors the last one of C about (4, 0); without a curve it is the point itself.
    ['M0 0C0 0 3 1 4 0S7 1 8 0', 'MCC', [0, 0, 0, 0, 3, 1, 4, 0, 5, -1, 7, 1, 8, 0]],
    ['M1 1S2 2 3 3', 'MC', [1, 1, 1, 1, 2, 2, 3, 3]],
    ['M0 0c0 0 3 1 4 0s3 1 4 0', 'MCC', [0, 0, 0, 0, 3, 1, 4, 0, 5, -1, 7, 1, 8, 0]],
    // A quadratic curve's cubic has its control points two thirds of the way to the quadratic one.
    ['M0 0Q3 6 6 0', 'MC', [0, 0, 2, 4, 4, 4, 6, 0]],
    ['M0 0q3 6 6 0t6 0', 'MCC', [0, 0, 2, 4, 4, 4, 6, 0, 8, -4, 10, -4, 12, 0]],
    ['M3 3T6 6', 'MC', [3, 3, 3, 3, 4, 4, 6, 6]],
    // After Z, the current point is the contour's start.
    ['M1 1L5 5Zl1 0', 'MLZL', [1, 1, 5, 5, 2, 1]],
    ['M1e1 2E-1', 'M', [10, 0.2]],
    ['', '', []],
  ] as [string, string, number[]][])('parses SVG path data %s', (data, verbs, points) => {
    const outline = parsePath(data);
    expect(outline.verbs).toBe(verbs);
    expect(outline.points).toEqual(points.map((value) => expect.closeTo(value, 9)));
  });

  it.each(['M1', 'L', 'M1 2Z3', 'A1 1 0 0 0 2 2', 'M1 2 X', '1 2', 'M1 2L#'])(
    'refuses SVG path data %s',
    (data) => {
      expect(() => parsePath(data)).toThrow(SyntaxError);
    },
  );
});

describe('SVG transforms', () => {
  it('parseTransform applies the last transform first', () => {
    expect(parseTransform('translate(10,20) scale(2)')).toEqual([2, 0, 0, 2, 10, 20]);
    expect(parseTransform('scale(2) translate(10 20)')).toEqual([2, 0, 0, 2, 20, 40]);
    expect(parseTransform('matrix(1 0 0 -1 0 0) scale(2,3)')).toEqual([2, 0, 0, -3, 0, 0]);
    // A quarter turn about (10, 20) moves the origin to (30, 10).
    const turned = parseTransform('rotate(90 10 20)').map((value) => expect.closeTo(value, 9));
    expect([0, 1, -1, 0, 30, 10]).toEqual(turned);
    expect(parseTransform('translate(5)')).toEqual([1, 0, 0, 1, 5, 0]);
    expect(parseTransform('')).toEqual([1, 0, 0, 1, 0, 0]);
  });

  it('parseTransform refuses unknown functions and invalid arguments', () => {
    expect(() => parseTransform('skewX(3)')).toThrow(SyntaxError);
    expect(() => parseTransform('matrix(1 2 3)')).toThrow(SyntaxError);
    expect(() => parseTransform('translate(NaN,1)')).toThrow(SyntaxError);
  });
});

describe('SVG number lists', () => {
  it('parseNumbers reads SVG number lists and refuses infinity', () => {
    expect(parseNumbers(' 0 -750.5,1e3-2.5.5 ')).toEqual([0, -750.5, 1000, -2.5, 0.5]);
    expect(() => parseNumbers('1 Infinity')).toThrow(SyntaxError);
  });
});
