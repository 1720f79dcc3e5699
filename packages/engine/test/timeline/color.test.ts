import { describe, expect, it } from 'vitest';
import { interpolateColor, parseColor } from '../../src/timeline/color.ts';

const color = (red: number, green: number, blue: number, alpha = 1) => ({ red, green, blue, alpha });
const between = (from: string, to: string, progress: number) =>
  interpolateColor(parseColor(from), parseColor(to), progress);

describe('parseColor', () => {
  it.each([
    ['none', null],
    ['transparent', color(0, 0, 0, 0)],
    ['#f80', color(255, 136, 0)],
    ['#FF8800', color(255, 136, 0)],
    ['#0a141eff', color(10, 20, 30, 1)],
    ['#0a141e33', color(10, 20, 30, 0.2)],
  ])('parseColor reads %s', (text, expected) => {
    expect(parseColor(text)).toEqual(expected);
  });

  it.each(['', '#ff', '#ffff', '#fffff', '#ggg', 'red', '#ffffff '])(
    'parseColor refuses %j and names it in the error',
    (text) => {
      expect(() => parseColor(text)).toThrow(JSON.stringify(text));
    },
  );
});

describe('interpolateColor', () => {
  it('blends every sRGB channel and alpha between colours of any notation', () => {
    expect(between('#000', '#ff8040', 0.5)).toEqual(color(127.5, 64, 32));
    expect(between('#0a141e00', '#6e7882', 0.25)).toEqual(color(35, 45, 55, 0.25));
  });

  it('blends transparent as the other colour with alpha 0', () => {
    expect(between('transparent', '#0a141e', 0.25)).toEqual(color(10, 20, 30, 0.25));
    expect(between('#0a141e33', 'transparent', 0.5)).toEqual(color(10, 20, 30, 0.1));
    expect(between('transparent', 'transparent', 0.5)).toEqual(color(0, 0, 0, 0));
  });

  it('does not treat a hexadecimal colour with alpha 0 as transparent', () => {
    expect(between('#00000000', '#ff8040', 0.5)).toEqual(color(127.5, 64, 32, 0.5));
  });

  it('switches to and from the colour none at a progress of 0.5', () => {
    expect(between('none', '#0a141e', 0.499)).toBeNull();
    expect(between('none', '#0a141e', 0.5)).toEqual(color(10, 20, 30));
    expect(between('#0a141e', 'none', 0.499)).toEqual(color(10, 20, 30));
    expect(between('#0a141e', 'none', 0.5)).toBeNull();
    expect(between('transparent', 'none', 0.499)).toEqual(color(0, 0, 0, 0));
    expect(between('transparent', 'none', 0.5)).toBeNull();
  });

  it('uses the other colour with alpha 0 when a blend starts or ends at transparent', () => {
    expect(between('transparent', '#0a141e', 0)).toEqual(color(0, 0, 0, 0));
    expect(between('#0a141e', 'transparent', 1)).toEqual(color(0, 0, 0, 0));
  });
});
