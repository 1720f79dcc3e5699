import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { runs } from '../../../../../test/support/random-runs.ts';
import type { TextLayout } from '../../../src/drawing/text/text-layout.ts';
import { loadTypesetter, type Typesetter } from '../../../src/drawing/text/typesetter.ts';
import { glyphsOf } from './layout-probes.ts';

let typesetter: Typesetter;
beforeAll(async () => {
  typesetter = await loadTypesetter();
});

const samples = [
  ...'abAVfi1( )"\'-.,éøДщΩ',
  ...'日本語の、カ한국어简體“”…—',
  ...'ابلا١محَُشלוםָׁ',
  ...'कि्षरत्ไี่ทำน้',
  ...'∑→★𝒜🎬👩🚀🏽❤1🇩🇪ᄒ\u1161\u11ab\u3099',
  ...'\u0301\u0334\u20dd\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069',
  ...'\ufe0e\ufe0f\ufeff\u00ad\u115f\u3164\u0f40\u0f71\ue000\t\n\r\u2028\u0001',
  '\ud800',
  '\udfff',
];
const anyText = fc.oneof(
  fc.string({ unit: fc.constantFrom(...samples), maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.array(fc.nat(0xffff), { maxLength: 40 }).map((units) => String.fromCharCode(...units)),
);

const newline = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/u;
/** Spaces, controls, format characters and the empty Braille pattern. */
const shapeless = /^[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

function graphemesOf(text: string): string[] {
  const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });
  return text.split(newline).flatMap((line) => Array.from(segmenter.segment(line), ({ segment }) => segment));
}

function drawnGraphemes(layout: TextLayout): Set<number> {
  const drawn = new Set<number>();
  for (const { firstGrapheme, endGrapheme } of glyphsOf(layout)) {
    for (let grapheme = firstGrapheme; grapheme < endGrapheme; grapheme++) drawn.add(grapheme);
  }
  return drawn;
}

describe('any text', () => {
  test('lays out every visible grapheme of any text with finite measures', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const layout = typesetter.layout(text);
        const graphemes = graphemesOf(text);
        expect(layout.graphemeCount).toBe(graphemes.length);
        expect(layout.lines).toHaveLength(text.split(newline).length);
        for (const { width } of layout.lines) {
          expect(width).toBeGreaterThanOrEqual(0);
          expect(width).toBeLessThanOrEqual(layout.width);
        }
        expect(layout.width).toBeLessThan(Number.POSITIVE_INFINITY);
        for (const { x, y, firstGrapheme, endGrapheme } of glyphsOf(layout)) {
          expect(Number.isFinite(x) && Number.isFinite(y)).toBe(true);
          expect(firstGrapheme).toBeGreaterThanOrEqual(0);
          expect(endGrapheme).toBeGreaterThan(firstGrapheme);
          expect(endGrapheme).toBeLessThanOrEqual(graphemes.length);
        }
        const drawn = drawnGraphemes(layout);
        const undrawn = graphemes.filter((grapheme, i) => !drawn.has(i) && !shapeless.test(grapheme));
        expect(undrawn).toEqual([]);
      }),
      { numRuns: runs(1500) },
    );
  });

  test('lists only characters of the text as missing from the fonts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (text) => {
        const { missing } = typesetter.layout(text);
        expect(new Set(missing).size).toBe(missing.length);
        for (const character of missing) expect(text).toContain(character);
      }),
      { numRuns: runs(300) },
    );
  });

  test('lays out a text line equally wide alone and below another', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), (text) => {
        const alone = typesetter.layout(text);
        const below = typesetter.layout(`x\n${text}`);
        expect(below.lines.slice(1).map((line) => line.width)).toEqual(alone.lines.map((line) => line.width));
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('texts of 10,000 characters', () => {
  const repeated = (unit: string, count = 10_000 / unit.length) => unit.repeat(count).slice(0, 10_000);

  test.each([
    ['marks on one letter', repeated('\u0301'), 1],
    ['marks with different classes', `a${repeated('\u0316\u0301')}`.slice(0, 10_000), 1],
    ['vowel signs on one letter', `क${repeated('\u093f')}`.slice(0, 10_000), 1],
    ['joined emoji', repeated('👩\u200d', 3333), 1],
    ['direction overrides', repeated('\u202e'), 10_000],
    ['unclosed isolates', repeated('\u2068'), 10_000],
    ['nested isolates', '\u2067'.repeat(5000) + '\u2069'.repeat(5000), 10_000],
    ['brackets in Hebrew', `א${'('.repeat(4999)}${')'.repeat(5000)}`, 10_000],
    ['alternating directions', repeated('aא'), 10_000],
    ['alternating fonts', repeated('aאあ∯'), 10_000],
    ['lines', repeated('漢\n'), 5000],
    ['characters missing from all fonts', repeated('\ue000'), 10_000],
    ['halves of surrogate pairs', repeated('\ud800'), 10_000],
  ])('lays out a text of 10,000 characters: %s', (_, text, graphemeCount) => {
    expect(typesetter.layout(text).graphemeCount).toBe(graphemeCount);
  });
});
