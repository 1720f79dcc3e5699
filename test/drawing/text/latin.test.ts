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
  test('glyph outlines are in em with y down: an H of Inter is on the baseline, 1490 of 2048 units high', () => {
    const { top, bottom } = extentOf(outlinesOf(typesetter.layout('H'))[0]);
    expect(top).toBe(-1490 / 2048);
    expect(bottom).toBe(0);
  });

  test('an em-wide character of a font with 1000 units to the em advances by exactly one em', () => {
    expect(widthOf('一')).toBe(1);
  });

  test('glyph outlines close every contour and have the points that their verbs need', () => {
    for (const { verbs, points } of outlinesOf(typesetter.layout('Aag&8の한🎬'))) {
      expect(verbs).toMatch(/^(M[LC]+Z)+$/);
      const pairs = { M: 1, L: 1, C: 3, Z: 0 };
      const expected = Array.from(verbs, (verb) => pairs[verb as keyof typeof pairs]);
      expect(points.length).toBe(2 * expected.reduce((sum, count) => sum + count, 0));
    }
  });

  test('glyph outlines have cubics that equal the quadratics of the font', () => {
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

  test('every use of a glyph shares one outline object', () => {
    const [first, second] = outlinesOf(typesetter.layout('ll'));
    expect(second).toBe(first);
    expect(outlinesOf(typesetter.layout('a line'))[1]).toBe(first);
  });
});

describe('a line of Latin', () => {
  test('kerns a line of Latin', () => {
    const unkerned = Array.from('AVATAR', widthOf).reduce((sum, width) => sum + width, 0);
    expect(widthOf('AVATAR')).toBeLessThan(unkerned - 0.1);
    expect(widthOf('To')).toBeLessThan(widthOf('T') + widthOf('o'));
  });

  test('places each glyph at the sum of the advances before it', () => {
    const { lines } = typesetter.layout('HIH');
    const [h, i] = [widthOf('H'), widthOf('I')];
    expect(lines[0].glyphs.map((glyph) => glyph.x)).toEqual([0, h, h + i]);
    expect(lines[0].glyphs.map((glyph) => glyph.y)).toEqual([0, 0, 0]);
  });

  test('counts spaces as width and graphemes, and draws nothing for them', () => {
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
  ])('draws the decomposed %s like the composed %s', (decomposed, composed) => {
    expect(typesetter.layout(decomposed)).toEqual(typesetter.layout(composed));
  });

  test('stacks marks that have no composed form over their letter', () => {
    const layout = typesetter.layout('x\u0301');
    expect(layout.graphemeCount).toBe(1);
    expect(layout.width).toBe(widthOf('x'));
    const [letter, mark] = glyphsOf(layout);
    expect(extentOf(mark.outline).bottom + mark.y).toBeLessThan(extentOf(letter.outline).top);
    expect([mark.firstGrapheme, mark.endGrapheme]).toEqual([0, 1]);
  });

  test('spells out ligatures that are encoded as characters', () => {
    expect(outlinesOf(typesetter.layout('ﬃ'))).toEqual(outlinesOf(typesetter.layout('ffi')));
    expect(glyphsOf(typesetter.layout('aﬁb')).map((glyph) => glyph.firstGrapheme)).toEqual([0, 1, 1, 2]);
  });

  test('a ligature draws all of its graphemes', () => {
    const [letter, arrow, ...rest] = glyphsOf(typesetter.layout('a->b'));
    expect([letter.firstGrapheme, ...rest.map((glyph) => glyph.firstGrapheme)]).toEqual([0, 3]);
    const [hyphen] = outlinesOf(typesetter.layout('-'));
    expect(extentOf(arrow.outline).right - extentOf(arrow.outline).left).toBeGreaterThan(
      1.5 * (extentOf(hyphen).right - extentOf(hyphen).left),
    );
    expect([arrow.firstGrapheme, arrow.endGrapheme]).toEqual([1, 3]);
  });
});

