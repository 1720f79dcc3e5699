import { beforeAll, describe, expect, test } from 'vitest';
import { loadTypesetter, type Typesetter } from '../../../src/drawing/text/typesetter.ts';
import { extentOf, glyphsOf, outlinesOf } from './layout-probes.ts';

let typesetter: Typesetter;
beforeAll(async () => {
  typesetter = await loadTypesetter();
});

function widthOf(text: string): number {
  return typesetter.layout(text).width;
}

describe('glyph outlines', () => {
  test("gives glyph outlines in em with y down: Inter's H is 1490/2048 em high on the baseline", () => {
    const { top, bottom } = extentOf(outlinesOf(typesetter.layout('H'))[0]);
    expect(top).toBe(-1490 / 2048);
    expect(bottom).toBe(0);
  });

  test('advances exactly 1 em for an em-wide character in a font with 1000 units per em', () => {
    expect(widthOf('一')).toBe(1);
  });

  test('closes every glyph contour and gives each outline verb its points', () => {
    for (const { verbs, points } of outlinesOf(typesetter.layout('Aag&8の한🎬'))) {
      expect(verbs).toMatch(/^(M[LC]+Z)+$/);
      const pairs = { M: 1, L: 1, C: 3, Z: 0 };
      const expected = Array.from(verbs, (verb) => pairs[verb as keyof typeof pairs]);
      expect(points.length).toBe(2 * expected.reduce((sum, count) => sum + count, 0));
    }
  });

  test("converts a font's quadratic curves to equal cubics", () => {
    const { verbs, points } = outlinesOf(typesetter.layout('o'))[0];
    let at = 0;
    let cubics = 0;
    for (const verb of verbs) {
      if (verb === 'Z') continue;
      if (verb === 'C') {
        cubics++;
        for (const axis of [0, 1]) {
          const start = points[at - 2 + axis];
          const [first, second, end] = [points[at + axis], points[at + 2 + axis], points[at + 4 + axis]];
          const control = (3 * first - start) / 2;
          expect((3 * second - end) / 2).toBeCloseTo(control, 12);
          // Control points of a TrueType glyph are at whole font units.
          expect(control * 2048).toBeCloseTo(Math.round(control * 2048), 2);
        }
      }
      at += verb === 'C' ? 6 : 2;
    }
    expect(cubics).toBeGreaterThan(7);
  });

  test('shares one outline object between all uses of a text glyph', () => {
    const [first, second] = outlinesOf(typesetter.layout('ll'));
    expect(second).toBe(first);
    expect(outlinesOf(typesetter.layout('a line'))[1]).toBe(first);
  });
});

describe('Latin lines', () => {
  test('kerns Latin text', () => {
    const unkerned = Array.from('AVATAR', widthOf).reduce((sum, width) => sum + width, 0);
    expect(widthOf('AVATAR')).toBeLessThan(unkerned - 0.1);
    expect(widthOf('To')).toBeLessThan(widthOf('T') + widthOf('o'));
  });

  test('places each text glyph at the sum of the preceding advances', () => {
    const { lines } = typesetter.layout('HIH');
    const [h, i] = [widthOf('H'), widthOf('I')];
    expect(lines[0].glyphs.map((glyph) => glyph.x)).toEqual([0, h, h + i]);
    expect(lines[0].glyphs.map((glyph) => glyph.y)).toEqual([0, 0, 0]);
  });

  test('counts spaces as width and graphemes without drawing them', () => {
    const layout = typesetter.layout('a b ');
    expect(layout.graphemeCount).toBe(4);
    expect(glyphsOf(layout).map(({ firstGrapheme, endGrapheme }) => [firstGrapheme, endGrapheme])).toEqual([
      [0, 1],
      [2, 3],
    ]);
    expect(layout.width).toBeCloseTo(widthOf('a') + widthOf('b') + 2 * widthOf(' '), 12);
  });

  test.each([
    ['e\u0301', 'é'],
    ['a\u0308', 'ä'],
    ['n\u0303', 'ñ'],
    ['z\u0307', 'ż'],
    ['\u212b', 'Å'],
  ])('draws the decomposed character %s like the composed %s', (decomposed, composed) => {
    expect(typesetter.layout(decomposed)).toEqual(typesetter.layout(composed));
  });

  test('places a mark without a composed form over its letter', () => {
    const layout = typesetter.layout('x\u0301');
    expect(layout.graphemeCount).toBe(1);
    expect(layout.width).toBe(widthOf('x'));
    const [letter, mark] = glyphsOf(layout);
    expect(extentOf(mark.outline).bottom + mark.y).toBeLessThan(extentOf(letter.outline).top);
    expect([mark.firstGrapheme, mark.endGrapheme]).toEqual([0, 1]);
  });

  test('draws ligature characters as their letters', () => {
    expect(outlinesOf(typesetter.layout('ﬃ'))).toEqual(outlinesOf(typesetter.layout('ffi')));
    expect(glyphsOf(typesetter.layout('aﬁb')).map((glyph) => glyph.firstGrapheme)).toEqual([0, 1, 1, 2]);
  });

  test('assigns all graphemes of a ligature to its glyph', () => {
    const [letter, arrow, ...rest] = glyphsOf(typesetter.layout('a->b'));
    expect([letter.firstGrapheme, ...rest.map((glyph) => glyph.firstGrapheme)]).toEqual([0, 3]);
    const [hyphen] = outlinesOf(typesetter.layout('-'));
    expect(extentOf(arrow.outline).right - extentOf(arrow.outline).left).toBeGreaterThan(
      1.5 * (extentOf(hyphen).right - extentOf(hyphen).left),
    );
    expect([arrow.firstGrapheme, arrow.endGrapheme]).toEqual([1, 3]);
  });
});

