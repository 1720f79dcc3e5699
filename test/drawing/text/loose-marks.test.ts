import { describe, expect, test } from 'vitest';
import { centreLooseMarks } from '../../../src/drawing/text/loose-marks.ts';

/** A box of a glyph, its left end and bottom counted from where the glyph is drawn. */
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
/** A mark as it leaves the font: drawn where the pen stood after the letter. */
const mark = (bottom: number, changes: { isPlaced?: boolean; x?: number; y?: number } = {}) => ({
  isMark: true,
  xAdvance: 0,
  extents: box(-100, bottom, 200, 100),
  x: 600,
  y: 0,
  isPlaced: false,
  ...changes,
});

describe('marks that a font leaves beside their letter', () => {
  test('are centred over it without touching it or each other', () => {
    const [low, high, third] = [mark(550), mark(550), mark(550)];
    centreLooseMarks([letter(), low, high, third], 70);
    // The letter's middle is 300, its top 700; each mark is 100 high.
    expect([low, high, third].map(({ x, y }) => [x, y + 550])).toEqual([
      [300, 770],
      [300, 940],
      [300, 1110],
    ]);
  });

  test('stay at the height of the font where they touch nothing', () => {
    const one = mark(900);
    centreLooseMarks([letter(), one], 70);
    expect([one.x, one.y]).toEqual([300, 0]);
  });

  test('are stacked under it, independent of those above', () => {
    const [low, above, lower] = [mark(-120), mark(550), mark(-120)];
    centreLooseMarks([letter(), low, above, lower], 70);
    expect([low, lower].map(({ x, y }) => [x, y - 120])).toEqual([
      [300, -170],
      [300, -340],
    ]);
    expect(above.y + 550).toBe(770);
  });

  test('move together with marks that the font places on them', () => {
    const [loose, placed] = [mark(550), mark(550, { isPlaced: true, x: 610, y: 150 })];
    centreLooseMarks([letter(), loose, placed], 70);
    expect([placed.x, placed.y]).toEqual([310, 150 + loose.y]);
  });

  test('leave the next letter and its own marks alone', () => {
    const next = { ...letter(), x: 600 };
    const [first, second] = [mark(550), mark(550, { x: 1200 })];
    centreLooseMarks([letter(), first, next, second], 70);
    expect(next.x).toBe(600);
    expect([second.x, second.y + 550]).toEqual([900, 770]);
  });

  test('do not move after an invisible character or without a letter', () => {
    const [lost, alone] = [mark(550), mark(550)];
    centreLooseMarks([alone, { ...letter(), extents: box(0, 0, 0, 0) }, lost], 70);
    expect([alone.x, alone.y, lost.x, lost.y]).toEqual([600, 0, 600, 0]);
  });
});
