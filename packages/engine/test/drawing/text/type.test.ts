import { beforeAll, describe, expect, it } from 'vitest';
import { bundledFamily } from '../../../src/drawing/text/families.ts';
import { plainStyle, type TextStyle } from '../../../src/drawing/text/text-style.ts';
import { transformText } from '../../../src/drawing/text/text-transform.ts';
import { loadTypesetter, type Typesetter } from '../../../src/drawing/text/typesetter.ts';
import { hasWeight, shareOf, type WeightShares } from '../../../src/drawing/text/weights.ts';
import { bundledFamilies, familyNames } from '../../../src/language/font-families.ts';
import { faceOf } from '../../../src/timeline/face.ts';
import { glyphsOf, outlinesOf } from './layout-probes.ts';

let typesetter: Typesetter;
beforeAll(async () => {
  typesetter = await loadTypesetter();
  await typesetter.prepareWrapping();
});

function set(text: string, style: Partial<TextStyle> = {}) {
  return typesetter.layout(text, { ...plainStyle, ...style });
}

describe('weights', () => {
  const shares: WeightShares = [
    [300, -0.5],
    [400, 0],
    [700, 1],
    [800, 1.5],
  ];

  it('lie between those that are listed, and end at the lightest and the heaviest', () => {
    const found = [100, 300, 350, 400, 550, 700, 750, 800, 900].map((weight) => shareOf(shares, weight));
    expect(found).toEqual([-0.5, -0.5, -0.25, 0, 0.5, 1, 1.25, 1.5, 1.5]);
    expect([hasWeight(shares, 299), hasWeight(shares, 300), hasWeight(shares, 801)]).toEqual([
      false,
      true,
      false,
    ]);
  });

  it.each(familyNames)('of %s make text wider from the lightest to the heaviest', (fontFamily) => {
    const { lightest, heaviest } = bundledFamilies[fontFamily as keyof typeof bundledFamilies];
    const inkOf = (fontWeight: number) =>
      glyphsOf(set('HIL', { face: faceOf({ fontFamily, fontWeight }) })).map(({ outline }) => outline);
    const weights = [100, lightest, 400, 500, 600, 700, heaviest, 900];
    const stems = weights.map((weight) => {
      const [, { points }] = inkOf(weight);
      const xs = points.filter((_, index) => index % 2 === 0);
      return Math.max(...xs) - Math.min(...xs);
    });
    expect(stems).toEqual(stems.toSorted((one, other) => one - other));
    expect(inkOf(100)).toEqual(inkOf(lightest));
    expect(inkOf(900)).toEqual(inkOf(heaviest));
    expect(new Set([400, 500, 600, 700].map((weight) => JSON.stringify(inkOf(weight)))).size).toBe(4);
  });

  it('apply to other scripts, and the nearest one to fonts with two', () => {
    const drawn = (text: string, fontWeight: number) =>
      outlinesOf(set(text, { face: faceOf({ fontWeight }) }));
    for (const text of ['עברית', 'ไทย', '한국어']) expect(drawn(text, 500)).not.toEqual(drawn(text, 400));
    expect(drawn('日本', 500)).toEqual(drawn('日本', 400));
    expect(drawn('日本', 600)).toEqual(drawn('日本', 700));
    expect(drawn('日本', 900)).toEqual(drawn('日本', 700));
    expect(drawn('🚀', 900)).toEqual(drawn('🚀', 400));
  });
});

describe('families', () => {
  it('draw Latin, Greek and Cyrillic text, and leave other characters to the other fonts', () => {
    const serif = bundledFamily('serif')?.fontFor(faceOf({ fontFamily: 'serif' }));
    for (const character of 'Aßğ̄Ωж1€—') expect(serif?.has(character.codePointAt(0) ?? 0)).toBe(true);
    for (const character of '漢ع🚀') expect(serif?.has(character.codePointAt(0) ?? 0)).toBe(false);
    const face = faceOf({ fontFamily: 'serif' });
    expect(outlinesOf(set('漢字', { face }))).toEqual(outlinesOf(set('漢字')));
    expect(outlinesOf(set('“漢字”', { face }))).toEqual(outlinesOf(set('“漢字”')));
    expect(outlinesOf(set('🚀', { face }))).toEqual(outlinesOf(set('🚀')));
    expect(set('Ꭰ', { face }).missing).toEqual(set('Ꭰ').missing);
  });

  it('draw a letter with its mark together', () => {
    const face = faceOf({ fontFamily: 'display' });
    expect(outlinesOf(set('e\u0301', { face }))).toEqual(outlinesOf(set('\u00e9', { face })));
  });

  it('give digits one width for counters', () => {
    for (const fontFamily of familyNames) {
      for (const fontWeight of [400, 550, 700]) {
        const style = { face: faceOf({ fontFamily, fontWeight }), hasTabularNumbers: true };
        expect(set('1111', style).width).toBeCloseTo(set('8080', style).width, 2);
      }
    }
  });

  it('change only a part of a text', () => {
    const face = faceOf({ fontFamily: 'mono' });
    const mixed = set('one two', { faceRanges: [{ start: 4, end: 7, face }] });
    expect(outlinesOf(mixed)).toEqual([...outlinesOf(set('one')), ...outlinesOf(set('two', { face }))]);
  });
});

