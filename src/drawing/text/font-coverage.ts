import { readFileSync } from 'node:fs';
import { type FontName, fontNames, fontsFolder } from './font-list.ts';

/** A set of fonts: bit i stands for `fontNames[i]`. */
export type FontSet = number;

/** The languages that share the Chinese characters, as BCP 47 tags. */
export const hanLanguages = ['ja', 'zh-Hans', 'zh-Hant'] as const;
export type HanLanguage = (typeof hanLanguages)[number];

interface CoverageFile {
  fonts: { name: string; ranges: number[] }[];
}

interface FullCoverageFile extends CoverageFile {
  everydayHan: Record<HanLanguage, number[]>;
}

/** The set of one font. */
export function fontBit(name: FontName): FontSet {
  return 1 << fontNames.indexOf(name);
}

const hanLanguageBits: Record<HanLanguage, number> = {
  ja: 1 << fontNames.length,
  'zh-Hans': 1 << (fontNames.length + 1),
  'zh-Hant': 1 << (fontNames.length + 2),
};
const allFonts: FontSet = (1 << fontNames.length) - 1;

/** Looks up the fonts that have a character without opening a font. */
export class FontCoverage {
  readonly #bitsByCodePoint = new Uint32Array(0x110000);

  /** Reads the file that scripts/build-fonts.mjs writes next to the fonts; throws if the fonts were never built. */
  constructor() {
    const coverage = readCoverage<FullCoverageFile>('coverage.json');
    for (const name of fontNames) {
      const font = coverage.fonts.find((candidate) => candidate.name === name);
      if (font === undefined)
        throw new Error(`coverage.json does not list the font ${name}; run npm run build`);
      this.#addBits(fontBit(name), font.ranges);
    }
    for (const language of hanLanguages) {
      this.#addBits(hanLanguageBits[language], coverage.everydayHan[language]);
    }
  }

  /** The fonts that have the character. */
  fontsWith(codePoint: number): FontSet {
    return this.#bitsByCodePoint[codePoint] & allFonts;
  }

  /**
   * Whether the character is one of the everyday Chinese characters of the language: level 1 of its national
   * standard (JIS X 0208, GB 2312, Big5).
   */
  isEverydayHan(codePoint: number, language: HanLanguage): boolean {
    return (this.#bitsByCodePoint[codePoint] & hanLanguageBits[language]) !== 0;
  }

  #addBits(bits: number, ranges: readonly number[]): void {
    for (let i = 0; i < ranges.length; i += 2) {
      for (let codePoint = ranges[i]; codePoint <= ranges[i + 1]; codePoint++) {
        this.#bitsByCodePoint[codePoint] |= bits;
      }
    }
  }
}

/** Reads a file that scripts/build-fonts.mjs writes next to the fonts. */
export function readCoverage<File extends CoverageFile = CoverageFile>(fileName: string): File {
  const file = new URL(fileName, fontsFolder);
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new Error(`the bundled fonts cannot be read from ${file.pathname}; run npm run build`, {
      cause,
    });
  }
}