describe('lines', () => {
  test('empty text is one empty line', () => {
    expect(typesetter.layout('')).toEqual({
      lines: [{ width: 0, isRightToLeft: false, glyphs: [] }],
      width: 0,
      graphemeCount: 0,
      missing: [],
    });
  });

  test.each(['\n', '\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'])(
    'break at %j',
    { tags: ['drawing.text.lines'] },
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

  test('the widest line gives the width of the text', () => {
    const layout = typesetter.layout('i\nwide line\nii');
    expect(layout.width).toBe(layout.lines[1].width);
    expect(layout.lines[0].width).toBe(widthOf('i'));
  });
});

describe('characters without a shape', () => {
  test('a tab is four spaces and one grapheme', () => {
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
  ])('%s has neither glyph nor width', (_, character) => {
    const layout = typesetter.layout(`${character}H${character}H${character}`);
    expect(layout.missing).toEqual([]);
    expect(glyphsOf(layout)).toHaveLength(2);
    expect(layout.width).toBeCloseTo(widthOf('HH'), 12);
    expect(typesetter.layout(character)).toMatchObject({ width: 0, missing: [] });
  });
});

describe('characters that no font has', () => {
  test('are drawn as one box each and listed once, in order of appearance', () => {
    const layout = typesetter.layout('\ue000a\u0f40\ue000');
    expect(layout.missing).toEqual(['\ue000', '\u0f40']);
    const glyphs = glyphsOf(layout);
    expect(glyphs.map((glyph) => glyph.firstGrapheme)).toEqual([0, 1, 2, 3]);
    expect(glyphs[2].outline).toBe(glyphs[0].outline);
    expect(extentOf(glyphs[0].outline)).toEqual({ left: 0.05, top: -0.7, right: 0.55, bottom: 0 });
    expect(layout.width).toBeCloseTo(3 * 0.6 + widthOf('a'), 12);
  });

  test('half a surrogate pair counts as U+FFFD', () => {
    expect(typesetter.layout('a\ud800b').missing).toEqual(['\ufffd']);
    expect(typesetter.layout('\udc00\ud800').graphemeCount).toBe(2);
  });

  test('a mark that no font has does not remove its letter', () => {
    const layout = typesetter.layout('a\u0334');
    expect(layout.missing).toEqual(['\u0334']);
    expect(outlinesOf(layout)[0]).toBe(outlinesOf(typesetter.layout('a'))[0]);
  });
});

test('the same text gives the same layout', () => {
  expect(typesetter.layout('remembered')).toBe(typesetter.layout('remembered'));
});

describe('marks on letters that Inter has no anchor for', () => {
  const boxOf = (text: string, index: number) => {
    const glyph = glyphsOf(typesetter.layout(text))[index];
    const { left, top, right, bottom } = extentOf(glyph.outline);
    return { centre: glyph.x + (left + right) / 2, top: top + glyph.y, bottom: bottom + glyph.y };
  };

  test.each(['я', 'Ю', 'ь', 'Ф'])('%s carries its acute over its middle', (letter) => {
    const [base, acute] = [boxOf(`${letter}\u0301`, 0), boxOf(`${letter}\u0301`, 1)];
    expect(acute.centre).toBeCloseTo(base.centre, 2);
    expect(base.top - acute.bottom).toBeGreaterThan(0.05);
    expect(base.top - acute.bottom).toBeLessThan(0.1);
    expect(typesetter.layout(`${letter}\u0301`).width).toBe(typesetter.layout(letter).width);
  });

  test('a second mark goes over the first, and a mark below goes under the letter', () => {
    expect(boxOf('я\u0301\u0301', 2).bottom).toBeLessThan(boxOf('я\u0301\u0301', 1).top);
    expect(boxOf('я\u0301\u0301', 2).centre).toBeCloseTo(boxOf('я', 0).centre, 2);
    expect(boxOf('я\u0323', 1).top).toBeGreaterThan(0);
    expect(boxOf('я\u0323', 1).centre).toBeCloseTo(boxOf('я', 0).centre, 2);
  });
});
