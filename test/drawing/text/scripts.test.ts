import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadTypesetter, type Typesetter } from '../../../src/drawing/text/typesetter.ts';
import { extentOf, glyphsOf, outlinesOf } from './layout-probes.ts';

let typesetter: Typesetter;
beforeAll(async () => {
  typesetter = await loadTypesetter();
});

const project = JSON.parse(
  readFileSync(new URL('../../fixtures/projects/scripts.json', import.meta.url), 'utf8'),
);
const states: { text: string }[] = Object.values(project.scenes.scripts.compositions.all.states);

test('the project of all scripts has twelve lines', () => {
  expect(states).toHaveLength(12);
});

test.each(states.map(({ text }) => text))('the fonts have all of %s', (text) => {
  const layout = typesetter.layout(text);
  expect(layout.missing).toEqual([]);
  expect(glyphsOf(layout).length).toBeGreaterThan(2);
});

describe('Arabic', () => {
  test('letters have the form of their position in the word', () => {
    const [isolated] = outlinesOf(typesetter.layout('ه'));
    const inWord = outlinesOf(typesetter.layout('ههه'));
    expect(inWord).toHaveLength(3);
    expect(new Set([isolated, ...inWord]).size).toBe(4);
  });

  test('a zero-width joiner gives a joined form, even after a single letter', () => {
    const initial = outlinesOf(typesetter.layout('ههه')).at(-1);
    expect(outlinesOf(typesetter.layout('ه\u200d'))).toEqual([initial]);
  });

  test('lam and alef are joined in special forms', () => {
    const [alef, lam] = glyphsOf(typesetter.layout('لا'));
    expect(lam).toMatchObject({ firstGrapheme: 0, endGrapheme: 1 });
    expect(alef).toMatchObject({ firstGrapheme: 1, endGrapheme: 2 });
    expect(outlinesOf(typesetter.layout('لب'))).not.toContain(lam.outline);
    expect(outlinesOf(typesetter.layout('با'))).not.toContain(alef.outline);
    expect(alef.x + extentOf(alef.outline).right).toBeGreaterThan(lam.x + extentOf(lam.outline).left);
  });

  test('vowel marks are drawn over their letters and have no width', () => {
    const layout = typesetter.layout('بَ');
    expect(layout.graphemeCount).toBe(1);
    expect(layout.width).toBe(typesetter.layout('ب').width);
    expect(glyphsOf(layout).every((glyph) => glyph.firstGrapheme === 0 && glyph.endGrapheme === 1)).toBe(
      true,
    );
  });
});

describe('Devanagari', () => {
  test('the vowel sign i is drawn left of the letter it follows', () => {
    const [sign, letter] = glyphsOf(typesetter.layout('कि'));
    expect(letter.outline).toBe(outlinesOf(typesetter.layout('क'))[0]);
    expect(sign.x).toBeLessThan(letter.x);
    expect([sign.firstGrapheme, letter.firstGrapheme]).toEqual([0, 0]);
  });

  test('in क्षत्रिय it is drawn left of its conjunct, and the conjuncts are single glyphs', () => {
    const outlines = outlinesOf(typesetter.layout('क्षत्रिय'));
    const alone = (text: string) => outlinesOf(typesetter.layout(text));
    expect(alone('क्ष')).toHaveLength(1);
    expect(alone('त्र')).toHaveLength(1);
    expect(outlines).toHaveLength(4);
    expect([outlines[0], outlines[2], outlines[3]]).toEqual([...alone('क्ष'), ...alone('त्र'), ...alone('य')]);
  });
});

test('Thai marks stack: a tone mark is higher over a vowel than over the letter itself', () => {
  const topOf = (text: string) => {
    const glyphs = glyphsOf(typesetter.layout(text));
    return Math.min(...glyphs.map((glyph) => extentOf(glyph.outline).top + glyph.y));
  };
  expect(topOf('ที่')).toBeLessThan(topOf('ท่'));
  expect(topOf('ท่')).toBeLessThan(topOf('ท'));
  expect(typesetter.layout('ที่').width).toBe(typesetter.layout('ท').width);
});

test('Hangul letters compose into the syllable', () => {
  expect(typesetter.layout('\u1112\u1161\u11ab')).toEqual(typesetter.layout('한'));
});

test('a kana with the combining voiced mark is the voiced kana', () => {
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
  ])('%s is one glyph', (_, emoji) => {
    const layout = typesetter.layout(emoji);
    expect(layout.missing).toEqual([]);
    expect(glyphsOf(layout)).toHaveLength(1);
    expect(layout.graphemeCount).toBe(1);
    expect(glyphsOf(layout)[0]).toMatchObject({ firstGrapheme: 0, endGrapheme: 1 });
  });

  test('U+FE0F gives the emoji and U+FE0E the text form', () => {
    const [text] = outlinesOf(typesetter.layout('☺\ufe0e'));
    const [emoji] = outlinesOf(typesetter.layout('☺\ufe0f'));
    expect(emoji).not.toBe(text);
    expect(outlinesOf(typesetter.layout('☺'))).toEqual([text]);
  });
});
