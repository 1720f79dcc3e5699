/** The bundled fonts in order of preference. */
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
  'TwemojiMozilla',
] as const;
export type FontName = (typeof fontNames)[number];

/** The font of emoji in colour, and the one for emoji that are drawn like letters. */
export const colorEmojiFont = 'TwemojiMozilla' satisfies FontName;
export const plainEmojiFont = 'NotoEmoji' satisfies FontName;

/** The fonts that also come in bold, with the name `<name>-Bold`. */
export const fontsWithBold: ReadonlySet<FontName> = new Set<FontName>([
  'Inter',
  'NotoSansJP',
  'NotoSansKR',
  'NotoSansSC',
  'NotoSansTC',
  'NotoSansArabic',
  'NotoSansHebrew',
  'NotoSansDevanagari',
  'NotoSansThai',
  'NotoSansSymbols',
]);

/**
 * The files that are `<name>.ttf`: those of most films, and most East Asian ones, which take 50 to 80 ms to decompress.
 * All others are `<name>.ttf.br`, so that the package is smaller: by 800 kB with the font for traditional Chinese.
 */
export const uncompressedFiles: ReadonlySet<string> = new Set([
  'Inter',
  'Inter-Bold',
  'NotoSansJP',
  'NotoSansKR',
  'NotoSansSC',
]);

/** The bold fonts that lack some characters of the regular font: rare Chinese characters. */
export const fontsWithPartialBold = ['NotoSansJP', 'NotoSansSC', 'NotoSansTC'] as const;

/**
 * Output folder of scripts/fonts/build.mjs. The path is the same from packages/engine/src/drawing/text and
 * dist/drawing/text.
 */
export const fontsFolder = new URL('../../../assets/fonts/', import.meta.url);

const eastAsianFonts = ['NotoSansJP', 'NotoSansKR', 'NotoSansSC', 'NotoSansTC'] as const;
export type EastAsianFontName = (typeof eastAsianFonts)[number];

/** The language that HarfBuzz gets for a run in an East Asian font, so that it uses the forms for that language. */
export const languageOfFont: Record<EastAsianFontName, string> = {
  NotoSansJP: 'ja',
  NotoSansKR: 'ko',
  NotoSansSC: 'zh-Hans',
  NotoSansTC: 'zh-Hant',
};

/** Whether the font is one of those for Chinese, Japanese and Korean. */
export function isEastAsianFont(name: unknown): name is EastAsianFontName {
  return typeof name === 'string' && name in languageOfFont;
}

/**
 * The order for text that is neither East Asian nor emoji. The large East Asian fonts come last, and after them the
 * emoji in colour, which have digits too.
 */
export const generalOrder: readonly FontName[] = [
  ...fontNames.filter((name) => !isEastAsianFont(name) && name !== colorEmojiFont),
  ...eastAsianFonts,
  colorEmojiFont,
];
