import { readFileSync } from 'node:fs';
import { type FontName, fontNames, fontsFolder } from './font-list.ts';

/** A set of fonts: bit i stands for `fontNames[i]`. */
export type FontSet = number;

/** The languages that share the Chinese characters, as BCP 47 tags. */
export const hanLanguages = ['ja', 'zh-Hans', 'zh-Hant'] as const;
export type HanLanguage = (typeof hanLanguages)[number];

/** Ascending ranges of code points: first, last, first, last, ... */
export type Ranges = readonly number[];

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

/** Code points whose fonts are looked up together. */
const blockLength = 256;

/** Looks up the fonts that have a character without opening a font. */
export class FontCoverage {
  /** The bits and code points of each font and language. */
  readonly #coverages: { readonly bits: FontSet; readonly ranges: Ranges }[] = [];
  /** The bits of blocks of code points, each found at its first use, since a text uses few of them. */
  readonly #blocks: (Uint32Array | undefined)[] = [];

  /** Reads the file that scripts/fonts/build.mjs writes next to the fonts. */
  constructor() {
    const coverage = readCoverage<FullCoverageFile>('coverage.json');
    for (const name of fontNames) {
      const font = coverage.fonts.find((candidate) => candidate.name === name);
      if (font === undefined)
        throw new Error(`coverage.json does not list the font ${name}; run npm run build`);
      this.#coverages.push({ bits: fontBit(name), ranges: rangesIn(font.ranges) });
    }
    for (const language of hanLanguages) {
      this.#coverages.push({
        bits: hanLanguageBits[language],
        ranges: rangesIn(coverage.everydayHan[language]),
      });
    }
  }

  /** The fonts that have the character. */
  fontsWith(codePoint: number): FontSet {
    return this.#bitsOf(codePoint) & allFonts;
  }

  /**
   * Whether the character is one of the everyday Chinese characters of the language: level 1 of its national
   * standard (JIS X 0208, GB 2312, Big5).
   */
  isEverydayHan(codePoint: number, language: HanLanguage): boolean {
    return (this.#bitsOf(codePoint) & hanLanguageBits[language]) !== 0;
  }

  #bitsOf(codePoint: number): number {
    const block = Math.floor(codePoint / blockLength);
    this.#blocks[block] ??= this.#readBlock(block * blockLength);
    return this.#blocks[block][codePoint % blockLength];
  }

  #readBlock(start: number): Uint32Array {
    const block = new Uint32Array(blockLength);
    for (const { bits, ranges } of this.#coverages) {
      for (
        let i = firstRangeFrom(ranges, start);
        i < ranges.length && ranges[i] < start + blockLength;
        i += 2
      ) {
        const first = Math.max(ranges[i], start);
        const last = Math.min(ranges[i + 1], start + blockLength - 1);
        for (let codePoint = first; codePoint <= last; codePoint++) block[codePoint - start] |= bits;
      }
    }
    return block;
  }
}

/** Returns the ranges of a file, which has each number as its difference from the one before. */
export function rangesIn(differences: readonly number[]): Ranges {
  let last = 0;
  return differences.map((difference) => {
    last += difference;
    return last;
  });
}

/** Returns the index of the first range that ends at or after a number; the length, if there is none. */
export function firstRangeFrom(ranges: Ranges, value: number): number {
  let low = 0;
  let high = ranges.length / 2;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ranges[2 * middle + 1] < value) low = middle + 1;
    else high = middle;
  }
  return 2 * low;
}

/** Reads a file that scripts/fonts/build.mjs writes next to the fonts. */
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
