import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadTypesetter, type Typesetter } from '../../../src/drawing/text/typesetter.ts';
import { extentOf, glyphsOf, outlinesOf } from './layout-probes.ts';

let typesetter: Typesetter;
beforeAll(async () => {
  typesetter = await loadTypesetter();
});

const project = JSON.parse(
  readFileSync(new URL('../../../../../test/fixtures/projects/scripts.json', import.meta.url), 'utf8'),
);
const states: { text: string }[] = Object.values(project.scenes.scripts.compositions.all.states);

test('the fixture project with all scripts has 12 texts', () => {
  expect(states).toHaveLength(12);
});

test.each(states.map(({ text }) => text))('the bundled fonts have every character of %s', (text) => {
  const layout = typesetter.layout(text);
  expect(layout.missing).toEqual([]);
  expect(glyphsOf(layout).length).toBeGreaterThan(2);
});

describe('Arabic', () => {
  test('draws Arabic letters in the form for their position in a word', () => {
    const [isolated] = outlinesOf(typesetter.layout('ه'));
    const inWord = outlinesOf(typesetter.layout('ههه'));
    expect(inWord).toHaveLength(3);
    expect(new Set([isolated, ...inWord]).size).toBe(4);
  });

  test('draws a single Arabic letter before a zero-width joiner in its joined form', () => {
    const initial = outlinesOf(typesetter.layout('ههه')).at(-1);
    expect(outlinesOf(typesetter.layout('ه\u200d'))).toEqual([initial]);
  });

  test('joins Arabic lam and alef in special forms', () => {
    const [alef, lam] = glyphsOf(typesetter.layout('لا'));
    expect(lam).toMatchObject({ firstGrapheme: 0, endGrapheme: 1 });
    expect(alef).toMatchObject({ firstGrapheme: 1, endGrapheme: 2 });
    expect(outlinesOf(typesetter.layout('لب'))).not.toContain(lam.outline);
    expect(outlinesOf(typesetter.layout('با'))).not.toContain(alef.outline);
    expect(alef.x + extentOf(alef.outline).right).toBeGreaterThan(lam.x + extentOf(lam.outline).left);
  });

  test("draws an Arabic vowel mark with no width as part of its letter's grapheme", () => {
    const layout = typesetter.layout('بَ');
    expect(layout.graphemeCount).toBe(1);
    expect(layout.width).toBe(typesetter.layout('ب').width);
    expect(glyphsOf(layout).every((glyph) => glyph.firstGrapheme === 0 && glyph.endGrapheme === 1)).toBe(
      true,
    );
  });
});

describe('Devanagari', () => {
  test('draws the Devanagari vowel sign i to the left of the letter that it follows', () => {
    const [sign, letter] = glyphsOf(typesetter.layout('कि'));
    expect(letter.outline).toBe(outlinesOf(typesetter.layout('क'))[0]);
    expect(sign.x).toBeLessThan(letter.x);
    expect([sign.firstGrapheme, letter.firstGrapheme]).toEqual([0, 0]);
  });

  test('draws the vowel sign i in क्षत्रिय left of its conjunct, and conjuncts as single glyphs', () => {
    const outlines = outlinesOf(typesetter.layout('क्षत्रिय'));
    const alone = (text: string) => outlinesOf(typesetter.layout(text));
    expect(alone('क्ष')).toHaveLength(1);
    expect(alone('त्र')).toHaveLength(1);
    expect(outlines).toHaveLength(4);
    expect([outlines[0], outlines[2], outlines[3]]).toEqual([...alone('क्ष'), ...alone('त्र'), ...alone('य')]);
  });
});

test('stacks Thai marks, with a tone mark higher over a vowel than over a letter', () => {
  const topOf = (text: string) => {
    const glyphs = glyphsOf(typesetter.layout(text));
    return Math.min(...glyphs.map((glyph) => extentOf(glyph.outline).top + glyph.y));
  };
  expect(topOf('ที่')).toBeLessThan(topOf('ท่'));
  expect(topOf('ท่')).toBeLessThan(topOf('ท'));
  expect(typesetter.layout('ที่').width).toBe(typesetter.layout('ท').width);
});

test('composes Hangul letters into a syllable', () => {
  expect(typesetter.layout('\u1112\u1161\u11ab')).toEqual(typesetter.layout('한'));
});

test('draws a kana with a combining voiced mark as the voiced kana', () => {
  expect(typesetter.layout('か\u3099')).toEqual(typesetter.layout('が'));
});

describe('emoji', () => {
  test.each([
    ['a joined family', '👨\u200d👩\u200d👧\u200d👦'],
    ['a skin tone', '👍🏽'],
    ['a skin tone in a joined sequence', '👩🏽\u200d🚀'],
    ['a flag', '🇩🇪'],
    ['a joined flag', '🏳\ufe0f\u200d🌈'],
    ['a keycap', '1\ufe0f\u20e3'],
    ['a heart on fire', '❤\ufe0f\u200d🔥'],
  ])('draws %s as one emoji glyph', (_, emoji) => {
    const layout = typesetter.layout(emoji);
    expect(layout.missing).toEqual([]);
    expect(glyphsOf(layout)).toHaveLength(1);
    expect(layout.graphemeCount).toBe(1);
    expect(glyphsOf(layout)[0]).toMatchObject({ firstGrapheme: 0, endGrapheme: 1 });
  });

  test('draws ☺ as emoji after U+FE0F and as text after U+FE0E or by default', () => {
    const [text] = outlinesOf(typesetter.layout('☺\ufe0e'));
    const [emoji] = outlinesOf(typesetter.layout('☺\ufe0f'));
    expect(emoji).not.toBe(text);
    expect(outlinesOf(typesetter.layout('☺'))).toEqual([text]);
  });
});
