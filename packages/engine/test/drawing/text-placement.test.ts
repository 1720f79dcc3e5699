import { beforeAll, describe, expect, it } from 'vitest';
import type { Bounds } from '../../src/drawing/bounds.ts';
import { ObjectDrawer } from '../../src/drawing/draw-object.ts';
import { paintedBox } from '../../src/drawing/painted-box.ts';
import { loadTypesetters, type Typesetters } from '../../src/drawing/typesetters.ts';
import type { LetteredKind } from '../../src/language/kinds.ts';
import type { Appearance } from '../../src/timeline/appearance.ts';
import type { Lettering } from '../../src/timeline/lettering.ts';
import { appearanceOf, letteringOf } from './appearance-parts.ts';

let typesetters: Typesetters;
beforeAll(async () => {
  typesetters = await loadTypesetters({ hasTexts: true, hasEquations: true, wrapsTexts: true });
});

/** Returns the painted box of letters of 100 pixels at the origin. */
function boxOf(
  lettering: Partial<Lettering>,
  changes: Partial<Appearance> = {},
  kind: LetteredKind = 'text',
): Bounds {
  const drawer = new ObjectDrawer({ typesetters, place: ['objects', 'title'] });
  const appearance = appearanceOf({ fontSize: 100, lettering: letteringOf(lettering), ...changes });
  const node = drawer.draw({
    objectId: 'title',
    kind,
    matrix: [1, 0, 0, 1, 0, 0],
    opacity: 1,
    effects: null,
    appearance,
  });
  const box = node && paintedBox(node);
  if (!box) throw new Error('nothing is painted');
  return box;
}

describe('vertical alignment of texts', () => {
  it("verticalAlign baseline puts the first line's baseline at the position of the text", () => {
    expect(boxOf({ text: 'H', verticalAlign: 'baseline' }).bottom).toBeCloseTo(0, 6);
    expect(boxOf({ text: 'H\nH', verticalAlign: 'baseline' }).bottom).toBeCloseTo(125, 6);
  });

  it('verticalAlign top and bottom put the edge of a text at its position, for any number of lines and line height', () => {
    const top = boxOf({ text: 'H', verticalAlign: 'top' });
    const bottom = boxOf({ text: 'H', verticalAlign: 'bottom' });
    expect(top.top).toBeGreaterThan(0);
    expect(bottom.bottom).toBeLessThan(0);
    for (const lineHeight of [0.8, 1.25, 3]) {
      expect(boxOf({ text: 'H\nH', verticalAlign: 'top' }, { lineHeight }).top).toBeCloseTo(top.top, 6);
      expect(boxOf({ text: 'H\nH', verticalAlign: 'bottom' }, { lineHeight }).bottom).toBeCloseTo(
        bottom.bottom,
        6,
      );
    }
  });

  it('verticalAlign is middle by default', () => {
    expect(boxOf({ text: 'H\nH' })).toEqual(boxOf({ text: 'H\nH', verticalAlign: 'middle' }));
  });
});

describe('the distance between lines', () => {
  it('lineHeight is the distance between lines in font sizes', () => {
    const one = boxOf({ text: 'H' });
    for (const lineHeight of [0.5, 1.25, 4]) {
      const two = boxOf({ text: 'H\nH' }, { lineHeight });
      expect(two.bottom - two.top - (one.bottom - one.top)).toBeCloseTo(100 * lineHeight, 6);
    }
  });

  it.each([
    ['Arabic', ['لِلّٰهِ ٱلْحَمْدُ', 'إِنَّ أُولٰئِكَ', 'جِيج پِيچ', 'ٱلرَّحِيمِ']],
    ['Devanagari', ['र्द्र्यूँ', 'क्ष्म्यैं', 'हृद्रू ट्ठ', 'श्रीं ॐ ऴॄ']],
  ])('lines in %s do not touch by default', (_script, lines) => {
    for (const upper of lines) {
      for (const lower of lines) {
        const both = boxOf({ text: `${upper}\n${lower}` });
        const heightOf = (text: string) => boxOf({ text }).bottom - boxOf({ text }).top;
        expect(both.bottom - both.top - heightOf(upper) - heightOf(lower)).toBeGreaterThan(5);
      }
    }
  });

  it('the default distance between lines is 1.25 in other scripts and for a single line', () => {
    expect(typesetters.text('one\ntwo').lineHeight).toBe(1.25);
    expect(typesetters.text('नमस्ते').lineHeight).toBe(1.25);
    expect(typesetters.text('日本\n语').lineHeight).toBe(1.25);
  });
});

describe('the alignment of equations', () => {
  it('equations are aligned by the edges of their boxes', () => {
    const [left, center, right] = (['left', 'center', 'right'] as const).map((align) =>
      boxOf({ text: '\\rule{2em}{1em}', align }, {}, 'equation'),
    );
    expect([left?.left, left?.right]).toEqual([expect.closeTo(0, 6), expect.closeTo(200, 6)]);
    expect([center?.left, center?.right]).toEqual([expect.closeTo(-100, 6), expect.closeTo(100, 6)]);
    expect([right?.left, right?.right]).toEqual([expect.closeTo(-200, 6), expect.closeTo(0, 6)]);
  });
});

describe('colours in equations', () => {
  it('equations accept the colours of CSS, xcolor and numbers, and the fill colours the rest', () => {
    const layout = typesetters.equation(
      '\\textcolor{tomato}{x}+\\color{#0f0}y\\textcolor[rgb]{0,0,1}{z}\\textcolor{ForestGreen}{w}',
      ['objects', 'title'],
    );
    expect(layout?.glyphs.map(({ color }) => color && [color.red, color.green, color.blue])).toEqual([
      [255, 99, 71],
      null,
      [0, 255, 0],
      [0, 0, 255],
      [0, 155, 85],
    ]);
  });

  it('the colour of a colorbox is drawn behind its content', () => {
    const layout = typesetters.equation('\\colorbox{gold}{$x$}', ['objects', 'title']);
    expect(layout?.glyphs.map(({ color }) => color?.red)).toEqual([255, undefined]);
  });
});