describe('letter spacing', () => {
  it('is between letters, not after the last one of a line', () => {
    const width = (text: string, letterSpacing: number) =>
      set(text, { spacing: { letters: letterSpacing, words: 0 } }).width;
    expect(width('abc', 0.5) - width('abc', 0)).toBeCloseTo(1, 9);
    expect(width('a', 0.5)).toBeCloseTo(width('a', 0), 9);
    expect(width('', 0.5)).toBe(0);
    expect(width('אבג', 0.5) - width('אבג', 0)).toBeCloseTo(1, 9);
    expect(width('e\u0301e\u0301', 0.5) - width('e\u0301e\u0301', 0)).toBeCloseTo(0.5, 9);
    expect(width('👩‍👩‍👧a', 0.5) - width('👩‍👩‍👧a', 0)).toBeCloseTo(0.5, 9);
  });

  it('counts when lines are wrapped, and an animated one keeps the lines', () => {
    const text = 'one two three four';
    const linesOf = (style: Partial<TextStyle>) =>
      set(text, { wrapWidth: 5.2, ...style }).lines.map(({ glyphs }) => glyphs.length);
    const [usual, spaced] = [linesOf({}), linesOf({ spacing: { letters: 0.3, words: 0 } })];
    expect(spaced.length).toBeGreaterThan(usual.length);
    expect(linesOf({ spacing: { letters: 0.3, words: 0 }, wrapSpacing: { letters: 0, words: 0 } })).toEqual(
      usual,
    );
    for (const { width } of set(text, { wrapWidth: 5.2, spacing: { letters: 0.3, words: 0 } }).lines)
      expect(width).toBeLessThanOrEqual(5.2 + 1e-9);
    const exact = set('one two', { spacing: { letters: 0.3, words: 0 } }).width;
    expect(set('one two', { spacing: { letters: 0.3, words: 0 }, wrapWidth: exact }).lines).toHaveLength(1);
  });
});

describe('text transform', () => {
  const change = (text: string, transform: 'uppercase' | 'lowercase' | 'capitalize') =>
    transformText(text, transform).text;

  it('uses the case mappings of Unicode', () => {
    expect(change('straße ﬁn ŉ', 'uppercase')).toBe('STRASSE FIN ʼN');
    expect(change('ΟΔΥΣΣΕΥΣ İ', 'lowercase')).toBe('οδυσσευς i̇');
    expect(change("“hello” don't élan 3d ǆ ßa rock’n’roll", 'capitalize')).toBe(
      "“Hello” Don't Élan 3d ǅ Ssa Rock’n’roll",
    );
  });

  it('keeps the places of the original text', () => {
    const { text, placeOf, originalOf } = transformText('aß𐐨b', 'uppercase');
    expect(text).toBe('ASS𐐀B');
    expect([0, 1, 2, 3, 4, 5].map(placeOf)).toEqual([0, 1, 3, 4, 5, 6]);
    expect([0, 1, 2, 3, 4, 5, 6].map(originalOf)).toEqual([0, 1, 1, 2, 3, 4, 5]);
    const layout = set('aßb', { transform: 'uppercase', findsGraphemes: true });
    expect(layout.graphemeStarts).toEqual([0, 1, 1, 2]);
  });

  it('comes before shaping, and faces keep to their letters', () => {
    const bold = faceOf({ fontWeight: 700 });
    const changed = set('ßb', { transform: 'uppercase', faceRanges: [{ start: 1, end: 2, face: bold }] });
    expect(outlinesOf(changed)).toEqual([...outlinesOf(set('SS')), ...outlinesOf(set('B', { face: bold }))]);
  });
});
