import { beforeAll, describe, expect, test } from 'vitest';
import { FontCoverage, fontBit } from '../../../src/drawing/text/font-coverage.ts';
import { plainStyle } from '../../../src/drawing/text/text-style.ts';
import { loadTypesetter, type Typesetter } from '../../../src/drawing/text/typesetter.ts';
import { fontRunsOf, glyphsOf } from './layout-probes.ts';

let typesetter: Typesetter;
beforeAll(async () => {
  typesetter = await loadTypesetter();
});

/** Whether the whole text is a single colour picture. */
function isOnePicture(text: string): boolean {
  const glyphs = glyphsOf(typesetter.layout(text));
  return glyphs.length === 1 && (glyphs[0].layers?.length ?? 0) > 0;
}

const coverage = new FontCoverage();
const emojiWith = (pattern: RegExp) =>
  Array.from({ length: 0x20000 }, (_, codePoint) => codePoint)
    .filter((codePoint) => (coverage.fontsWith(codePoint) & fontBit('TwemojiMozilla')) !== 0)
    .map((codePoint) => String.fromCodePoint(codePoint))
    .filter((character) => pattern.test(character));

describe('colour emoji pictures', () => {
  test('draws every country flag as one emoji picture', () => {
    const countries =
      'AC AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BM BN BO BR BS BT BW BY BZ CA CD CH CI CL CM CN CO CR CU CY CZ DE DK DO DZ EC EE EG ES ET EU FI FJ FR GB GE GH GR GT HK HN HR HT HU ID IE IL IN IQ IR IS IT JM JO JP KE KG KH KR KW KZ LA LB LK LT LU LV MA MC MD ME MG MK MM MN MT MX MY MZ NG NI NL NO NP NZ OM PA PE PG PH PK PL PT PY QA RO RS RU RW SA SE SG SI SK SN SY TH TN TR TW UA UG UN US UY UZ VA VE VN XK YE ZA ZM ZW';
    const flagOf = (country: string) =>
      Array.from(country, (letter) => String.fromCodePoint(0x1f1e6 + letter.charCodeAt(0) - 65)).join('');
    expect(countries.split(' ').filter((country) => !isOnePicture(flagOf(country)))).toEqual([]);
  });

  test('draws every emoji with a skin tone as one picture in each tone', () => {
    const bases = emojiWith(/(?![👪👯🤼])\p{Emoji_Modifier_Base}/u);
    // Unicode 17 added tones to three more emoji after the font was made.
    expect(bases.length).toBeGreaterThan(120);
    const tones = ['🏻', '🏼', '🏽', '🏾', '🏿'];
    const pictured = bases.flatMap((base) => tones.map((tone) => base + tone));
    expect(pictured.filter((emoji) => !isOnePicture(emoji))).toEqual([]);
  });

  test('draws every default emoji and keycap as one picture', () => {
    const emoji = emojiWith(/(?!\p{Regional_Indicator}|[⏩⏪◽◾])\p{Emoji_Presentation}/u);
    expect(emoji.length).toBeGreaterThan(1000);
    const keycaps = Array.from('0123456789#*', (key) => `${key}\ufe0f\u20e3`);
    expect([...emoji, ...keycaps].filter((text) => !isOnePicture(text))).toEqual([]);
  });

  test('draws joined emoji sequences as one picture', () => {
    const joined = [
      ...['👨‍👩‍👧‍👦', '👩🏽‍💻', '🧑🏾‍🚀', '❤️‍🔥', '🏳️‍🌈', '🏳️‍⚧️', '🏴‍☠️', '👁️‍🗨️', '🐻‍❄️', '👨🏿‍🤝‍👨🏻'],
      ...['👩🏼‍❤️‍💋‍👨🏿', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '🏴󠁧󠁢󠁷󠁬󠁳󠁿'],
    ];
    expect(joined.filter((emoji) => !isOnePicture(emoji))).toEqual([]);
  });
});

test('draws a joined emoji sequence unknown to the font as its parts', () => {
  const phoenix = glyphsOf(typesetter.layout('🐦‍🔥'));
  expect(phoenix).toHaveLength(2);
  expect(phoenix.every(({ layers, firstGrapheme }) => layers !== undefined && firstGrapheme === 0)).toBe(
    true,
  );
});

test('draws emoji as plain glyphs if requested by style or U+FE0E or if no picture exists', () => {
  const layouts = [
    typesetter.layout('😀', { ...plainStyle, emoji: 'plain' }),
    typesetter.layout('😀\ufe0e'),
    typesetter.layout('\u{1fae9}'),
  ];
  for (const layout of layouts) {
    expect(layout.missing).toEqual([]);
    const [glyph] = glyphsOf(layout);
    expect(glyph.layers).toBeUndefined();
    expect(glyph.outline.points.length).toBeGreaterThan(0);
  }
  expect(fontRunsOf('a1#©®™')).toEqual(['Inter: a1#©®™']);
});

test('draws every visible character of the emoji font with and without U+FE0F', () => {
  const invisible = /^[\p{Default_Ignorable_Code_Point}\s]$/u;
  const characters = emojiWith(/./su).filter((character) => !invisible.test(character));
  const texts = characters.flatMap((character) => [character, `${character}\ufe0f`]);
  const drawsNothing = (text: string) =>
    glyphsOf(typesetter.layout(text)).every(({ outline, layers }) => (layers ?? [outline]).length === 0);
  expect(texts.filter(drawsNothing)).toEqual([]);
});
