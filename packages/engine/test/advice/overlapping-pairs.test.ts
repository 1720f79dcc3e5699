import { describe, expect, it } from 'vitest';
import { overlappingPairs, type Quadrilateral } from '../../src/advice/pictures/overlapping-pairs.ts';
import { Budget } from '../../src/project/budget.ts';

function shape(left: number, top: number, right: number, bottom: number) {
  const corners: Quadrilateral = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
  return { box: { left, top, right, bottom }, corners };
}

describe('overlapping pairs', () => {
  it('finds overlapping shapes in any order and returns the earlier one first', () => {
    const [far, right, left] = [shape(500, 0, 600, 50), shape(80, 0, 180, 50), shape(0, 20, 100, 70)];
    expect([...overlappingPairs([far, right, left], new Budget(100))]).toEqual([[right, left]]);
    expect([...overlappingPairs([left, right], new Budget(100))]).toEqual([[left, right]]);
  });

  it('stops looking for overlapping shapes at the comparison limit', () => {
    // All are in the same columns, so each would be compared with all others.
    const shapes = Array.from({ length: 3000 }, (_, row) => shape(0, row * 10, 100, row * 10 + 9));
    const comparisons = new Budget(5000);
    expect([...overlappingPairs([...shapes, shape(0, 0, 100, 30_000)], comparisons)].length).toBeLessThan(
      5000,
    );
    expect(comparisons.left).toBe(-1);
  });
});
