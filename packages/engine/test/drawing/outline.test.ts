import { describe, expect, it } from 'vitest';
import {
  clockwise,
  joinOutlines,
  type Outline,
  splitContours,
  visitSegments,
} from '../../src/drawing/outline.ts';
import { rectangle } from '../../src/drawing/shapes.ts';
import { identityMatrix } from '../../src/timeline/matrix.ts';

/** A rectangle with an outline in the opposite direction. */
function counterclockwise(left: number, top: number, right: number, bottom: number): Outline {
  return { verbs: 'MLLLZ', points: [left, top, left, bottom, right, bottom, right, top] };
}

const together = (...outlines: Outline[]) =>
  joinOutlines(outlines.map((outline) => ({ outline, matrix: identityMatrix })));

/** Returns the clockwise winding number around a point of an outline of straight lines. */
function windingNumber({ verbs, points }: Outline, x: number, y: number): number {
  let winding = 0;
  let at = 0;
  for (const contour of verbs.match(/M[^M]*/g) ?? []) {
    const corners = Array.from(contour.replace('Z', ''), () => [points[at++], points[at++]]);
    for (const [index, [x1, y1]] of corners.entries()) {
      const [x2, y2] = corners[(index + 1) % corners.length];
      const crossing = x1 + ((y - y1) / (y2 - y1)) * (x2 - x1);
      if (y1 <= y !== y2 <= y && crossing > x) winding += y2 > y1 ? 1 : -1;
    }
  }
  return winding;
}

describe('clockwise outlines', () => {
  const right = rectangle(0, 0, 10, 10);
  const holeInRight = counterclockwise(2, 2, 8, 8);
  const left = counterclockwise(0, 0, 10, 10);
  const holeInLeft = rectangle(2, 2, 8, 8);

  it.each([
    ['a ring', together(right, holeInRight)],
    ['a ring whose hole comes first', together(holeInRight, right)],
    ['a counterclockwise ring', together(left, holeInLeft)],
    ['a counterclockwise ring whose hole comes first', together(holeInLeft, left)],
  ])('clockwise makes %s wind once around its inside and not around its hole', (_, ring) => {
    const turned = clockwise(ring);
    expect(windingNumber(turned, 1, 5)).toBe(1);
    expect(windingNumber(turned, 5, 5)).toBe(0);
    expect(windingNumber(turned, 11, 5)).toBe(0);
  });

  it('clockwise gives overlapping outlines winding numbers that add up', () => {
    const bar = clockwise(counterclockwise(-5, 4, 15, 6));
    expect(windingNumber(together(clockwise(together(holeInLeft, left)), bar), 1, 5)).toBe(2);
  });

  it('clockwise keeps the shape of curves when it reverses an outline', () => {
    const leaf: Outline = { verbs: 'MCLZ', points: [0, 0, -5, 1, -5, 9, 0, 10, 4, 5] };
    const turned = clockwise(leaf);
    expect(turned).toEqual({ verbs: 'MLCZ', points: [4, 5, 0, 10, -5, 9, -5, 1, 0, 0] });
    expect(clockwise(turned)).toBe(turned);
  });
});

const twoContours: Outline = {
  verbs: 'MLZLMCL',
  points: [1, 2, 3, 4, 5, 6, 10, 20, 11, 21, 12, 22, 13, 23, 14, 24],
};

it('visitSegments visits segments in order, each with its start point', () => {
  const visited: unknown[] = [];
  visitSegments(twoContours, {
    moveTo: (...points) => visited.push('M', points),
    lineTo: (...points) => visited.push('L', points),
    curveTo: (...points) => visited.push('C', points),
    close: (...points) => visited.push('Z', points),
  });
  expect(visited).toEqual([
    ...['M', [1, 2]],
    ...['L', [3, 4, 1, 2]],
    ...['Z', [1, 2, 3, 4]],
    ...['L', [5, 6, 1, 2]],
    ...['M', [10, 20]],
    ...['C', [11, 21, 12, 22, 13, 23, 10, 20]],
    ...['L', [14, 24, 13, 23]],
  ]);
});

it('splitContours splits an outline at each move', () => {
  expect(splitContours(twoContours)).toEqual([
    { verbs: 'MLZL', points: [1, 2, 3, 4, 5, 6] },
    { verbs: 'MCL', points: [10, 20, 11, 21, 12, 22, 13, 23, 14, 24] },
  ]);
});
