import { describe, expect, test } from 'vitest';
import { centreLooseMarks } from '../../../src/drawing/text/loose-marks.ts';

/** Returns a glyph's box, with its left and bottom edges relative to the glyph's position. */
const box = (left: number, bottom: number, width: number, height: number) => ({
  xBearing: left,
  yBearing: bottom + height,
  width,
  height: -height,
});
const letter = () => ({
  isMark: false,
  xAdvance: 600,
  extents: box(50, 0, 500, 700),
  x: 0,
  y: 0,
  isPlaced: false,
});
/** Returns a mark without an anchor: drawn at the pen position after the letter. */
const mark = (bottom: number, changes: { isPlaced?: boolean; x?: number; y?: number } = {}) => ({
  isMark: true,
  xAdvance: 0,
  extents: box(-100, bottom, 200, 100),
  x: 600,
  y: 0,
  isPlaced: false,
  ...changes,
});

describe('loose marks', () => {
  test('centres loose marks over their letter without overlaps', () => {
    const [low, high, third] = [mark(550), mark(550), mark(550)];
    centreLooseMarks([letter(), low, high, third], 70);
    // The letter's middle is 300, its top 700; each mark is 100 high.
    expect([low, high, third].map(({ x, y }) => [x, y + 550])).toEqual([
      [300, 770],
      [300, 940],
      [300, 1110],
    ]);
  });

  test('keeps the height of a loose mark that touches nothing', () => {
    const one = mark(900);
    centreLooseMarks([letter(), one], 70);
    expect([one.x, one.y]).toEqual([300, 0]);
  });

  test('stacks loose marks under a letter independently of marks above', () => {
    const [low, above, lower] = [mark(-120), mark(550), mark(-120)];
    centreLooseMarks([letter(), low, above, lower], 70);
    expect([low, lower].map(({ x, y }) => [x, y - 120])).toEqual([
      [300, -170],
      [300, -340],
    ]);
    expect(above.y + 550).toBe(770);
  });

  test('moves loose marks together with marks that the font places on them', () => {
    const [loose, placed] = [mark(550), mark(550, { isPlaced: true, x: 610, y: 150 })];
    centreLooseMarks([letter(), loose, placed], 70);
    expect([placed.x, placed.y]).toEqual([310, 150 + loose.y]);
  });

  test('centres loose marks on each letter without moving the next letter', () => {
    const next = { ...letter(), x: 600 };
    const [first, second] = [mark(550), mark(550, { x: 1200 })];
    centreLooseMarks([letter(), first, next, second], 70);
    expect(next.x).toBe(600);
    expect([second.x, second.y + 550]).toEqual([900, 770]);
  });

  test('does not move loose marks after an invisible character or without a preceding letter', () => {
    const [lost, alone] = [mark(550), mark(550)];
    centreLooseMarks([alone, { ...letter(), extents: box(0, 0, 0, 0) }, lost], 70);
    expect([alone.x, alone.y, lost.x, lost.y]).toEqual([600, 0, 600, 0]);
  });
});
