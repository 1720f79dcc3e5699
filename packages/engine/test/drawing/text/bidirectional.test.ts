import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { directionOf, inVisualOrder } from '../../../src/drawing/text/bidirectional.ts';
import { loadTypesetter, type Typesetter } from '../../../src/drawing/text/typesetter.ts';
import { glyphsOf, outlinesOf, visualOrderOf } from './layout-probes.ts';

let typesetter: Typesetter;
beforeAll(async () => {
  typesetter = await loadTypesetter();
});

function levelsOf(text: string): number[] {
  return [...directionOf(Array.from(text, (character) => character.codePointAt(0) ?? 0)).levels];
}

describe('bidirectional levels', () => {
  test.each([
    ['left to right', 'ab 1', [0, 0, 0, 0]],
    ['right to left', 'אב', [1, 1]],
    ['a word in the other direction', 'אב a', [1, 1, 1, 2]],
    ['numbers in Hebrew run left to right', 'א 12', [1, 1, 2, 2]],
    ['the first strong character decides', '! א a', [1, 1, 1, 1, 2]],
    ['an override', '\u202eab\u202cc', [0, 1, 1, 1, 0]],
  ])('assigns embedding levels: %s', (_, text, levels) => {
    expect(levelsOf(text)).toEqual(levels);
  });

  test('an emoji beyond the basic plane has neutral direction', () => {
    expect(levelsOf('🎬 א')).toEqual([1, 1, 1]);
    expect(levelsOf('א🎬ב')).toEqual([1, 1, 1]);
  });
});

describe('line direction', () => {
  test.each([
    ['abc', false],
    ['', false],
    ['123 …', false],
    ['שלום', true],
    ['العربية', true],
    ['123, שלום abc', true],
    ['abc שלום', false],
    ['\u200f123', true],
    ['\u200eא', false],
    ['🎬 א', true],
  ])('detects whether the line %j is right to left: %s', (text, isRightToLeft) => {
    expect(typesetter.layout(text).lines[0].isRightToLeft).toBe(isRightToLeft);
  });

  test("determines a line's direction independently of other lines", () => {
    const { lines } = typesetter.layout('abc\nשלום\n123');
    expect(lines.map((line) => line.isRightToLeft)).toEqual([false, true, false]);
  });
});

describe('visual order of runs', () => {
  const order = (levels: number[]) =>
    inVisualOrder(levels.map((level, index) => ({ level, index }))).map(({ index }) => index);

  test.each([
    [[0], [0]],
    [
      [0, 1, 0],
      [0, 1, 2],
    ],
    [
      [1, 2, 1],
      [2, 1, 0],
    ],
    [
      [0, 1, 2, 1, 0],
      [0, 3, 2, 1, 4],
    ],
    [
      [2, 3, 4],
      [0, 2, 1],
    ],
    [[], []],
  ])('orders bidirectional runs with levels %j as %j', (levels, expected) => {
    expect(order(levels)).toEqual(expected);
  });

  test('ordering bidirectional runs keeps every run', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(6)), (levels) => {
        expect(order(levels).toSorted((a, b) => a - b)).toEqual(levels.map((_, index) => index));
      }),
    );
  });
});

describe('bidirectional lines', () => {
  test('places the first letter of Hebrew text on the right', () => {
    expect(visualOrderOf(typesetter.layout('שלום'))).toEqual([3, 2, 1, 0]);
    expect(visualOrderOf(typesetter.layout('עברית מימין'))).toEqual([10, 9, 8, 7, 6, 4, 3, 2, 1, 0]);
  });

  test('orders each text line in its own direction', () => {
    expect(
      visualOrderOf({ ...typesetter.layout('אב\nab'), lines: [typesetter.layout('אב\nab').lines[1]] }),
    ).toEqual([2, 3]);
    expect(typesetter.layout('אב\nab').lines[0].glyphs.map((glyph) => glyph.firstGrapheme)).toEqual([1, 0]);
  });

  test('orders Arabic with bracketed Latin and a number visually', () => {
    const text = 'العربية من اليمين (abc) 123';
    const layout = typesetter.layout(text);
    const order = visualOrderOf(layout);
    // "العربية من اليمين " has 18 graphemes; "(abc)" are 18 to 22, "123" are 24 to 26.
    expect(order.slice(0, 8)).toEqual([24, 25, 26, 22, 19, 20, 21, 18]);
    expect(order.at(-1)).toBe(0);
    const [opening] = outlinesOf(typesetter.layout('('));
    const [closing] = outlinesOf(typesetter.layout(')'));
    const outlineOf = (grapheme: number) =>
      glyphsOf(layout).find((glyph) => glyph.firstGrapheme === grapheme)?.outline;
    expect(outlineOf(18)).toBe(closing);
    expect(outlineOf(22)).toBe(opening);
  });

  test('mirrors brackets around Hebrew', () => {
    const [opening] = outlinesOf(typesetter.layout('('));
    const [closing] = outlinesOf(typesetter.layout(')'));
    const outlines = outlinesOf(typesetter.layout('(א)'));
    expect(outlines[0]).toBe(opening);
    expect(outlines[2]).toBe(closing);
    expect(visualOrderOf(typesetter.layout('(א)'))).toEqual([2, 1, 0]);
  });

  test('orders missing characters in Hebrew text from right to left', () => {
    expect(visualOrderOf(typesetter.layout('א\u202e\u0f40\u0f41'))).toEqual([3, 2, 0]);
  });
});
