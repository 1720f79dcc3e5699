/** The bundled fonts; at equal claims an earlier one draws a character. */
export const fontNames = [
  'Inter',
  'NotoSansJP',
  'NotoSansKR',
  'NotoSansSC',
  'NotoSansTC',
  'NotoSansArabic',
  'NotoSansHebrew',
  'NotoSansDevanagari',
  'NotoSansThai',
  'NotoSansMath',
  'NotoSansSymbols',
  'NotoSansSymbols2',
  'NotoEmoji',
] as const;
export type FontName = (typeof fontNames)[number];

/** Where scripts/build-fonts.mjs puts them: as far up from src/drawing/text as from dist/drawing/text. */
export const fontsFolder = new URL('../../../assets/fonts/', import.meta.url);

const eastAsianFonts = ['NotoSansJP', 'NotoSansKR', 'NotoSansSC', 'NotoSansTC'] as const;
export type EastAsianFontName = (typeof eastAsianFonts)[number];

/** What HarfBuzz is told of a run in an East Asian font, so that the font's forms for that language are used. */
export const languageOfFont: Record<EastAsianFontName, string> = {
  NotoSansJP: 'ja',
  NotoSansKR: 'ko',
  NotoSansSC: 'zh-Hans',
  NotoSansTC: 'zh-Hant',
};

/** Whether the font is one of those for Chinese, Japanese and Korean. */
export function isEastAsianFont(name: FontName): name is EastAsianFontName {
  return name in languageOfFont;
}

/** The order for what is neither East Asian nor an emoji: the large East Asian fonts last. */
export const generalOrder: readonly FontName[] = [
  ...fontNames.filter((name) => !isEastAsianFont(name)),
  ...eastAsianFonts,
];