describe('text lines', () => {
  test('lays out an empty text as one empty line', () => {
    expect(typesetter.layout('')).toEqual({
      lines: [{ width: 0, isRightToLeft: false, glyphs: [] }],
      width: 0,
      graphemeCount: 0,
      missing: [],
      lineHeight: 1.25,
    });
  });

  test.each(['\n', '\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'])(
    'breaks text lines at %j',
    (newline) => {
      const layout = typesetter.layout(`ab${newline}${newline}c`);
      expect(layout.lines.map((line) => line.glyphs.map((glyph) => glyph.firstGrapheme))).toEqual([
        [0, 1],
        [],
        [2],
      ]);
      expect(layout.graphemeCount).toBe(3);
    },
  );

  test("uses the widest line's width as a text's width", () => {
    const layout = typesetter.layout('i\nwide line\nii');
    expect(layout.width).toBe(layout.lines[1].width);
    expect(layout.lines[0].width).toBe(widthOf('i'));
  });
});

describe('invisible characters', () => {
  test('lays out a tab as four spaces and one grapheme', () => {
    const layout = typesetter.layout('\t');
    expect(layout.width).toBeCloseTo(4 * widthOf(' '), 12);
    expect(layout.graphemeCount).toBe(1);
    expect(layout.missing).toEqual([]);
  });

  test.each([
    ['a control', '\u0001'],
    ['a C1 control', '\u009f'],
    ['a byte order mark', '\ufeff'],
    ['a soft hyphen', '\u00ad'],
    ['a zero-width space', '\u200b'],
    ['a zero-width joiner', '\u200d'],
    ['a zero-width non-joiner', '\u200c'],
    ['a variation selector', '\ufe0f'],
    ['a direction mark', '\u200e'],
    ['an isolate', '\u2066'],
    ['a Hangul filler', '\u3164'],
    ['a Hangul choseong filler', '\u115f'],
    ['a tag', '\u{e0041}'],
    ['an annotation mark', '\ufff9'],
  ])('gives %s neither a glyph nor a width', (_, character) => {
    const layout = typesetter.layout(`${character}H${character}H${character}`);
    expect(layout.missing).toEqual([]);
    expect(glyphsOf(layout)).toHaveLength(2);
    expect(layout.width).toBeCloseTo(widthOf('HH'), 12);
    expect(typesetter.layout(character)).toMatchObject({ width: 0, missing: [] });
  });
});

describe('characters missing from all fonts', () => {
  test('draws missing characters as boxes and lists each once in order of appearance', () => {
    const layout = typesetter.layout('\ue000a\u0f40\ue000');
    expect(layout.missing).toEqual(['\ue000', '\u0f40']);
    const glyphs = glyphsOf(layout);
    expect(glyphs.map((glyph) => glyph.firstGrapheme)).toEqual([0, 1, 2, 3]);
    expect(glyphs[2].outline).toBe(glyphs[0].outline);
    expect(extentOf(glyphs[0].outline)).toEqual({ left: 0.05, top: -0.7, right: 0.55, bottom: 0 });
    expect(layout.width).toBeCloseTo(3 * 0.6 + widthOf('a'), 12);
  });

  test('treats half a surrogate pair as U+FFFD', () => {
    expect(typesetter.layout('a\ud800b').missing).toEqual(['\ufffd']);
    expect(typesetter.layout('\udc00\ud800').graphemeCount).toBe(2);
  });

  test('keeps a letter if its mark is missing from all fonts', () => {
    const layout = typesetter.layout('a\u0334');
    expect(layout.missing).toEqual(['\u0334']);
    expect(outlinesOf(layout)[0]).toBe(outlinesOf(typesetter.layout('a'))[0]);
  });
});

test('returns the same layout object for the same text', () => {
  expect(typesetter.layout('remembered')).toBe(typesetter.layout('remembered'));
});

describe('marks on letters without an anchor in Inter', () => {
  const boxOf = (text: string, index: number) => {
    const glyph = glyphsOf(typesetter.layout(text))[index];
    const { left, top, right, bottom } = extentOf(glyph.outline);
    return { centre: glyph.x + (left + right) / 2, top: top + glyph.y, bottom: bottom + glyph.y };
  };

  test.each(['я', 'Ю', 'ь', 'Ф'])('centres an acute accent over %s', (letter) => {
    const [base, acute] = [boxOf(`${letter}\u0301`, 0), boxOf(`${letter}\u0301`, 1)];
    expect(acute.centre).toBeCloseTo(base.centre, 2);
    expect(base.top - acute.bottom).toBeGreaterThan(0.05);
    expect(base.top - acute.bottom).toBeLessThan(0.1);
    expect(typesetter.layout(`${letter}\u0301`).width).toBe(typesetter.layout(letter).width);
  });

  test('places a second acute over the first and a dot below under the letter', () => {
    expect(boxOf('я\u0301\u0301', 2).bottom).toBeLessThan(boxOf('я\u0301\u0301', 1).top);
    expect(boxOf('я\u0301\u0301', 2).centre).toBeCloseTo(boxOf('я', 0).centre, 2);
    expect(boxOf('я\u0323', 1).top).toBeGreaterThan(0);
    expect(boxOf('я\u0323', 1).centre).toBeCloseTo(boxOf('я', 0).centre, 2);
  });
});
